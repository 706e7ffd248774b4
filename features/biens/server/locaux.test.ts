import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import {
  buildBloc,
  buildClient,
  buildLocal,
  buildResidence,
  idOf,
  pay,
  sell,
} from '#test/harness/builders.ts'

let t: TestApp
let karim: Visitor
let residence_id: number
let bloc_id: number
beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
  residence_id = (await buildResidence(t.db, { nom: 'Les Cèdres' })).id
  bloc_id = (await buildBloc(t.db, { residence_id, nomloc: 'Bloc C' })).id
})
afterAll(() => t.close())

let serial = 0
const fields = (given: Record<string, unknown> = {}) => ({
  residence_id,
  bloc_id,
  num: `N-${++serial}`,
  surface: 45.5,
  montant: '1250000.75',
  ...given,
})
/** Everything that a refused call must leave alone. */
const everything = async () => ({
  biens: await t.db.selectFrom('biens').selectAll().orderBy('id').execute(),
  locaux: await t.db.selectFrom('locaux').selectAll().orderBy('id').execute(),
  ventes: await t.db.selectFrom('ventes').selectAll().orderBy('id').execute(),
  journal: await t.db.selectFrom('journal').select('id').orderBy('id').execute(),
})

describe('locaux', () => {
  // spec: LOC-41, LOC-42, LOC-52, LOC-55, LOC-56, LOC-58, LOC-59, LOC-60, LOC-61
  it('are added to a bloc, changed and deleted, with a line in the journal each time', async () => {
    const added = await karim.post('/api/locaux', {
      ...fields({ num: ' L-01 ' }),
      client_id: null,
      estDispo: true,
    })
    expect(added.statusCode).toBe(201)
    expect(added.json).toEqual({
      id: expect.any(Number),
      num: 'L-01',
      numero_suivant: 'L-02',
      surface: 45.5,
      description: null,
      bloc_id,
      bloc: {
        id: bloc_id,
        nomloc: 'Bloc C',
        residence_id,
        residence: { id: residence_id, nom: 'Les Cèdres' },
      },
      montant: 1250000.75,
      client_id: null,
      client: null,
      estDispo: true,
      resteAPayer: 1250000.75,
      pourcentagePaiement: 0,
      vente_id: null,
      dossier: null,
      etat_bien: 'libre',
      option: null,
      bloque_motif: null,
      paiements: [],
      version: 1,
      message: 'Local ajouté avec succès !',
    })
    const id = idOf(added)
    const whole = (await karim.get(`/api/locaux/${id}`)).json as object
    const changed = await karim.put(`/api/locaux/${id}`, {
      ...whole,
      residence_id,
      description: ' Angle\nde rue ',
      surface: '50',
    })
    expect([changed.statusCode, changed.json]).toEqual([
      200,
      {
        ...whole,
        description: 'Angle\nde rue',
        surface: 50,
        version: 2,
        message: 'Local modifié avec succès !',
      },
    ])
    expect((await karim.put(`/api/locaux/${id}`, fields())).json).toMatchObject({
      description: 'Angle\nde rue',
      version: 3,
    })
    expect((await karim.put(`/api/locaux/${id}`, fields({ description: '' }))).json).toMatchObject({
      description: null,
    })
    const late = await karim.put(`/api/locaux/${id}`, fields({ version: 1 }))
    expect([late.statusCode, late.json]).toEqual([
      409,
      { message: 'Cette fiche a été modifiée entre-temps. Rechargez-la.' },
    ])
    expect((await karim.delete(`/api/locaux/${id}`)).json).toEqual({
      message: 'Local supprimé avec succès !',
    })
    expect((await karim.get(`/api/locaux/${id}`)).statusCode).toBe(404)
    const journal = await t.db
      .selectFrom('journal')
      .select('action')
      .where('objet', '=', 'local')
      .where('objet_id', '=', id)
      .orderBy('id')
      .execute()
    expect(journal.map(({ action }) => action)).toEqual([
      'ajouter',
      'modifier',
      'modifier',
      'modifier',
      'supprimer',
    ])
  })

  it('are available unless a client says otherwise, whatever estDispo is sent', async () => {
    expect((await karim.post('/api/locaux', fields({ estDispo: false }))).json).toMatchObject({
      estDispo: true,
      client_id: null,
    })
    const client = await buildClient(t.db)
    expect(
      (await karim.post('/api/locaux', fields({ estDispo: true, client_id: client.id }))).json,
    ).toMatchObject({
      estDispo: false,
      client_id: client.id,
    })
  })

  it('are added once for a repeated request', async () => {
    const body = fields()
    const again = { 'idempotency-key': 'local-1' }
    const first = await karim.post('/api/locaux', body, again)
    expect((await karim.post('/api/locaux', body, again)).json).toEqual(first.json)
    expect(await t.db.selectFrom('locaux').selectAll().where('num', '=', body.num).execute()).toHaveLength(1)
  })

  // spec: LOC-11, LOC-57, API-11, API-12
  it('are listed six to a page, the newest first, each exactly once', async () => {
    for (let n = 0; n < 13; n++) await buildLocal(t.db, { bloc_id })
    const all = (await t.db.selectFrom('locaux').select('id').orderBy('id', 'desc').execute()).map(
      ({ id }) => id,
    )
    expect((await karim.get('/api/locaux?page=1&with=bloc.residence,client,paiements')).json).toMatchObject({
      current_page: 1,
      per_page: 6,
      last_page: Math.ceil(all.length / 6),
      total: all.length,
    })
    expect(await walk('/api/locaux?per_page=5')).toEqual(all)
  })

  it('are listed for a residence, bloc or client', async () => {
    const bloc = await buildBloc(t.db)
    const ids: number[] = []
    for (let n = 0; n < 7; n++) ids.push(await buildLocal(t.db, { bloc_id: bloc.id }))
    const client = await buildClient(t.db)
    const sold = ids.slice(2, 4)
    for (const id of sold.toReversed()) await sell(t.db, id, client.id)
    const filter = (text: string) => walk(`/api/locaux?${text}&per_page=3`)
    expect(await filter(`residence_id=${bloc.residence_id}`)).toEqual(ids)
    expect(await filter(`bloc_id=${bloc.id}`)).toEqual(ids)
    expect(await filter(`client_id=${client.id}`)).toEqual(sold)
    expect(await filter(`client_id=${client.id}&bloc_id=${bloc_id}`)).toEqual([])
    expect(await filter(`bloc_id=${bloc.id}&etat=vendu`)).toEqual(sold)
    expect(await filter(`bloc_id=${bloc.id}&etat=disponible`)).toEqual(ids.filter((id) => !sold.includes(id)))
  })

  // spec: LOC-47, LOC-48, LOC-49, LOC-50, LOC-51, LIM-22
  it.each([
    [{ residence_id: 'abc' }, 'residence_id', 'Veuillez sélectionner une résidence.'],
    [{ bloc_id: '' }, 'bloc_id', 'Veuillez sélectionner un bloc.'],
    [{ bloc_id: undefined }, 'bloc_id', 'Veuillez sélectionner un bloc.'],
    [{ bloc_id: 999_999 }, 'bloc_id', 'Veuillez sélectionner un bloc.'],
    [{ residence_id: 999_999 }, 'bloc_id', "Ce bloc n'appartient pas à la résidence choisie."],
    [{ num: '  ' }, 'num', 'Le numéro est obligatoire.'],
    [{ num: 'x'.repeat(256) }, 'num', 'Ce texte dépasse 255 caractères.'],
    [{ surface: '' }, 'surface', 'La surface est obligatoire.'],
    [
      { surface: -0.01 },
      'surface',
      "Cette surface n'est pas valide : un nombre positif, deux décimales au plus.",
    ],
    [{ montant: undefined }, 'montant', 'Le montant est obligatoire.'],
    [
      { montant: 1.005 },
      'montant',
      "Ce montant n'est pas valide : un nombre positif, deux décimales au plus.",
    ],
    [{ description: 'x'.repeat(2001) }, 'description', 'Ce texte dépasse 2000 caractères.'],
    [{ client_id: 999_999 }, 'client_id', 'Veuillez sélectionner un client.'],
  ])('refuses %j at its field and writes nothing', async (wrong, field, text) => {
    const id = await buildLocal(t.db, { bloc_id })
    const before = await everything()
    for (const refused of [
      await karim.post('/api/locaux', fields(wrong)),
      await karim.put(`/api/locaux/${id}`, fields(wrong)),
    ])
      expect([refused.statusCode, refused.json]).toEqual([
        422,
        { message: text, errors: { [field]: [text] } },
      ])
    expect(await everything()).toEqual(before)
  })

  it('have a number of their own in their bloc, case aside, and may share it with another bloc', async () => {
    await buildLocal(t.db, { bloc_id, num: 'Bis' })
    const other = await buildLocal(t.db, { bloc_id })
    const before = await everything()
    const text = 'Ce numéro existe déjà dans ce bloc.'
    for (const refused of [
      await karim.post('/api/locaux', fields({ num: 'BIS' })),
      await karim.put(`/api/locaux/${other}`, fields({ num: 'bis' })),
    ])
      expect([refused.statusCode, refused.json]).toEqual([422, { message: text, errors: { num: [text] } }])
    expect(await everything()).toEqual(before)
    const elsewhere = await buildBloc(t.db, { residence_id })
    expect((await karim.post('/api/locaux', fields({ num: 'BIS', bloc_id: elsewhere.id }))).statusCode).toBe(
      201,
    )
  })

  // spec: RF-91
  it('have no number that looks like another of their bloc', async () => {
    const { id } = await buildBloc(t.db, { residence_id })
    const add = (num: string) => karim.post('/api/locaux', fields({ num, bloc_id: id }))
    expect((await add('L\u2003\u20031\uFE0E')).json).toMatchObject({ num: 'L 1' })
    const before = await everything()
    const text = 'Ce numéro existe déjà dans ce bloc.'
    for (const num of ['L 1', 'l\u00A01', 'L\u200B 1'])
      expect([num, (await add(num)).json]).toEqual([num, { message: text, errors: { num: [text] } }])
    expect(await everything()).toEqual(before)
  })

  // spec: LOC-62, LOC-63
  it('tell their surface, price, client and payments', async () => {
    const client = await buildClient(t.db, { nom_complet: 'Amina Haddad' })
    const id = await buildLocal(t.db, { bloc_id, num: 'R-1', description: 'Angle', prix: 30_000 })
    const vente = await sell(t.db, id, client.id)
    await pay(t.db, vente, 7000, '2026-02-01')
    await pay(t.db, vente, 3000, '2026-01-20')
    const resume = { id: client.id, nomComplet: 'Amina Haddad', tel: client.tel, email: client.email }
    expect((await karim.get(`/api/locaux/${id}/report`)).json).toMatchObject({
      id,
      num: 'R-1',
      stats: { surface: 45, montant: 300, description: 'Angle', estDispo: false, client: resume },
      bloc: { id: bloc_id, nomloc: 'Bloc C', residence: { nom: 'Les Cèdres' } },
      totalPayments: 100,
      resteAPayer: 200,
      pourcentagePaiement: 33.33,
      paiements: [{ versement: 30 }, { versement: 70, solde: 200 }],
      historique: [],
    })
    const free = await buildLocal(t.db, { bloc_id })
    expect((await karim.get(`/api/locaux/${free}/report`)).json).toMatchObject({
      stats: { description: null, estDispo: true, client: null },
      totalPayments: 0,
      resteAPayer: 1_000_000,
      pourcentagePaiement: 0,
    })
  })

  // spec: PAY-44
  it('are listed for their client', async () => {
    const client = await buildClient(t.db)
    expect((await karim.get(`/api/locaux/client/${client.id}`)).json).toEqual([])
    const second = await buildLocal(t.db, { num: 'Z2' })
    const first = await buildLocal(t.db, { num: 'Z1' })
    await buildLocal(t.db)
    for (const id of [first, second]) await sell(t.db, id, client.id)
    expect((await karim.get(`/api/locaux/client/${client.id}`)).json).toMatchObject([
      { id: first, num: 'Z1', client_id: client.id, montant: 1_000_000 },
      { id: second },
    ])
  })

  it('answer 404 to an unknown id, 401 without a session', async () => {
    const id = await buildLocal(t.db)
    const client = await buildClient(t.db)
    const before = await everything()
    const stranger = t.visitor()
    for (const unknown of ['999999', '0', 'abc'])
      for (const path of [
        `/api/locaux/${unknown}`,
        `/api/locaux/${unknown}/report`,
        `/api/locaux/client/${unknown}`,
      ])
        expect((await karim.get(path)).statusCode).toBe(404)
    for (const path of [
      '/api/locaux',
      `/api/locaux/${id}`,
      `/api/locaux/${id}/report`,
      `/api/locaux/client/${client.id}`,
    ])
      expect((await stranger.get(path)).statusCode).toBe(401)
    for (const [visitor, path, status] of [
      [karim, '/api/locaux/999999', 404],
      [stranger, `/api/locaux/${id}`, 401],
    ] as const) {
      expect((await visitor.put(path, fields())).statusCode).toBe(status)
      expect((await visitor.put(`${path}/assigner-client`, { client_id: client.id })).statusCode).toBe(status)
      expect((await visitor.put(`${path}/retirer-client`)).statusCode).toBe(status)
      expect((await visitor.delete(path)).statusCode).toBe(status)
    }
    expect((await stranger.post('/api/locaux', fields())).statusCode).toBe(401)
    expect(await everything()).toEqual(before)
  })
})

/** The ids of every page, in order. */
async function walk(path: string): Promise<number[]> {
  const seen: number[] = []
  for (let page = 1; ; page++) {
    const { data, last_page } = (await karim.get(`${path}&page=${page}`)).json as {
      data: { id: number }[]
      last_page: number
    }
    seen.push(...data.map(({ id }) => id))
    if (page >= last_page) return seen
  }
}
