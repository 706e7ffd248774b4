import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildImport } from '#features/imports/server/imports.scenes.ts'
import { aujourdhui } from '#shared/dates.ts'
import { buildActe } from '#test/harness/actes.ts'
import type { Answer, Visitor } from '#test/harness/app.ts'
import { buildAppartement, buildClient, buildResidence, sell } from '#test/harness/builders.ts'
import { failedInvariants } from '#test/harness/invariants.ts'
import { startArena, statuses, type Arena } from '#test/races/arena.ts'

let arena: Arena
beforeAll(async () => {
  arena = await startArena()
})
afterAll(() => arena.close())

const rounds = Array.from({ length: 20 }, (_, n) => n)
const db = () => arena.t.db
const exists = async (table: 'ventes' | 'appartements' | 'clients' | 'paiements', id: number) =>
  (await db().selectFrom(table).select('id').where('id', '=', id).execute()).length === 1

async function sold() {
  const { id: client } = await buildClient(db())
  const appartement = await buildAppartement(db(), { etage_id: arena.ground.etage_id })
  const vente = await sell(db(), appartement, client)
  return {
    client,
    appartement,
    vente,
    id: await buildActe(db(), { client: [client], appartement: [appartement], vente: [vente] }),
  }
}

/** One lot of a bloc of its own. */
async function generated() {
  const { id: residence } = await buildResidence(db())
  const logement = { typeLogement: 'F3', surfaceHabitable: 70, surfaceUtile: 5, montant: 9_000_000 }
  const { statusCode, json } = await arena.desk(0).post(`/api/residences/${residence}/generer`, {
    blocs: { nombre: 1, nom: 'Bloc {A}', description: '' },
    niveaux: [{ de: 0, a: 0, palier: [logement] }],
    numero: '{bloc}{niveau}{rang:2}',
  })
  expect(statusCode).toBe(201)
  const { id: lot } = await db()
    .selectFrom('appartements')
    .select('id')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return { lot, id: (json as { data: { generation_id: number } }).data.generation_id }
}

const defaire = (path: string) => (visitor: Visitor) => visitor.post(`${path}/defaire`, {})
const won = ([one, other]: Answer[]) => [(one?.statusCode ?? 0) < 300, (other?.statusCode ?? 0) < 300]

// spec: IN-19
it.each(rounds)('an import that is taken back while a payment comes, round %i: one wins whole', async () => {
  const { id, client, appartement, vente } = await sold()
  const answers = await arena.race([
    defaire(`/api/imports/${id}`),
    (visitor) =>
      visitor.post('/api/paiements', {
        client_id: client,
        appartement_id: appartement,
        versement: 1_000,
        date_paiement: aujourdhui(),
        mode: 'virement',
      }),
  ])
  const [undone, paid] = won(answers)
  expect([undone, paid]).toEqual([undone, !undone])
  for (const { statusCode } of answers) expect(statusCode).toBeLessThan(500)
  expect([
    await exists('ventes', vente),
    await exists('clients', client),
    await exists('appartements', appartement),
  ]).toEqual([paid, paid, paid])
  const payments = await db().selectFrom('paiements').select('id').where('vente_id', '=', vente).execute()
  expect(payments).toHaveLength(paid ? 1 : 0)
})

// spec: IN-19
it.each(rounds)(
  'a generation that is taken back while one of its lots is sold, round %i: one wins whole',
  async () => {
    const { id, lot } = await generated()
    const [client] = arena.ground.clients
    const answers = await arena.race([
      defaire(`/api/generations/${id}`),
      (visitor) => visitor.put(`/api/appartements/${lot}/assigner-client`, { client_id: client }),
    ])
    const [undone, wasSold] = won(answers)
    expect([undone, wasSold]).toEqual([undone, !undone])
    for (const { statusCode } of answers) expect(statusCode).toBeLessThan(500)
    expect(await exists('appartements', lot)).toBe(wasSold)
  },
)

// spec: IN-19
it.each(rounds)('what two take back at once is taken back once, round %i', async () => {
  const { id, lot } = await generated()
  const path = `/api/generations/${id}`
  expect(statuses(await arena.race([defaire(path), defaire(path)]))).toBe('200 409')
  expect(await exists('appartements', lot)).toBe(false)
  const imported = await buildActe(db(), { client: [(await buildClient(db())).id] })
  const one = defaire(`/api/imports/${imported}`)
  expect(statuses(await arena.race([one, one]))).toBe('200 409')
})

// spec: IN-19
it('nothing is taken back while an import writes', async () => {
  const { id, lot } = await generated()
  const client = (await buildClient(db())).id
  const imported = await buildActe(db(), { client: [client] })
  const writing = await buildImport(db())
  const set = (statut: 'ecriture' | 'annule') =>
    db().updateTable('imports').set({ statut }).where('id', '=', writing).execute()
  await set('ecriture')
  for (const path of [`/api/generations/${id}`, `/api/imports/${imported}`])
    for (const body of [{ essai: true }, {}]) {
      const { statusCode, json } = await arena.desk(0).post(`${path}/defaire`, body)
      const message = 'Un import est déjà en cours. Attendez sa fin ou annulez-le.'
      expect([statusCode, json]).toEqual([409, { message }])
    }
  expect([await exists('appartements', lot), await exists('clients', client)]).toEqual([true, true])
  await set('annule')
  expect((await arena.desk(0).post(`/api/generations/${id}/defaire`, {})).statusCode).toBe(200)
  expect(await failedInvariants(db())).toEqual([])
})
