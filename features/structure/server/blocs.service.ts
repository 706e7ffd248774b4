import { sql } from 'kysely'
import { structureErreurs } from '#features/structure/structure.erreurs.ts'
import { communesErreurs } from '#shared/erreurs.ts'
import {
  type Bloc,
  type BlocInput,
  type BlocReport,
  type BlocResume,
  blocsEndpoints,
  type BlocsQuery,
} from '#features/structure/blocs.contract.ts'
import { tauxOccupation } from '#features/structure/occupation.rules.ts'
import {
  clientsOf,
  compareNames,
  ETAGES_DU_BLOC,
  lotsOf,
  occupationOf,
  statsOf,
} from '#features/structure/server/occupation.service.ts'
import type { NiveauVide } from '#features/structure/server/niveaux.service.ts'
import { holdResidence, readResidence } from '#features/structure/server/residences.service.ts'
import { limitRows, pathOf, readTranche, toPage, type ChoixQuery } from '#shared/pagination.ts'
import { formatCompte } from '#shared/texte.ts'
import type { Db } from '#server/database/db.ts'
import { inSnapshot } from '#server/database/transaction.ts'
import { addMany, changeManyVersioned } from '#server/database/bulk.ts'
import { containsNoms } from '#server/database/lists.ts'
import { inOrder } from '#server/database/prepared.ts'
import { refuse } from '#server/http/errors.ts'

const PAR_PAGE = 6

/** Lists one page of blocs, the newest first, or a residence's blocs by name; all of them without page and per_page (Q32). */
export const listBlocs = (pool: Db, { residence_id, ...query }: BlocsQuery) =>
  inSnapshot(pool, async (db) => {
    const found = db
      .selectFrom('blocs')
      .$if(residence_id !== undefined, (all) => all.where('residence_id', '=', residence_id ?? 0))
    const { total } = await found.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow()
    const all = query.page === undefined && query.per_page === undefined
    const slice = all
      ? { page: 1, parPage: Math.max(total, 1), limit: total, offset: 0 }
      : readTranche(query, PAR_PAGE)
    const ordered =
      residence_id === undefined ? found.orderBy('id', 'desc') : found.orderBy('rang').orderBy('id')
    const page = await ordered.select('id').limit(slice.limit).offset(slice.offset).execute()
    const ids = page.map(({ id }) => id)
    const path = pathOf(blocsEndpoints.list, { residence_id })
    return toPage(await readBlocs(db, ids), total, slice, path)
  })

/** Lists all blocs for select boxes, by residence then name, or those that the search finds. */
export async function allBlocs(db: Db, query: ChoixQuery): Promise<BlocResume[]> {
  return limitRows(await resumes(db, { search: query.search }), query)
}

/** Lists the blocs of one residence by name, for select boxes. @throws introuvable (404) */
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
      all.where(containsNoms(sql<string>`concat_ws(' ', b.recherche, r.recherche)`, search)),
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

/** Reads a bloc. @throws introuvable (404) */
export async function readBloc(db: Db, id: number): Promise<Bloc> {
  const [bloc] = await readBlocs(db, [id])
  if (!bloc) throw refuse(communesErreurs.introuvable)
  return bloc
}

const toColumns = ({ residence_id, nomloc, description }: BlocInput) => ({
  residence_id,
  nomloc,
  description,
})

export const BLOC: NiveauVide<BlocInput, Bloc> = {
  objet: 'bloc',
  read: readBloc,
  readMany: readBlocs,
  /** @throws residenceInconnue (422 on residence_id) */
  async hold(db, { residence_id }, avant) {
    if (residence_id !== avant?.residence_id) await holdResidence(db, residence_id)
  },
  insert: (db, saisies) => addMany(db, 'blocs', saisies.map(toColumns)),
  change: (db, saisies) =>
    changeManyVersioned(
      db,
      'blocs',
      saisies.map((saisie) => ({ id: saisie.id, ...toColumns(saisie) })),
    ),
  nonVide: structureErreurs.blocNonVide,
  nomme: 'ce bloc',
  contenu: ({ etages_count, locaux_count }) => [
    etages_count > 0 && formatCompte(etages_count, 'étage'),
    locaux_count > 0 && formatCompte(locaux_count, 'local', 'locaux'),
  ],
}

/** Reads the figures, étages, appartements and clients of a bloc (D2 §3). @throws introuvable (404) */
export const readBlocReport = (pool: Db, id: number) =>
  inSnapshot(pool, async (db): Promise<BlocReport> => {
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
  })

/** Locks a bloc against deletion and moves during an addition. @throws blocInconnu, blocAutreResidence (422 on bloc_id, Q113) */
export async function holdBloc(db: Db, id: number, residenceId: number | null | undefined): Promise<void> {
  const bloc = await db
    .selectFrom('blocs')
    .select('residence_id')
    .where('id', '=', id)
    .forShare()
    .executeTakeFirst()
  if (!bloc) throw refuse(structureErreurs.blocInconnu).on('bloc_id')
  if (residenceId != null && bloc.residence_id !== residenceId)
    throw refuse(structureErreurs.blocAutreResidence).on('bloc_id')
}

/** Reads these blocs in the given order, with their counts and occupancy. Unknown ids are left out. */
export async function readBlocs(db: Db, ids: number[]): Promise<Bloc[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('blocs as b')
    .innerJoin('residences as r', 'r.id', 'b.residence_id')
    .where(sql<boolean>`b.id = any(${ids})`)
    .select(['b.id', 'b.nomloc', 'b.description', 'b.residence_id', 'r.nom as residence_nom', 'b.version'])
    .select([
      ETAGES_DU_BLOC,
      sql<number>`(select count(*) from locaux l where l.bloc_id = b.id)`.as('locaux_count'),
      sql<Bloc['stade']>`(
        select json_build_object('id', s.id, 'nom', s.nom, 'atteint_le', a.atteint_le)
        from stades_atteints a join stades s on s.id = a.stade_id where a.bloc_id = b.id order by s.rang desc limit 1)`.as(
        'stade',
      ),
    ])
    .execute()
  const occupation = await occupationOf(db, 'bloc', ids)
  return inOrder(ids, rows).map(({ residence_nom, ...row }) => {
    const lots = occupation(row.id)
    return {
      ...row,
      residence: { id: row.residence_id, nom: residence_nom },
      appartementCount: lots.total,
      availableCount: lots.total - lots.occupied,
      occupiedCount: lots.occupied,
      tauxOccupation: tauxOccupation(lots),
    }
  })
}
