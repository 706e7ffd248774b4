import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { aujourdhui } from '#shared/dates.ts'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import {
  buildAppartement,
  buildClient,
  buildLocal,
  buildPlace,
  idOf,
  pay,
  sell,
} from '#test/harness/builders.ts'

let t: TestApp
let karim: Visitor
let client: number
let bien: number
beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
})
beforeEach(async () => {
  client = (await buildClient(t.db, { nom_complet: 'Élodie Benaïssa' })).id
  bien = await buildAppartement(t.db, { prix: 100_000, num_lot: 'A-12' })
  await sell(t.db, bien, client)
})
afterAll(() => t.close())

const autres = { place_parking_id: 3, local_id: 3 }
/** The records that a payment changes: rows, totals, receipt numbers. */
const state = async () => ({
  paiements: await t.db.selectFrom('paiements').selectAll().orderBy('id').execute(),
  ventes: await t.db.selectFrom('ventes').selectAll().orderBy('id').execute(),
  recus: await t.db.selectFrom('recus').selectAll().execute(),
})
const body = (versement: unknown, rest: object = {}) => ({
  client_id: client,
  appartement_id: bien,
  date_paiement: '2026-03-01',
  versement,
  ...rest,
})
const post = (versement: unknown, rest: object = {}, headers?: Record<string, string>) =>
  karim.post('/api/paiements', body(versement, rest), headers)
const journalOf = (id: number) =>
  t.db
    .selectFrom('journal')
    .select(['action', 'membre_nom', 'avant', 'apres'])
    .where('objet', '=', 'paiement')
    .where('objet_id', '=', id)
    .orderBy('id')
    .execute()

describe('a payment', () => {
  it.each(['1900-02-01', '2999-01-01'])('may be of any day: %s', async (date_paiement) => {
    const { statusCode, json } = await post(10, { date_paiement })
    expect([statusCode, json]).toMatchObject([201, { date_paiement }])
  })

  // spec: PAY-40, PAY-45, DET-18
  it('is recorded, listed with its solde, and has its receipt number and its line in the journal', async () => {
    const added = await post(300.5, { details: ' Chèque n° 12 ', place_parking_id: null, local_id: '' })
    expect(added.statusCode).toBe(201)
    expect(added.json).toMatchObject({
      client_id: client,
      client: { id: client, nomComplet: 'Élodie Benaïssa' },
      appartement_id: bien,
      place_parking_id: null,
      local_id: null,
      date_paiement: '2026-03-01',
      details: 'Chèque n° 12',
      versement: 300.5,
      solde: 699.5,
      prix: 1000,
      vente_terminee: false,
      appartement: { id: bien, numLot: 'A-12', montant: 1000 },
      place_parking: null,
      local: null,
      version: 1,
      message: 'Paiement ajouté avec succès !',
    })
    const id = idOf(added)
    const stored = (await karim.get(`/api/paiements/${id}`)).json as Record<string, unknown>
    expect(added.json).toEqual({
      ...stored,
      message: 'Paiement ajouté avec succès !',
      avertissements: [],
    })
    expect((await karim.get(`/api/paiements/appartement/${bien}`)).json).toEqual([stored])
    expect(stored['recu']).toMatch(new RegExp(`^${aujourdhui().slice(0, 4)}-\\d{6}$`))
    expect(await journalOf(id)).toMatchObject([
      { action: 'ajouter', membre_nom: 'Karim Benali', avant: null, apres: { versement: 30050 } },
    ])
  })

  // spec: DET-18, DET-19, DET-20, DET-05, PAY-38, PAY-40, PAY-45
  it.each([
    ['appartement', 'appartement_id', buildAppartement],
    ['place-parking', 'place_parking_id', buildPlace],
    ['local', 'local_id', buildLocal],
  ] as const)(
    'of a bien (%s) is listed in a plain array, or page by page of six',
    async (path, field, build) => {
      const id = await build(t.db, { prix: 100_000 })
      await sell(t.db, id, client)
      const paid = { client_id: client, [field]: id, date_paiement: '2026-03-01', versement: 10 }
      for (let n = 0; n < 7; n++) expect((await karim.post('/api/paiements', paid)).statusCode).toBe(201)
      const all = (await karim.get(`/api/paiements/${path}/${id}`)).json as { id: number; solde: number }[]
      expect(all.map(({ solde }) => solde)).toEqual([930, 940, 950, 960, 970, 980, 990])
      expect(all[0]).toMatchObject({ [field]: id, [field.slice(0, -3)]: { id }, details: null })
      const first = (await karim.get(`/api/paiements/${path}/${id}?page=1`)).json
      expect(first).toMatchObject({
        current_page: 1,
        last_page: 2,
        per_page: 6,
        total: 7,
        meta: { last_page: 2 },
        data: all.slice(0, 6),
      })
      expect((await karim.get(`/api/paiement/${path}/${id}?page=2&per_page=6`)).json).toMatchObject({
        data: all.slice(6),
        from: 7,
        to: 7,
      })
      expect((await karim.get(`/api/paiements/solde/${path}/${id}`)).json).toMatchObject({
        client: { id: client },
        prix: 1000,
        total_paye: 70,
        resteAPayer: 930,
        pourcentagePaiement: 7,
        lignes: all.toReversed(),
        anciens: [],
      })
      const wrongKind = path === 'local' ? 'appartement' : 'local'
      expect((await karim.get(`/api/paiements/${wrongKind}/${id}`)).statusCode).toBe(404)
    },
  )

  // spec: PAY-35, PAY-36, PAY-37, PAY-39, DET-29
  it.each<readonly [what: string, wrong: object, field: string, text: unknown]>([
    ['no client', { client_id: '' }, 'client_id', 'Veuillez sélectionner un client.'],
    ['an unknown client', { client_id: 999_999_999 }, 'client_id', 'Veuillez sélectionner un client.'],
    ['no bien', { appartement_id: null }, 'appartement_id', 'Veuillez sélectionner un bien.'],
    ['an unknown bien', { appartement_id: 999_999_999 }, 'appartement_id', 'Veuillez sélectionner un bien.'],
    ...[{ local_id: 3 }, { place_parking_id: 3 }, { appartement_id: '', ...autres }].map(
      (two) => [JSON.stringify(two), two, 'appartement_id', 'Un paiement concerne un seul bien.'] as const,
    ),
    ['no date', { date_paiement: '' }, 'date_paiement', 'La date est obligatoire.'],
    [
      'a date that does not exist',
      { date_paiement: '2026-02-30' },
      'date_paiement',
      "Cette date n'existe pas.",
    ],
    ['no amount', { versement: '' }, 'versement', 'Le montant est obligatoire.'],
    ['zero', { versement: 0 }, 'versement', 'Le montant doit être supérieur à zéro.'],
    ...['1e3', '1,5', '0.001', '٣', '-5', 'abc', [1], true].map(
      (versement) =>
        [JSON.stringify(versement), { versement }, 'versement', expect.stringMatching(/montant/)] as const,
    ),
  ])('with %s is refused at its field, in French, and writes nothing', async (_what, wrong, field, text) => {
    const id = idOf(await post(100))
    const before = await state()
    for (const refused of [
      await post(100, wrong),
      await karim.put(`/api/paiements/${id}`, body(90, wrong)),
    ]) {
      expect(refused.statusCode).toBe(422)
      expect(refused.json).toEqual({ message: text, errors: { [field]: [text] } })
    }
    expect(await state()).toEqual(before)
  })

  it('says every wrong field at once', async () => {
    const { errors } = (await karim.post('/api/paiements', {})).json as { errors: object }
    expect(Object.keys(errors).toSorted()).toEqual([
      'appartement_id',
      'client_id',
      'date_paiement',
      'versement',
    ])
  })

  it('is for a bien of that client, and for a bien that is sold', async () => {
    const other = await buildAppartement(t.db)
    const free = await buildPlace(t.db)
    await sell(t.db, other, (await buildClient(t.db)).id)
    const before = await state()
    for (const [field, id] of [
      ['appartement_id', other],
      ['place_parking_id', free],
    ] as const) {
      const refused = await post(10, { appartement_id: null, [field]: id })
      expect(refused.statusCode).toBe(422)
      expect(refused.json).toMatchObject({ errors: { [field]: ["Ce bien n'appartient pas à ce client."] } })
    }
    expect(await state()).toEqual(before)
  })

  it('may pay exactly the remainder, and not one centime more', async () => {
    expect((await post(999.99)).json).toMatchObject({ solde: 0.01 })
    const before = await state()
    const refused = await post('0.02')
    expect(refused.statusCode).toBe(422)
    const text = 'Le versement dépasse le reste à payer (0,01\u00A0DA).'
    expect(refused.json).toEqual({ message: text, errors: { versement: [text] } })
    expect(await state()).toEqual(before)
    expect((await post('0.01')).json).toMatchObject({ solde: 0 })
  })

  it('asks for a session', async () => {
    const id = idOf(await post(100))
    const before = await state()
    const nobody = t.visitor()
    for (const refused of [
      await nobody.get(`/api/paiements/appartement/${bien}`),
      await nobody.get(`/api/paiements/solde/appartement/${bien}`),
      await nobody.get(`/api/paiement/print-single/${id}`),
      await nobody.get('/api/paiement/print-all'),
      await nobody.post('/api/paiements', body(1)),
      await nobody.put(`/api/paiements/${id}`, body(1)),
      await nobody.delete(`/api/paiements/${id}`),
    ])
      expect(refused.statusCode).toBe(401)
    expect(await state()).toEqual(before)
  })
})

describe('solde', () => {
  it('follows the date, then the order of recording, within its sale only (Q158)', async () => {
    const third = idOf(await post(100, { date_paiement: '2026-03-03' }))
    const first = idOf(await post(200, { date_paiement: '2026-03-01' }))
    const second = idOf(await post(50, { date_paiement: '2026-03-01' }))
    const listed = (await karim.get(`/api/paiements/appartement/${bien}`)).json as {
      id: number
      solde: number
    }[]
    expect(listed.map(({ id, solde }) => [id, solde])).toEqual([
      [third, 650],
      [second, 750],
      [first, 800],
    ])
  })
})

describe('receipt numbers', () => {
  it('have no gap, stay with a deleted payment, and start again each year, in Algiers', async () => {
    const recu = async (...args: Parameters<typeof post>) =>
      ((await post(...args)).json as { recu: string }).recu
    const rank = (text: string) => Number(text.split('-')[1])
    const one = idOf(await post(1))
    const first = rank(((await karim.get(`/api/paiements/${one}`)).json as { recu: string }).recu)
    expect((await post(5000)).statusCode).toBe(422)
    expect(rank(await recu(1))).toBe(first + 1)
    expect((await karim.delete(`/api/paiements/${one}`)).statusCode).toBe(200)
    expect(rank(await recu(1))).toBe(first + 2)
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2031-12-31T22:59:00Z') })
    expect(await recu(1)).toBe('2031-000001')
    vi.setSystemTime(new Date('2031-12-31T23:01:00Z'))
    expect(await recu(1, { date_paiement: '2031-12-31' })).toBe('2032-000001')
    vi.useRealTimers()
  })
})

describe('an edit', () => {
  // spec: PAY-46
  it('follows the rules of a new payment, its own old amount aside (Q159)', async () => {
    const id = idOf(await post(400))
    await post(500)
    const raised = await karim.put(
      `/api/paiements/${id}`,
      body(500, { version: 1, details: 'Corrigé', date_paiement: '2026-04-05' }),
    )
    expect(raised.statusCode).toBe(200)
    expect(raised.json).toMatchObject({
      versement: 500,
      details: 'Corrigé',
      date_paiement: '2026-04-05',
      version: 2,
      message: 'Paiement modifié avec succès !',
    })
    const before = await state()
    const past = await karim.put(`/api/paiements/${id}`, body('500.01', { version: 2 }))
    expect(past.statusCode).toBe(422)
    expect(past.json).toMatchObject({ message: 'Le versement dépasse le reste à payer (500,00\u00A0DA).' })
    const stale = await karim.put(`/api/paiements/${id}`, body(10, { version: 1 }))
    expect([stale.statusCode, stale.json]).toEqual([
      409,
      { message: 'Cette fiche a été modifiée entre-temps. Rechargez-la.' },
    ])
    expect((await karim.put('/api/paiements/999999', body(1))).statusCode).toBe(404)
    expect(await state()).toEqual(before)
    expect((await karim.put(`/api/paiements/${id}`, body(500))).json).toMatchObject({
      details: 'Corrigé',
      version: 3,
    })
    expect((await karim.put(`/api/paiements/${id}`, body(500, { details: '' }))).json).toMatchObject({
      details: null,
    })
    expect((await journalOf(id)).map(({ action }) => action)).toEqual([
      'ajouter',
      'modifier',
      'modifier',
      'modifier',
    ])
  })

  it('may move the payment to another bien, of another client too, within what remains there', async () => {
    const buyer = (await buildClient(t.db)).id
    const place = await buildPlace(t.db, { prix: 30_000 })
    const vente = await sell(t.db, place, buyer)
    await pay(t.db, vente, 10_000)
    const id = idOf(await post(250))
    const moved = { client_id: buyer, place_parking_id: place, appartement_id: null }
    const before = await state()
    expect((await karim.put(`/api/paiements/${id}`, body(250, moved))).json).toMatchObject({
      message: 'Le versement dépasse le reste à payer (200,00\u00A0DA).',
    })
    expect(
      (await karim.put(`/api/paiements/${id}`, body(200, { place_parking_id: place, appartement_id: null })))
        .json,
    ).toMatchObject({ message: "Ce bien n'appartient pas à ce client." })
    expect(await state()).toEqual(before)
    expect((await karim.put(`/api/paiements/${id}`, body(200, moved))).json).toMatchObject({
      place_parking_id: place,
      appartement_id: null,
      client_id: buyer,
    })
    const totals = await t.db
      .selectFrom('ventes')
      .select('total_paye')
      .where('bien_id', 'in', [bien, place])
      .orderBy('id')
      .execute()
    expect(totals).toEqual([{ total_paye: 0 }, { total_paye: 30_000 }])
  })
})

describe('a payment of an ended sale', () => {
  it('lets its details be corrected, and nothing else (Q172)', async () => {
    const id = idOf(await post(400))
    expect((await karim.put(`/api/appartements/${bien}/retirer-client`)).statusCode).toBe(200)
    const before = await state()
    const heir = (await buildClient(t.db)).id
    for (const change of [{ versement: 401 }, { date_paiement: '2026-03-02' }, { client_id: heir }]) {
      const refused = await karim.put(`/api/paiements/${id}`, body(400, change))
      expect(refused.statusCode).toBe(409)
      expect(refused.json).toEqual({
        message: 'La vente de ce bien est terminée : seuls les détails de ce paiement peuvent être corrigés.',
      })
    }
    expect((await karim.delete(`/api/paiements/${id}`)).statusCode).toBe(409)
    expect(await state()).toEqual(before)
    expect((await karim.put(`/api/paiements/${id}`, body(400, { details: 'Remboursé' }))).json).toMatchObject(
      { details: 'Remboursé', vente_terminee: true },
    )
    expect((await karim.get(`/api/paiements/solde/appartement/${bien}`)).json).toMatchObject({
      client: null,
      resteAPayer: 1000,
      lignes: [],
      anciens: [{ id, solde: 600 }],
    })
  })
})

describe('a deletion', () => {
  // spec: PAY-47
  it('gives the amount back to the remainder; the journal keeps the payment and says its number stays used', async () => {
    const id = idOf(await post(400))
    const recu = ((await karim.get(`/api/paiements/${id}`)).json as { recu: string }).recu
    expect((await karim.delete(`/api/paiements/${id}`)).json).toEqual({
      message: 'Paiement supprimé avec succès !',
    })
    expect((await karim.get(`/api/paiements/appartement/${bien}`)).json).toEqual([])
    expect((await post(1000)).statusCode).toBe(201)
    expect((await journalOf(id)).at(-1)).toMatchObject({
      action: 'supprimer',
      avant: { versement: 40_000, client_id: client, recu },
      apres: { recu, mention: `Paiement supprimé : le numéro de reçu ${recu} reste utilisé.` },
    })
    for (const unknown of [id, '0', 'abc'])
      expect((await karim.delete(`/api/paiements/${unknown}`)).statusCode).toBe(404)
  })
})
