import { sql } from 'kysely'
import { writeJournal } from '#features/journal/server/journal.service.ts'
import type { StadeDuBloc } from '#features/stades/stades.contract.ts'
import { jourOf, type Jour } from '#shared/dates.ts'
import type { Db } from '#server/database/db.ts'
import { AppError } from '#server/http/errors.ts'
import type { Actor } from '#server/http/session.ts'

interface Row extends Omit<StadeDuBloc, 'note_le'> {
  note_le: Date | null
}

/** The stades of a bloc in their order, and the open lines that fall due with each. In centimes. @throws introuvable */
export async function listStadesDuBloc(db: Db, blocId: number): Promise<StadeDuBloc[]> {
  const bloc = await db.selectFrom('blocs').select('id').where('id', '=', blocId).executeTakeFirst()
  if (!bloc) throw new AppError('introuvable')
  const { rows } = await sql<Row>`
    select s.id as stade_id, s.nom, s.rang, a.atteint_le, a.note, a.note_par, a.note_le,
      count(e.id) as echeances_en_attente, coalesce(sum(e.montant), 0)::bigint as montant_en_attente
    from stades s
    left join stades_atteints a on a.stade_id = s.id and a.bloc_id = ${blocId}
    left join echeances e on e.stade_id = s.id and e.ouverte
      and e.vente_id = any (ventes_des_blocs(array[${blocId}::bigint]))
    group by s.id, a.bloc_id, a.stade_id order by s.rang, s.id`.execute(db)
  return rows.map(({ note_le, ...row }) => ({ ...row, note_le: note_le && jourOf(note_le) }))
}

interface Made {
  echeances: number
  /** In centimes. */
  montant: number
}

/**
 * Records the day on which a bloc reached a stade, or corrects it. All its lots are held meanwhile, so that no line is written and no lot
 * sold that would not know of it. @returns the lines that fall due by it
 * @throws introuvable (404), stadePrecedent, stadeOrdre (422 on atteint_le)
 */
export async function recordStade(
  db: Db,
  actor: Actor,
  blocId: number,
  stadeId: number,
  { atteint_le, note }: { atteint_le: Jour; note?: string | null | undefined },
): Promise<Made> {
  const { stade, atteints } = await lockStadeDuBloc(db, blocId, stadeId)
  const avant = stade.atteint_le === null ? undefined : stade
  assertOrder(stade, atteints, atteint_le)
  const note_le = new Date()
  const row = {
    atteint_le,
    note: note === undefined ? (avant?.note ?? null) : note,
    note_par: actor.name,
    note_le,
  }
  await db
    .insertInto('stades_atteints')
    .values({ bloc_id: blocId, stade_id: stadeId, ...row })
    .onConflict((conflict) => conflict.columns(['bloc_id', 'stade_id']).doUpdateSet(row))
    .execute()
  await writeJournal(db, actor, {
    action: 'stade',
    objet: 'bloc',
    id: blocId,
    avant: avant && { stade: stade.nom, atteint_le: avant.atteint_le, note: avant.note },
    apres: { stade: stade.nom, atteint_le, note: row.note },
  })
  return avant ? { echeances: 0, montant: 0 } : countDue(db, blocId, stadeId)
}

/** Takes a stade back: what waited for it is not due any more. @throws introuvable (404) also when it was not recorded */
export async function withdrawStade(db: Db, actor: Actor, blocId: number, stadeId: number): Promise<void> {
  const { stade } = await lockStadeDuBloc(db, blocId, stadeId)
  if (stade.atteint_le === null) throw new AppError('introuvable')
  await db
    .deleteFrom('stades_atteints')
    .where('bloc_id', '=', blocId)
    .where('stade_id', '=', stadeId)
    .execute()
  await writeJournal(db, actor, {
    action: 'stade',
    objet: 'bloc',
    id: blocId,
    avant: { stade: stade.nom, atteint_le: stade.atteint_le, note: stade.note },
  })
}

interface Atteint {
  stade_id: number
  nom: string
  rang: number
  atteint_le: Jour | null
  note: string | null
}

/** The bloc, all its lots in the order of their ids, and where it stands. @throws introuvable */
async function lockStadeDuBloc(db: Db, blocId: number, stadeId: number) {
  const bloc = await db
    .selectFrom('blocs')
    .select('id')
    .where('id', '=', blocId)
    .forShare()
    .executeTakeFirst()
  await sql`
    select from biens where id in (
      select a.id from appartements a join etages e on e.id = a.etage_id where e.bloc_id = ${blocId}
      union all select id from locaux where bloc_id = ${blocId}) order by id for no key update`.execute(db)
  const { rows: atteints } = await sql<Atteint>`
    select s.id as stade_id, s.nom, s.rang, a.atteint_le, a.note from stades s
    left join stades_atteints a on a.stade_id = s.id and a.bloc_id = ${blocId} order by s.rang`.execute(db)
  const stade = atteints.find(({ stade_id }) => stade_id === stadeId)
  if (!bloc || !stade) throw new AppError('introuvable')
  return { stade, atteints }
}

/** One after the other, on days that follow each other; the same day is right. */
function assertOrder(stade: Atteint, atteints: readonly Atteint[], jour: Jour): void {
  const missing = atteints.find(({ rang, atteint_le }) => rang < stade.rang && atteint_le === null)
  if (missing) throw new AppError('stadePrecedent', { nom: missing.nom }).on('atteint_le')
  const wrong = atteints.find(
    ({ rang, atteint_le }) =>
      atteint_le !== null &&
      ((rang < stade.rang && jour < atteint_le) || (rang > stade.rang && jour > atteint_le)),
  )
  if (wrong?.atteint_le)
    throw new AppError('stadeOrdre', { nom: wrong.nom, jour: wrong.atteint_le }).on('atteint_le')
}

async function countDue(db: Db, blocId: number, stadeId: number): Promise<Made> {
  const { rows } = await sql<Made>`
    select count(*) as echeances, coalesce(sum(montant), 0)::bigint as montant from echeances
    where stade_id = ${stadeId} and ouverte and vente_id = any (ventes_des_blocs(array[${blocId}::bigint]))`.execute(
    db,
  )
  return rows[0] ?? { echeances: 0, montant: 0 }
}
