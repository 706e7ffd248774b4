import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type Answer, type TestApp, type Visitor } from '#test/harness/app.ts'
import { buildAppartement, buildClient, buildLocal, idOf, pay, sell } from '#test/harness/builders.ts'

let t: TestApp
let karim: Visitor
beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
})
afterAll(() => t.close())

const client = async () => (await buildClient(t.db)).id
const ventesOf = (bien: number) =>
  t.db.selectFrom('ventes').selectAll().where('bien_id', '=', bien).orderBy('id').execute()
const paiementsOf = async (bien: number) =>
  (
    await t.db
      .selectFrom('paiements')
      .where('vente_id', 'in', t.db.selectFrom('ventes').select('id').where('bien_id', '=', bien))
      .select('id')
      .execute()
  ).map(({ id }) => id)
const journalOf = (vente: number) =>
  t.db
    .selectFrom('journal')
    .select(['action', 'objet', 'avant', 'apres'])
    .where('objet', '=', 'vente')
    .where('objet_id', '=', vente)
    .orderBy('id')
    .execute()
const everything = async () => ({
  biens: await t.db.selectFrom('biens').selectAll().orderBy('id').execute(),
  ventes: await t.db.selectFrom('ventes').selectAll().orderBy('id').execute(),
  paiements: await t.db.selectFrom('paiements').selectAll().orderBy('id').execute(),
  journal: await t.db.selectFrom('journal').select('id').orderBy('id').execute(),
})
/** The status of each answer, the lowest first. */
const statuses = (answers: Pick<Answer, 'statusCode'>[]) =>
  answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)
const paid = (bien: number, clientId: number, versement: number) =>
  karim.post('/api/paiements', {
    client_id: clientId,
    local_id: bien,
    date_paiement: '2026-03-01',
    versement,
  })

/** The two kinds that are sold by `assigner-client`, each with the body of an edit that keeps all but what is given. */
const KINDS = [
  {
    noun: 'appartement',
    path: '/api/appartements',
    build: buildAppartement,
    refused: 'Cet appartement est déjà assigné à un client.',
    // A local's payments go with its client; an appartement's are its history (Q128, Q129, Q206).
    afterwards: [
      409,
      { message: "Impossible de supprimer cet appartement : 1 paiement d'anciens clients y est rattaché." },
    ],
  },
  {
    noun: 'local',
    path: '/api/locaux',
    build: buildLocal,
    refused: 'Ce local est déjà assigné à un client.',
    afterwards: [200, { message: 'Local supprimé avec succès !' }],
  },
] as const

describe.each(KINDS)('selling: $noun', ({ noun, path, build, refused, afterwards }) => {
  const whole = async (id: number) =>
    (await karim.get(`${path}/${id}`)).json as { montant: number; client_id: number | null; version: number }

  // spec: APT-34, APT-35, APT-67, APT-68, APT-77, LOC-36, LOC-39, LOC-64, LOC-65, LOC-72
  it('gives it to one client until he is removed', async () => {
    const id = await build(t.db)
    const buyer = await client()
    const sold = await karim.put(`${path}/${id}/assigner-client`, { client_id: buyer })
    expect(sold.statusCode).toBe(200)
    expect(sold.json).toMatchObject({
      id,
      client_id: buyer,
      client: { id: buyer },
      estDispo: false,
      message: 'Client assigné avec succès !',
      [noun]: { id, client_id: buyer, estDispo: false },
    })
    const [vente] = await ventesOf(id)
    expect(vente).toMatchObject({ client_id: buyer, prix: 100_000_000, total_paye: 0, terminee_le: null })
    const freed = await karim.put(`${path}/${id}/retirer-client`)
    expect(freed.json).toMatchObject({
      id,
      client_id: null,
      client: null,
      estDispo: true,
      message: 'Client retiré avec succès !',
      [noun]: { id, client_id: null, estDispo: true },
    })
    expect(await ventesOf(id)).toEqual([])
    expect((await journalOf(vente?.id ?? 0)).map(({ action }) => action)).toEqual(['assigner', 'retirer'])
  })

  // spec: LOC-37, ERR-53, APT-55, LOC-45
  it('refuses a second client, no client, an unknown one, and freeing what is free', async () => {
    const id = await build(t.db)
    const buyer = await client()
    await sell(t.db, id, buyer)
    const free = await build(t.db)
    const before = await everything()
    for (const other of [await client(), buyer]) {
      const second = await karim.put(`${path}/${id}/assigner-client`, { client_id: other })
      expect([second.statusCode, second.json]).toEqual([409, { message: refused }])
    }
    const text = 'Veuillez sélectionner un client.'
    for (const missing of [{}, { client_id: null }, { client_id: '' }, { client_id: 999_999 }]) {
      const none = await karim.put(`${path}/${free}/assigner-client`, missing)
      expect([none.statusCode, none.json]).toEqual([422, { message: text, errors: { client_id: [text] } }])
    }
    const nobody = await karim.put(`${path}/${free}/retirer-client`)
    expect([nobody.statusCode, nobody.json]).toEqual([
      409,
      { message: "Ce bien n'est assigné à aucun client." },
    ])
    expect(await everything()).toEqual(before)
  })

  it('sells it through the form too: free to any client, sold to no other, never removed there', async () => {
    const id = await build(t.db)
    const buyer = await client()
    const body = { ...(await whole(id)), residence_id: undefined }
    expect(
      (await karim.put(`${path}/${id}`, { ...body, version: undefined, montant: 900_000, client_id: buyer }))
        .json,
    ).toMatchObject({
      client_id: buyer,
      montant: 900_000,
      resteAPayer: 900_000,
    })
    expect(await ventesOf(id)).toMatchObject([{ client_id: buyer, prix: 90_000_000 }])
    const before = await everything()
    for (const client_id of [await client(), null, '']) {
      const other = await karim.put(`${path}/${id}`, { ...body, version: undefined, client_id })
      expect([other.statusCode, other.json]).toEqual([
        409,
        { message: "Ce bien est déjà assigné à un client : retirez-le d'abord pour en choisir un autre." },
      ])
    }
    expect(await everything()).toEqual(before)
    for (const client_id of [buyer, undefined])
      expect(
        (await karim.put(`${path}/${id}`, { ...body, version: undefined, client_id })).json,
      ).toMatchObject({ client_id: buyer })
  })

  it('follows its price, but never below what is paid', async () => {
    const id = await build(t.db)
    const vente = await sell(t.db, id, await client())
    await pay(t.db, vente, 40_000_000)
    const body = await whole(id)
    const before = await everything()
    const text = 'Le montant ne peut pas être inférieur au total déjà payé (400\u202F000,00\u00A0DA).'
    const low = await karim.put(`${path}/${id}`, { ...body, montant: 399_999.99 })
    expect([low.statusCode, low.json]).toEqual([422, { message: text, errors: { montant: [text] } }])
    expect(await everything()).toEqual(before)
    expect((await karim.put(`${path}/${id}`, { ...body, montant: 400_000 })).json).toMatchObject({
      montant: 400_000,
      resteAPayer: 0,
      pourcentagePaiement: 100,
    })
    expect(await ventesOf(id)).toMatchObject([{ prix: 40_000_000 }])
  })

  it('is not deleted with a client or with the payments of former ones', async () => {
    const id = await build(t.db)
    const vente = await sell(t.db, id, await client())
    await pay(t.db, vente, 100)
    const article = noun === 'local' ? 'ce local' : 'cet appartement'
    const before = await everything()
    const sold = await karim.delete(`${path}/${id}`)
    expect([sold.statusCode, sold.json]).toEqual([
      409,
      { message: `Impossible de supprimer ${article} : un client y est rattaché.` },
    ])
    expect(await everything()).toEqual(before)
    await karim.put(`${path}/${id}/retirer-client`)
    const past = await karim.delete(`${path}/${id}`)
    expect([past.statusCode, past.json]).toEqual(afterwards)
  })

  it('goes to exactly one of eight who ask at once', async () => {
    for (let round = 0; round < 5; round++) {
      const id = await build(t.db)
      const buyers = await Promise.all(Array.from({ length: 8 }, client))
      const answers = await Promise.all(
        buyers.map((client_id) => karim.put(`${path}/${id}/assigner-client`, { client_id })),
      )
      expect(statuses(answers)).toEqual([200, 409, 409, 409, 409, 409, 409, 409])
      const winner = answers.findIndex(({ statusCode }) => statusCode === 200)
      expect(await ventesOf(id)).toMatchObject([{ client_id: buyers[winner] }])
    }
  })

  it('is sold or deleted, never both', async () => {
    for (let round = 0; round < 10; round++) {
      const id = await build(t.db)
      const client_id = await client()
      const sell_ = () => karim.put(`${path}/${id}/assigner-client`, { client_id })
      const delete_ = () => karim.delete(`${path}/${id}`)
      const [sold, deleted] =
        round % 2
          ? await Promise.all([sell_(), delete_()])
          : (await Promise.all([delete_(), sell_()])).toReversed()
      expect([
        [200, 409],
        [404, 200],
      ]).toContainEqual([sold?.statusCode, deleted?.statusCode])
      expect(await ventesOf(id)).toHaveLength(sold?.statusCode === 200 ? 1 : 0)
    }
  })

  it('is not sold to a client who is being deleted', async () => {
    for (let round = 0; round < 10; round++) {
      const id = await build(t.db)
      const client_id = await client()
      const [sold, deleted] = await Promise.all([
        karim.put(`${path}/${id}/assigner-client`, { client_id }),
        karim.delete(`/api/clients/${client_id}`),
      ])
      expect([
        [200, 409],
        [422, 200],
      ]).toContainEqual([sold.statusCode, deleted.statusCode])
    }
  })

  it('is saved by one of several who edit the same version, the others are told', async () => {
    const id = await build(t.db)
    const body = await whole(id)
    const prices = [1, 2, 3, 4].map((n) => n * 1000)
    const answers = await Promise.all(
      prices.map((montant) => karim.put(`${path}/${id}`, { ...body, montant })),
    )
    expect(statuses(answers)).toEqual([200, 409, 409, 409])
    const winner = prices[answers.findIndex(({ statusCode }) => statusCode === 200)]
    expect(await whole(id)).toMatchObject({ montant: winner, version: body.version + 1 })
  })

  it('is taken away from its client once, however many ask', async () => {
    const id = await build(t.db)
    await sell(t.db, id, await client())
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => karim.put(`${path}/${id}/retirer-client`)),
    )
    expect(statuses(answers)).toEqual([200, 409, 409, 409])
  })
})

describe('a price and a payment at the same time', () => {
  it('never leave more paid than the price', async () => {
    for (let round = 0; round < 10; round++) {
      const id = await buildLocal(t.db, { prix: 100_000 })
      const buyer = await client()
      await sell(t.db, id, buyer)
      const body = (await karim.get(`/api/locaux/${id}`)).json as object
      const [lowered, added] = await Promise.all([
        karim.put(`/api/locaux/${id}`, { ...body, montant: 400 }),
        paid(id, buyer, 500),
      ])
      expect([
        [200, 422],
        [422, 201],
      ]).toContainEqual([lowered.statusCode, added.statusCode])
    }
  })
})

describe('removing a client who has paid', () => {
  // spec: LOC-40
  it('deletes his payments for a local, which the journal keeps', async () => {
    const id = await buildLocal(t.db)
    const buyer = await client()
    await karim.put(`/api/locaux/${id}/assigner-client`, { client_id: buyer })
    const paiements = [idOf(await paid(id, buyer, 1000)), idOf(await paid(id, buyer, 250.5))]
    expect(await paiementsOf(id)).toEqual(paiements)
    expect((await karim.put(`/api/locaux/${id}/retirer-client`)).statusCode).toBe(200)
    expect((await karim.get(`/api/paiements/local/${id}`)).json).toEqual([])
    expect(await ventesOf(id)).toEqual([])
    const journal = await t.db
      .selectFrom('journal')
      .select(['objet_id', 'avant'])
      .where('objet', '=', 'paiement')
      .where('action', '=', 'supprimer')
      .where('objet_id', 'in', paiements)
      .orderBy('objet_id')
      .execute()
    expect(journal).toMatchObject([
      { objet_id: paiements[0], avant: { versement: 100_000, client_id: buyer } },
      { objet_id: paiements[1], avant: { versement: 25_050, client_id: buyer } },
    ])
  })

  it('keeps them as the history of an appartement, apart from the next sale', async () => {
    const id = await buildAppartement(t.db)
    const [former, next] = [await client(), await client()]
    const vente = await sell(t.db, id, former)
    const kept = await pay(t.db, vente, 30_000_000)
    await karim.put(`/api/appartements/${id}/retirer-client`)
    expect(await ventesOf(id)).toMatchObject([{ id: vente, client_id: former, total_paye: 30_000_000 }])
    expect(await paiementsOf(id)).toEqual([kept])
    expect(
      (await karim.put(`/api/appartements/${id}/assigner-client`, { client_id: next })).json,
    ).toMatchObject({
      client_id: next,
      resteAPayer: 1_000_000,
      pourcentagePaiement: 0,
      paiements: [],
    })
    expect(
      (await ventesOf(id)).map(({ client_id, terminee_le }) => [client_id, terminee_le === null]),
    ).toEqual([
      [former, false],
      [next, true],
    ])
  })

  it('and paying at once leave no half: paid then deleted, or refused', async () => {
    for (let round = 0; round < 10; round++) {
      const id = await buildLocal(t.db)
      const buyer = await client()
      await sell(t.db, id, buyer)
      const [freed, added] = await Promise.all([
        karim.put(`/api/locaux/${id}/retirer-client`),
        paid(id, buyer, 500),
      ])
      expect(freed.statusCode).toBe(200)
      expect([201, 422, 409]).toContain(added.statusCode)
      expect(await paiementsOf(id)).toEqual([])
      expect(await ventesOf(id)).toEqual([])
    }
  })
})
