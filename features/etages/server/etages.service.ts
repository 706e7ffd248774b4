import { sql } from 'kysely'
import { holdBloc, readBloc } from '#features/blocs/server/blocs.service.ts'
import type {
  ChoixEtagesQuery,
  Etage,
  EtageInput,
  EtageReport,
  EtageResume,
  EtagesQuery,
} from '#features/etages/etages.contract.ts'
import { writeJournal } from '#features/journal/server/journal.service.ts'
import { tauxOccupation } from '#features/residences/occupation.rules.ts'
import {
  compareNames,
  lotsOf,
  occupationOf,
  statsOf,
} from '#features/residences/server/occupation.service.ts'
import { limitRows, pathWithFilters, toPage, readTranche } from '#shared/pagination.ts'
import { formatCompte } from '#shared/texte.ts'
import type { Db } from '#server/database/db.ts'
import { inSnapshot } from '#server/database/reading.ts'
import { changeVersioned } from '#server/database/records.ts'
import { containsMots } from '#server/database/mots.ts'
import { AppError } from '#server/http/errors.ts'
import type { Actor } from '#server/http/session.ts'

const PAR_PAGE = 6

/** One page of étages, the newest first; those of one residence or bloc from the ground up when it is named. */
export const listEtages = (db: Db, query: EtagesQuery) =>
  inSnapshot(db, (instant) => readPage(instant, query))

async function readPage(db: Db, { residence_id, bloc_id, ...query }: EtagesQuery) {
  const slice = readTranche(query, PAR_PAGE)
  const found = db
    .selectFrom('etages as e')
    .innerJoin('blocs as b', 'b.id', 'e.bloc_id')
    .$if(residence_id !== undefined, (all) => all.where('b.residence_id', '=', residence_id ?? 0))
    .$if(bloc_id !== undefined, (all) => all.where('e.bloc_id', '=', bloc_id ?? 0))
  const { total } = await found.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow()
  const limited = residence_id !== undefined || bloc_id !== undefined
  const ordered = limited
    ? found.orderBy('b.recherche').orderBy('b.id').orderBy('e.niveau').orderBy('e.id')
    : found.orderBy('e.id', 'desc')
  const page = await ordered.select('e.id').limit(slice.limit).offset(slice.offset).execute()
  const rows = await readEtages(
    db,
    page.map(({ id }) => id),
  )
  return toPage(rows, total, slice, pathWithFilters('/backend/public/api/etages', { residence_id, bloc_id }))
}

/** Every étage with its bloc and residence, for select boxes, or those asked for. */
export async function allEtages(db: Db, query: ChoixEtagesQuery): Promise<EtageResume[]> {
  const { search, residence_id: residenceId } = query
  return limitRows(await resumes(db, { search, residenceId }), query)
}

/** The étages of one bloc from the ground up, for select boxes. @throws introuvable */
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
      all.where(containsMots(sql<string>`concat_ws(' ', normaliser(e.designation), b.recherche)`, search)),
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

/** @throws introuvable */
export async function readEtage(db: Db, id: number): Promise<Etage> {
  const [etage] = await readEtages(db, [id])
  if (!etage) throw new AppError('introuvable')
  return etage
}

/** @throws blocInconnu, blocAutreResidence (422 on bloc_id, Q113) */
export async function createEtage(
  db: Db,
  actor: Actor,
  { residence_id, ...fields }: EtageInput,
): Promise<Etage> {
  await holdBloc(db, fields.bloc_id, residence_id)
  const { id } = await db.insertInto('etages').values(fields).returning('id').executeTakeFirstOrThrow()
  const etage = await readEtage(db, id)
  await writeJournal(db, actor, { action: 'ajouter', objet: 'etage', id, apres: etage })
  return etage
}

/** @throws introuvable, versionPerimee, blocInconnu, blocAutreResidence */
export async function updateEtage(
  db: Db,
  actor: Actor,
  id: number,
  { version, residence_id, ...fields }: EtageInput & { version?: number | null },
): Promise<Etage> {
  await lockEtage(db, id)
  const avant = await readEtage(db, id)
  await holdBloc(db, fields.bloc_id, residence_id)
  await changeVersioned(db, 'etages', avant, version, fields)
  const apres = await readEtage(db, id)
  await writeJournal(db, actor, { action: 'modifier', objet: 'etage', id, avant, apres })
  return apres
}

/** @throws introuvable, etageNonVide (409) which counts its appartements (Q103) */
export async function deleteEtage(db: Db, actor: Actor, id: number): Promise<void> {
  await lockEtage(db, id)
  const avant = await readEtage(db, id)
  const { logements_count, occupied_logements_count } = avant
  if (logements_count > 0) {
    const vendus =
      occupied_logements_count > 0 ? `, dont ${formatCompte(occupied_logements_count, 'vendu')}` : ''
    throw new AppError('etageNonVide', { contenu: formatCompte(logements_count, 'appartement') + vendus })
  }
  await db.deleteFrom('etages').where('id', '=', id).execute()
  await writeJournal(db, actor, { action: 'supprimer', objet: 'etage', id, avant })
}

/** How many logements the étage can hold (Q110). @throws introuvable */
export async function readCapacite(db: Db, id: number): Promise<{ capacite_logement: number }> {
  return { capacite_logement: (await readEtage(db, id)).logement_par_palier }
}

/** Figures and appartements of an étage, each with its client (D2 §3, Q106). @throws introuvable */
export const readEtageReport = (db: Db, id: number): Promise<EtageReport> =>
  inSnapshot(db, (instant) => readReport(instant, id))

async function readReport(db: Db, id: number): Promise<EtageReport> {
  const { designation, niveau, bloc } = await readEtage(db, id)
  const lots = await lotsOf(db, 'etage', id)
  return { id, designation, niveau, bloc, stats: statsOf(lots), appartements: lots }
}

/**
 * Keeps an étage and its bloc from being deleted or moved while something is added to it, and checks the parents sent with it (Q113).
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
  // One after the other: a bloc to which the étage moves meanwhile is the one that is read.
  const etage = await db
    .selectFrom('etages')
    .select('bloc_id')
    .where('id', '=', id)
    .forShare()
    .executeTakeFirst()
  if (!etage) throw new AppError('etageInconnu').on('etage_id')
  const bloc = await db
    .selectFrom('blocs')
    .select('residence_id')
    .where('id', '=', etage.bloc_id)
    .forShare()
    .executeTakeFirstOrThrow()
  if (bloc_id != null && etage.bloc_id !== bloc_id) throw new AppError('etageAutreBloc').on('etage_id')
  if (residence_id != null && bloc.residence_id !== residence_id)
    throw new AppError('blocAutreResidence').on('bloc_id')
}

async function lockEtage(db: Db, id: number): Promise<void> {
  const locked = await db
    .selectFrom('etages')
    .select('id')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!locked) throw new AppError('introuvable')
}

/** The given étages in that order, with how full each is. */
export async function readEtages(db: Db, ids: number[]): Promise<Etage[]> {
  if (ids.length === 0) return []
  const rows = await withBloc(db)
    .where(sql<boolean>`e.id = any(${ids})`)
    .execute()
  const occupation = await occupationOf(db, 'etage', ids)
  const place = new Map(ids.map((id, rank) => [id, rank]))
  return rows
    .toSorted((a, b) => (place.get(a.id) ?? 0) - (place.get(b.id) ?? 0))
    .map((row) => {
      const lots = occupation(row.id)
      return {
        ...toResume(row),
        logements_count: lots.total,
        occupied_logements_count: lots.occupied,
        tauxOccupation: tauxOccupation(lots),
      }
    })
}
