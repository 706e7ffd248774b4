import { sql } from 'kysely'
import { structureErreurs } from '#features/structure/structure.erreurs.ts'
import { communesErreurs } from '#shared/erreurs.ts'
import { holdBloc, readBloc } from '#features/structure/server/blocs.service.ts'
import {
  type ChoixEtagesQuery,
  type Etage,
  type EtageInput,
  type EtageReport,
  type EtageResume,
  etagesEndpoints,
  type EtagesQuery,
} from '#features/structure/etages.contract.ts'
import type { NiveauVide } from '#features/structure/server/niveaux.service.ts'
import { tauxOccupation } from '#features/structure/occupation.rules.ts'
import { compareNames, lotsOf, occupationOf, statsOf } from '#features/structure/server/occupation.service.ts'
import { limitRows, pathOf, readTranche, toPage } from '#shared/pagination.ts'
import { formatCompte } from '#shared/texte.ts'
import type { Db } from '#server/database/db.ts'
import { inSnapshot } from '#server/database/transaction.ts'
import { addMany, changeManyVersioned } from '#server/database/bulk.ts'
import { containsNoms } from '#server/database/lists.ts'
import { inOrder } from '#server/database/prepared.ts'
import { refuse } from '#server/http/errors.ts'

const PAR_PAGE = 6

/** Lists one page of étages, the newest first; with a residence or a bloc, its étages by bloc from the ground up. */
export const listEtages = (pool: Db, { residence_id, bloc_id, ...query }: EtagesQuery) =>
  inSnapshot(pool, async (db) => {
    const slice = readTranche(query, PAR_PAGE)
    const found = db
      .selectFrom('etages as e')
      .innerJoin('blocs as b', 'b.id', 'e.bloc_id')
      .$if(residence_id !== undefined, (all) => all.where('b.residence_id', '=', residence_id ?? 0))
      .$if(bloc_id !== undefined, (all) => all.where('e.bloc_id', '=', bloc_id ?? 0))
    const { total } = await found.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow()
    const ordered =
      residence_id !== undefined || bloc_id !== undefined
        ? found.orderBy('b.rang').orderBy('b.id').orderBy('e.niveau').orderBy('e.id')
        : found.orderBy('e.id', 'desc')
    const page = await ordered.select('e.id').limit(slice.limit).offset(slice.offset).execute()
    const ids = page.map(({ id }) => id)
    const path = pathOf(etagesEndpoints.list, { residence_id, bloc_id })
    return toPage(await readEtages(db, ids), total, slice, path)
  })

/** Lists all étages with bloc and residence for select boxes, or those that the query finds. */
export async function allEtages(db: Db, query: ChoixEtagesQuery): Promise<EtageResume[]> {
  const { search, residence_id: residenceId } = query
  return limitRows(await resumes(db, { search, residenceId }), query)
}

/** Lists the étages of one bloc from the ground up, for select boxes. @throws introuvable (404) */
export async function etagesOfBloc(db: Db, blocId: number): Promise<EtageResume[]> {
  await readBloc(db, blocId)
  return resumes(db, { blocId })
}

interface Lesquels {
  blocId?: number
  residenceId?: number | undefined
  search?: string
}

async function resumes(db: Db, { blocId, residenceId, search = '' }: Lesquels): Promise<EtageResume[]> {
  const rows = await withBloc(db)
    .$if(blocId !== undefined, (all) => all.where('e.bloc_id', '=', blocId ?? 0))
    .$if(residenceId !== undefined, (all) => all.where('b.residence_id', '=', residenceId ?? 0))
    .$if(search !== '', (all) =>
      all.where(containsNoms(sql<string>`concat_ws(' ', e.recherche, b.recherche)`, search)),
    )
    .execute()
  return rows
    .map(toResume)
    .toSorted(
      (a, b) =>
        compareNames(a.bloc.residence.nom, b.bloc.residence.nom) ||
        compareNames(a.bloc.nomloc, b.bloc.nomloc) ||
        a.bloc_id - b.bloc_id ||
        a.niveau - b.niveau ||
        a.id - b.id,
    )
}

const withBloc = (db: Db) =>
  db
    .selectFrom('etages as e')
    .innerJoin('blocs as b', 'b.id', 'e.bloc_id')
    .innerJoin('residences as r', 'r.id', 'b.residence_id')
    .select([
      'e.id',
      'e.designation',
      'e.niveau',
      'e.logement_par_palier',
      'e.bloc_id',
      'e.version',
      'b.nomloc',
      'b.residence_id',
      'r.nom',
    ])

const toResume = <T extends { bloc_id: number; nomloc: string; residence_id: number; nom: string }>({
  nomloc,
  residence_id,
  nom,
  ...etage
}: T) => ({
  ...etage,
  bloc: { id: etage.bloc_id, nomloc, residence_id, residence: { id: residence_id, nom } },
})

/** Reads an étage. @throws introuvable (404) */
export async function readEtage(db: Db, id: number): Promise<Etage> {
  const [etage] = await readEtages(db, [id])
  if (!etage) throw refuse(communesErreurs.introuvable)
  return etage
}

const toColumns = ({ bloc_id, designation, niveau, logement_par_palier }: EtageInput) => ({
  bloc_id,
  designation,
  niveau,
  logement_par_palier,
})

export const ETAGE: NiveauVide<EtageInput, Etage> = {
  objet: 'etage',
  read: readEtage,
  readMany: readEtages,
  /** @throws blocInconnu, blocAutreResidence (422 on bloc_id, Q113) */
  hold: (db, { bloc_id, residence_id }) => holdBloc(db, bloc_id, residence_id),
  insert: (db, saisies) => addMany(db, 'etages', saisies.map(toColumns)),
  change: (db, saisies) =>
    changeManyVersioned(
      db,
      'etages',
      saisies.map((saisie) => ({ id: saisie.id, ...toColumns(saisie) })),
    ),
  nonVide: structureErreurs.etageNonVide,
  contenu: ({ logements_count, occupied_logements_count: vendus }) => [
    logements_count > 0 &&
      formatCompte(logements_count, 'appartement') +
        (vendus > 0 ? `, dont ${formatCompte(vendus, 'vendu')}` : ''),
  ],
}

/** Reads the number of logements that the étage can hold (Q110). @throws introuvable (404) */
export async function readCapacite(db: Db, id: number): Promise<{ capacite_logement: number }> {
  return { capacite_logement: (await readEtage(db, id)).logement_par_palier }
}

/** Reads the figures and the appartements of an étage with their clients (D2 §3, Q106). @throws introuvable (404) */
export const readEtageReport = (pool: Db, id: number) =>
  inSnapshot(pool, async (db): Promise<EtageReport> => {
    const { designation, niveau, bloc } = await readEtage(db, id)
    const lots = await lotsOf(db, 'etage', id)
    return { id, designation, niveau, bloc, stats: statsOf(lots), appartements: lots }
  })

/**
 * Locks an étage and its bloc against deletion and moves during an addition, and checks the parents sent with it (Q113).
 * @throws etageInconnu, etageAutreBloc (422 on etage_id), blocAutreResidence (422 on bloc_id)
 */
export async function holdEtage(
  db: Db,
  id: number,
  {
    bloc_id,
    residence_id,
  }: { bloc_id?: number | null | undefined; residence_id?: number | null | undefined },
): Promise<void> {
  // The étage is locked before its bloc is read, so that a move at the same time cannot give the former bloc.
  const etage = await db
    .selectFrom('etages')
    .select('bloc_id')
    .where('id', '=', id)
    .forShare()
    .executeTakeFirst()
  if (!etage) throw refuse(structureErreurs.etageInconnu).on('etage_id')
  const bloc = await db
    .selectFrom('blocs')
    .select('residence_id')
    .where('id', '=', etage.bloc_id)
    .forShare()
    .executeTakeFirstOrThrow()
  if (bloc_id != null && etage.bloc_id !== bloc_id)
    throw refuse(structureErreurs.etageAutreBloc).on('etage_id')
  if (residence_id != null && bloc.residence_id !== residence_id)
    throw refuse(structureErreurs.blocAutreResidence).on('bloc_id')
}

/** Reads these étages in the given order, with their occupancy. Unknown ids are left out. */
export async function readEtages(db: Db, ids: number[]): Promise<Etage[]> {
  if (ids.length === 0) return []
  const rows = await withBloc(db)
    .where(sql<boolean>`e.id = any(${ids})`)
    .execute()
  const occupation = await occupationOf(db, 'etage', ids)
  return inOrder(ids, rows).map((row) => {
    const lots = occupation(row.id)
    return {
      ...toResume(row),
      logements_count: lots.total,
      occupied_logements_count: lots.occupied,
      tauxOccupation: tauxOccupation(lots),
    }
  })
}
