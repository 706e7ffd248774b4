import { isInEtat, selectBiensDuClient } from '#features/biens/server/biens.read.ts'
import { changePrix, createBien, deleteBien, lockBien } from '#features/biens/server/biens.service.ts'
import { sql, type RawBuilder } from 'kysely'
import { holdBloc } from '#features/blocs/server/blocs.service.ts'
import { holdClient, readClient } from '#features/clients/server/clients.service.ts'
import { writeJournal } from '#features/journal/server/journal.service.ts'
import type {
  Local,
  LocalInput,
  LocalReport,
  LocauxQuery,
  TriLocaux,
} from '#features/locaux/locaux.contract.ts'
import { readReglement, VERSEMENTS, type Versement } from '#features/paiements/server/paiements.read.ts'
import { toCompte } from '#features/paiements/server/paiements.wire.ts'
import { COLONNES_VENTE, SUIVI, toEtatDeVente } from '#features/ventes/server/ventes.read.ts'
import { changeClient, openVente } from '#features/ventes/server/ventes.service.ts'
import { pathWithFilters, toPage, readTranche } from '#shared/pagination.ts'
import { writeTri, type Tri } from '#shared/tri.ts'
import type { Db } from '#server/database/db.ts'
import { inSnapshot } from '#server/database/reading.ts'
import { orderByTri, type Cles } from '#server/database/tri.ts'
import { AppError } from '#server/http/errors.ts'
import type { Actor } from '#server/http/session.ts'

const TYPE = 'local'
const PAR_PAGE = 6

/** A local without its payments, as the journal keeps it. */
type Fiche = Omit<Local, 'paiements'>
type Filters = Partial<Omit<LocauxQuery, 'page' | 'per_page' | 'tri'>>

/** By what each key puts locaux in order; one without a client has neither client nor remainder. */
const CLES: Cles<TriLocaux> = {
  num: ['l.rang'],
  description: [{ vide: sql`lower(nullif(l.description, ''))` }, 'l.rang'],
  surface: ['l.surface'],
  montant: ['b.prix'],
  residence: ['r.recherche', 'r.id', 'o.rang', 'l.rang'],
  bloc: ['o.rang', 'l.rang'],
  etat: [sql`v.id is not null`],
  client: [{ vide: 'c.recherche' }, { vide: 'c.id' }],
  reste: [{ vide: sql`v.prix - v.total_paye` }],
}

/**
 * One page of locaux, the newest first; those of a residence, bloc, client or état bloc by bloc; in either case in the order
 * that is asked for. Amounts in centimes, areas in hundredths of m².
 */
export const listLocaux = (db: Db, query: LocauxQuery) =>
  inSnapshot(db, (instant) => readPage(instant, query))

async function readPage(db: Db, query: LocauxQuery) {
  const slice = readTranche(query, PAR_PAGE)
  const { residence_id, bloc_id, client_id, etat, tri } = query
  const filters = { residence_id, bloc_id, client_id, etat }
  const found = filtered(db, filters)
  const { total } = await found.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow()
  const named = Object.values(filters).some((value) => value !== undefined)
  const ordered = tri
    ? joined(found, tri)
        .select('l.id')
        .orderBy(orderByTri(tri, CLES, 'l.id'))
    : named
      ? found.select('l.id').orderBy('o.recherche').orderBy('o.id').orderBy('l.id')
      : found.select('l.id').orderBy('l.id', 'desc')
  const page = await ordered.limit(slice.limit).offset(slice.offset).execute()
  const rows = await locaux(
    db,
    page.map(({ id }) => id),
  )
  return toPage(
    rows,
    total,
    slice,
    pathWithFilters('/backend/public/api/locaux', { ...filters, tri: writeTri(tri) }),
  )
}

const filtered = (db: Db, { residence_id, bloc_id, client_id, etat }: Filters) =>
  db
    .selectFrom('locaux as l')
    .leftJoin('blocs as o', 'o.id', 'l.bloc_id')
    .$if(residence_id !== undefined, (all) => all.where('o.residence_id', '=', residence_id ?? 0))
    .$if(bloc_id !== undefined, (all) => all.where('l.bloc_id', '=', bloc_id ?? 0))
    .$if(client_id !== undefined, (all) => all.where('l.id', 'in', selectBiensDuClient(db, client_id ?? 0)))
    .$if(etat !== undefined, (all) => all.where(isInEtat(etat ?? 'vendu', 'l.id')))

/** With what {@link CLES} look at. Everything is joined to the left: the planner leaves out what an order does not look at. */
const joined = (found: ReturnType<typeof filtered>, { cle }: Tri<TriLocaux>) =>
  found
    .leftJoin('residences as r', 'r.id', 'o.residence_id')
    .leftJoin('biens as b', 'b.id', 'l.id')
    .$if(cle === 'etat' || cle === 'client' || cle === 'reste', (all) =>
      all
        .leftJoin('ventes as v', (join) =>
          join.onRef('v.bien_id', '=', 'l.id').on('v.terminee_le', 'is', null),
        )
        .leftJoin('clients as c', 'c.id', 'v.client_id'),
    )

/** The locaux a client has now (D3 §7). @throws introuvable */
export const locauxOfClient = (pool: Db, clientId: number): Promise<Local[]> =>
  inSnapshot(pool, async (db) => {
    await readClient(db, clientId)
    const rows = await db
      .selectFrom('locaux')
      .select('id')
      .where('id', 'in', selectBiensDuClient(db, clientId))
      .orderBy('recherche')
      .orderBy('id')
      .execute()
    return locaux(
      db,
      rows.map(({ id }) => id),
    )
  })

/** @throws introuvable */
export async function readLocal(db: Db, id: number): Promise<Local> {
  const [local] = await locaux(db, [id])
  if (!local) throw new AppError('introuvable')
  return local
}

/**
 * Adds a local to a bloc; a client given with it buys it at once (Q130).
 * @throws clientInconnu, blocInconnu, blocAutreResidence, numLocalPris (422, each on its field)
 */
export async function createLocal(db: Db, actor: Actor, input: LocalInput): Promise<Local> {
  const { client_id, montant } = input
  if (client_id != null) await holdClient(db, client_id)
  await holdBloc(db, input.bloc_id, input.residence_id)
  const id = await createBien(db, TYPE, montant)
  await db
    .insertInto('locaux')
    .values({ id, ...columns(input) })
    .execute()
  await writeJournal(db, actor, { action: 'ajouter', objet: TYPE, id, apres: await fiche(db, id) })
  if (client_id != null) await openVente(db, actor, await lockBien(db, id, TYPE), client_id)
  return readLocal(db, id)
}

/**
 * An omitted description stays (Q122).
 * @throws introuvable, versionPerimee, montantSousPaye, bienVenduAutreClient, and what {@link createLocal} throws
 */
export async function updateLocal(
  db: Db,
  actor: Actor,
  id: number,
  { version, ...input }: LocalInput & { version?: number | null },
): Promise<Local> {
  if (input.client_id != null) await holdClient(db, input.client_id)
  // Before its bien: who moves a bloc goes from there to the biens.
  await holdBloc(db, input.bloc_id, input.residence_id)
  const bien = await lockBien(db, id, TYPE)
  const avant = await fiche(db, id)
  await changePrix(db, actor, bien, input.montant, version)
  await db.updateTable('locaux').set(columns(input)).where('id', '=', id).execute()
  await writeJournal(db, actor, { action: 'modifier', objet: TYPE, id, avant, apres: await fiche(db, id) })
  await changeClient(db, actor, { ...bien, prix: input.montant }, input.client_id)
  return readLocal(db, id)
}

/** @throws introuvable, bienVendu, bienAvecHistorique (409, Q137, Q206) */
export async function deleteLocal(db: Db, actor: Actor, id: number): Promise<void> {
  const bien = await lockBien(db, id, TYPE)
  const avant = await fiche(db, id)
  await deleteBien(db, bien)
  await writeJournal(db, actor, { action: 'supprimer', objet: TYPE, id, avant })
}

/** Area, price, client and payments of the current sale (D2 §3). @throws introuvable */
export const readLocalReport = (db: Db, id: number): Promise<LocalReport> =>
  inSnapshot(db, (instant) => readReport(instant, id))

async function readReport(db: Db, id: number): Promise<LocalReport> {
  const { num, bloc, surface, montant, description, estDispo, client, ...lot } = await readLocal(db, id)
  return {
    id,
    num,
    bloc,
    stats: { surface, montant, description, estDispo, client },
    ...(await readReglement(db, id, lot)),
  }
}

/** A description left out is undefined, and its column stays as it is. */
const columns = ({ num, surface, bloc_id, description }: LocalInput) => ({
  num,
  surface,
  bloc_id,
  description,
})

async function fiche(db: Db, id: number): Promise<Fiche> {
  const [found] = await readFichesDeLocaux(db, [id])
  if (!found) throw new AppError('introuvable')
  return found
}

/** The given locaux in that order, each with where it is, its sale and its payments. */
async function locaux(db: Db, ids: number[]): Promise<Local[]> {
  const rows = await lire(db, ids, VERSEMENTS)
  return rows.map(({ versements, ...lot }) => {
    const { id, num, montant, client } = lot
    const bien = { type: TYPE, id, numero: num, sorte: null, prix: montant } as const
    return { ...lot, paiements: toCompte(bien, client, versements) }
  })
}

/** What the journal keeps of the given locaux, in that order. */
export async function readFichesDeLocaux(db: Db, ids: number[]): Promise<Fiche[]> {
  const rows = await lire(db, ids, sql<Versement[]>`null`)
  return rows.map(({ versements: _none, ...lot }) => lot)
}

async function lire(db: Db, ids: number[], versements: RawBuilder<Versement[]>) {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('locaux as l')
    .innerJoin('biens as b', 'b.id', 'l.id')
    .innerJoin('blocs as o', 'o.id', 'l.bloc_id')
    .innerJoin('residences as r', 'r.id', 'o.residence_id')
    .leftJoin('ventes as v', (join) => join.onRef('v.bien_id', '=', 'l.id').on('v.terminee_le', 'is', null))
    .leftJoin('clients as c', 'c.id', 'v.client_id')
    .where(sql<boolean>`l.id = any(${ids})`)
    .select([
      'l.id',
      'l.num',
      'l.surface',
      'l.description',
      'l.bloc_id',
      'b.version',
      'o.nomloc',
      'o.residence_id',
      'r.nom',
      versements.as('versements'),
      ...COLONNES_VENTE,
      SUIVI,
    ])
    .execute()
  const places = new Map(ids.map((id, place) => [id, place]))
  return rows
    .toSorted((a, b) => (places.get(a.id) ?? 0) - (places.get(b.id) ?? 0))
    .map((row) => {
      const { id, num, surface, description, bloc_id, nomloc, residence_id, version } = row
      const bloc = { id: bloc_id, nomloc, residence_id, residence: { id: residence_id, nom: row.nom } }
      const lot = { id, num, surface, description, bloc_id, bloc, version, ...toEtatDeVente(row) }
      return { ...lot, versements: row.versements }
    })
}
