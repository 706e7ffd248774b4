import type { Selectable } from 'kysely'
import {
  lockBien,
  lockVenteOuverte,
  type Bien,
  type VenteOuverte,
} from '#features/biens/server/biens.service.ts'
import { CODES_MODE, CODES_PAYEUR } from '#features/paiements/modes.ts'
import type { Moyen } from '#features/paiements/moyens.rules.ts'
import { resteApres } from '#features/paiements/paiements.rules.ts'
import { fieldOf } from '#features/paiements/server/paiements.wire.ts'
import type { Centimes } from '#shared/argent.ts'
import { aujourdhui } from '#shared/dates.ts'
import type { Db } from '#server/database/db.ts'
import type { DB } from '#server/database/schema.ts'
import { AppError } from '#server/http/errors.ts'
import type { BienDesigne, TypeBien } from '#shared/biens.ts'

/** The sale a payment belongs to, unlocked: tells which locks to take, in their order. @throws introuvable */
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
  if (!found) throw new AppError('introuvable')
  return { ...found, type: toType(found.type) }
}

const toType = (type: string): TypeBien =>
  type === 'appartement' || type === 'local' ? type : 'place_parking'

export async function lockBienNomme(db: Db, bien: BienDesigne): Promise<Bien> {
  try {
    return await lockBien(db, bien.id, bien.type)
  } catch (error) {
    // In a body, an unknown bien is a wrong field, not an unknown address.
    throw error instanceof AppError && error.code === 'introuvable'
      ? new AppError('bienManquant').on(fieldOf(bien))
      : error
  }
}

/** Locks the bien a payment leaves and the one it goes to, the smaller id first so that two opposite moves never deadlock. */
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

/** A row of paiements, its words as the contract has them. */
export type PaiementVerrouille = Omit<Selectable<DB['paiements']>, 'mode' | 'payeur_type'> &
  Pick<Moyen, 'mode' | 'payeur_type'>
export const toPaiementVerrouille = (row: Selectable<DB['paiements']>): PaiementVerrouille => ({
  ...row,
  mode: CODES_MODE.find((code) => code === row.mode) ?? null,
  payeur_type: CODES_PAYEUR.find((code) => code === row.payeur_type) ?? null,
})

/** The payment and its sale, open or ended, under their locks. @throws introuvable, conflit when it has moved meanwhile */
export async function lockPaiement(db: Db, id: number, venteId: number) {
  const vente = await db
    .selectFrom('ventes')
    .select(['id', 'bien_id', 'client_id', 'prix', 'total_paye', 'terminee_le'])
    .where('id', '=', venteId)
    .forUpdate()
    .executeTakeFirst()
  const row = await db.selectFrom('paiements').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  const avant = row && toPaiementVerrouille(row)
  if (!avant) throw new AppError('introuvable')
  if (!vente || avant.vente_id !== venteId) throw new AppError('conflit')
  return { avant, vente }
}

/** The open vente of a locked bien, locked too, if it is this client's. @throws bienAutreClient (422) */
export async function lockVenteDuClient(db: Db, bien: Bien, clientId: number): Promise<VenteOuverte> {
  const vente = await lockVenteOuverte(db, bien.id)
  if (vente?.client_id !== clientId) throw new AppError('bienAutreClient').on(fieldOf(bien))
  return vente
}

export function assertWithin(
  vente: Pick<VenteOuverte, 'prix' | 'total_paye'>,
  versement: Centimes,
  ancien: Centimes = 0,
): void {
  if (resteApres(vente.prix, vente.total_paye, versement, ancien) >= 0) return
  throw new AppError('versementDepasse', { reste: resteApres(vente.prix, vente.total_paye, 0, ancien) }).on(
    'versement',
  )
}

/**
 * The next receipt number of the year it is in Algiers. The row lock is held until the payment commits, and goes with it
 * when it does not: the numbers of a year have no gap. Taken last, so that it is held shortly.
 */
export async function nextRecu(db: Db): Promise<{ recu_annee: number; recu_numero: number }> {
  const annee = Number(aujourdhui().slice(0, 4))
  const { dernier } = await db
    .insertInto('recus')
    .values({ annee, dernier: 1 })
    .onConflict((conflict) =>
      conflict.column('annee').doUpdateSet((eb) => ({ dernier: eb('recus.dernier', '+', 1) })),
    )
    .returning('dernier')
    .executeTakeFirstOrThrow()
  return { recu_annee: annee, recu_numero: dernier }
}
