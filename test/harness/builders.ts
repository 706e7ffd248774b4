import { sql, type Insertable } from 'kysely'
import { addJours, aujourdhui } from '#shared/dates.ts'
import type { Db } from '#server/database/db.ts'
import type { DB } from '#server/database/schema.ts'
import type { Answer } from '#test/harness/app.ts'

/** Rows for tests, straight into the tables: each builder makes what it hangs on, unless given. Amounts in centimes, areas in hundredths of m². */

let serial = 0
const next = () => ++serial

/** The `id` of a JSON answer. */
export function idOf({ json }: Pick<Answer, 'json'>): number {
  if (typeof json === 'object' && json !== null && 'id' in json && typeof json.id === 'number') return json.id
  throw new Error(`no id in ${JSON.stringify(json)}`)
}

export function buildClient(db: Db, given: Partial<Insertable<DB['clients']>> = {}) {
  const n = next()
  return db
    .insertInto('clients')
    .values({ nom_complet: `Client ${n}`, tel: '0555 00 00 00', email: `client${n}@exemple.dz`, ...given })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export function buildResidence(db: Db, given: Partial<Insertable<DB['residences']>> = {}) {
  return db
    .insertInto('residences')
    .values({ nom: `Résidence ${next()}`, adresse: 'Alger', ...given })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function buildBloc(db: Db, given: Partial<Insertable<DB['blocs']>> = {}) {
  const residence_id = given.residence_id ?? (await buildResidence(db)).id
  return db
    .insertInto('blocs')
    .values({ nomloc: `Bloc ${next()}`, description: 'Six étages', ...given, residence_id })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function buildEtage(db: Db, given: Partial<Insertable<DB['etages']>> = {}) {
  const bloc_id = given.bloc_id ?? (await buildBloc(db)).id
  return db
    .insertInto('etages')
    .values({ designation: `Étage ${next()}`, niveau: 1, logement_par_palier: 4, ...given, bloc_id })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function buildParking(db: Db, given: Partial<Insertable<DB['parkings']>> = {}) {
  const residence_id = given.residence_id ?? (await buildResidence(db)).id
  return db
    .insertInto('parkings')
    .values({ parking_nom: `Parking ${next()}`, nb_places: 10, ...given, residence_id })
    .returningAll()
    .executeTakeFirstOrThrow()
}

const bien = (db: Db, type: string, prix: number) =>
  db.insertInto('biens').values({ type, prix }).returning('id').executeTakeFirstOrThrow()

/** An appartement at 1 000 000,00 DA unless told otherwise; returns the id of the bien. */
export async function buildAppartement(
  db: Db,
  { prix = 100_000_000, ...given }: Partial<Insertable<DB['appartements']>> & { prix?: number } = {},
): Promise<number> {
  const etage_id = given.etage_id ?? (await buildEtage(db)).id
  const { id } = await bien(db, 'appartement', prix)
  await db
    .insertInto('appartements')
    .values({
      num_lot: `A${next()}`,
      type_logement: 'F3',
      surface_habitable: 8050,
      surface_utile: 1220,
      ...given,
      id,
      etage_id,
    })
    .execute()
  return id
}

export async function buildLocal(
  db: Db,
  { prix = 100_000_000, ...given }: Partial<Insertable<DB['locaux']>> & { prix?: number } = {},
): Promise<number> {
  const bloc_id = given.bloc_id ?? (await buildBloc(db)).id
  const { id } = await bien(db, 'local', prix)
  await db
    .insertInto('locaux')
    .values({ num: `L${next()}`, surface: 4500, ...given, id, bloc_id })
    .execute()
  return id
}

export async function buildPlace(
  db: Db,
  { prix = 100_000_000, ...given }: Partial<Insertable<DB['places_parking']>> & { prix?: number } = {},
): Promise<number> {
  const parking_id = given.parking_id ?? (await buildParking(db)).id
  const { id } = await bien(db, 'place_parking', prix)
  await db
    .insertInto('places_parking')
    .values({ numero_place: next(), ...given, id, parking_id })
    .execute()
  return id
}

/** The next dossier of 2026. */
async function openDossier(db: Db) {
  const { dernier } = await db
    .insertInto('numeros')
    .values({ serie: 'dossier', annee: 2026, dernier: 1 })
    .onConflict((conflict) =>
      conflict.columns(['serie', 'annee']).doUpdateSet((eb) => ({ dernier: eb('numeros.dernier', '+', 1) })),
    )
    .returning('dernier')
    .executeTakeFirstOrThrow()
  return { dossier_annee: 2026, dossier_numero: dernier, reservation_le: '2026-01-10' }
}

/** Opens a vente of a bien at its price; returns the vente's id. */
export async function sell(db: Db, bienId: number, clientId: number): Promise<number> {
  const { prix } = await db
    .selectFrom('biens')
    .select('prix')
    .where('id', '=', bienId)
    .executeTakeFirstOrThrow()
  const { id } = await db
    .insertInto('ventes')
    .values({ bien_id: bienId, client_id: clientId, prix, ...(await openDossier(db)) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Opens a vente of every bien that has none. */
export async function sellAll(db: Db, clientId: number): Promise<void> {
  await sql`
    insert into ventes (bien_id, client_id, prix, dossier_annee, dossier_numero, reservation_le)
    select b.id, ${clientId}, b.prix, 2026,
      coalesce((select dernier from numeros where serie = 'dossier' and annee = 2026), 0) + row_number() over (order by b.id), '2026-01-10'
    from biens b where not exists (select from ventes v where v.bien_id = b.id)`.execute(db)
  await sql`
    insert into numeros (serie, annee, dernier) select 'dossier', 2026, max(dossier_numero) from ventes where dossier_annee = 2026
    on conflict (serie, annee) do update set dernier = excluded.dernier`.execute(db)
}

/** A parking of so many places, each sold to the client. */
export async function sellPlaces(db: Db, clientId: number, places: number): Promise<void> {
  const { id: parking } = await buildParking(db, { nb_places: places })
  await sql`
    with vendus as (insert into biens (type, prix) select 'place_parking', 100000 + n from generate_series(1, ${places}) n returning id)
    insert into places_parking (id, parking_id, numero_place) select id, ${parking}, row_number() over (order by id) from vendus`.execute(
    db,
  )
  await sellAll(db, clientId)
}

/** Records a payment on a vente, its total, its receipt number and its line in the journal. */
export async function pay(
  db: Db,
  venteId: number,
  versement: number,
  date_paiement = '2026-01-15',
  given: Partial<Insertable<DB['paiements']>> = {},
): Promise<number> {
  const annee = 2026
  const { dernier } = await db
    .insertInto('recus')
    .values({ annee, dernier: 1 })
    .onConflict((conflict) =>
      conflict.column('annee').doUpdateSet((eb) => ({ dernier: eb('recus.dernier', '+', 1) })),
    )
    .returning('dernier')
    .executeTakeFirstOrThrow()
  const { id } = await db
    .insertInto('paiements')
    .values({
      vente_id: venteId,
      date_paiement,
      versement,
      recu_annee: annee,
      recu_numero: dernier,
      ...given,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .updateTable('ventes')
    .set((eb) => ({ total_paye: eb('total_paye', '+', given.rejete_le ? 0 : versement) }))
    .where('id', '=', venteId)
    .execute()
  await db
    .insertInto('journal')
    .values({ membre_nom: 'Test', action: 'ajouter', objet: 'paiement', objet_id: id })
    .execute()
  return id
}

/** A cheque that is there to be brought to the bank; returns its payment's id. */
export const payByCheque = (
  db: Db,
  venteId: number,
  versement: number,
  given: Partial<Insertable<DB['paiements']>> = {},
): Promise<number> =>
  pay(db, venteId, versement, given.date_paiement ?? '2026-01-15', {
    mode: 'cheque',
    banque: 'BNA',
    reference: String(10_000 + next()),
    date_cheque: '2026-01-15',
    ...given,
  })

export function buildCompteBancaire(db: Db, given: Partial<Insertable<DB['comptes_bancaires']>> = {}) {
  return db
    .insertInto('comptes_bancaires')
    .values({ banque: 'BNA', agence: 'Alger Centre', numero: `001 00600 ${next()}`, ...given })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export function buildCategorie(db: Db, given: Partial<Insertable<DB['categories_bons']>> = {}) {
  return db
    .insertInto('categories_bons')
    .values({ nom: `Catégorie ${next()}`, ...given })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** A voucher without lines. */
export async function buildBon(db: Db, given: Partial<Insertable<DB['bons']>> = {}) {
  const categorie_bon_id = given.categorie_bon_id ?? (await buildCategorie(db)).id
  return db
    .insertInto('bons')
    .values({ reference: `BON-${next()}`, date_bon: '2026-01-15', ...given, categorie_bon_id })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export function buildLigne(db: Db, bonId: number, given: Partial<Insertable<DB['lignes']>> = {}) {
  return db
    .insertInto('lignes')
    .values({ bon_id: bonId, designation: `Ligne ${next()}`, prix_unitaire: 10_000, quantite: 2, ...given })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** A règlement in espèces. */
export function buildReglement(db: Db, bonId: number, given: Partial<Insertable<DB['reglements']>> = {}) {
  return db
    .insertInto('reglements')
    .values({ bon_id: bonId, date_reglement: '2026-01-20', montant: 10_000, mode: 'especes', ...given })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** An option of somebody who is no client yet, for a week from today. */
export function buildOption(db: Db, bien_id: number, given: Partial<Insertable<DB['options']>> = {}) {
  return db
    .insertInto('options')
    .values({
      bien_id,
      nom: 'Lynda Aït Ahmed',
      tel: '0661 22 33 44',
      expire_le: addJours(aujourdhui(), 7),
      prise_par: 'Test',
      ...given,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Gives a vente an échéancier of these parts, each due on its day: they add up to its price. In centimes. */
export async function buildEcheancier(
  db: Db,
  venteId: number,
  parts: readonly [montant: number, jour: string][],
) {
  await db
    .insertInto('echeances')
    .values(
      parts.map(([montant, date_prevue], index) => ({
        vente_id: venteId,
        rang: index + 1,
        libelle: `Échéance ${index + 1}`,
        montant,
        declencheur: 'date',
        date_prevue,
      })),
    )
    .execute()
  await sql`select rafraichir_echeances(array[${venteId}::bigint])`.execute(db)
}
