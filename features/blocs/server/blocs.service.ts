import { sql } from 'kysely'
import type { Bloc, BlocInput, BlocReport, BlocResume, BlocsQuery } from '#features/blocs/blocs.contract.ts'
import { writeJournal } from '#features/journal/server/journal.service.ts'
import { tauxOccupation } from '#features/residences/occupation.rules.ts'
import {
  clientsOf,
  compareNames,
  lotsOf,
  occupationOf,
  statsOf,
} from '#features/residences/server/occupation.service.ts'
import { holdResidence, readResidence } from '#features/residences/server/residences.service.ts'
import { limitRows, toPage, readTranche, type ChoixQuery } from '#shared/pagination.ts'
import { formatCompte } from '#shared/texte.ts'
import type { Db } from '#server/database/db.ts'
import { inSnapshot } from '#server/database/reading.ts'
import { changeVersioned } from '#server/database/records.ts'
import { containsMots } from '#server/database/mots.ts'
import { AppError } from '#server/http/errors.ts'
import type { Actor } from '#server/http/session.ts'

const PAR_PAGE = 6
const CHEMIN = '/backend/public/api/blocs'

/** One page of blocs, the newest first, or those of one residence by name; all of them without page and per_page (Q32). */
export const listBlocs = (db: Db, query: BlocsQuery) => inSnapshot(db, (instant) => readPage(instant, query))

async function readPage(db: Db, { residence_id, ...query }: BlocsQuery) {
  const found = db
    .selectFrom('blocs')
    .$if(residence_id !== undefined, (all) => all.where('residence_id', '=', residence_id ?? 0))
  const { total } = await found.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow()
  const all = query.page === undefined && query.per_page === undefined
  const slice = all
    ? { page: 1, parPage: Math.max(total, 1), limit: total, offset: 0 }
    : readTranche(query, PAR_PAGE)
  const ordered =
    residence_id === undefined ? found.orderBy('id', 'desc') : found.orderBy('recherche').orderBy('id')
  const page = await ordered.select('id').limit(slice.limit).offset(slice.offset).execute()
  const rows = await readBlocs(
    db,
    page.map(({ id }) => id),
  )
  return toPage(
    rows,
    total,
    slice,
    residence_id === undefined ? CHEMIN : `${CHEMIN}?residence_id=${residence_id}`,
  )
}

/** Every bloc with its residence, by residence then name, for select boxes, or those asked for. */
export async function allBlocs(db: Db, query: ChoixQuery): Promise<BlocResume[]> {
  return limitRows(await resumes(db, { search: query.search }), query)
}

/** The blocs of one residence by name, for select boxes. @throws introuvable */
export async function blocsOfResidence(db: Db, residenceId: number): Promise<BlocResume[]> {
  await readResidence(db, residenceId)
  return resumes(db, { residenceId })
}

async function resumes(
  db: Db,
  { residenceId, search = '' }: { residenceId?: number; search?: string },
): Promise<BlocResume[]> {
  const rows = await db
    .selectFrom('blocs as b')
    .innerJoin('residences as r', 'r.id', 'b.residence_id')
    .$if(residenceId !== undefined, (all) => all.where('b.residence_id', '=', residenceId ?? 0))
    .$if(search !== '', (all) =>
      all.where(containsMots(sql<string>`concat_ws(' ', b.recherche, r.recherche)`, search)),
    )
    .select(['b.id', 'b.nomloc', 'b.description', 'b.residence_id', 'r.nom'])
    .execute()
  return rows
    .toSorted(
      (a, b) =>
        compareNames(a.nom, b.nom) ||
        a.residence_id - b.residence_id ||
        compareNames(a.nomloc, b.nomloc) ||
        a.id - b.id,
    )
    .map(({ nom, ...bloc }) => ({ ...bloc, residence: { id: bloc.residence_id, nom } }))
}

/** @throws introuvable */
export async function readBloc(db: Db, id: number): Promise<Bloc> {
  const [bloc] = await readBlocs(db, [id])
  if (!bloc) throw new AppError('introuvable')
  return bloc
}

/** @throws residenceInconnue (422 on residence_id) */
export async function createBloc(db: Db, actor: Actor, input: BlocInput): Promise<Bloc> {
  await holdResidence(db, input.residence_id)
  const { id } = await db.insertInto('blocs').values(input).returning('id').executeTakeFirstOrThrow()
  const bloc = await readBloc(db, id)
  await writeJournal(db, actor, { action: 'ajouter', objet: 'bloc', id, apres: bloc })
  return bloc
}

/** @throws introuvable, versionPerimee, residenceInconnue */
export async function updateBloc(
  db: Db,
  actor: Actor,
  id: number,
  { version, ...fields }: BlocInput & { version?: number | null },
): Promise<Bloc> {
  await lockBloc(db, id)
  const avant = await readBloc(db, id)
  if (fields.residence_id !== avant.residence_id) await holdResidence(db, fields.residence_id)
  await changeVersioned(db, 'blocs', avant, version, fields)
  const apres = await readBloc(db, id)
  await writeJournal(db, actor, { action: 'modifier', objet: 'bloc', id, avant, apres })
  return apres
}

/** @throws introuvable, blocNonVide (409) which counts what it holds (Q103) */
export async function deleteBloc(db: Db, actor: Actor, id: number): Promise<void> {
  await lockBloc(db, id)
  const avant = await readBloc(db, id)
  const contenu = [
    avant.etages_count > 0 ? formatCompte(avant.etages_count, 'étage') : '',
    avant.locaux_count > 0 ? formatCompte(avant.locaux_count, 'local', 'locaux') : '',
  ].filter(Boolean)
  if (contenu.length > 0) throw new AppError('blocNonVide', { contenu: contenu.join(' et ') })
  await db.deleteFrom('blocs').where('id', '=', id).execute()
  await writeJournal(db, actor, { action: 'supprimer', objet: 'bloc', id, avant })
}

/** Figures, étages with their appartements, and clients of a bloc (D2 §3). @throws introuvable */
export const readBlocReport = (db: Db, id: number): Promise<BlocReport> =>
  inSnapshot(db, (instant) => readReport(instant, id))

async function readReport(db: Db, id: number): Promise<BlocReport> {
  const { nomloc, description, residence, stade } = await readBloc(db, id)
  const etages = await db
    .selectFrom('etages')
    .select(['id', 'designation', 'niveau'])
    .where('bloc_id', '=', id)
    .orderBy('niveau')
    .orderBy('id')
    .execute()
  const lots = await lotsOf(db, 'bloc', id)
  return {
    id,
    nomloc,
    description,
    residence,
    stade,
    stats: { etageCount: etages.length, ...statsOf(lots) },
    etages: etages.map((etage) => ({
      ...etage,
      appartements: lots.filter((lot) => lot.etage.id === etage.id),
    })),
    clients: clientsOf(lots),
  }
}

/**
 * Keeps a bloc from being deleted or moved to another residence while something is added to it, and checks that it is of
 * the residence named beside it (Q113). @throws blocInconnu, blocAutreResidence (422 on bloc_id)
 */
export async function holdBloc(db: Db, id: number, residenceId: number | null | undefined): Promise<void> {
  const bloc = await db
    .selectFrom('blocs')
    .select('residence_id')
    .where('id', '=', id)
    .forShare()
    .executeTakeFirst()
  if (!bloc) throw new AppError('blocInconnu').on('bloc_id')
  if (residenceId != null && bloc.residence_id !== residenceId)
    throw new AppError('blocAutreResidence').on('bloc_id')
}

async function lockBloc(db: Db, id: number): Promise<void> {
  const locked = await db.selectFrom('blocs').select('id').where('id', '=', id).forUpdate().executeTakeFirst()
  if (!locked) throw new AppError('introuvable')
}

/** The given blocs in that order, with what each holds and how full it is. */
export async function readBlocs(db: Db, ids: number[]): Promise<Bloc[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('blocs as b')
    .innerJoin('residences as r', 'r.id', 'b.residence_id')
    .where(sql<boolean>`b.id = any(${ids})`)
    .select(['b.id', 'b.nomloc', 'b.description', 'b.residence_id', 'r.nom as residence_nom', 'b.version'])
    .select((eb) => [
      eb
        .selectFrom('etages as e')
        .whereRef('e.bloc_id', '=', 'b.id')
        .select(sql<number>`count(*)`.as('n'))
        .as('etages_count'),
      eb
        .selectFrom('locaux as l')
        .whereRef('l.bloc_id', '=', 'b.id')
        .select(sql<number>`count(*)`.as('n'))
        .as('locaux_count'),
      sql<Bloc['stade']>`(
        select json_build_object('id', s.id, 'nom', s.nom, 'atteint_le', a.atteint_le)
        from stades_atteints a join stades s on s.id = a.stade_id where a.bloc_id = b.id order by s.rang desc limit 1)`.as(
        'stade',
      ),
    ])
    .execute()
  const occupation = await occupationOf(db, 'bloc', ids)
  const place = new Map(ids.map((id, rank) => [id, rank]))
  return rows
    .toSorted((a, b) => (place.get(a.id) ?? 0) - (place.get(b.id) ?? 0))
    .map(({ residence_nom, etages_count, locaux_count, ...row }) => {
      const lots = occupation(row.id)
      return {
        ...row,
        residence: { id: row.residence_id, nom: residence_nom },
        etages_count: etages_count ?? 0,
        locaux_count: locaux_count ?? 0,
        appartementCount: lots.total,
        availableCount: lots.total - lots.occupied,
        occupiedCount: lots.occupied,
        tauxOccupation: tauxOccupation(lots),
      }
    })
}
