import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import {
  buildAppartement,
  buildBloc,
  buildClient,
  buildEtage,
  buildResidence,
  idOf,
  pay,
  sell,
} from '#test/harness/builders.ts'

let t: TestApp
let karim: Visitor
let residence_id: number
let bloc_id: number
let etage_id: number
beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
  residence_id = (await buildResidence(t.db, { nom: 'Les Cèdres' })).id
  bloc_id = (await buildBloc(t.db, { residence_id, nomloc: 'Bloc C' })).id
  etage_id = (await buildEtage(t.db, { bloc_id, designation: 'Premier étage' })).id
})
afterAll(() => t.close())

let serial = 0
/** A number no lot has yet. */
const lot = () => `N-${++serial}`
const fields = (given: Record<string, unknown> = {}) => ({
  residence_id,
  bloc_id,
  etage_id,
  numLot: lot(),
  typeLogement: 'F3',
  surfaceHabitable: 80.5,
  surfaceUtile: '12.25',
  montant: 1250000.75,
  ...given,
})
/** The same as the text fields of a form; what is not set is left out. */
const form = (given: Record<string, unknown> = {}) =>
  Object.fromEntries(Object.entries(fields(given)).map(([name, value]) => [name, String(value)]))

/** Everything that a refused call must leave alone. */
const everything = async () => ({
  biens: await t.db.selectFrom('biens').selectAll().orderBy('id').execute(),
  appartements: await t.db.selectFrom('appartements').selectAll().orderBy('id').execute(),
  ventes: await t.db.selectFrom('ventes').selectAll().orderBy('id').execute(),
  journal: await t.db.selectFrom('journal').select('id').orderBy('id').execute(),
})
const actions = async (id: number) =>
  (
    await t.db
      .selectFrom('journal')
      .select('action')
      .where('objet', '=', 'appartement')
      .where('objet_id', '=', id)
      .orderBy('id')
      .execute()
  ).map(({ action }) => action)

describe('appartements', () => {
  // spec: APT-59, APT-60, APT-61, APT-64, APT-65, APT-66, APT-69, APT-48, APT-49
  it('are added to an étage, changed and deleted, with a line in the journal each time', async () => {
    const added = await karim.form('/api/appartements', form({ numLot: ' A-01 ' }))
    expect(added.statusCode).toBe(201)
    const bloc = {
      id: bloc_id,
      nomloc: 'Bloc C',
      residence_id,
      residence: { id: residence_id, nom: 'Les Cèdres' },
    }
    expect(added.json).toEqual({
      id: expect.any(Number),
      numLot: 'A-01',
      typeLogement: 'F3',
      surfaceHabitable: 80.5,
      surfaceUtile: 12.25,
      etage_id,
      client_id: null,
      client: null,
      estDispo: true,
      montant: 1250000.75,
      montant1: null,
      montant2: null,
      plan_pdf: null,
      resteAPayer: 1250000.75,
      pourcentagePaiement: 0,
      etage: { id: etage_id, designation: 'Premier étage', bloc_id, bloc },
      bloc,
      vente_id: null,
      dossier: null,
      etat_bien: 'libre',
      option: null,
      bloque_motif: null,
      paiements: [],
      version: 1,
      message: 'Appartement ajouté avec succès !',
    })
    const id = idOf(added)
    const whole = (await karim.get(`/api/appartements/${id}`)).json as object
    const changed = await karim.form(`/api/appartements/${id}?_method=PUT`, {
      ...form({ numLot: 'A-02', montant1: 500000.1, montant2: 0 }),
      version: '1',
    })
    expect(changed.statusCode).toBe(200)
    expect(changed.json).toEqual({
      ...whole,
      numLot: 'A-02',
      montant1: 500000.1,
      montant2: 0,
      version: 2,
      message: 'Appartement modifié avec succès !',
    })
    const late = await karim.form(`/api/appartements/${id}`, { ...form(), version: '1', _method: 'PUT' })
    expect([late.statusCode, late.json]).toEqual([
      409,
      { message: 'Cette fiche a été modifiée entre-temps. Rechargez-la.' },
    ])
    expect((await karim.delete(`/api/appartements/${id}`)).json).toEqual({
      message: 'Appartement supprimé avec succès !',
    })
    expect((await karim.get(`/api/appartements/${id}`)).statusCode).toBe(404)
    expect(await t.db.selectFrom('biens').select('id').where('id', '=', id).execute()).toEqual([])
    expect(await actions(id)).toEqual(['ajouter', 'modifier', 'supprimer'])
  })

  it('keep an optional amount that is left out and clear one sent empty', async () => {
    const id = idOf(await karim.post('/api/appartements', fields({ montant1: 10, montant2: 20 })))
    expect((await karim.put(`/api/appartements/${id}`, fields())).json).toMatchObject({
      montant1: 10,
      montant2: 20,
    })
    expect(
      (await karim.put(`/api/appartements/${id}`, fields({ montant1: '', montant2: null }))).json,
    ).toMatchObject({
      montant1: null,
      montant2: null,
    })
  })

  it('are added once for a repeated request', async () => {
    const body = fields()
    const again = { 'idempotency-key': 'appartement-1' }
    const first = await karim.post('/api/appartements', body, again)
    expect((await karim.post('/api/appartements', body, again)).json).toEqual(first.json)
    expect(
      (await t.db.selectFrom('appartements').selectAll().where('num_lot', '=', body.numLot).execute()).length,
    ).toBe(1)
  })

  // spec: APT-24, APT-63, API-11, API-12
  it('are listed six to a page, the newest first, each exactly once', async () => {
    for (let n = 0; n < 13; n++) await buildAppartement(t.db, { etage_id })
    const all = (await t.db.selectFrom('appartements').select('id').orderBy('id', 'desc').execute()).map(
      ({ id }) => id,
    )
    expect(
      (await karim.get('/api/appartements?page=1&with=etage.bloc.residence,client,paiements')).json,
    ).toMatchObject({
      current_page: 1,
      per_page: 6,
      last_page: Math.ceil(all.length / 6),
      total: all.length,
    })
    expect(await walk('/api/appartements?per_page=5')).toEqual(all)
  })

  it('are listed for a residence, bloc, étage or client from the ground up', async () => {
    const bloc = await buildBloc(t.db)
    const upper = await buildEtage(t.db, { bloc_id: bloc.id, niveau: 2 })
    const lower = await buildEtage(t.db, { bloc_id: bloc.id, niveau: 1 })
    const ids = { upper: [] as number[], lower: [] as number[] }
    for (let n = 0; n < 4; n++) {
      ids.upper.push(await buildAppartement(t.db, { etage_id: upper.id }))
      ids.lower.push(await buildAppartement(t.db, { etage_id: lower.id }))
    }
    const client = await buildClient(t.db)
    const [first = 0, second = 0] = ids.upper
    await sell(t.db, second, client.id)
    await sell(t.db, first, client.id)
    const filter = (text: string) => walk(`/api/appartements?${text}&per_page=3`)
    expect(await filter(`residence_id=${bloc.residence_id}`)).toEqual([...ids.lower, ...ids.upper])
    expect(await filter(`bloc_id=${bloc.id}`)).toEqual([...ids.lower, ...ids.upper])
    expect(await filter(`etage_id=${upper.id}`)).toEqual(ids.upper)
    expect(await filter(`client_id=${client.id}`)).toEqual([first, second])
    expect(await filter(`client_id=${client.id}&etage_id=${lower.id}`)).toEqual([])
    expect(await filter(`etage_id=${upper.id}&etat=vendu`)).toEqual([first, second])
    expect(await filter(`etage_id=${upper.id}&etat=disponible`)).toEqual(ids.upper.slice(2))
    expect(await filter(`etage_id=${upper.id}&etat=autre`)).toEqual(ids.upper)
    expect((await karim.get(`/api/appartements?etage_id=${upper.id}&per_page=3`)).json).toMatchObject({
      total: 4,
      next_page_url: `/backend/public/api/appartements?etage_id=${upper.id}&per_page=3&page=2`,
    })
  })

  // spec: APT-43, APT-44, APT-45, APT-47, APT-51, APT-52, APT-53, LIM-22
  it.each([
    [{ residence_id: 'abc' }, 'residence_id', 'Veuillez sélectionner une résidence.'],
    [{ bloc_id: 'abc' }, 'bloc_id', 'Veuillez sélectionner un bloc.'],
    [{ etage_id: '' }, 'etage_id', 'Veuillez sélectionner un étage.'],
    [{ etage_id: undefined }, 'etage_id', 'Veuillez sélectionner un étage.'],
    [{ etage_id: 999_999 }, 'etage_id', 'Veuillez sélectionner un étage.'],
    [{ residence_id: 999_999 }, 'bloc_id', "Ce bloc n'appartient pas à la résidence choisie."],
    [{ bloc_id: 999_999 }, 'etage_id', "Cet étage n'appartient pas au bloc choisi."],
    [{ numLot: ' ' }, 'numLot', 'Le numéro de lot est obligatoire.'],
    [{ numLot: 'x'.repeat(256) }, 'numLot', 'Ce texte dépasse 255 caractères.'],
    [{ typeLogement: '' }, 'typeLogement', 'Le type de logement est obligatoire.'],
    [{ surfaceHabitable: '' }, 'surfaceHabitable', 'La surface habitable est obligatoire.'],
    [
      { surfaceHabitable: -1 },
      'surfaceHabitable',
      "Cette surface n'est pas valide : un nombre positif, deux décimales au plus.",
    ],
    [{ surfaceUtile: undefined }, 'surfaceUtile', 'La surface utile est obligatoire.'],
    [
      { surfaceUtile: 1.005 },
      'surfaceUtile',
      "Cette surface n'est pas valide : un nombre positif, deux décimales au plus.",
    ],
    [{ montant: '' }, 'montant', 'Le montant est obligatoire.'],
    [
      { montant: 'beaucoup' },
      'montant',
      "Ce montant n'est pas valide : un nombre positif, deux décimales au plus.",
    ],
    [
      { montant1: 0.001 },
      'montant1',
      "Ce montant n'est pas valide : un nombre positif, deux décimales au plus.",
    ],
    [
      { montant2: -5 },
      'montant2',
      "Ce montant n'est pas valide : un nombre positif, deux décimales au plus.",
    ],
    [{ client_id: 'abc' }, 'client_id', 'Veuillez sélectionner un client.'],
    [{ client_id: 999_999 }, 'client_id', 'Veuillez sélectionner un client.'],
  ])('refuses %j at its field and writes nothing', async (wrong, field, text) => {
    const id = await buildAppartement(t.db, { etage_id })
    const before = await everything()
    for (const refused of [
      await karim.post('/api/appartements', fields(wrong)),
      await karim.put(`/api/appartements/${id}`, fields(wrong)),
    ]) {
      expect(refused.statusCode).toBe(422)
      expect(refused.json).toEqual({ message: text, errors: { [field]: [text] } })
    }
    expect(await everything()).toEqual(before)
  })

  // spec: APT-71, APT-72, APT-73
  it('tell their areas, price, client and payments, and keep the past of former clients', async () => {
    const client = await buildClient(t.db, { nom_complet: 'Amina Haddad' })
    const former = await buildClient(t.db)
    const id = await buildAppartement(t.db, {
      etage_id,
      num_lot: 'R-1',
      type_logement: 'Duplex',
      montant1: 100,
      prix: 30_000,
    })
    const ended = await sell(t.db, id, former.id)
    await pay(t.db, ended, 5000)
    await karim.put(`/api/appartements/${id}/retirer-client`)
    const vente = await sell(t.db, id, client.id)
    await pay(t.db, vente, 7000, '2026-02-01')
    await pay(t.db, vente, 3000, '2026-01-20')
    expect((await karim.get(`/api/appartements/${id}/superficie`)).json).toEqual({ superficie_totale: 92.7 })
    const report = await karim.get(`/api/appartements/${id}/report`)
    expect(report.json).toMatchObject({
      id,
      numLot: 'R-1',
      typeLogement: 'Duplex',
      stats: {
        surfaceHabitable: 80.5,
        surfaceUtile: 12.2,
        superficieTotale: 92.7,
        montant: 300,
        montant1: 1,
        montant2: null,
        client: { id: client.id, nomComplet: 'Amina Haddad', tel: client.tel, email: client.email },
      },
      etage: { id: etage_id, designation: 'Premier étage' },
      bloc: { id: bloc_id, nomloc: 'Bloc C' },
      residence: { id: residence_id, nom: 'Les Cèdres' },
      totalPayments: 100,
      resteAPayer: 200,
      pourcentagePaiement: 33.33,
      paiements: [
        { date_paiement: '2026-01-20', versement: 30, solde: 270 },
        { date_paiement: '2026-02-01', versement: 70, solde: 200 },
      ],
      historique: [{ client: { id: former.id }, montant: 300, totalPaye: 50, nombrePaiements: 1 }],
    })
    expect((await karim.get(`/api/appartements/${id}`)).json).toMatchObject({
      client_id: client.id,
      estDispo: false,
      resteAPayer: 200,
      pourcentagePaiement: 33.33,
      paiements: [{ versement: 30 }, { versement: 70 }],
    })
  })

  // spec: APT-74
  it('are listed for their client', async () => {
    const client = await buildClient(t.db)
    expect((await karim.get(`/api/clients/${client.id}/appartements`)).json).toEqual([])
    const second = await buildAppartement(t.db, { num_lot: 'Z2' })
    const first = await buildAppartement(t.db, { num_lot: 'Z1' })
    await buildAppartement(t.db)
    for (const id of [first, second]) await sell(t.db, id, client.id)
    expect((await karim.get(`/api/clients/${client.id}/appartements`)).json).toMatchObject([
      { id: first, numLot: 'Z1', client_id: client.id, montant: 1_000_000 },
      { id: second },
    ])
  })

  it('answer 404 to an unknown id, 401 without a session', async () => {
    const id = await buildAppartement(t.db)
    const client = await buildClient(t.db)
    const before = await everything()
    const stranger = t.visitor()
    const readings = ['', '/report', '/superficie', '/plan']
    for (const unknown of ['999999', '0', 'abc'])
      for (const path of [
        ...readings.map((end) => `/api/appartements/${unknown}${end}`),
        `/api/clients/${unknown}/appartements`,
      ])
        expect((await karim.get(path)).statusCode).toBe(404)
    for (const path of [
      ...readings.map((end) => `/api/appartements/${id}${end}`),
      '/api/appartements',
      `/api/clients/${client.id}/appartements`,
    ])
      expect((await stranger.get(path)).statusCode).toBe(401)
    for (const [visitor, path, status] of [
      [karim, '/api/appartements/999999', 404],
      [stranger, `/api/appartements/${id}`, 401],
    ] as const) {
      expect((await visitor.put(path, fields())).statusCode).toBe(status)
      expect((await visitor.put(`${path}/assigner-client`, { client_id: client.id })).statusCode).toBe(status)
      expect((await visitor.put(`${path}/retirer-client`)).statusCode).toBe(status)
      expect((await visitor.delete(path)).statusCode).toBe(status)
    }
    expect((await stranger.post('/api/appartements', fields())).statusCode).toBe(401)
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
