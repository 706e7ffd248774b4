import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addJours, aujourdhui, formatJourCourt } from '#shared/dates.ts'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import {
  buildAppartement,
  buildClient,
  buildLocal,
  buildOption,
  buildParking,
  buildPlace,
  sell,
} from '#test/harness/builders.ts'

let t: TestApp
let karim: Visitor
let client: number
beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
})
beforeEach(async () => {
  client = (await buildClient(t.db, { nom_complet: 'Élodie Benaïssa' })).id
})
afterAll(() => t.close())

const today = aujourdhui()
const demain = addJours(today, 1)
const hier = addJours(today, -1)
const optionOf = (id: number) =>
  t.db.selectFrom('options').selectAll().where('id', '=', id).executeTakeFirst()
const lines = async () =>
  (
    await t.db
      .selectFrom('journal')
      .select(({ fn }) => fn.countAll().as('n'))
      .executeTakeFirstOrThrow()
  ).n
/** How a deletion is refused, once nothing has been written nor deleted. */
async function refusal(path: string): Promise<unknown> {
  const before = await lines()
  const { statusCode, json } = await karim.delete(path)
  expect([statusCode, await lines(), (await karim.get(path)).statusCode]).toEqual([409, before, 200])
  return json
}
const accepted = async (path: string) => expect((await karim.delete(path)).statusCode).toBe(200)

/** A dossier of the bien that ended and left no payment. */
async function close(bien: number, holder: number): Promise<number> {
  const vente = await sell(t.db, bien, holder)
  await t.db
    .updateTable('ventes')
    .set({ terminee_le: sql`now()` })
    .where('id', '=', vente)
    .execute()
  await t.db
    .insertInto('desistements')
    .values({ vente_id: vente, demande_le: today, origine: 'client', motif: 'Mutation', retenue: 0 })
    .execute()
  return vente
}
const transfer = (vente_id: number, former: { ancien_bien_id?: number; ancien_client_id?: number }) =>
  t.db
    .insertInto('transferts')
    .values({
      vente_id,
      nature: former.ancien_bien_id === undefined ? 'client' : 'bien',
      ancien: 'Avant',
      nouveau: 'Après',
      prix_avant: 1,
      prix_apres: 1,
      motif: 'Choix',
      membre_nom: 'Karim',
      ...former,
    })
    .execute()

const KINDS = [
  { ce: 'cet appartement', build: () => buildAppartement(t.db), path: '/api/appartements' },
  { ce: 'ce local', build: () => buildLocal(t.db), path: '/api/locaux' },
  { ce: 'cette place', build: () => buildPlace(t.db), path: '/api/places-parking' },
]

// spec: VE-32
describe.each(KINDS)('deleting $ce', ({ ce, build, path }) => {
  it('waits for the last day of an option, which then goes with it', async () => {
    const id = await build()
    const { id: option } = await buildOption(t.db, id, { expire_le: demain })
    expect(await refusal(`${path}/${id}`)).toEqual({
      message: `Impossible de supprimer ${ce} : une option est en cours jusqu'au ${formatJourCourt(demain)}.`,
    })
    await t.db.updateTable('options').set({ expire_le: hier }).where('id', '=', option).execute()
    await accepted(`${path}/${id}`)
    expect(await optionOf(option)).toBeUndefined()
  })

  it('is refused while dossiers that ended or left it speak of it', async () => {
    const id = await build()
    await close(id, client)
    const un = `Impossible de supprimer ${ce} : 1 dossier clos ou transféré y est rattaché.`
    expect(await refusal(`${path}/${id}`)).toEqual({ message: un })
    await transfer(await sell(t.db, await build(), client), { ancien_bien_id: id })
    expect(await refusal(`${path}/${id}`)).toEqual({
      message: `Impossible de supprimer ${ce} : 2 dossiers clos ou transférés y sont rattachés.`,
    })
  })
})

// spec: VE-32
describe('deleting a parking', () => {
  it('waits for the options of its places, and for their dossiers', async () => {
    const { id } = await buildParking(t.db)
    const place = await buildPlace(t.db, { parking_id: id })
    const { id: option } = await buildOption(t.db, place, { expire_le: today })
    expect(await refusal(`/api/parkings/${id}`)).toEqual({
      message: `Impossible de supprimer ce parking : une option est en cours jusqu'au ${formatJourCourt(today)}.`,
    })
    await karim.post(`/api/options/${option}/liberer`, {})
    const vente = await close(place, client)
    expect(await refusal(`/api/parkings/${id}`)).toEqual({
      message: 'Impossible de supprimer ce parking : 1 dossier clos ou transféré y est rattaché.',
    })
    await t.db.deleteFrom('desistements').where('vente_id', '=', vente).execute()
    await t.db.deleteFrom('ventes').where('id', '=', vente).execute()
    await accepted(`/api/parkings/${id}`)
    expect(await optionOf(option)).toBeUndefined()
  })
})

// spec: VE-32
describe('deleting a client', () => {
  const message = (details: string) =>
    `Impossible de supprimer ce client : des biens ou des paiements lui sont rattachés. ${details}`

  it('is refused while he holds an option; past ones keep his name', async () => {
    const { id: option } = await buildOption(t.db, await buildAppartement(t.db), {
      client_id: client,
      nom: 'Élodie Benaïssa',
      expire_le: today,
    })
    expect(await refusal(`/api/clients/${client}`)).toEqual({ message: message('Une option est en cours.') })
    await karim.post(`/api/options/${option}/liberer`, {})
    const { id: over } = await buildOption(t.db, await buildAppartement(t.db), {
      client_id: client,
      nom: 'Élodie Benaïssa',
      expire_le: hier,
    })
    await accepted(`/api/clients/${client}`)
    for (const id of [option, over])
      expect(await optionOf(id)).toMatchObject({ nom: 'Élodie Benaïssa', client_id: null })
  })

  it('is refused while a dossier of his has ended or gone to somebody else', async () => {
    await close(await buildLocal(t.db), client)
    expect(await refusal(`/api/clients/${client}`)).toEqual({
      message: message('Ce client a 1 dossier de vente terminé.'),
    })
    const { id: other } = await buildClient(t.db)
    for (let n = 0; n < 2; n++)
      await transfer(await sell(t.db, await buildLocal(t.db), other), { ancien_client_id: client })
    await close(await buildLocal(t.db), client)
    expect(await refusal(`/api/clients/${client}`)).toEqual({
      message: message('Ce client a 2 dossiers de vente terminés. Ce client a cédé 2 dossiers.'),
    })
  })
})
