import { sql } from 'kysely'
import type { BlocPrevu, PrevisionsInput } from '#features/echeanciers/previsions.contract.ts'
import { lockLotsDesBlocs } from '#features/echeanciers/server/stades.blocs.ts'
import { writeJournal, type Entry } from '#features/journal/server/journal.service.ts'
import { compareNames } from '#features/structure/server/occupation.service.ts'
import type { Db } from '#server/database/db.ts'
import { fieldErrors, refuse } from '#server/http/errors.ts'
import type { Actor } from '#server/http/session.ts'
import { VALEUR_INVALIDE } from '#shared/champs/codecs.ts'
import type { Jour } from '#shared/dates.ts'
import { communesErreurs } from '#shared/erreurs.ts'

/**
 * Reads the foreseen days of a residence: its blocs by name, the stades in their order (comptes C.2). The caller holds a snapshot or the locks
 * of the change. @throws introuvable (404)
 */
export async function readPrevisions(db: Db, residenceId: number): Promise<{ data: BlocPrevu[] }> {
  const residence = await db
    .selectFrom('residences')
    .select('id')
    .where('id', '=', residenceId)
    .executeTakeFirst()
  if (!residence) throw refuse(communesErreurs.introuvable)
  const { rows } = await sql<BlocPrevu>`
    select b.id, b.nomloc, b.livraison_prevue_le, (
      select coalesce(json_agg(json_build_object('stade_id', s.id, 'nom', s.nom, 'prevu_le', p.prevu_le, 'atteint_le', a.atteint_le)
        order by s.rang, s.id), '[]')
      from stades s
      left join stades_prevus p on p.stade_id = s.id and p.bloc_id = b.id
      left join stades_atteints a on a.stade_id = s.id and a.bloc_id = b.id) as stades
    from blocs b where b.residence_id = ${residenceId}`.execute(db)
  return { data: rows.toSorted((a, b) => compareNames(a.nomloc, b.nomloc) || a.id - b.id) }
}

/**
 * Changes foreseen days of blocs of a residence, those that are sent and no others; the lines that take a day of these follow by triggers, in
 * the same transaction (comptes D.3). The journal has one line for each bloc whose days differ.
 * @throws introuvable (404), invalide (422 at `blocs.{i}.id`, `blocs.{i}.stades.{j}.stade_id`)
 */
export async function updatePrevisions(
  db: Db,
  actor: Actor,
  residenceId: number,
  { blocs }: PrevisionsInput,
): Promise<{ data: BlocPrevu[] }> {
  await sql`select from residences where id = ${residenceId} for key share`.execute(db)
  await lockLotsDesBlocs(
    db,
    sql`select id from blocs where residence_id = ${residenceId} and id = any (${blocs.map(({ id }) => id)}::bigint[])`,
  )
  const avant = await readPrevisions(db, residenceId)
  assertKnown(blocs, avant.data)
  const livraisons = blocs.flatMap(({ id, livraison_prevue_le }) =>
    livraison_prevue_le === undefined ? [] : [{ id, livraison_prevue_le }],
  )
  const jours = blocs.flatMap(({ id, stades = [] }) =>
    stades.flatMap(({ stade_id, prevu_le }) =>
      prevu_le === undefined ? [] : [{ bloc_id: id, stade_id, prevu_le }],
    ),
  )
  await writeLivraisons(db, livraisons)
  await writeJours(db, jours)
  const apres = await readPrevisions(db, residenceId)
  const lines = linesOf(avant.data, apres.data)
  if (lines.length > 0) await writeJournal(db, actor, lines)
  return apres
}

/** Each bloc and each stade is known, and named once. */
function assertKnown(blocs: PrevisionsInput['blocs'], known: readonly BlocPrevu[]): void {
  const refused: Record<string, string> = {}
  for (const [rang, { id, stades = [] }] of blocs.entries()) {
    const bloc = known.find((one) => one.id === id)
    if (!bloc || blocs.slice(0, rang).some((other) => other.id === id)) {
      refused[`blocs.${rang}.id`] = VALEUR_INVALIDE
      continue
    }
    for (const [place, { stade_id }] of stades.entries())
      if (
        !bloc.stades.some((stade) => stade.stade_id === stade_id) ||
        stades.slice(0, place).some((other) => other.stade_id === stade_id)
      )
        refused[`blocs.${rang}.stades.${place}.stade_id`] = VALEUR_INVALIDE
  }
  if (Object.keys(refused).length > 0) throw fieldErrors(refused)
}

async function writeLivraisons(
  db: Db,
  livraisons: readonly { id: number; livraison_prevue_le: Jour | null }[],
): Promise<void> {
  if (livraisons.length === 0) return
  await sql`
    update blocs b set livraison_prevue_le = l.livraison_prevue_le
    from json_to_recordset(${JSON.stringify(livraisons)}::json) as l (id bigint, livraison_prevue_le date)
    where b.id = l.id and b.livraison_prevue_le is distinct from l.livraison_prevue_le`.execute(db)
}

interface JourDuStade {
  bloc_id: number
  stade_id: number
  prevu_le: Jour | null
}

async function writeJours(db: Db, jours: readonly JourDuStade[]): Promise<void> {
  const [cleared, set] = [
    jours.filter((one) => one.prevu_le === null),
    jours.filter((one) => one.prevu_le !== null),
  ]
  if (cleared.length > 0)
    await sql`
      delete from stades_prevus p using json_to_recordset(${JSON.stringify(cleared)}::json) as l (bloc_id bigint, stade_id bigint)
      where p.bloc_id = l.bloc_id and p.stade_id = l.stade_id`.execute(db)
  if (set.length > 0)
    await sql`
      insert into stades_prevus as p (bloc_id, stade_id, prevu_le)
      select * from json_to_recordset(${JSON.stringify(set)}::json) as l (bloc_id bigint, stade_id bigint, prevu_le date)
      on conflict (bloc_id, stade_id) do update set prevu_le = excluded.prevu_le where p.prevu_le <> excluded.prevu_le`.execute(
      db,
    )
}

/** One line for each bloc whose days differ, the stades by their names. */
function linesOf(avant: readonly BlocPrevu[], apres: readonly BlocPrevu[]): Entry[] {
  const before = new Map(avant.map((bloc) => [bloc.id, joursDe(bloc)]))
  return apres.flatMap((bloc) => {
    const [old, now] = [before.get(bloc.id), joursDe(bloc)]
    return JSON.stringify(old) === JSON.stringify(now)
      ? []
      : [{ action: 'prévision' as const, objet: 'bloc' as const, id: bloc.id, avant: old, apres: now }]
  })
}

const joursDe = ({ livraison_prevue_le, stades }: BlocPrevu) => ({
  previsions: stades.flatMap(({ nom, prevu_le }) => (prevu_le === null ? [] : [{ stade: nom, prevu_le }])),
  livraison_prevue_le,
})
