import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import {
  buildAppartement,
  buildBloc,
  buildClient,
  buildEtage,
  buildLocal,
  buildParking,
  buildPlace,
  buildResidence,
  idOf,
  pay,
  sell,
} from '#test/harness/builders.ts'

let t: TestApp
let karim: Visitor
beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
})
afterAll(() => t.close())

const somewhere = { nom: 'Les Orangers', adresse: '12, rue Didouche Mourad, Alger' }
const rows = () => t.db.selectFrom('residences').selectAll().orderBy('id').execute()
describe('residences', () => {
  // spec: RES-42, RES-47, ERR-18, ERR-19
  it('are added, read, changed and deleted, with a line in the journal each time', async () => {
    const added = await karim.post('/api/residences', somewhere)
    expect(added.statusCode).toBe(201)
    const figures = {
      est_saturee: false,
      taux_occupation: 0,
      blocs_count: 0,
      appartements_count: 0,
      plan_pdf: null,
    }
    expect(added.json).toMatchObject({
      ...somewhere,
      ...figures,
      version: 1,
      message: 'Résidence ajoutée avec succès !',
    })
    const id = idOf(added)
    const changed = await karim.put(`/api/residence/${id}`, { ...somewhere, nom: 'LES ORANGERS', version: 1 })
    expect(changed.json).toMatchObject({
      id,
      nom: 'LES ORANGERS',
      version: 2,
      message: 'Résidence modifiée avec succès !',
    })
    expect((await karim.get(`/api/residences/${id}`)).json).toMatchObject({ id, nom: 'LES ORANGERS' })
    const late = await karim.put(`/api/residences/${id}`, { ...somewhere, version: 1 })
    expect([late.statusCode, late.json]).toEqual([
      409,
      { message: 'Cette fiche a été modifiée entre-temps. Rechargez-la.' },
    ])
    expect((await karim.delete(`/api/residences/${id}`)).json).toEqual({
      message: 'Résidence supprimée avec succès !',
    })
    expect((await rows()).some((row) => row.id === id)).toBe(false)
    const journal = await t.db
      .selectFrom('journal')
      .select('action')
      .where('objet', '=', 'residence')
      .where('objet_id', '=', id)
      .orderBy('id')
      .execute()
    expect(journal.map(({ action }) => action)).toEqual(['ajouter', 'modifier', 'supprimer'])
  })

  // spec: SHELL-72
  it('are changed and deleted by one member as by another', async () => {
    const amina = await t.member('amina@diyar.dz')
    for (const [one, next] of [
      [karim, amina],
      [amina, karim],
    ] as const) {
      const id = idOf(await one.post('/api/residences', { nom: 'À tous', adresse: 'Alger' }))
      const changed = { nom: 'À tous', adresse: 'Oran', version: 1 }
      expect((await next.put(`/api/residences/${id}`, changed)).statusCode).toBe(200)
      expect((await one.get(`/api/residences/${id}`)).json).toMatchObject({ adresse: 'Oran' })
      expect((await next.delete(`/api/residences/${id}`)).statusCode).toBe(200)
    }
  })

  // spec: RES-10, RES-43, API-11, API-12
  it('are listed three to a page, the newest first, each exactly once', async () => {
    for (let n = 0; n < 7; n++) await buildResidence(t.db)
    const all = (await rows()).map(({ id }) => id).toReversed()
    const seen: number[] = []
    for (let page = 1; ; page++) {
      const answer = (await karim.get(`/api/residences?page=${page}`)).json as Page
      expect(answer).toMatchObject({
        current_page: page,
        last_page: Math.ceil(all.length / 3),
        per_page: 3,
        total: all.length,
        meta: { current_page: page },
      })
      seen.push(...answer.data.map(({ id }) => id))
      if (answer.next_page_url === null) break
    }
    expect(seen).toEqual(all)
    expect((await karim.get('/api/residences?page=99&per_page=3')).json).toMatchObject({
      data: [],
      last_page: Math.ceil(all.length / 3),
    })
  })

  // spec: API-04
  it('are offered by name to select boxes', async () => {
    await buildResidence(t.db, { nom: 'Tour 10' })
    await buildResidence(t.db, { nom: 'tour 2' })
    await buildResidence(t.db, { nom: 'Étoile' })
    const all = (await karim.get('/api/residence/all')).json as { id: number; nom: string }[]
    const names = all.map(({ nom }) => nom)
    expect(names.filter((nom) => /tour|Étoile/i.test(nom))).toEqual(['Étoile', 'tour 2', 'Tour 10'])
    expect(all.toSorted((a, b) => a.id - b.id)).toEqual((await rows()).map(({ id, nom }) => ({ id, nom })))
    expect((await karim.get('/api/residences/all')).json).toEqual(
      (await karim.get('/api/residence/all')).json,
    )
  })

  // spec: RES-36, RES-37, LIM-22
  it.each([
    [{ nom: '  ' }, 'nom', 'Le nom est obligatoire.'],
    [{ nom: 'x'.repeat(256) }, 'nom', 'Ce texte dépasse 255 caractères.'],
    [{ adresse: '' }, 'adresse', "L'adresse est obligatoire."],
    [{ adresse: 12 }, 'adresse', "L'adresse est obligatoire."],
  ])('refuses %j at its field and writes nothing', async (wrong, field, text) => {
    const { id } = await buildResidence(t.db)
    const before = await rows()
    for (const refused of [
      await karim.post('/api/residences', { ...somewhere, ...wrong }),
      await karim.put(`/api/residences/${id}`, { ...somewhere, ...wrong }),
    ]) {
      expect(refused.statusCode).toBe(422)
      expect(refused.json).toEqual({ message: text, errors: { [field]: [text] } })
    }
    expect(await rows()).toEqual(before)
  })

  // spec: RES-40
  it('refuses a name already taken, whatever its case, even by eight at once', async () => {
    const nom = 'Résidence El Bahdja'
    const racing = await Promise.all(
      Array.from({ length: 8 }, () => karim.post('/api/residences', { ...somewhere, nom })),
    )
    expect(racing.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
      201,
      ...Array.from({ length: 7 }, () => 422),
    ])
    const before = await rows()
    const creating = 'Erreur lors de la création. Vérifiez que le nom est unique.'
    expect(
      (await karim.post('/api/residences', { ...somewhere, nom: ` ${nom.toUpperCase()} ` })).json,
    ).toEqual({ message: creating, errors: { nom: [creating] } })
    const other = await buildResidence(t.db)
    const updating = 'Erreur lors de la mise à jour. Vérifiez que le nom est unique.'
    expect((await karim.put(`/api/residences/${other.id}`, { ...somewhere, nom })).json).toEqual({
      message: updating,
      errors: { nom: [updating] },
    })
    expect(await rows()).toEqual([...before, other])
  })

  // spec: RES-57
  it('are not deleted while they hold something, and say what', async () => {
    const { id } = await buildResidence(t.db)
    await buildBloc(t.db, { residence_id: id })
    await buildBloc(t.db, { residence_id: id })
    await buildParking(t.db, { residence_id: id })
    const before = await rows()
    const refused = await karim.delete(`/api/residences/${id}`)
    expect(refused.statusCode).toBe(409)
    expect(refused.json).toEqual({
      message: 'Impossible de supprimer cette résidence : elle contient 2 blocs et 1 parking.',
    })
    expect(await rows()).toEqual(before)
  })

  // spec: RES-49, RES-50, RES-51, RES-52, RES-53, RES-12, RES-13
  it('say how full they are, who bought what, and what has been paid', async () => {
    const { id } = await buildResidence(t.db, { nom: 'Comptée' })
    const bloc = await buildBloc(t.db, { residence_id: id, nomloc: 'B', description: 'Au fond' })
    await buildBloc(t.db, { residence_id: id, nomloc: 'A' })
    const etage = await buildEtage(t.db, { bloc_id: bloc.id, designation: 'RDC' })
    const f3 = await buildAppartement(t.db, { etage_id: etage.id, num_lot: '10', type_logement: 'F3' })
    const f4 = await buildAppartement(t.db, { etage_id: etage.id, num_lot: '2', type_logement: 'F4' })
    const studio = await buildAppartement(t.db, { etage_id: etage.id, num_lot: '3', type_logement: 'F3' })
    const client = await buildClient(t.db)
    const former = await buildClient(t.db)
    const old = await sell(t.db, f3, former.id)
    await pay(t.db, old, 5_000)
    await t.db
      .updateTable('ventes')
      .set({ terminee_le: sql`now()` })
      .where('id', '=', old)
      .execute()
    await pay(t.db, await sell(t.db, f3, client.id), 12_345_67)
    await sell(t.db, f4, client.id)
    const local = await buildLocal(t.db, { bloc_id: bloc.id })
    await pay(t.db, await sell(t.db, local, client.id), 100)
    const place = await buildPlace(t.db, { parking_id: (await buildParking(t.db, { residence_id: id })).id })
    await pay(t.db, await sell(t.db, place, client.id), 250)

    expect((await karim.get(`/api/residences/${id}`)).json).toMatchObject({
      est_saturee: false,
      taux_occupation: 66.67,
      blocs_count: 2,
      etages_count: 1,
      appartements_count: 3,
      occupied_count: 2,
      locaux_count: 1,
      parkings_count: 1,
    })
    const report = await karim.get(`/api/residences/${id}/report`)
    expect(report.json).toMatchObject({
      nom: 'Comptée',
      stats: {
        blocCount: 2,
        etageCount: 1,
        appartementCount: 3,
        occupiedCount: 2,
        availableCount: 1,
        tauxOccupation: 66.67,
        typeDistribution: { F3: 2, F4: 1 },
        typeOccupation: { F3: 1, F4: 1 },
      },
      blocs: [
        { nomloc: 'A', etages_count: 0, appartements_count: 0, tauxOccupation: 0 },
        {
          id: bloc.id,
          nomloc: 'B',
          description: 'Au fond',
          etages_count: 1,
          appartements_count: 3,
          occupied_count: 2,
        },
      ],
      clients: [
        {
          id: client.id,
          nomComplet: client.nom_complet,
          email: client.email,
          tel: client.tel,
          appartement: {
            id: f4,
            numLot: '2',
            typeLogement: 'F4',
            bloc: { nomloc: 'B' },
            etage: { designation: 'RDC' },
          },
        },
        { id: client.id, appartement: { id: f3, numLot: '10' } },
      ],
    })
    for (const path of [`/api/residence/${id}/payment-totals`, `/api/residences/${id}/payment-totals`])
      expect((await karim.get(path)).json).toEqual({
        appartements_total: 12_345.67,
        places_parking_total: 2.5,
        locaux_total: 1,
      })

    await sell(t.db, studio, former.id)
    expect((await karim.get(`/api/residences/${id}`)).json).toMatchObject({
      est_saturee: true,
      taux_occupation: 100,
    })
  })

  it('answer 404 to an unknown id or an absent plan, 401 without a session', async () => {
    const { id } = await buildResidence(t.db)
    const none = await karim.get(`/api/residences/${id}/plan`)
    expect([none.statusCode, none.json]).toEqual([
      404,
      { message: 'Aucun plan PDF disponible pour cette résidence.' },
    ])
    const paths = [
      '/api/residences/{id}',
      '/api/residences/{id}/plan',
      '/api/residences/{id}/report',
      '/api/residence/{id}/payment-totals',
    ]
    for (const path of paths)
      for (const unknown of ['999999', '0', 'abc'])
        expect((await karim.get(path.replace('{id}', unknown))).statusCode).toBe(404)
    expect((await karim.put('/api/residences/999999', somewhere)).statusCode).toBe(404)
    expect((await karim.delete('/api/residences/999999')).statusCode).toBe(404)
    const before = await rows()
    const stranger = t.visitor()
    for (const path of ['/api/residences', '/api/residence/all', ...paths])
      expect((await stranger.get(path.replace('{id}', String(id)))).statusCode).toBe(401)
    expect((await stranger.post('/api/residences', somewhere)).statusCode).toBe(401)
    expect((await stranger.delete(`/api/residences/${id}`)).statusCode).toBe(401)
    expect(await rows()).toEqual(before)
  })
})

interface Page {
  data: { id: number }[]
  next_page_url: string | null
}
