import { afterAll, beforeAll, expect, it } from 'vitest'
import { aujourdhui } from '#shared/dates.ts'
import { startArena, statuses, type Arena } from '#test/races/arena.ts'
import { buildClient, idOf, pay, payByCheque, sell } from '#test/harness/builders.ts'
import { kindOf, newBien, paiementDe, rendre, vendre } from '#test/races/races.ts'

const ROUNDS = Number(process.env['RACE_ROUNDS'] ?? 20)
const rounds = Array.from({ length: ROUNDS }, (_, round) => round)

let arena: Arena
beforeAll(async () => {
  arena = await startArena()
})
// Closing checks every rule of db/invariants.sql.
afterAll(() => arena.close())

const fin = { demande_le: '2026-03-02', origine: 'client', motif: 'Crédit refusé' }
const venteOf = (id: number) =>
  arena.t.db
    .selectFrom('ventes')
    .select(['bien_id', 'client_id', 'total_paye', 'terminee_le'])
    .where('id', '=', id)
    .executeTakeFirst()

// spec: VE-25
it('of ten refunds at once as many are recorded as the remainder holds, under consecutive numbers', async () => {
  const bien = await newBien(arena, 'appartement')
  await arena.t.db.updateTable('biens').set({ prix: 1_000_000_000 }).where('id', '=', bien).execute()
  const vente = await sell(arena.t.db, bien, arena.ground.clients[0])
  await pay(arena.t.db, vente, 400_000_001)
  await arena.desk(0).post(`/api/ventes/${vente}/desistement`, { ...fin, retenue_pourcent: 15 })
  const refund = { jour: '2026-03-10', montant: 400_000, mode: 'virement' }
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, at) => arena.desk(at).post(`/api/ventes/${vente}/remboursements`, refund)),
  )
  expect(statuses(answers)).toBe('201 201 201 201 201 201 201 201 422 422')
  const { desistement, remboursements } = (await arena.desk(0).get(`/api/ventes/${vente}`)).json as {
    desistement: object
    remboursements: { numero: string }[]
  }
  expect(desistement).toMatchObject({ rembourse: 3_200_000, a_rembourser: 200_000.01 })
  const numbers = remboursements.map(({ numero }) => Number(numero.slice(7))).toSorted((a, b) => a - b)
  expect(numbers).toEqual(numbers.map((_, at) => (numbers[0] ?? 0) + at))
})

// spec: VE-29
it('a transfert and the sale of its target: one wins', async () => {
  for (const round of rounds) {
    const kind = kindOf(round)
    const [from, to] = [await newBien(arena, kind), await newBien(arena, kind)]
    const vente = await sell(arena.t.db, from, arena.ground.clients[0])
    const sale = vendre(kind, to)
    const [moved, sold] = await arena.race([
      (desk) => desk.post(`/api/ventes/${vente}/transfert-bien`, { bien_id: to, motif: 'Étage' }),
      (desk) => desk[sale.method](sale.path, { client_id: arena.ground.clients[1] }),
    ])
    expect([
      [201, 409],
      [409, 200],
    ]).toContainEqual([moved?.statusCode, sold?.statusCode])
  }
})

// spec: VE-29
it('two dossiers that swap their biens: both are refused, nothing moves', async () => {
  for (const round of rounds) {
    const [a, b] = [await newBien(arena, kindOf(round)), await newBien(arena, kindOf(round + 1))]
    const one = await sell(arena.t.db, a, arena.ground.clients[0])
    const two = await sell(arena.t.db, b, arena.ground.clients[1])
    const answers = await arena.race([
      (desk) => desk.post(`/api/ventes/${one}/transfert-bien`, { bien_id: b, motif: 'Échange' }),
      (desk) => desk.post(`/api/ventes/${two}/transfert-bien`, { bien_id: a, motif: 'Échange' }),
    ])
    expect(statuses(answers)).toBe('409 409')
    expect([(await venteOf(one))?.bien_id, (await venteOf(two))?.bien_id]).toEqual([a, b])
  }
})

it('a désistement and a payment: paid before it, or refused after it', async () => {
  for (const round of rounds) {
    const kind = kindOf(round)
    const bien = await newBien(arena, kind)
    const [client] = arena.ground.clients
    const vente = await sell(arena.t.db, bien, client)
    const [ended, paid] = await arena.race([
      (desk) => desk.post(`/api/ventes/${vente}/desistement`, fin),
      (desk) => desk.post('/api/paiements', paiementDe(kind, bien, client, 30)),
    ])
    expect(ended?.statusCode).toBe(201)
    expect([201, 422]).toContain(paid?.statusCode)
    expect((await venteOf(vente))?.total_paye).toBe(paid?.statusCode === 201 ? 3000 : 0)
  }
})

it('a désistement and the removal of the client: one of them ends the sale', async () => {
  for (const round of rounds) {
    const kind = kindOf(round)
    const bien = await newBien(arena, kind)
    const vente = await sell(arena.t.db, bien, arena.ground.clients[0])
    await pay(arena.t.db, vente, 3000)
    const { method, path } = rendre(kind, bien)
    const [ended, removed] = await arena.race([
      (desk) => desk.post(`/api/ventes/${vente}/desistement`, fin),
      (desk) => desk[method](path),
    ])
    expect([
      [201, 409],
      [409, 200],
      // A local's row goes with its payments.
      [404, 200],
    ]).toContainEqual([ended?.statusCode, removed?.statusCode])
  }
})

it('a refund and the rejection of the cheque it would come from: never both', async () => {
  for (const round of rounds) {
    const bien = await newBien(arena, kindOf(round))
    const vente = await sell(arena.t.db, bien, arena.ground.clients[0])
    const cheque = await payByCheque(arena.t.db, vente, 3000, { encaisse_le: '2026-02-01' })
    await arena.desk(0).post(`/api/ventes/${vente}/desistement`, fin)
    const [refunded, bounced] = await arena.race([
      (desk) =>
        desk.post(`/api/ventes/${vente}/remboursements`, {
          jour: '2026-03-10',
          montant: 30,
          mode: 'virement',
        }),
      (desk) => desk.post(`/api/cheques/${cheque}/rejeter`, { rejete_le: aujourdhui(), motif: 'Opposition' }),
    ])
    expect([
      [201, 409],
      [422, 200],
    ]).toContainEqual([refunded?.statusCode, bounced?.statusCode])
  }
})

it('a cession and a payment: who paid is who held the dossier', async () => {
  for (const round of rounds) {
    const kind = kindOf(round)
    const bien = await newBien(arena, kind)
    const [client] = arena.ground.clients
    const autre = (await buildClient(arena.t.db)).id
    const vente = await sell(arena.t.db, bien, client)
    const [ceded, paid] = await arena.race([
      (desk) => desk.post(`/api/ventes/${vente}/transfert-client`, { client_id: autre, motif: 'Frère' }),
      (desk) => desk.post('/api/paiements', paiementDe(kind, bien, client, 30)),
    ])
    expect(ceded?.statusCode).toBe(201)
    expect([201, 422]).toContain(paid?.statusCode)
    if (paid?.statusCode !== 201) continue
    const { json } = await arena.desk(0).get(`/api/paiements/${idOf(paid)}`)
    expect(json).toMatchObject({ client_id: autre, detenteur: { id: client } })
  }
})
