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
  sell,
} from '#test/harness/builders.ts'

let t: TestApp
let karim: Visitor
beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
})
afterAll(() => t.close())

const titles = async (q: string) => {
  const { json } = await karim.get(`/api/recherche?q=${encodeURIComponent(q)}`)
  return (json as { data: { titre: string }[] }).data.map(({ titre }) => titre)
}

describe('the global search', () => {
  it('finds clients, residences and every kind of bien, without accents or case, and says where and whose', async () => {
    const client = await buildClient(t.db, { nom_complet: 'Élodie Benaïssa', tel: '0555 12 34 56' })
    const residence = await buildResidence(t.db, { nom: 'Résidence Été', adresse: 'Béjaïa' })
    const bloc = await buildBloc(t.db, { residence_id: residence.id, nomloc: 'Bloc A' })
    const etage = await buildEtage(t.db, { bloc_id: bloc.id, designation: '1er étage' })
    const lot = await buildAppartement(t.db, { etage_id: etage.id, num_lot: 'ZÉ-104' })
    const vente = await sell(t.db, lot, client.id)
    const parking = await buildParking(t.db, { residence_id: residence.id, parking_nom: 'Sous-sol Été' })
    await buildPlace(t.db, { parking_id: parking.id, numero_place: 7041 })
    await buildLocal(t.db, { bloc_id: bloc.id, num: 'Ze-9' })

    expect(await titles('ELODIE benaissa')).toEqual(['Élodie Benaïssa'])
    expect(await titles('ete')).toEqual(['Résidence Été', 'Place 7041'])
    expect(await titles('ze-')).toEqual(['Appartement ZÉ-104', 'Local Ze-9'])
    expect(await titles('7041')).toEqual(['Place 7041'])
    const { json } = await karim.get('/api/recherche?q=ze-104')
    expect(json).toEqual({
      data: [
        {
          genre: 'appartement',
          id: lot,
          titre: 'Appartement ZÉ-104',
          lieu: 'Résidence Été, Bloc A, 1er étage',
          residence_id: null,
          bloc_id: null,
          parking_id: null,
          totaux: null,
          vente_id: vente,
          paiement: null,
          bon: null,
          cloture: null,
          montant: 1_000_000,
          surface: 92.7,
          etat_bien: 'vendu',
          page: null,
          client: { id: client.id, nomComplet: 'Élodie Benaïssa' },
        },
      ],
    })
  })

  it('puts the exact number first and takes % and _ for letters', async () => {
    const etage = await buildEtage(t.db)
    for (const num_lot of ['1041', '2104', '104', '10_4'])
      await buildAppartement(t.db, { etage_id: etage.id, num_lot })
    expect((await titles('104'))[0]).toBe('Appartement 104')
    expect(await titles('10_4')).toEqual(['Appartement 10_4'])
    expect(await titles('%')).toEqual([])
    expect(await titles('')).toEqual([])
    expect(await titles('   ')).toEqual([])
  })

  // spec: EC-26
  it('finds étages by their designation, with their bloc, and members for who may see them, with their page', async () => {
    const residence = await buildResidence(t.db, { nom: 'Les Cèdres' })
    const bloc = await buildBloc(t.db, { residence_id: residence.id, nomloc: 'Bloc Q' })
    const etage = await buildEtage(t.db, { bloc_id: bloc.id, designation: 'Entresol Été' })
    const found = async (q: string, visitor = karim) =>
      ((await visitor.get(`/api/recherche?q=${encodeURIComponent(q)}`)).json as { data: object[] }).data
    expect(await found('entresol ete')).toMatchObject([
      {
        genre: 'etage',
        id: etage.id,
        titre: 'Entresol Été',
        lieu: 'Les Cèdres, Bloc Q',
        residence_id: residence.id,
        bloc_id: bloc.id,
        montant: null,
        etat_bien: null,
      },
    ])
    const names = ['Zohra Aïssani', 'Membre 2', 'Membre 3', 'Membre 4', 'Membre 5', 'Membre 6', 'Membre 7']
    for (const [n, name] of names.entries())
      await t.db
        .insertInto('membres')
        .values({ name, email: `m${n}@diyar.dz`, mot_de_passe: 'x', actif: true })
        .execute()
    expect(await found('aissani zohra')).toMatchObject([
      { genre: 'membre', titre: 'Zohra Aïssani', lieu: 'm0@diyar.dz', page: 2 },
    ])
    const page = (await karim.get('/api/members?page=2')).json as { data: { name: string }[] }
    expect(page.data.map(({ name }) => name)).toContain('Zohra Aïssani')
    const amina = await t.member('amina@diyar.dz', 'commercial')
    expect(await found('aissani zohra', amina)).toEqual([])
    expect(await found('entresol', amina)).toHaveLength(1)
  })

  // spec: EC-27
  it('says price, surface and state of a bien', async () => {
    const etage = await buildEtage(t.db)
    await buildAppartement(t.db, { etage_id: etage.id, num_lot: 'QX-1', prix: 1_250_000_050 })
    const { json } = await karim.get('/api/recherche?q=qx-1')
    expect(json).toMatchObject({
      data: [{ montant: 12_500_000.5, surface: 92.7, etat_bien: 'libre', totaux: null, client: null }],
    })
  })

  it('is for members only', async () => {
    expect((await t.visitor().get('/api/recherche?q=a')).statusCode).toBe(401)
  })

  it('takes one connection, however many kinds it looks through', async () => {
    await karim.get('/api/user')
    let [held, most, taken] = [0, 0, 0]
    const acquire = () => {
      most = Math.max(most, ++held)
      taken++
    }
    const release = () => void held--
    t.pool.on('acquire', acquire)
    t.pool.on('release', release)
    const found = await titles('a')
    t.pool.off('acquire', acquire)
    t.pool.off('release', release)
    expect(found.length).toBeGreaterThan(0)
    // The session, then the search.
    expect([most, taken]).toEqual([1, 2])
  })
})
