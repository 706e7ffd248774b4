import { sql, type RawBuilder } from 'kysely'
import type { Appartement, AppartementReport } from '#features/appartements/appartements.contract.ts'
import { selectBiensDuClient } from '#features/biens/server/biens.read.ts'
import { readClient } from '#features/clients/server/clients.service.ts'
import { readReglement, VERSEMENTS, type Versement } from '#features/paiements/server/paiements.read.ts'
import { toCompte } from '#features/paiements/server/paiements.wire.ts'
import { COLONNES_VENTE, SUIVI, toEtatDeVente, type VenteLue } from '#features/ventes/server/ventes.read.ts'
import type { Db } from '#server/database/db.ts'
import { anyOf, runPrepared } from '#server/database/prepared.ts'
import { inSnapshot } from '#server/database/reading.ts'
import { AppError } from '#server/http/errors.ts'

/** An appartement without its payments, as the journal keeps it. */
export type Fiche = Omit<Appartement, 'paiements'>

/** The appartements a client has now (D2 §7). @throws introuvable */
export const appartementsOfClient = (pool: Db, clientId: number): Promise<Appartement[]> =>
  inSnapshot(pool, async (db) => {
    await readClient(db, clientId)
    const rows = await db
      .selectFrom('appartements as a')
      .where('a.id', 'in', selectBiensDuClient(db, clientId))
      .select('a.id')
      .orderBy('a.recherche')
      .orderBy('a.id')
      .execute()
    const ids = rows.map(({ id }) => id)
    return appartements(db, ids)
  })

/** @throws introuvable */
export async function readAppartement(db: Db, id: number): Promise<Appartement> {
  const [appartement] = await appartements(db, [id])
  if (!appartement) throw new AppError('introuvable')
  return appartement
}

/** The stored plan and the name under which it is shown. @throws introuvable, appartementSansPlan (404, Q135) */
export async function readPlanOfAppartement(db: Db, id: number): Promise<{ fileId: string; nom: string }> {
  const { numLot } = await readFiche(db, id)
  const { plan_id } = await db
    .selectFrom('appartements')
    .select('plan_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (!plan_id) throw new AppError('appartementSansPlan').asError()
  return { fileId: plan_id, nom: `Plan ${numLot}.pdf` }
}

/** Habitable plus utile, in hundredths of m² (Q119). @throws introuvable */
export async function readSuperficie(db: Db, id: number): Promise<{ superficie_totale: number }> {
  const { surfaceHabitable, surfaceUtile } = await readFiche(db, id)
  return { superficie_totale: surfaceHabitable + surfaceUtile }
}

/** Areas, price, client, payments of the current sale and the sales that ended (D2 §3). @throws introuvable */
export const readAppartementReport = (db: Db, id: number): Promise<AppartementReport> =>
  inSnapshot(db, (instant) => readReport(instant, id))

async function readReport(db: Db, id: number): Promise<AppartementReport> {
  const { numLot, typeLogement, etage, bloc, ...lot } = await readAppartement(db, id)
  const { surfaceHabitable, surfaceUtile, montant, montant1, montant2, client } = lot
  return {
    id,
    numLot,
    typeLogement,
    stats: {
      surfaceHabitable,
      surfaceUtile,
      superficieTotale: surfaceHabitable + surfaceUtile,
      montant,
      montant1,
      montant2,
      client,
    },
    etage,
    bloc,
    residence: bloc.residence,
    ...(await readReglement(db, id, lot)),
  }
}

/** What the journal keeps of it. @throws introuvable */
export async function readFiche(db: Db, id: number): Promise<Fiche> {
  const [found] = await readFiches(db, [id])
  if (!found) throw new AppError('introuvable')
  return found
}

/** The given appartements in that order, each with where it is, its sale and its payments. */
async function appartements(db: Db, ids: number[]): Promise<Appartement[]> {
  if (ids.length === 0) return []
  const rows = await runPrepared(db, sql<RowAvecVersements>`${selectLots(ids, VERSEMENTS)}`)
  return inOrder(ids, rows).map(toAppartement)
}

interface Row extends VenteLue {
  id: number
  numLot: string
  typeLogement: string
  surfaceHabitable: number
  surfaceUtile: number
  montant1: number | null
  montant2: number | null
  plan_id: string | null
  etage_id: number
  version: number
  designation: string
  bloc_id: number
  nomloc: string
  residence_id: number
  nom: string
}

export type RowAvecVersements = Row & { versements: Versement[] }

/** What the journal keeps of the given appartements, in that order. */
export async function readFiches(db: Db, ids: number[]): Promise<Fiche[]> {
  if (ids.length === 0) return []
  const rows = await runPrepared(db, sql<Row>`${selectLots(ids, sql`null`)}`)
  return inOrder(ids, rows).map(toFiche)
}

function inOrder<T extends { id: number }>(ids: number[], rows: T[]): T[] {
  const places = new Map(ids.map((id, place) => [id, place]))
  return rows.toSorted((a, b) => (places.get(a.id) ?? 0) - (places.get(b.id) ?? 0))
}

/** The lots of these ids, in no order. @param versements their payments, or null */
export const selectLots = (ids: Parameters<typeof anyOf>[0], versements: RawBuilder<unknown>) => sql`
  select a.id, a.num_lot as "numLot", a.type_logement as "typeLogement", a.surface_habitable as "surfaceHabitable",
    a.surface_utile as "surfaceUtile", a.montant1, a.montant2, a.plan_id, a.etage_id, b.version,
    e.designation, e.bloc_id, o.nomloc, o.residence_id, r.nom, ${sql.join([...COLONNES_VENTE.map((column) => sql.ref(column)), SUIVI])},
    ${versements} as versements
  from appartements a
  join biens b on b.id = a.id
  join etages e on e.id = a.etage_id
  join blocs o on o.id = e.bloc_id
  join residences r on r.id = o.residence_id
  left join ventes v on v.bien_id = a.id and v.terminee_le is null
  left join clients c on c.id = v.client_id
  where a.id = ${anyOf(ids)}`

export function toAppartement(row: RowAvecVersements): Appartement {
  const fiche = toFiche(row)
  const { id, numLot, typeLogement, montant, client } = fiche
  const bien = { type: 'appartement', id, numero: numLot, sorte: typeLogement, prix: montant } as const
  return { ...fiche, paiements: toCompte(bien, client, row.versements) }
}

function toFiche(row: Row): Fiche {
  const { id, numLot, typeLogement, surfaceHabitable, surfaceUtile, montant1, montant2, plan_id, etage_id } =
    row
  const residence = { id: row.residence_id, nom: row.nom }
  const bloc = { id: row.bloc_id, nomloc: row.nomloc, residence_id: row.residence_id, residence }
  return {
    id,
    numLot,
    typeLogement,
    surfaceHabitable,
    surfaceUtile,
    etage_id,
    montant1,
    montant2,
    version: row.version,
    ...toEtatDeVente(row),
    plan_pdf: plan_id && `plans/${plan_id}.pdf`,
    etage: { id: etage_id, designation: row.designation, bloc_id: row.bloc_id, bloc },
    bloc,
  }
}
