import { sql } from 'kysely'
import type { Db } from '#server/database/db.ts'
import { DESKS, statuses, type Arena } from '#test/races/arena.ts'
import { buildAppartement, buildLocal, buildPlace, idOf, sell } from '#test/harness/builders.ts'
import type { TypeBien } from '#shared/biens.ts'

/** One round of a race: what did not hold, or null. `round` tells which kind of bien it is about, among other things. */
export type Race = (arena: Arena, round: number) => Promise<string | null>

export const KINDS = ['appartement', 'local', 'place_parking'] as const satisfies TypeBien[]
export const kindOf = (round: number) => KINDS[round % KINDS.length] ?? 'appartement'

const eight = Array.from({ length: DESKS }, (_, at) => at)
const FIELD = { appartement: 'appartement_id', local: 'local_id', place_parking: 'place_parking_id' } as const

export const paths = {
  appartement: (id: number) => `/api/appartements/${id}`,
  local: (id: number) => `/api/locaux/${id}`,
  place_parking: (id: number) => `/api/places-parking/${id}`,
}

let serial = 0
/** A number no other bien of the run has. */
export const nextNumber = () => ++serial

/** A bien of the arena at 100 DA. */
export function newBien({ t, ground }: Arena, kind: TypeBien): Promise<number> {
  const prix = 10_000
  if (kind === 'appartement') return buildAppartement(t.db, { prix, etage_id: ground.etage_id })
  if (kind === 'local') return buildLocal(t.db, { prix, bloc_id: ground.bloc_id })
  return buildPlace(t.db, { prix, parking_id: ground.parking_id })
}

export const paiementDe = (kind: TypeBien, bien: number, client_id: number, versement: number) => ({
  client_id,
  [FIELD[kind]]: bien,
  date_paiement: '2026-03-01',
  versement,
})

/** The body of an edit form of a bien of the arena. */
export function formulaire({ ground }: Arena, kind: TypeBien, montant: number): Record<string, unknown> {
  const n = nextNumber()
  if (kind === 'local') return { num: `E${n}`, surface: 45, bloc_id: ground.bloc_id, montant }
  if (kind === 'place_parking') return { numero_place: 500_000 + n, type_place: 'Box', montant }
  return {
    numLot: `E${n}`,
    typeLogement: 'F3',
    surfaceHabitable: 80,
    surfaceUtile: 10,
    etage_id: ground.etage_id,
    montant,
  }
}

export const vendre = (kind: TypeBien, bien: number) =>
  kind === 'place_parking'
    ? ({ method: 'post', path: `${paths[kind](bien)}/attribuer` } as const)
    : ({ method: 'put', path: `${paths[kind](bien)}/assigner-client` } as const)

export const rendre = (kind: TypeBien, bien: number) =>
  kind === 'place_parking'
    ? ({ method: 'post', path: `${paths[kind](bien)}/liberer` } as const)
    : ({ method: 'put', path: `${paths[kind](bien)}/retirer-client` } as const)

async function paidFor({ t }: Arena, bien: number): Promise<string> {
  const { rows, sum } = await t.db
    .selectFrom('paiements as p')
    .innerJoin('ventes as v', 'v.id', 'p.vente_id')
    .where('v.bien_id', '=', bien)
    .select(({ fn }) => [fn.countAll<number>().as('rows'), fn.sum<string | null>('p.versement').as('sum')])
    .executeTakeFirstOrThrow()
  return `${rows} for ${Number(sum)}`
}

const differs = (found: string, ...wanted: string[]) =>
  wanted.includes(found) ? null : `${found} instead of ${wanted.join(' or ')}`

/** Eight payments of 30 on 100: three are accepted. */
const paiements: Race = async (arena, round) => {
  const kind = kindOf(round)
  const [client] = arena.ground.clients
  const bien = await newBien(arena, kind)
  await sell(arena.t.db, bien, client)
  const body = paiementDe(kind, bien, client, 30)
  const answers = await arena.race(eight.map(() => (desk) => desk.post('/api/paiements', body)))
  return differs(
    `${statuses(answers)}, ${await paidFor(arena, bien)}`,
    '201 201 201 422 422 422 422 422, 3 for 9000',
  )
}

/** Eight sell the same bien to eight clients: one does. */
const ventes: Race = async (arena, round) => {
  const kind = kindOf(round)
  const bien = await newBien(arena, kind)
  const { method, path } = vendre(kind, bien)
  const buyers = arena.ground.clients
  const answers = await arena.race(
    eight.map((at) => (desk) => desk[method](path, { client_id: buyers[at % 2] })),
  )
  const open = await arena.t.db
    .selectFrom('ventes')
    .select('client_id')
    .where('bien_id', '=', bien)
    .where('terminee_le', 'is', null)
    .execute()
  const winner = answers.findIndex(({ statusCode }) => statusCode === 200)
  if (open[0]?.client_id !== buyers[winner % 2]) return 'the bien is not the winner’s'
  return differs(`${statuses(answers)}, ${open.length} open`, '200 409 409 409 409 409 409 409, 1 open')
}

/** One form sent eight times at once: one payment, one answer. */
const cle: Race = async (arena, round) => {
  const kind = kindOf(round)
  const [client] = arena.ground.clients
  const bien = await newBien(arena, kind)
  await sell(arena.t.db, bien, client)
  const body = paiementDe(kind, bien, client, 10)
  const headers = { 'idempotency-key': `course-${bien}` }
  const sameDesk = () => arena.desk(0).post('/api/paiements', body, headers)
  const answers = await arena.race(eight.map(() => sameDesk))
  if (new Set(answers.map(idOf)).size !== 1) return 'the answers differ'
  return differs(
    `${statuses(answers)}, ${await paidFor(arena, bien)}`,
    '201 201 201 201 201 201 201 201, 1 for 1000',
  )
}

/** A payment and the end of its sale: paid before it, or refused after it; a local's payments go with its client. */
const fin: Race = async (arena, round) => {
  const kind = kindOf(round)
  const [client] = arena.ground.clients
  const bien = await newBien(arena, kind)
  await sell(arena.t.db, bien, client)
  const { method, path } = rendre(kind, bien)
  const answers = await arena.race([
    (desk) => desk.post('/api/paiements', paiementDe(kind, bien, client, 30)),
    (desk) => desk[method](path),
  ])
  const [paid, ended] = answers.map(({ statusCode }) => statusCode)
  return differs(
    `${paid} ${ended}, ${await paidFor(arena, bien)}`,
    kind === 'local' ? '201 200, 0 for 0' : '201 200, 1 for 3000',
    '422 200, 0 for 0',
  )
}

/** A payment of 60 and a price lowered to 50: one of them is refused. */
const prix: Race = async (arena, round) => {
  const kind = kindOf(round)
  const [client] = arena.ground.clients
  const bien = await newBien(arena, kind)
  await sell(arena.t.db, bien, client)
  const body = formulaire(arena, kind, 50)
  const answers = await arena.race([
    (desk) => desk.post('/api/paiements', paiementDe(kind, bien, client, 60)),
    (desk) => desk.put(paths[kind](bien), body),
  ])
  const [paid, priced] = answers.map(({ statusCode }) => statusCode)
  return differs(
    `${paid} ${priced}, ${await paidFor(arena, bien)}`,
    '201 422, 1 for 6000',
    '422 200, 0 for 0',
  )
}

/** The five that would cost money. */
export const mainRaces: [what: string, race: Race][] = [
  ['8 paiements de 30 sur 100', paiements],
  ['8 ventes du même bien', ventes],
  ['8 envois sous la même clé', cle],
  ['paiement contre fin de la vente', fin],
  ['paiement contre baisse du prix', prix],
]

/** Runs `rounds` of a race; returns what did not hold. */
export async function run(arena: Arena, race: Race, rounds: number): Promise<string[]> {
  const wrong: string[] = []
  for (let round = 0; round < rounds; round++) {
    const found = await race(arena, round)
    if (found !== null) wrong.push(`round ${round}: ${found}`)
  }
  return wrong
}

/** Receipt numbers given so far, and payments ever accepted: equal when there is no gap and none is given twice. */
export async function receipts({ t }: Arena): Promise<{ given: number; accepted: number }> {
  const recu = await t.db.selectFrom('recus').select('dernier').executeTakeFirst()
  const { n } = await t.db
    .selectFrom('journal')
    .where('objet', '=', 'paiement')
    .where('action', 'in', ['ajouter', 'representer'])
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return { given: recu?.dernier ?? 0, accepted: n }
}

/** Eight payments of 30 on 100 where the sum is read and then trusted: how much was taken. A barrier that works overpays. */
export async function naivePayments({ t, wire }: Arena): Promise<number> {
  await sql`create table if not exists naif (versement bigint not null)`.execute(t.db)
  await sql`truncate naif`.execute(t.db)
  wire.together(DESKS)
  const paid = (db: Db) =>
    sql<{ paye: number }>`select coalesce(sum(versement), 0)::bigint as paye from naif`.execute(db)
  await Promise.all(
    eight.map(() =>
      wire.db.transaction().execute(async (db) => {
        const { rows } = await paid(db)
        if ((rows[0]?.paye ?? 0) + 30 <= 100) await sql`insert into naif values (30)`.execute(db)
      }),
    ),
  )
  return (await paid(t.db)).rows[0]?.paye ?? 0
}
