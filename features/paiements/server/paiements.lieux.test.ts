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

/** A lot, a local and a place of a client, with the same numbers in every residence, at 9 007 199 254,79 DA each. */
async function buildBiens(nom: string, client: number) {
  const { id: residence_id } = await buildResidence(t.db, { nom })
  const { id: bloc_id } = await buildBloc(t.db, { residence_id, nomloc: 'Bloc C' })
  const { id: etage_id } = await buildEtage(t.db, { bloc_id })
  const { id: parking_id } = await buildParking(t.db, { residence_id, parking_nom: 'Parking Nord' })
  const prix = 900_719_925_479
  const appartement_id = await buildAppartement(t.db, { etage_id, num_lot: '302', prix })
  const local_id = await buildLocal(t.db, { bloc_id, num: 'L-7', prix })
  const place_parking_id = await buildPlace(t.db, { parking_id, numero_place: 41, prix })
  for (const id of [appartement_id, local_id, place_parking_id]) await sell(t.db, id, client)
  return { appartement_id, local_id, place_parking_id }
}

interface Offered {
  resteAPayer: number
  bloc?: Lieu
  parking?: Lieu
}
interface Lieu {
  nomloc?: string
  parking_nom?: string
  residence: { nom: string }
}

describe('where a bien is', () => {
  // spec: PAY-40, PAY-44
  it('is said beside its number and its exact remainder, of what is offered and of what is paid', async () => {
    const { id: client } = await buildClient(t.db)
    const NOMS = ['Les Jardins', 'El Yasmine']
    for (const nom of NOMS) {
      const { appartement_id, local_id, place_parking_id } = await buildBiens(nom, client)
      const paid = async (bien: object) => {
        const entered = { client_id: client, date_paiement: '2026-03-01', versement: 0.01, ...bien }
        return (await karim.post('/api/paiements', entered)).json
      }
      const residence = { nom }
      const bloc = { nomloc: 'Bloc C', residence }
      expect(await paid({ appartement_id })).toMatchObject({ appartement: { numLot: '302', bloc } })
      expect(await paid({ local_id })).toMatchObject({ local: { num: 'L-7', bloc } })
      expect(await paid({ place_parking_id })).toMatchObject({
        place_parking: { numero_place: 41, parking: { parking_nom: 'Parking Nord', residence } },
      })
    }
    const lots = (await karim.get(`/api/clients/${client}/appartements`)).json as Offered[]
    const locaux = (await karim.get(`/api/locaux/client/${client}`)).json as Offered[]
    const { places } = (await karim.get(`/api/place-parking-client/${client}`)).json as { places: Offered[] }
    for (const [offered, where] of [
      [lots, 'Bloc C'],
      [locaux, 'Bloc C'],
      [places, 'Parking Nord'],
    ] as const)
      expect(
        offered.map(({ bloc, parking = bloc, resteAPayer }) => [
          parking?.parking_nom ?? parking?.nomloc,
          parking?.residence.nom,
          resteAPayer,
        ]),
      ).toEqual(NOMS.map((nom) => [where, nom, 9_007_199_254.78]))
  })
})

describe('the bien of the detail screen', () => {
  // spec: DET-24, DET-25
  it('comes with all that its panel shows', async () => {
    const { id: client } = await buildClient(t.db, { nom_complet: 'Élodie Benaïssa' })
    const bien = await buildAppartement(t.db, { prix: 100_000, num_lot: 'A-12' })
    await sell(t.db, bien, client)
    const shown = (await karim.get(`/api/appartements/${bien}`)).json
    const place = {
      designation: expect.any(String),
      bloc: { nomloc: expect.any(String), residence: { nom: expect.any(String) } },
    }
    expect(shown).toMatchObject({
      numLot: 'A-12',
      typeLogement: 'F3',
      surfaceHabitable: 80.5,
      surfaceUtile: 12.2,
      montant: 1000,
      etage: place,
    })
    const id = await buildLocal(t.db, { prix: 100_000, num: 'L-7' })
    await sell(t.db, id, client)
    const local = (await karim.get(`/api/locaux/${id}`)).json
    expect(local).toMatchObject({
      id,
      num: 'L-7',
      description: null,
      montant: 1000,
      surface: 45,
      estDispo: false,
      client: { id: client, nomComplet: 'Élodie Benaïssa' },
    })
    expect(local).toMatchObject({ bloc: { nomloc: expect.any(String) } })
  })
})
