import { afterAll, beforeAll, expect, it } from 'vitest'
import { avancer } from '#features/papiers/server/documents.essais.ts'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import { buildAppartement, buildClient, pay, sell } from '#test/harness/builders.ts'

let t: TestApp
let karim: Visitor
beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
})
afterAll(() => t.close())

const search = async (q: string, visitor = karim) =>
  (
    (await visitor.get(`/api/recherche?q=${encodeURIComponent(q)}`)).json as {
      data: { genre: string; id: number; titre: string }[]
    }
  ).data
const clients = async (q: string, visitor = karim) =>
  (await search(q, visitor)).filter(({ genre }) => genre === 'client').map(({ id }) => id)

it('a paper is found by its number, also a cancelled one, and leads to its vente', async () => {
  const vente = await sell(t.db, await buildAppartement(t.db), (await buildClient(t.db)).id)
  await pay(t.db, vente, 50_000_000)
  const issued = await karim.post(`/api/ventes/${vente}/documents`, { type: 'attestation_paiement' })
  expect(issued.statusCode).toBe(201)
  const { id, numero } = issued.json as { id: number; numero: string }
  const found = { genre: 'document', id: vente, titre: `Attestation de paiement ${numero}` }
  for (const q of [numero, numero.toLowerCase(), `document ${numero.replace('-000', '-')}`])
    expect([q, await search(q)]).toEqual([q, [expect.objectContaining(found)]])
  expect((await karim.post(`/api/documents/${id}/annuler`, { motif: 'Nom mal écrit' })).statusCode).toBe(200)
  expect(await search(numero)).toEqual([expect.objectContaining(found)])
  const elsewhere = [
    numero.replace('-AP-', '-CR-'),
    numero.replace(/^\d{4}/, '2001'),
    numero.replace(/\d$/, '9'),
  ]
  for (const q of elsewhere) expect([q, await search(q)]).toEqual([q, []])
})

// spec: PA-29
it('a paper of a bloc is found by its number and leads to its blocs, or to the dossier that it names', async () => {
  const vente = await sell(t.db, await buildAppartement(t.db), (await buildClient(t.db)).id)
  const bloc = await avancer(t, vente)
  const { residence_id } = await t.db
    .updateTable('blocs')
    .set({ nomloc: 'Bâtiment Nord' })
    .where('id', '=', bloc)
    .returning('residence_id')
    .executeTakeFirstOrThrow()
  await t.db.updateTable('residences').set({ nom: 'El Yasmine' }).where('id', '=', residence_id).execute()
  const issue = async (champs: object) => {
    const { json } = await karim.post(`/api/blocs/${bloc}/documents`, {
      type: 'attestation_avancement',
      ...champs,
    })
    return json as { id: number; numero: string }
  }
  const seule = await issue({})
  const found = {
    genre: 'document',
    id: bloc,
    residence_id,
    client: null,
    titre: `Attestation d'avancement des travaux ${seule.numero}`,
    lieu: expect.stringMatching(/^\d.* \d{4}, Bâtiment Nord, Résidence El Yasmine$/),
  }
  expect(await search(seule.numero)).toEqual([expect.objectContaining(found)])
  await karim.post(`/api/documents/${seule.id}/annuler`, { motif: 'Bloc mal choisi' })
  expect(await search(seule.numero)).toEqual([expect.objectContaining(found)])
  const pour = await issue({ vente_id: vente })
  expect(await search(pour.numero)).toEqual([
    expect.objectContaining({ genre: 'document', id: vente, residence_id: null, client: expect.anything() }),
  ])
})

// spec: RE-31
it('a client is found by each of the numbers that a field holds, however it is written', async () => {
  const { id } = await buildClient(t.db, {
    nom_complet: 'Deux Lignes',
    tel: '0771 20 30 40 / +213 662 11 22 33',
    tel2: '0553 44 55 66 - 0554 77 88 99',
  })
  for (const q of [
    '0771203040',
    '0662 11 22 33',
    '+213 662112233',
    '0553.44.55.66',
    '0554 77 88 99',
    '0553 44',
  ])
    expect([q, await clients(q)]).toEqual([q, [id]])
})

it('a client is found by his Arabic name and by the first six digits of his second phone, in any spelling', async () => {
  const { id } = await buildClient(t.db, {
    nom_complet: 'Amina Saïdi',
    nom_ar: 'أمينة سعيدي',
    tel: '0550 11 11 11',
    tel2: '+213 (0) 661-22-33-44',
    nin: '109876543210987654',
    piece_numero: '445566778',
  })
  for (const q of ['أمينة', 'سعيدي أمينة', '066122', '0661 22 33 44', '+213661223344', '00213 661 22 33'])
    expect([q, await clients(q)]).toEqual([q, [id]])
  // Too few digits, digits in its middle, and what says who he is before the law.
  for (const q of ['06612', '223344', '109876543210987654', '109876', '445566778', '445566'])
    expect([q, await clients(q)]).toEqual([q, []])
})
