import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Dossier } from '#features/ventes/dossiers.contract.ts'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import {
  buildAppartement,
  buildClient,
  buildEtage,
  buildLocal,
  buildOption,
  buildPlace,
} from '#test/harness/builders.ts'

let t: TestApp
let [karim, nadia]: Visitor[] = []
const visitor = (one: Visitor | undefined): Visitor => one ?? t.visitor()
let client: number
let ids: Record<'karim' | 'nadia' | 'omar', number>
beforeAll(async () => {
  t = await startApp()
  karim = await t.member('karim@diyar.dz')
  nadia = await t.member('nadia@diyar.dz', 'commercial')
  await t.member('omar@diyar.dz', 'commercial')
  for (const nom of ['nadia', 'omar'] as const)
    await t.db
      .updateTable('membres')
      .set({ name: nom === 'nadia' ? 'Nadia Ferhat' : 'Omar Saïdi' })
      .where('email', '=', `${nom}@diyar.dz`)
      .execute()
  const rows = await t.db.selectFrom('membres').select(['id', 'email']).execute()
  const idOf = (nom: string) => rows.find(({ email }) => email === `${nom}@diyar.dz`)?.id ?? 0
  ids = { karim: idOf('karim'), nadia: idOf('nadia'), omar: idOf('omar') }
})
beforeEach(async () => {
  client = (await buildClient(t.db)).id
})
afterAll(() => t.close())

const dossierOf = async (bien: number) => {
  const { id } = await t.db
    .selectFrom('ventes')
    .select('id')
    .where('bien_id', '=', bien)
    .executeTakeFirstOrThrow()
  return (await visitor(karim).get(`/api/ventes/${id}`)).json as Dossier
}
const sold = async (bien: number) => {
  await visitor(nadia).put(`/api/appartements/${bien}/assigner-client`, { client_id: client })
  return dossierOf(bien)
}
const put = (by: Visitor | undefined, { id, reservation_le }: Dossier, body: object) =>
  visitor(by).put(`/api/ventes/${id}`, { reservation_le, ...body })
const NADIA = () => ({ id: ids.nadia, nom: 'Nadia Ferhat' })

// spec: CO-23
it('whoever sells by hand is the vendeur, on every way to sell', async () => {
  const [lot, local, place, tenu] = [
    await buildAppartement(t.db),
    await buildLocal(t.db),
    await buildPlace(t.db),
    await buildAppartement(t.db),
  ]
  const option = await buildOption(t.db, tenu)
  const ways: [number, string, string, object][] = [
    [lot, 'put', `/api/appartements/${lot}/assigner-client`, {}],
    [local, 'put', `/api/locaux/${local}/assigner-client`, {}],
    [place, 'post', `/api/places-parking/${place}/attribuer`, {}],
    [tenu, 'put', `/api/appartements/${tenu}/assigner-client`, { option_id: option.id }],
  ]
  for (const [bien, method, path, body] of ways) {
    const answer = await visitor(nadia)[method === 'put' ? 'put' : 'post'](path, {
      client_id: client,
      ...body,
    })
    expect(answer.statusCode).toBeLessThan(300)
    expect((await dossierOf(bien)).vendeur).toEqual(NADIA())
  }
  const { id: etage_id } = await buildEtage(t.db)
  const numLot = 'V-1'
  const made = await visitor(karim).post('/api/appartements', {
    numLot,
    typeLogement: 'F3',
    surfaceHabitable: 80,
    surfaceUtile: 12,
    montant: 1_000_000,
    etage_id,
    client_id: client,
  })
  expect(made.statusCode).toBe(201)
  const { id } = await t.db
    .selectFrom('appartements')
    .select('id')
    .where('num_lot', '=', numLot)
    .executeTakeFirstOrThrow()
  expect((await dossierOf(id)).vendeur).toEqual({ id: ids.karim, nom: 'Karim Benali' })
})

// spec: CO-23
it('the direction changes him; another rôle is refused with nothing else written, though it may send him unchanged', async () => {
  const dossier = await sold(await buildAppartement(t.db))
  const before = await t.db.selectFrom('ventes').selectAll().where('id', '=', dossier.id).executeTakeFirst()
  const lines = () => t.db.selectFrom('journal').select('id').execute()
  const { length } = await lines()
  const refused = [
    [nadia, ids.omar, 'Seule la direction change le vendeur.'],
    [nadia, null, 'Seule la direction change le vendeur.'],
    [nadia, 999_999, 'Seule la direction change le vendeur.'],
    [karim, 999_999, "Cette valeur n'est pas valide."],
    [karim, 'Omar', "Cette valeur n'est pas valide."],
  ] as const
  for (const [by, vendeur_id, message] of refused) {
    const answer = await put(by, dossier, { vendeur_id, notaire: 'Maître Kaci' })
    expect([answer.statusCode, answer.json]).toEqual([422, { message, errors: { vendeur_id: [message] } }])
  }
  await t.db.updateTable('membres').set({ actif: false }).where('id', '=', ids.omar).execute()
  expect((await put(karim, dossier, { vendeur_id: ids.omar })).statusCode).toBe(422)
  await t.db.updateTable('membres').set({ actif: true }).where('id', '=', ids.omar).execute()
  expect(await t.db.selectFrom('ventes').selectAll().where('id', '=', dossier.id).executeTakeFirst()).toEqual(
    before,
  )
  expect(await lines()).toHaveLength(length)
  const same = await put(nadia, dossier, { vendeur_id: ids.nadia, notaire: 'Maître Kaci' })
  expect(same.json).toMatchObject({ notaire: 'Maître Kaci', vendeur: NADIA() })
  const changed = await put(karim, dossier, {
    reservation_le: '2026-01-10',
    contrat_le: null,
    livraison_prevue_le: null,
    livraison_le: null,
    notaire: 'Maître Kaci',
    note: null,
    vendeur_id: ids.omar,
    version: (same.json as Dossier).version,
  })
  expect(changed.json).toMatchObject({ vendeur: { id: ids.omar, nom: 'Omar Saïdi' }, notaire: 'Maître Kaci' })
  const line = await t.db
    .selectFrom('journal')
    .select(['avant', 'apres'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  expect(line).toMatchObject({ avant: { vendeur: 'Nadia Ferhat' }, apres: { vendeur: 'Omar Saïdi' } })
  expect((await put(karim, dossier, {})).json).toMatchObject({ vendeur: { id: ids.omar } })
  expect((await put(karim, dossier, { vendeur_id: null })).json).toMatchObject({ vendeur: null })
})

// spec: CO-23
it('list, filter, workbook and dossier agree; a renamed member is told as he is called, one who is deleted leaves his name', async () => {
  const { id } = await visitor(karim)
    .post('/api/members', {
      name: 'Yacine Belkacem',
      email: 'yacine@diyar.dz',
      password: 'un mot de passe assez long',
      password_confirmation: 'un mot de passe assez long',
      role: 'commercial',
    })
    .then(({ json }) => json as { id: number })
  const dossier = await sold(await buildAppartement(t.db))
  await put(karim, dossier, { vendeur_id: id })
  const list = async (query: string) =>
    ((await visitor(karim).get(`/api/ventes?${query}`)).json as { data: Dossier[] }).data.map((one) => [
      one.id,
      one.vendeur,
    ])
  expect(await list(`vendeur_id=${id}`)).toEqual([[dossier.id, { id, nom: 'Yacine Belkacem' }]])
  expect(await list('vendeur_id=999999')).toEqual([])
  const workbook = async () => {
    const file = await visitor(karim).get(`/api/ventes/export?vendeur_id=${id}`)
    const rows = (await readXlsx(file.rawPayload)).sheets[0]?.rows ?? []
    const at = rows.findIndex((row) => row.includes('Vendu par'))
    const column = rows[at]?.indexOf('Vendu par') ?? -1
    expect(rows[at]?.[column - 1]).toBe('Notaire')
    return rows[at + 1]?.[column]
  }
  expect(await workbook()).toBe('Yacine Belkacem')
  await t.db.updateTable('membres').set({ name: 'Yacine B.' }).where('id', '=', id).execute()
  expect(await list(`vendeur_id=${id}`)).toEqual([[dossier.id, { id, nom: 'Yacine B.' }]])
  expect((await visitor(karim).delete(`/api/members/${id}`)).statusCode).toBe(200)
  expect(await list(`search=${dossier.dossier}`)).toEqual([
    [dossier.id, { id: null, nom: 'Yacine Belkacem' }],
  ])
  // Who keeps what the form shows keeps the name.
  expect((await put(karim, dossier, { vendeur_id: null })).json).toMatchObject({
    vendeur: { nom: 'Yacine Belkacem' },
  })
})
