import { etatsErreurs } from '#features/etats/etats.erreurs.ts'
import { sql, type Selectable } from 'kysely'
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
import type { Centimes } from '#shared/argent.ts'
import type { BienDesigne, TypeBien } from '#shared/biens.ts'
import { groupBy } from '#shared/group-by.ts'
import { numeroRecu } from '#shared/numero.ts'
import type { Db } from '#server/database/db.ts'
import { statement } from '#server/database/prepared.ts'
import { byId } from '#server/database/records.ts'
import type { DB } from '#server/database/schema.ts'
import { AppError, refuse } from '#server/http/errors.ts'

/** A payment with its sale and its bien, read without locks. */
export interface Place {
  id: number
  vente_id: number
  bien_id: number
  type: TypeBien
}

/**
 * A payment and all of its group, itself among them, by id: read without locks, since the caller needs sales and biens to lock in the right
 * order. A group never gains a payment. @throws introuvable
 */
export async function whereItStands(db: Db, id: number): Promise<{ nomme: Place; tous: Place[] }> {
  const tous = await selectPlaces(db, id)
  const nomme = tous.find((place) => place.id === id)
  if (!nomme) throw refuse(communesErreurs.introuvable)
  return { nomme, tous }
}

const selectPlaces = statement<[number], Place>(
  (id) => sql`
    select p.id, p.vente_id, v.bien_id, b.type
    from paiements p join ventes v on v.id = p.vente_id join biens b on b.id = v.bien_id
    where p.id = ${id} or p.groupe_id = (select n.groupe_id from paiements n where n.id = ${id}) order by p.id`,
)

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

/** Locks the biens of payments, the smallest id first, so that two opposite moves do not deadlock. */
export async function lockBiensDe(db: Db, places: readonly Pick<Place, 'bien_id' | 'type'>[]): Promise<void> {
  const types = new Map(places.map(({ bien_id, type }) => [bien_id, type]))
  for (const [bien, type] of [...types].toSorted(([a], [b]) => a - b)) await lockBien(db, bien, type)
}

/** {@link lockBiensDe} with the bien to which a payment may move, in its place among them. */
export async function lockBiens(
  db: Db,
  from: readonly Pick<Place, 'bien_id' | 'type'>[],
  nomme: BienDesigne,
): Promise<{ cible: Bien }> {
  await lockBiensDe(
    db,
    from.filter(({ bien_id }) => bien_id < nomme.id),
  )
  const cible = await lockBienNomme(db, nomme)
  await lockBiensDe(
    db,
    from.filter(({ bien_id }) => bien_id > nomme.id),
  )
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

/** A locked payment of a locked sale, open or ended. Amounts in centimes. */
export interface Verrouille {
  avant: PaiementVerrouille
  vente: Pick<
    Selectable<DB['ventes']>,
    'id' | 'bien_id' | 'client_id' | 'prix' | 'total_paye' | 'terminee_le'
  >
}

/**
 * Locks the sales of payments, open or ended, then the payments, each by id. @param id the payment that the call names
 * @returns it and the others that are still there, by id @throws introuvable, conflit when a payment has moved to another sale
 */
export async function lockPaiements(
  db: Db,
  id: number,
  places: readonly Pick<Place, 'id' | 'vente_id'>[],
): Promise<{ nomme: Verrouille; autres: Verrouille[] }> {
  const ventes = await db
    .selectFrom('ventes')
    .select(['id', 'bien_id', 'client_id', 'prix', 'total_paye', 'terminee_le'])
    .where(sql<boolean>`id = any(${places.map(({ vente_id }) => vente_id)}::bigint[])`)
    .orderBy('id')
    .forUpdate()
    .execute()
  const rows = await db
    .selectFrom('paiements')
    .selectAll()
    .where(sql<boolean>`id = any(${places.map((place) => place.id)}::bigint[])`)
    .orderBy('id')
    .forUpdate()
    .execute()
  const parId = byId(ventes)
  const seen = new Map(places.map((place) => [place.id, place.vente_id]))
  const tous = rows.map((row): Verrouille => {
    const vente = parId.get(row.vente_id)
    if (!vente || row.vente_id !== seen.get(row.id)) throw refuse(communesErreurs.conflit)
    return { avant: toPaiementVerrouille(row), vente }
  })
  const nomme = tous.find(({ avant }) => avant.id === id)
  if (!nomme) throw refuse(communesErreurs.introuvable)
  return { nomme, autres: tous.filter((un) => un !== nomme) }
}

/** The sales of payments, each once with the sum of its payments. Amounts in centimes. */
export function parVente(tous: readonly Verrouille[]): { vente: Verrouille['vente']; montant: Centimes }[] {
  return [...groupBy(tous, ({ vente }) => vente)].map(([vente, siens]) => ({
    vente,
    montant: siens.reduce((somme, { avant }) => somme + avant.versement, 0),
  }))
}

/** Locks the open vente of a locked bien for this client. @throws bienAutreClient (422) */
export async function lockVenteDuClient(db: Db, bien: Bien, clientId: number): Promise<VenteOuverte> {
  const vente = await lockVenteOuverte(db, bien.id)
  if (vente?.client_id !== clientId) throw refuse(paiementsErreurs.bienAutreClient).on(fieldOf(bien))
  return vente
}
