import { sql, type RawBuilder } from 'kysely'
import { communesErreurs } from '#shared/erreurs.ts'
import { writeJournal } from '#features/journal/server/journal.service.ts'
import type { LivraisonDuBloc, StadeDuBloc } from '#features/echeanciers/stades.contract.ts'
import { aujourdhui, jourOf, type Jour } from '#shared/dates.ts'
import type { Db } from '#server/database/db.ts'
import { refusDeLOrdreDesStades } from '#features/echeanciers/echeancier.rules.ts'
import { assertKept, refuse } from '#server/http/errors.ts'
import type { Actor } from '#server/http/session.ts'

interface Row extends Omit<StadeDuBloc, 'note_le'> {
  note_le: Date | null
}

/**
 * Lists the stades of a bloc in order and its delivery, with the count and sum (centimes) of the open lines that depend on each. The caller
 * holds a snapshot. @throws introuvable (404)
 */
export async function listStadesDuBloc(
  db: Db,
  blocId: number,
): Promise<{ data: StadeDuBloc[]; livraison: LivraisonDuBloc }> {
  const { rows: livraisons } = await sql<LivraisonDuBloc>`
    select b.livraison_prevue_le as prevue_le, count(e.id) as echeances_en_attente, coalesce(sum(e.montant), 0)::bigint as montant_en_attente
    from blocs b left join echeances e on e.declencheur = 'livraison' and e.ouverte and e.exigible_le is null
      and e.vente_id = any (ventes_des_blocs(array[${blocId}::bigint]))
    where b.id = ${blocId} group by b.id`.execute(db)
  const [livraison] = livraisons
  if (!livraison) throw refuse(communesErreurs.introuvable)
  const { rows } = await sql<Row>`
    select s.id as stade_id, s.nom, s.rang, a.atteint_le, p.prevu_le, a.note, a.note_par, a.note_le,
      count(e.id) as echeances_en_attente, coalesce(sum(e.montant), 0)::bigint as montant_en_attente
    from stades s
    left join stades_atteints a on a.stade_id = s.id and a.bloc_id = ${blocId}
    left join stades_prevus p on p.stade_id = s.id and p.bloc_id = ${blocId}
    left join echeances e on e.stade_id = s.id and e.ouverte
      and e.vente_id = any (ventes_des_blocs(array[${blocId}::bigint]))
    group by s.id, a.bloc_id, a.stade_id, p.prevu_le order by s.rang, s.id`.execute(db)
  return {
    data: rows.map(({ note_le, ...row }) => ({ ...row, note_le: note_le && jourOf(note_le) })),
    livraison,
  }
}

/** The open lines that depend on a stade, as it leaves them; their sum in centimes. */
interface Made {
  echeances: number
  montant: number
  attendent: number
  a_appeler: number
}
const NOTHING: Made = { echeances: 0, montant: 0, attendent: 0, a_appeler: 0 }

/**
 * Records the day on which a bloc reached a stade, or corrects it, with all its lots locked so that no line and no sale misses it.
 * @returns the lines that have a due day by it, those that wait for a contract, those to call today; none for a correction
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
  assertKept(refusDeLOrdreDesStades(stade.rang, atteint_le, atteints))
  const ecrit = {
    bloc_id: blocId,
    stade_id: stadeId,
    atteint_le,
    note: note === undefined ? (avant?.note ?? null) : note,
  }
  await writeStadesAtteints(db, actor, [
    {
      ...ecrit,
      nom: stade.nom,
      avant: avant?.atteint_le == null ? null : { atteint_le: avant.atteint_le, note: avant.note },
    },
  ])
  return avant ? NOTHING : countDue(db, blocId, stadeId)
}

interface StadeEcrit {
  bloc_id: number
  stade_id: number
  /** Name of the stade. */
  nom: string
  atteint_le: Jour
  note: string | null
  /** Former record, null for a stade that the bloc had not reached. */
  avant: { atteint_le: Jour; note: string | null } | null
}

/** Records or corrects the days on which blocs reached stades, in an order that the caller has checked under its locks. */
export async function writeStadesAtteints(
  db: Db,
  actor: Actor,
  atteints: readonly StadeEcrit[],
): Promise<void> {
  const rows = atteints.map(({ nom: _nom, avant: _avant, ...row }) => row)
  await sql`
    insert into stades_atteints (bloc_id, stade_id, atteint_le, note, note_par, note_le)
    select bloc_id, stade_id, atteint_le, note, ${actor.name}, ${new Date()}
    from json_populate_recordset(null::stades_atteints, ${JSON.stringify(rows)}::json)
    on conflict (bloc_id, stade_id) do update set atteint_le = excluded.atteint_le, note = excluded.note,
      note_par = excluded.note_par, note_le = excluded.note_le`.execute(db)
  await writeJournal(
    db,
    actor,
    atteints.map(({ bloc_id, nom: stade, atteint_le, note, avant }) => ({
      action: 'stade',
      objet: 'bloc',
      id: bloc_id,
      avant: avant ? { stade, ...avant } : undefined,
      apres: { stade, atteint_le, note },
    })),
  )
}

/** Withdraws a recorded stade from a bloc: the lines that depend on it are no longer due. @throws introuvable (404) */
export async function withdrawStade(db: Db, actor: Actor, blocId: number, stadeId: number): Promise<void> {
  const { stade } = await lockStadeDuBloc(db, blocId, stadeId)
  if (stade.atteint_le === null) throw refuse(communesErreurs.introuvable)
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

/** Locks the blocs that a query names, then all their lots, each in id order: what their works decide waits for nothing else. */
export async function lockLotsDesBlocs(db: Db, blocs: RawBuilder<unknown>): Promise<void> {
  await sql`select from blocs where id in (${blocs}) order by id for no key update`.execute(db)
  await sql`
    select from biens where id in (
      select a.id from appartements a join etages e on e.id = a.etage_id where e.bloc_id in (${blocs})
      union all select id from locaux where bloc_id in (${blocs})) order by id for no key update`.execute(db)
}

interface Atteint {
  stade_id: number
  nom: string
  rang: number
  atteint_le: Jour | null
  note: string | null
}

/** Locks a bloc, for whose papers the stade waits, and all its lots in id order; reads the stades it has reached. @throws introuvable */
async function lockStadeDuBloc(db: Db, blocId: number, stadeId: number) {
  await lockLotsDesBlocs(db, sql`select id from blocs where id = ${blocId}`)
  const bloc = await db.selectFrom('blocs').select('id').where('id', '=', blocId).executeTakeFirst()
  const { rows: atteints } = await sql<Atteint>`
    select s.id as stade_id, s.nom, s.rang, a.atteint_le, a.note from stades s
    left join stades_atteints a on a.stade_id = s.id and a.bloc_id = ${blocId} order by s.rang`.execute(db)
  const stade = atteints.find(({ stade_id }) => stade_id === stadeId)
  if (!bloc || !stade) throw refuse(communesErreurs.introuvable)
  return { stade, atteints }
}

async function countDue(db: Db, blocId: number, stadeId: number): Promise<Made> {
  const { rows } = await sql<Made>`
    select count(exigible_le) as echeances, coalesce(sum(montant) filter (where exigible_le is not null), 0)::bigint as montant,
      count(*) filter (where attend_contrat) as attendent,
      count(*) filter (where exigible_le <= ${aujourdhui()}::date and couvert < montant) as a_appeler from echeances
    where stade_id = ${stadeId} and ouverte and vente_id = any (ventes_des_blocs(array[${blocId}::bigint]))`.execute(
    db,
  )
  return rows[0] ?? NOTHING
}
