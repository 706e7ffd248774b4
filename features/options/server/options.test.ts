import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addJours, aujourdhui, formatJourCourt } from '#shared/dates.ts'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import { buildAppartement, buildClient, buildOption } from '#test/harness/builders.ts'
import { fingerprints } from '#test/harness/tables.ts'

let t: TestApp
let karim: Visitor
let client: number
let bien_id: number
beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
})
beforeEach(async () => {
  client = (await buildClient(t.db, { nom_complet: 'Élodie Benaïssa' })).id
  bien_id = await buildAppartement(t.db, { num_lot: 'A-12' })
})
afterAll(() => t.close())

const today = aujourdhui()
const dans = (jours: number) => addJours(today, jours)
const hold = (rest: object = {}) =>
  karim.post('/api/options', { bien_id, client_id: client, expire_le: dans(2), ...rest })
const sell = (client_id: number, rest: object = {}) =>
  karim.put(`/api/appartements/${bien_id}/assigner-client`, { client_id, ...rest })
const optionsOf = () =>
  t.db.selectFrom('options').selectAll().where('bien_id', '=', bien_id).orderBy('id').execute()
const block = (motif: unknown) => karim.put(`/api/biens/${bien_id}/blocage`, { motif })
const SOUS_OPTION = (nom: string, jour: string) =>
  `Ce bien est sous option pour ${nom} jusqu'au ${formatJourCourt(jour)} : libérez l'option d'abord.`

describe('an option', () => {
  it('holds a bien for a client to the end of its last day', async () => {
    const held = await hold({ note: 'Revient samedi' })
    expect(held.statusCode).toBe(201)
    expect(held.json).toMatchObject({
      bien: { id: bien_id, designation: 'Appartement A-12' },
      client_id: client,
      nom: 'Élodie Benaïssa',
      expire_le: dans(2),
      jours_restants: 2,
      etat: 'en_cours',
      prise_le: today,
      message: 'Option posée avec succès !',
    })
    const autre = (await buildClient(t.db)).id
    const refused = [await hold({ client_id: autre }), await sell(autre), await block('Témoin')]
    for (const answer of refused) {
      expect(answer.statusCode).toBe(409)
      expect(answer.json).toEqual({ message: SOUS_OPTION('Élodie Benaïssa', dans(2)) })
    }
    expect(await optionsOf()).toHaveLength(1)
    expect((await karim.get(`/api/appartements/${bien_id}`)).json).toMatchObject({ estDispo: true })
  })

  // spec: VE-01
  it('is one of eight that ask at once', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => hold()))
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
      201, 409, 409, 409, 409, 409, 409, 409,
    ])
    expect(await optionsOf()).toHaveLength(1)
  })

  // spec: VE-03
  it('whose last day is over stops nothing and ends with what comes next', async () => {
    await buildOption(t.db, bien_id, { expire_le: dans(-1) })
    const list = (await karim.get('/api/options?etat=expiree&per_page=1000')).json as { data: object[] }
    expect(list.data).toContainEqual(expect.objectContaining({ etat: 'expiree', jours_restants: 0 }))
    expect((await hold()).statusCode).toBe(201)
    expect((await optionsOf()).map(({ fin }) => fin)).toEqual(['expiree', null])
    expect((await sell(client)).statusCode).toBe(200)
    expect((await optionsOf()).map(({ fin }) => fin)).toEqual(['expiree', 'vendue'])
  })

  // spec: VE-04
  it('of somebody who is no client yet sells under its own name only', async () => {
    const { id } = await buildOption(t.db, bien_id)
    const autre = await buildOption(t.db, await buildAppartement(t.db))
    expect((await sell(client)).statusCode).toBe(409)
    expect((await sell(client, { option_id: autre.id })).json).toEqual({ message: 'Cette option est close.' })
    expect((await optionsOf())[0]?.fin).toBeNull()
    expect((await sell(client, { option_id: id })).statusCode).toBe(200)
    expect(await optionsOf()).toMatchObject([{ fin: 'vendue', client_id: client }])
  })

  it('is prolonged, given to a client and released', async () => {
    const { id } = await buildOption(t.db, bien_id, { expire_le: dans(-3) })
    const longer = await karim.put(`/api/options/${id}`, {
      expire_le: dans(5),
      client_id: client,
      version: 1,
    })
    expect(longer.json).toMatchObject({
      etat: 'en_cours',
      nom: 'Élodie Benaïssa',
      jours_restants: 5,
      version: 2,
    })
    expect((await karim.put(`/api/options/${id}`, { expire_le: dans(5), version: 1 })).statusCode).toBe(409)
    const gone = await karim.post(`/api/options/${id}/liberer`, { motif: 'Renonce' })
    expect(gone.json).toMatchObject({ etat: 'liberee', motif_fin: 'Renonce', fin_le: today })
    expect((await karim.post(`/api/options/${id}/liberer`, {})).json).toEqual({
      message: 'Cette option est close.',
    })
  })

  // spec: RE-15
  it("of a client goes to no other, a prospect's to the client he has become", async () => {
    const autre = (await buildClient(t.db)).id
    const { json } = await hold()
    const { id } = json as { id: number }
    const before = await fingerprints(t.db)
    const given = await karim.put(`/api/options/${id}`, { expire_le: dans(3), client_id: autre })
    expect([given.statusCode, given.json]).toEqual([
      409,
      { message: 'Cette option est celle de Élodie Benaïssa : libérez-la, puis posez-en une autre.' },
    ])
    expect(await fingerprints(t.db)).toEqual(before)
    const own = await karim.put(`/api/options/${id}`, { expire_le: dans(3), client_id: client })
    expect(own.json).toMatchObject({ client_id: client, expire_le: dans(3) })
    const prospect = await buildOption(t.db, await buildAppartement(t.db))
    const become = { expire_le: dans(3), client_id: autre }
    expect((await karim.put(`/api/options/${prospect.id}`, become)).json).toMatchObject({ client_id: autre })
  })

  it.each([
    [{ client_id: null }, 'client_id', 'Veuillez choisir un client ou saisir un nom.'],
    [{ nom: 'Samir' }, 'nom', 'Choisissez un client ou saisissez un nom, pas les deux.'],
    [{ client_id: 999_999 }, 'client_id', 'Veuillez sélectionner un client.'],
    [{ bien_id: 999_999 }, 'bien_id', 'Veuillez sélectionner un bien.'],
    [{ expire_le: addJours(today, -1) }, 'expire_le', 'Ce jour est déjà passé.'],
    [{ expire_le: '' }, 'expire_le', 'La date est obligatoire.'],
  ])('is refused with %o', async (body, field, sentence) => {
    const refused = await hold(body)
    expect([refused.statusCode, refused.json]).toEqual([
      422,
      { message: sentence, errors: { [field]: [sentence] } },
    ])
    expect(await optionsOf()).toEqual([])
  })
})

describe('a bien taken off sale', () => {
  // spec: RE-13
  it('stays off it when the reason is nothing but blanks, seen or not', async () => {
    await block('Logement témoin')
    const before = await fingerprints(t.db)
    for (const motif of ['', '   ', '\t\n', '\u00a0\u200b\ufeff', undefined, 12]) {
      const refused = await block(motif)
      const sentence = 'Le motif est obligatoire.'
      expect([refused.statusCode, refused.json]).toEqual([
        422,
        { message: sentence, errors: { motif: [sentence] } },
      ])
    }
    expect(await fingerprints(t.db)).toEqual(before)
    expect((await block(null)).json).toMatchObject({ etat_bien: 'libre', bloque_motif: null })
  })

  // spec: VE-06
  it('is neither sold nor held until it is back, and says why', async () => {
    expect((await block('')).json).toMatchObject({ message: 'Le motif est obligatoire.' })
    expect((await block('Logement témoin')).json).toEqual({
      id: bien_id,
      etat_bien: 'bloque',
      bloque_motif: 'Logement témoin',
      message: 'Bien bloqué avec succès !',
    })
    for (const answer of [await hold(), await sell(client)]) {
      expect(answer.statusCode).toBe(409)
      expect(answer.json).toEqual({
        message: "Ce bien est bloqué (Logement témoin) : débloquez-le d'abord.",
      })
    }
    expect((await block(null)).json).toMatchObject({
      etat_bien: 'libre',
      message: 'Bien débloqué avec succès !',
    })
    expect((await sell(client)).statusCode).toBe(200)
    expect((await block('Trop tard')).statusCode).toBe(409)
  })
})
