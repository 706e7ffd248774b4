import { sql } from 'kysely'
import { writeJournal } from '#features/journal/server/journal.service.ts'
import { isSature, tauxOccupation } from '#features/residences/occupation.rules.ts'
import type { Residence, ResidenceInput, ResidenceResume } from '#features/residences/residences.contract.ts'
import { compareNames, occupationOf } from '#features/residences/server/occupation.service.ts'
import { limitRows, toPage, readTranche, type PageQuery, type ChoixQuery } from '#shared/pagination.ts'
import { formatCompte } from '#shared/texte.ts'
import { readCumulCount } from '#server/database/cumuls.ts'
import type { Db } from '#server/database/db.ts'
import { changeVersioned } from '#server/database/records.ts'
import { containsMots } from '#server/database/mots.ts'
import { AppError } from '#server/http/errors.ts'
import { forgetFile, type UploadedFile } from '#server/files/upload.ts'
import type { Actor } from '#server/http/session.ts'

const PAR_PAGE = 3

/** One page of residences, the newest first, so that one just added is seen. */
export async function listResidences(db: Db, query: PageQuery) {
  const slice = readTranche(query, PAR_PAGE)
  const total = await readCumulCount(db, 'residences')
  const page = await db
    .selectFrom('residences')
    .select('id')
    .orderBy('id', 'desc')
    .limit(slice.limit)
    .offset(slice.offset)
    .execute()
  const rows = await residences(
    db,
    page.map(({ id }) => id),
  )
  return toPage(rows, total, slice, '/backend/public/api/residences')
}

/** Every residence by name, for select boxes, or those asked for. */
export async function allResidences(db: Db, query: ChoixQuery): Promise<ResidenceResume[]> {
  const rows = await db
    .selectFrom('residences')
    .$if(query.search !== '', (toutes) => toutes.where(containsMots('recherche', query.search)))
    .select(['id', 'nom'])
    .execute()
  return limitRows(
    rows.toSorted((a, b) => compareNames(a.nom, b.nom) || a.id - b.id),
    query,
  )
}

/** @throws introuvable */
export async function readResidence(db: Db, id: number): Promise<Residence> {
  const [residence] = await residences(db, [id])
  if (!residence) throw new AppError('introuvable')
  return residence
}

/** @throws residenceNomPris (422 on nom, Q98) */
export async function createResidence(
  db: Db,
  actor: Actor,
  input: ResidenceInput,
  plan: UploadedFile | null,
): Promise<Residence> {
  await refuseTakenName(db, input.nom, null)
  const plan_id = plan ? await plan.keep(db) : null
  const { id } = await db
    .insertInto('residences')
    .values({ ...input, plan_id })
    .returning('id')
    .executeTakeFirstOrThrow()
  const residence = await readResidence(db, id)
  await writeJournal(db, actor, { action: 'ajouter', objet: 'residence', id, apres: residence })
  return residence
}

/**
 * Without a new plan the old one stays (D2 §7), unless `plan_pdf` takes it away.
 * @returns the residence, and the id of the plan it no longer has: its bytes go once the change is committed
 * @throws introuvable, versionPerimee, residenceNomPris
 */
export async function updateResidence(
  db: Db,
  actor: Actor,
  id: number,
  { version, plan_pdf, ...fields }: ResidenceInput & { version?: number | null; plan_pdf?: boolean },
  plan: UploadedFile | null,
): Promise<{ residence: Residence; ancienPlan: string | null }> {
  const planId = await lockResidence(db, id)
  const avant = await readResidence(db, id)
  await refuseTakenName(db, fields.nom, id)
  const plan_id = plan ? await plan.keep(db) : plan_pdf ? null : undefined
  await changeVersioned(db, 'residences', avant, version, { ...fields, plan_id })
  const ancienPlan = plan_id === undefined ? null : planId
  await forgetFile(db, ancienPlan)
  const apres = await readResidence(db, id)
  await writeJournal(db, actor, { action: 'modifier', objet: 'residence', id, avant, apres })
  return { residence: apres, ancienPlan }
}

/**
 * @returns the id of its plan, whose bytes go once the deletion is committed
 * @throws introuvable, residenceNonVide (409) which counts what it holds (Q103)
 */
export async function deleteResidence(db: Db, actor: Actor, id: number): Promise<string | null> {
  const planId = await lockResidence(db, id)
  const avant = await readResidence(db, id)
  if (avant.blocs_count + avant.parkings_count > 0)
    throw new AppError('residenceNonVide', { contenu: contenu(avant) })
  await db.deleteFrom('residences').where('id', '=', id).execute()
  await forgetFile(db, planId)
  await writeJournal(db, actor, { action: 'supprimer', objet: 'residence', id, avant })
  return planId
}

const contenu = ({ blocs_count, parkings_count }: Residence) =>
  [
    blocs_count > 0 ? formatCompte(blocs_count, 'bloc') : '',
    parkings_count > 0 ? formatCompte(parkings_count, 'parking') : '',
  ]
    .filter(Boolean)
    .join(' et ')

/** The stored plan of a residence and the name under which it is shown. @throws introuvable, residenceSansPlan (404, Q99) */
export async function planOf(db: Db, id: number): Promise<{ fileId: string; nom: string }> {
  const found = await db
    .selectFrom('residences')
    .select(['nom', 'plan_id'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!found) throw new AppError('introuvable')
  if (!found.plan_id) throw new AppError('residenceSansPlan')
  return { fileId: found.plan_id, nom: `Plan ${found.nom}.pdf` }
}

/** Keeps a residence from being deleted while something is added to it. @throws residenceInconnue (422 on residence_id) */
export async function holdResidence(db: Db, id: number): Promise<void> {
  const residence = await db
    .selectFrom('residences')
    .select('id')
    .where('id', '=', id)
    .forKeyShare()
    .executeTakeFirst()
  if (!residence) throw new AppError('residenceInconnue').on('residence_id')
}

async function lockResidence(db: Db, id: number): Promise<string | null> {
  const locked = await db
    .selectFrom('residences')
    .select('plan_id')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!locked) throw new AppError('introuvable')
  return locked.plan_id
}

/** Names are compared one change at a time, so that the sentence is always that of the change refused. */
async function refuseTakenName(db: Db, nom: string, own: number | null): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('residences.nom'))`.execute(db)
  const taken = await db
    .selectFrom('residences')
    .select('id')
    .where(sql`lower(nom)`, '=', sql`lower(${nom}::text)`)
    .where('id', 'is distinct from', own)
    .executeTakeFirst()
  if (taken)
    throw new AppError('residenceNomPris', { action: own === null ? 'la création' : 'la mise à jour' }).on(
      'nom',
    )
}

/** The given residences in that order, with what each holds and how full it is. */
async function residences(db: Db, ids: number[]): Promise<Residence[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('residences as r')
    .where('r.id', 'in', ids)
    .select(['r.id', 'r.nom', 'r.adresse', 'r.plan_id', 'r.version'])
    .select((eb) => [
      eb
        .selectFrom('blocs as b')
        .whereRef('b.residence_id', '=', 'r.id')
        .select(sql<number>`count(*)`.as('n'))
        .as('blocs_count'),
      eb
        .selectFrom('etages as e')
        .innerJoin('blocs as b', 'b.id', 'e.bloc_id')
        .whereRef('b.residence_id', '=', 'r.id')
        .select(sql<number>`count(*)`.as('n'))
        .as('etages_count'),
      eb
        .selectFrom('locaux as l')
        .innerJoin('blocs as b', 'b.id', 'l.bloc_id')
        .whereRef('b.residence_id', '=', 'r.id')
        .select(sql<number>`count(*)`.as('n'))
        .as('locaux_count'),
      eb
        .selectFrom('parkings as k')
        .whereRef('k.residence_id', '=', 'r.id')
        .select(sql<number>`count(*)`.as('n'))
        .as('parkings_count'),
    ])
    .execute()
  const occupation = await occupationOf(db, 'residence', ids)
  const found = rows.map(({ plan_id, blocs_count, etages_count, locaux_count, parkings_count, ...row }) => {
    const lots = occupation(row.id)
    return {
      ...row,
      plan_pdf: plan_id && `plans/${plan_id}.pdf`,
      est_saturee: isSature(lots),
      taux_occupation: tauxOccupation(lots),
      blocs_count: blocs_count ?? 0,
      etages_count: etages_count ?? 0,
      appartements_count: lots.total,
      occupied_count: lots.occupied,
      locaux_count: locaux_count ?? 0,
      parkings_count: parkings_count ?? 0,
    }
  })
  return found.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
}
