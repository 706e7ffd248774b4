import { sql, type RawBuilder } from 'kysely'
import { writeJournal } from '#features/journal/server/journal.service.ts'
import { isSature, tauxOccupation } from '#features/residences/occupation.rules.ts'
import type { Residence, ResidenceInput, ResidenceResume } from '#features/residences/residences.contract.ts'
import { compareNames } from '#features/residences/server/occupation.service.ts'
import { limitRows, toPage, readTranche, type PageQuery, type ChoixQuery } from '#shared/pagination.ts'
import { formatCompte } from '#shared/texte.ts'
import { cumulCount } from '#server/database/cumuls.ts'
import type { Db } from '#server/database/db.ts'
import { anyOf, limitAndOffset, statement } from '#server/database/prepared.ts'
import { changeVersioned } from '#server/database/records.ts'
import { containsMots } from '#server/database/mots.ts'
import { AppError } from '#server/http/errors.ts'
import { replaceFile, type FileLife } from '#server/files/replace.ts'
import type { UploadedFile } from '#server/files/upload.ts'
import type { Actor } from '#server/http/session.ts'

const PAR_PAGE = 3

/** A row of nulls where the page is empty, so that the total is told. */
const selectPage = statement<[number, number], Row & { total: number }>(
  (limit, offset) => sql`
    select t.total, r.* from (select ${cumulCount('residences')} as total) t
    left join (${selectResidences(sql`select id from residences order by id desc ${limitAndOffset({ limit, offset })}`)}) r on true
    order by r.id desc`,
)

/** One page of residences, the newest first, so that one just added is seen. */
export async function listResidences(db: Db, query: PageQuery) {
  const slice = readTranche(query, PAR_PAGE)
  const rows = await selectPage(db, slice.limit, slice.offset)
  const found = rows.flatMap(({ total: _total, ...row }) => (row.id === null ? [] : [toResidence(row)]))
  return toPage(found, rows[0]?.total ?? 0, slice, '/backend/public/api/residences')
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

const selectResidence = statement<[number], Row>(
  (id) => sql<Row>`${selectResidences(sql`select ${id}::bigint`)}`,
)

/** @throws introuvable */
export async function readResidence(db: Db, id: number): Promise<Residence> {
  const [row] = await selectResidence(db, id)
  if (!row) throw new AppError('introuvable')
  return toResidence(row)
}

/** The residences of these ids, in no order. */
export async function readResidences(db: Db, ids: readonly number[]): Promise<Residence[]> {
  const { rows } = await sql<Row>`${selectResidences(sql`select unnest(${ids}::bigint[])`)}`.execute(db)
  return rows.map(toResidence)
}

/** @throws residenceNomPris (422 on nom, Q98) */
export async function createResidence(
  db: Db,
  actor: Actor,
  input: ResidenceInput,
  plan: UploadedFile | null,
  life: FileLife,
): Promise<Residence> {
  await refuseTakenName(db, input.nom, null)
  const { id } = await db.insertInto('residences').values(input).returning('id').executeTakeFirstOrThrow()
  await replaceFile(db, life, planOfResidence(id), plan)
  const residence = await readResidence(db, id)
  await writeJournal(db, actor, { action: 'ajouter', objet: 'residence', id, apres: residence })
  return residence
}

/**
 * Without a new plan the old one stays (D2 §7), unless `plan_pdf` takes it away.
 * @throws introuvable, versionPerimee, residenceNomPris
 */
export async function updateResidence(
  db: Db,
  actor: Actor,
  id: number,
  { version, plan_pdf, ...fields }: ResidenceInput & { version?: number | null; plan_pdf?: boolean },
  plan: UploadedFile | null,
  life: FileLife,
): Promise<Residence> {
  await lockResidence(db, id)
  const avant = await readResidence(db, id)
  await refuseTakenName(db, fields.nom, id)
  await changeVersioned(db, 'residences', avant, version, fields)
  await replaceFile(db, life, planOfResidence(id), plan ?? (plan_pdf ? null : undefined))
  const apres = await readResidence(db, id)
  await writeJournal(db, actor, { action: 'modifier', objet: 'residence', id, avant, apres })
  return apres
}

/** Its plan goes with it. @throws introuvable, residenceNonVide (409) which counts what it holds (Q103) */
export async function deleteResidence(db: Db, actor: Actor, id: number, life: FileLife): Promise<void> {
  await lockResidence(db, id)
  const avant = await readResidence(db, id)
  if (avant.blocs_count + avant.parkings_count > 0)
    throw new AppError('residenceNonVide', { contenu: contenu(avant) })
  await replaceFile(db, life, planOfResidence(id), null)
  await db.deleteFrom('residences').where('id', '=', id).execute()
  await writeJournal(db, actor, { action: 'supprimer', objet: 'residence', id, avant })
}

const planOfResidence = (id: number) => ({ table: 'residences', column: 'plan_id', id }) as const

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

async function lockResidence(db: Db, id: number): Promise<void> {
  const locked = await db
    .selectFrom('residences')
    .select('id')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!locked) throw new AppError('introuvable')
}

/** Names are compared one change at a time, so that the sentence is always that of the change refused. */
export async function lockNomsDeResidences(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('residences.nom'))`.execute(db)
}

async function refuseTakenName(db: Db, nom: string, own: number | null): Promise<void> {
  await lockNomsDeResidences(db)
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

interface Row extends Omit<
  Residence,
  'plan_pdf' | 'est_saturee' | 'taux_occupation' | 'appartements_count' | 'occupied_count'
> {
  plan_id: string | null
  /** Its appartements, and those that are sold. */
  lots: number
  sold: number
}

/**
 * The residences of these ids with what each holds, in no order. Its lots are gathered once, then looked up all together: étage by
 * étage and lot by lot, one of 5,000 lots took as long again.
 */
function selectResidences(ids: RawBuilder<unknown>): RawBuilder<unknown> {
  const inBlocs = (table: string) => sql`(
    select count(*) from ${sql.table(table)} x where x.bloc_id = any(l.blocs))`
  return sql`
    select r.id, r.nom, r.adresse, r.plan_id, r.version, cardinality(l.blocs) as blocs_count, ${inBlocs('etages')} as etages_count,
      ${inBlocs('locaux')} as locaux_count, (select count(*) from parkings k where k.residence_id = r.id) as parkings_count,
      cardinality(l.lots) as lots,
      (select count(*) from ventes v where v.bien_id = any(l.lots) and v.terminee_le is null) as sold
    from residences r cross join lateral (
      select b.blocs, array(
        select a.id from appartements a
        where a.etage_id = any(array(select e.id from etages e where e.bloc_id = any(b.blocs)))) as lots
      from (select array(select o.id from blocs o where o.residence_id = r.id) as blocs offset 0) b offset 0) l
    where r.id = ${anyOf(ids)}`
}

function toResidence({ plan_id, lots: total, sold: occupied, ...row }: Row): Residence {
  return {
    ...row,
    plan_pdf: plan_id && `plans/${plan_id}.pdf`,
    est_saturee: isSature({ total, occupied }),
    taux_occupation: tauxOccupation({ total, occupied }),
    appartements_count: total,
    occupied_count: occupied,
  }
}
