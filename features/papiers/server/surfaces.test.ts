import { afterAll, beforeAll, expect, it } from 'vitest'
import { garantir, lire, regler } from '#features/papiers/server/documents.essais.ts'
import type { PlanDeVente } from '#features/plan-de-vente/plan-de-vente.contract.ts'
import { apercu, fautes } from '#features/papiers/server/langues.essais.ts'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import {
  buildAppartement,
  buildBloc,
  buildClient,
  buildEtage,
  buildLocal,
  buildPlace,
  buildResidence,
  pay,
  sell,
} from '#test/harness/builders.ts'
import { importer } from '#test/harness/feuilles.ts'

let t: TestApp
let karim: Visitor
beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
  await regler(karim, {}, { contrat_reservation: { fr: 'Le bien : {surface}.', ar: '' } })
})
afterAll(() => t.close())

const PRIX = 1_250_000_000

// spec: IN-22
it.each([
  [
    7_850,
    8_500,
    163.5,
    76_452.6,
    '78,5 m² habitables · 85 m² utiles',
    '163,5',
    '78,5 م² صالحة للسكن · 85 م² نافعة',
  ],
  [
    7_850,
    650,
    85,
    147_058.82,
    '78,5 m² habitables · 6,5 m² utiles',
    '85 m²',
    '78,5 م² صالحة للسكن · 6,5 م² نافعة',
  ],
  [6_000, 0, 60, 208_333.33, '60 m² habitables', 'utiles', '60 م² صالحة للسكن'],
])(
  'papers of an appartement of %i and %i print both as typed and no total; its other figures stay the total',
  async (surface_habitable, surface_utile, totale, prixM2, fr, tu, ar) => {
    const residence = await buildResidence(t.db)
    const bloc = await buildBloc(t.db, { residence_id: residence.id })
    const { id: etage_id } = await buildEtage(t.db, { bloc_id: bloc.id })
    const lot = await buildAppartement(t.db, { etage_id, surface_habitable, surface_utile, prix: PRIX })
    const vente = await sell(t.db, lot, (await buildClient(t.db)).id)
    const paiement = await pay(t.db, vente, 1_000_000_00)
    await garantir(t, vente, null)
    for (const type of ['attestation_reservation', 'attestation_paiement']) {
      const francais = await apercu(karim, `ventes/${vente}`, { type })
      expect(fautes('fr', francais, [`Surface : ${fr}`], [tu])).toEqual([])
      const arabe = await apercu(karim, `ventes/${vente}`, { type, langue: 'ar' })
      expect(fautes('ar', arabe, [`المساحة: ${ar}`])).toEqual([])
    }
    const contrat = await apercu(karim, `ventes/${vente}`, { type: 'contrat_reservation' })
    expect(fautes('fr', contrat, [`Le bien : ${fr}.`], [tu])).toEqual([])
    const { text } = await lire(karim, `/api/paiement/print-single/${paiement}`)
    expect(fautes('fr', text, [`Surface : ${fr}`], [tu])).toEqual([])

    const superficie = await karim.get(`/api/appartements/${lot}/superficie`)
    expect(superficie.json).toEqual({ superficie_totale: totale })
    const plan = (await karim.get(`/api/plan-de-vente/${residence.id}`)).json as PlanDeVente
    expect(plan.blocs[0]?.etages[0]?.lots).toMatchObject([{ id: lot, surface: totale, prixM2 }])
  },
)

// spec: IN-22
it('prints the one surface of a local and of a place', async () => {
  const client = (await buildClient(t.db)).id
  const local = await sell(t.db, await buildLocal(t.db, { surface: 4_550 }), client)
  const place = await sell(t.db, await buildPlace(t.db, { superficie: 1_250 }), client)
  for (const [vente, surface] of [
    [local, '45,5 m²'],
    [place, '12,5 m²'],
  ] as const) {
    await pay(t.db, vente, 1_000_00)
    const text = await apercu(karim, `ventes/${vente}`, { type: 'attestation_paiement' })
    expect(fautes('fr', text, [`Surface : ${surface}`], ['habitables', 'utiles'])).toEqual([])
  }
})

// spec: IN-22
it('warns of an imported appartement whose utile may hold the habitable, once, and changes nothing of it', async () => {
  const residence = await buildResidence(t.db, { nom: 'El Yasmine' })
  const bloc = await buildBloc(t.db, { residence_id: residence.id, nomloc: 'Bloc A' })
  await buildEtage(t.db, { bloc_id: bloc.id, designation: '1er étage' })
  const lot = (numero: string, utile: number) => ({
    Résidence: 'El Yasmine',
    Bloc: 'Bloc A',
    Étage: '1er étage',
    Lot: numero,
    Type: 'F3',
    'Surface habitable': 78.5,
    'Surface utile': utile,
    Prix: 12_500_000,
  })
  const feuilles = { appartements: [lot('A101', 85), lot('A102', 6.5)] }
  expect((await importer(t.db, feuilles)).messages).toMatchObject([
    {
      gravite: 'avertissement',
      ligne: 2,
      colonne: 'Surface utile',
      texte: "Total 163,5\u00A0m². Si l'utile comprend déjà l'habitable, saisissez la différence.",
    },
  ])
  expect(
    await t.db
      .selectFrom('appartements')
      .select(['surface_habitable', 'surface_utile'])
      .where('num_lot', '=', 'A101')
      .execute(),
  ).toEqual([{ surface_habitable: 7_850, surface_utile: 8_500 }])
  expect((await importer(t.db, feuilles)).messages).toEqual([])
})
