import { etatsErreurs } from '#features/etats/etats.erreurs.ts'
import type { Selectable } from 'kysely'
import { paiementsErreurs } from '#features/paiements/paiements.erreurs.ts'
import { communesErreurs } from '#shared/erreurs.ts'
import {
  type Bien,
  lockBien,
  lockVenteOuverte,
  type VenteOuverte,
} from '#features/etats/server/biens.locks.ts'
import { CODES_MODE, CODES_PAYEUR, etatDuCheque } from '#features/paiements/modes.ts'
import type { Moyen } from '#features/paiements/paiements.rules.ts'
import { fieldOf } from '#features/paiements/server/paiements.wire.ts'
import type { BienDesigne, TypeBien } from '#shared/biens.ts'
import { numeroRecu } from '#shared/numero.ts'
import type { Db } from '#server/database/db.ts'
import type { DB } from '#server/database/schema.ts'
import { AppError, refuse } from '#server/http/errors.ts'

/** The sale and bien of a payment, read without locks: the caller needs them to lock in the right order. @throws introuvable */
export async function whereItStands(
  db: Db,
  id: number,
): Promise<{ vente_id: number; bien_id: number; type: TypeBien }> {
  const found = await db
    .selectFrom('paiements as p')
    .innerJoin('ventes as v', 'v.id', 'p.vente_id')
    .innerJoin('biens as b', 'b.id', 'v.bien_id')
    .where('p.id', '=', id)
    .select(['p.vente_id', 'v.bien_id', 'b.type'])
    .executeTakeFirst()
  if (!found) throw refuse(communesErreurs.introuvable)
  return { ...found, type: toType(found.type) }
}

const toType = (type: string): TypeBien =>
  type === 'appartement' || type === 'local' ? type : 'place_parking'

export async function lockBienNomme(db: Db, bien: BienDesigne): Promise<Bien> {
  try {
    return await lockBien(db, bien.id, bien.type)
  } catch (error) {
    // An unknown bien in a body is a wrong field (422), not an unknown address (404).
    throw error instanceof AppError && error.is(communesErreurs.introuvable)
      ? refuse(etatsErreurs.bienManquant).on(fieldOf(bien))
      : error
  }
}

/** Locks a payment's present and future bien, the smaller id first, so that two opposite moves do not deadlock. */
export async function lockBiens(
  db: Db,
  from: { bien_id: number; type: TypeBien },
  nomme: BienDesigne,
): Promise<{ cible: Bien }> {
  if (from.bien_id < nomme.id) await lockBien(db, from.bien_id, from.type)
  const cible = await lockBienNomme(db, nomme)
  if (from.bien_id > nomme.id) await lockBien(db, from.bien_id, from.type)
  return { cible }
}

export type PaiementVerrouille = Omit<Selectable<DB['paiements']>, 'mode' | 'payeur_type'> &
  Pick<Moyen, 'mode' | 'payeur_type'>
export const toPaiementVerrouille = (row: Selectable<DB['paiements']>): PaiementVerrouille => ({
  ...row,
  mode: CODES_MODE.find((code) => code === row.mode) ?? null,
  payeur_type: CODES_PAYEUR.find((code) => code === row.payeur_type) ?? null,
})

/** The step of a locked payment's cheque; null for every other mode. */
export const etatDe = ({ remise_id, ...avant }: PaiementVerrouille) =>
  etatDuCheque({ ...avant, remise: remise_id === null ? null : {} })

/** The receipt number of a payment, « 2026-000123 ». */
export const recuOf = ({ recu_annee, recu_numero }: { recu_annee: number; recu_numero: number }): string =>
  numeroRecu(recu_annee, recu_numero)

/** Locks the sale, open or ended, then the payment. @throws introuvable, conflit when the payment has moved to another sale */
export async function lockPaiement(db: Db, id: number, venteId: number) {
  const vente = await db
    .selectFrom('ventes')
    .select(['id', 'bien_id', 'client_id', 'prix', 'total_paye', 'terminee_le'])
    .where('id', '=', venteId)
    .forUpdate()
    .executeTakeFirst()
  const row = await db.selectFrom('paiements').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  const avant = row && toPaiementVerrouille(row)
  if (!avant) throw refuse(communesErreurs.introuvable)
  if (!vente || avant.vente_id !== venteId) throw refuse(communesErreurs.conflit)
  return { avant, vente }
}

/** Locks the open vente of a locked bien for this client. @throws bienAutreClient (422) */
export async function lockVenteDuClient(db: Db, bien: Bien, clientId: number): Promise<VenteOuverte> {
  const vente = await lockVenteOuverte(db, bien.id)
  if (vente?.client_id !== clientId) throw refuse(paiementsErreurs.bienAutreClient).on(fieldOf(bien))
  return vente
}
