import { sql, type RawBuilder } from 'kysely'
import type {
  Appartement,
  AppartementReport,
  AppartementsQuery,
  TriAppartements,
} from '#features/appartements/appartements.contract.ts'
import { isInEtat, selectBiensDuClient } from '#features/biens/server/biens.read.ts'
import { readClient } from '#features/clients/server/clients.service.ts'
import { readReglement, VERSEMENTS, type Versement } from '#features/paiements/server/paiements.read.ts'
import { toCompte } from '#features/paiements/server/paiements.wire.ts'
import { COLONNES_VENTE, toEtatDeVente, type VenteLue } from '#features/ventes/server/ventes.read.ts'
import { pathWithFilters, toPage, readTranche } from '#shared/pagination.ts'
import { writeTri, type Tri } from '#shared/tri.ts'
import { cumulCount, readCumulCount } from '#server/database/cumuls.ts'
import type { Db } from '#server/database/db.ts'
import { limitAndOffset, anyOf, runPrepared } from '#server/database/prepared.ts'
import { inSnapshot } from '#server/database/reading.ts'
import { orderByTri, type Cles } from '#server/database/tri.ts'
import { AppError } from '#server/http/errors.ts'

const PAR_PAGE = 6

/** An appartement without its payments, as the journal keeps it. */
export type Fiche = Omit<Appartement, 'paiements'>

/**
 * One page of appartements, the newest first; those of a residence, bloc, étage, client or état from the ground up; in
 * either case in the order that is asked for. Amounts in centimes, areas in hundredths of m².
 */
export async function listAppartements(db: Db, query: AppartementsQuery) {
  const slice = readTranche(query, PAR_PAGE)
  const { residence_id, bloc_id, etage_id, client_id, etat, tri } = query
  const filters = { residence_id, bloc_id, etage_id, client_id, etat }
  const named = Object.values(filters).some((value) => value !== undefined)
  const { lots, total } =
    named || tri
      ? await inSnapshot(db, (instant) => findFiltered(instant, named ? filters : null, slice, tri))
      : await findNewest(db, slice)
  const path = pathWithFilters('/backend/public/api/appartements', { ...filters, tri: writeTri(tri) })
  return toPage(lots, total, slice, path)
}

interface Found {
  lots: Appartement[]
  total: number
}
type Slice = Pick<ReturnType<typeof readTranche>, 'limit' | 'offset'>
type Filters = Partial<Omit<AppartementsQuery, 'page' | 'per_page' | 'tri'>>

/** In one statement that neither reads what it skips nor counts: the same time at any size (docs/decisions/0040). */
async function findNewest(db: Db, slice: Slice): Promise<Found> {
  const page = sql`select id from appartements order by id desc ${limitAndOffset(slice)}`
  const rows = await runPrepared(
    db,
    sql<
      RowAvecVersements & { total: number }
    >`select f.*, ${cumulCount('appartements')} as total from (${selectLots(page, VERSEMENTS)}) f order by f.id desc`,
  )
  const [first] = rows
  return {
    lots: rows.map(toAppartement),
    total: first ? first.total : await readCumulCount(db, 'appartements'),
  }
}

/** By what each key puts lots in order; a lot without a client has neither client nor remainder. */
const CLES: Cles<TriAppartements> = {
  numLot: ['a.rang'],
  typeLogement: [sql`lower(a.type_logement)`, 'a.rang'],
  residence: ['r.recherche', 'r.id', 'o.rang', 'e.niveau', 'a.rang'],
  bloc: ['o.rang', 'e.niveau', 'a.rang'],
  etage: ['e.niveau', 'a.rang'],
  etat: [sql`v.id is not null`],
  client: [{ vide: 'c.recherche' }, { vide: 'c.id' }],
  prix: ['b.prix'],
  reste: [{ vide: sql`v.prix - v.total_paye` }],
}

/** Those that the filters leave, or all of them. */
async function findFiltered(
  db: Db,
  filters: Filters | null,
  slice: Slice,
  tri: Tri<TriAppartements> | undefined,
): Promise<Found> {
  const found = filtered(db, filters ?? {})
  const total = filters
    ? (await found.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow()).total
    : await readCumulCount(db, 'appartements')
  const ordered = tri
    ? joined(found, tri)
        .select('a.id')
        .orderBy(orderByTri(tri, CLES, 'a.id'))
    : found
        .select('a.id')
        .orderBy('o.recherche')
        .orderBy('o.id')
        .orderBy('e.niveau')
        .orderBy('e.id')
        .orderBy('a.id')
  const page = await ordered.limit(slice.limit).offset(slice.offset).execute()
  return {
    lots: await appartements(
      db,
      page.map(({ id }) => id),
    ),
    total,
  }
}

/** With what {@link CLES} look at. Everything is joined to the left: the planner leaves out what an order does not look at. */
const joined = (found: ReturnType<typeof filtered>, { cle }: Tri<TriAppartements>) =>
  found
    .leftJoin('residences as r', 'r.id', 'o.residence_id')
    .leftJoin('biens as b', 'b.id', 'a.id')
    .$if(cle === 'etat' || cle === 'client' || cle === 'reste', (all) =>
      all
        .leftJoin('ventes as v', (join) =>
          join.onRef('v.bien_id', '=', 'a.id').on('v.terminee_le', 'is', null),
        )
        .leftJoin('clients as c', 'c.id', 'v.client_id'),
    )

const filtered = (db: Db, { residence_id, bloc_id, etage_id, client_id, etat }: Filters) =>
  db
    .selectFrom('appartements as a')
    .leftJoin('etages as e', 'e.id', 'a.etage_id')
    .leftJoin('blocs as o', 'o.id', 'e.bloc_id')
    .$if(residence_id !== undefined, (all) => all.where('o.residence_id', '=', residence_id ?? 0))
    .$if(bloc_id !== undefined, (all) => all.where('e.bloc_id', '=', bloc_id ?? 0))
    .$if(etage_id !== undefined, (all) => all.where('a.etage_id', '=', etage_id ?? 0))
    .$if(client_id !== undefined, (all) => all.where('a.id', 'in', selectBiensDuClient(db, client_id ?? 0)))
    .$if(etat !== undefined, (all) => all.where(isInEtat(etat ?? 'vendu', 'a.id')))

/** The appartements a client has now (D2 §7). @throws introuvable */
export const appartementsOfClient = (pool: Db, clientId: number): Promise<Appartement[]> =>
  inSnapshot(pool, async (db) => {
    await readClient(db, clientId)
    const rows = await filtered(db, { client_id: clientId })
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
  const fileId = await readPlanId(db, id)
  if (!fileId) throw new AppError('appartementSansPlan').asError()
  return { fileId, nom: `Plan ${numLot}.pdf` }
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

/** Id of its stored plan, null without one. */
export async function readPlanId(db: Db, id: number): Promise<string | null> {
  const { plan_id } = await db
    .selectFrom('appartements')
    .select('plan_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return plan_id
}

/** What the journal keeps of it. @throws introuvable */
export async function readFiche(db: Db, id: number): Promise<Fiche> {
  const [found] = await fiches(db, [id])
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

type RowAvecVersements = Row & { versements: Versement[] }

async function fiches(db: Db, ids: number[]): Promise<Fiche[]> {
  if (ids.length === 0) return []
  const rows = await runPrepared(db, sql<Row>`${selectLots(ids, sql`null`)}`)
  return inOrder(ids, rows).map(toFiche)
}

function inOrder<T extends { id: number }>(ids: number[], rows: T[]): T[] {
  const places = new Map(ids.map((id, place) => [id, place]))
  return rows.toSorted((a, b) => (places.get(a.id) ?? 0) - (places.get(b.id) ?? 0))
}

const selectLots = (ids: Parameters<typeof anyOf>[0], versements: RawBuilder<unknown>) => sql`
  select a.id, a.num_lot as "numLot", a.type_logement as "typeLogement", a.surface_habitable as "surfaceHabitable",
    a.surface_utile as "surfaceUtile", a.montant1, a.montant2, a.plan_id, a.etage_id, b.version,
    e.designation, e.bloc_id, o.nomloc, o.residence_id, r.nom, ${sql.join(COLONNES_VENTE.map((column) => sql.ref(column)))},
    ${versements} as versements
  from appartements a
  join biens b on b.id = a.id
  join etages e on e.id = a.etage_id
  join blocs o on o.id = e.bloc_id
  join residences r on r.id = o.residence_id
  left join ventes v on v.bien_id = a.id and v.terminee_le is null
  left join clients c on c.id = v.client_id
  where a.id = ${anyOf(ids)}`

function toAppartement(row: RowAvecVersements): Appartement {
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
