import type { Answer, Visitor } from '#test/harness/app.ts'
import { buildCompteBancaire, payByCheque, sell } from '#test/harness/builders.ts'
import { DESKS, statuses, type Arena } from '#test/races/arena.ts'
import { kindOf, newBien, paiementDe, type Race } from '#test/races/races.ts'

/** Races about what becomes of one cheque. The arena's closing runs every rule of db/invariants.sql. */

const eight = Array.from({ length: DESKS }, (_, at) => at)
const differs = (found: string, ...wanted: string[]) =>
  wanted.includes(found) ? null : `${found} instead of ${wanted.join(' or ')}`
const oneOf = (accepted: number) => [accepted, ...eight.slice(1).map(() => 409)].join(' ')

const JOUR = '2026-03-10'
const reject = (id: number) => (desk: Visitor) =>
  desk.post(`/api/cheques/${id}/rejeter`, { rejete_le: JOUR, motif: 'Opposition' })
const clear = (id: number) => (desk: Visitor) =>
  desk.post('/api/cheques/encaisser', { ids: [id], encaisse_le: JOUR })
const represent = (id: number) => (desk: Visitor) =>
  desk.post(`/api/cheques/${id}/representer`, { date_paiement: JOUR })
const undo = (id: number) => (desk: Visitor) => desk.post(`/api/cheques/${id}/annuler-etape`, {})
const deposit = (compte_id: number, ids: number[]) => (desk: Visitor) =>
  desk.post('/api/remises', { compte_id, jour: '2026-03-01', ids })

/** A bien at 100 DA with a cheque of 60 on it. */
async function withCheque(arena: Arena, round: number, rejected = false) {
  const kind = kindOf(round)
  const [client] = arena.ground.clients
  const bien = await newBien(arena, kind)
  const vente = await sell(arena.t.db, bien, client)
  const id = await payByCheque(arena.t.db, vente, 6000)
  if (rejected) await reject(id)(arena.desk(0))
  return { kind, client, bien, vente, id }
}

const paid = async ({ t }: Arena, vente: number) =>
  (await t.db.selectFrom('ventes').select('total_paye').where('id', '=', vente).executeTakeFirstOrThrow())
    .total_paye

const rejets: Race = async (arena, round) => {
  const { id, vente } = await withCheque(arena, round)
  const answers = await arena.race(eight.map(() => reject(id)))
  return differs(`${statuses(answers)}, ${await paid(arena, vente)}`, `${oneOf(200)}, 0`)
}

/** One is made of eight remises that name the same cheque; the numbers of the year have no gap. */
const remises: Race = async (arena, round) => {
  const { id } = await withCheque(arena, round)
  const { id: compte } = await buildCompteBancaire(arena.t.db)
  const before = await lastRemise(arena)
  const answers = await arena.race(eight.map(() => deposit(compte, [id])))
  return differs(
    `${statuses(answers)}, ${(await lastRemise(arena)) - before} given`,
    `${oneOf(201)}, 1 given`,
  )
}

async function lastRemise({ t }: Arena): Promise<number> {
  const row = await t.db
    .selectFrom('numeros')
    .select('dernier')
    .where('serie', '=', 'remise')
    .executeTakeFirst()
  return row?.dernier ?? 0
}

/** The remainder has room for one of them: seven payments of 60, and the cheque of 60 once more. */
const representation: Race = async (arena, round) => {
  const { kind, client, bien, vente, id } = await withCheque(arena, round, true)
  const pay = (desk: Visitor) => desk.post('/api/paiements', paiementDe(kind, bien, client, 60))
  const answers = await arena.race(eight.map((at) => (at === round % DESKS ? represent(id) : pay)))
  return differs(`${statuses(answers)}, ${await paid(arena, vente)}`, '201 422 422 422 422 422 422 422, 6000')
}

/** Eight represent the same cheque: one does. */
const representations: Race = async (arena, round) => {
  const { vente, id } = await withCheque(arena, round, true)
  const answers = await arena.race(eight.map(() => represent(id)))
  return differs(`${statuses(answers)}, ${await paid(arena, vente)}`, `${oneOf(201)}, 6000`)
}

/** One order or the other: what is cleared can still come back, what came back cannot be cleared. */
const encaissement: Race = async (arena, round) => {
  const { vente, id } = await withCheque(arena, round)
  const answers = await arena.race([clear(id), reject(id)])
  const [cleared, rejected] = answers.map(({ statusCode }) => statusCode)
  return differs(`${cleared} ${rejected}, ${await paid(arena, vente)}`, '200 200, 0', '409 200, 0')
}

function pickAt<T>(from: readonly T[], round: number): T {
  const found = from[round % from.length]
  if (found === undefined) throw new RangeError('nothing to pick from')
  return found
}

/** A remise and an edit, a deletion, a rejection of its cheque. */
const remiseContre: Race = async (arena, round) => {
  const { kind, client, bien, id } = await withCheque(arena, round)
  const { id: compte } = await buildCompteBancaire(arena.t.db)
  const others: [(desk: Visitor) => Promise<Answer>, string[]][] = [
    [
      (desk) => desk.put(`/api/paiements/${id}`, { ...paiementDe(kind, bien, client, 50), mode: 'virement' }),
      ['201 409', '409 200'],
    ],
    [(desk) => desk.delete(`/api/paiements/${id}`), ['201 409', '422 200']],
    [reject(id), ['201 200', '409 200']],
  ]
  const [other, wanted] = pickAt(others, round)
  const answers = await arena.race([deposit(compte, [id]), other])
  return differs(answers.map(({ statusCode }) => statusCode).join(' '), ...wanted)
}

/** The last two cheques leave a remise at once: it goes with the second. */
const departs: Race = async (arena, round) => {
  const [one, two] = [await withCheque(arena, round), await withCheque(arena, round + 1)]
  const { id: compte } = await buildCompteBancaire(arena.t.db)
  await deposit(compte, [one.id, two.id])(arena.desk(0))
  const answers = await arena.race([undo(one.id), undo(two.id)])
  const { n } = await arena.t.db
    .selectFrom('remises')
    .where('compte_id', '=', compte)
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return differs(`${statuses(answers)}, ${n} left`, '200 200, 0 left')
}

/** A remise is deleted while one of its cheques is cleared: one of the two. */
const suppression: Race = async (arena, round) => {
  const { id } = await withCheque(arena, round)
  const { id: compte } = await buildCompteBancaire(arena.t.db)
  const made = await deposit(compte, [id])(arena.desk(0))
  const remise = (made.json as { id: number }).id
  const answers = await arena.race([(desk) => desk.delete(`/api/remises/${remise}`), clear(id)])
  return differs(answers.map(({ statusCode }) => statusCode).join(' '), '200 200', '409 200')
}

export const chequeRaces: [what: string, race: Race][] = [
  ['8 rejets du même chèque', rejets],
  ['8 remises du même chèque', remises],
  ['représenter contre 7 versements', representation],
  ['8 représentations du même chèque', representations],
  ['encaisser contre rejeter', encaissement],
  ['remise contre correction, suppression, rejet', remiseContre],
  ['les deux derniers chèques quittent une remise', departs],
  ['supprimer une remise contre encaisser', suppression],
]
