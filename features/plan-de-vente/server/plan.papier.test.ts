import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { communesErreurs } from '#shared/erreurs.ts'
import { BIENS_MAX, planPdf, type ModelePlan } from '#features/plan-de-vente/server/plan.ts'
import type { Lot, PlanDeVente } from '#features/plan-de-vente/plan-de-vente.contract.ts'
import { CODES_D_ETAT } from '#shared/etats.ts'
import { stopPdf } from '#server/documents/pdf.ts'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import {
  buildAppartement,
  buildBloc,
  buildClient,
  buildEtage,
  buildLocal,
  buildOption,
  buildParking,
  buildPlace,
  buildResidence,
  sell,
} from '#test/harness/builders.ts'
import { drawnOutside, drawnOver, readPdf } from '#test/harness/pdf.ts'
import { unPromoteur } from '#test/harness/papiers.ts'

let t: TestApp
let karim: Visitor
beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
})
afterAll(async () => {
  await t.close()
  await stopPdf()
})

const lot = (numero: string, champs: Partial<Lot> = {}): Lot => ({
  id: 1,
  type: 'appartement',
  numero,
  sorte: 'F3',
  surface: 9_775,
  montant: 1_173_000_000,
  prixM2: null,
  etat: 'libre',
  client: null,
  option: null,
  bloque_motif: null,
  plan_pdf: false,
  version: 1,
  ...champs,
})

/** A bloc of so many étages, with so many lots each: « E7N12 ». */
const bloc = (nomloc: string, etages: number, lots: number): PlanDeVente['blocs'][number] => ({
  id: 1,
  nomloc,
  locaux: [],
  etages: Array.from({ length: etages }, (_, at) => ({
    id: at,
    designation: `Niveau ${etages - at}`,
    niveau: etages - at,
    logement_par_palier: lots,
    lots: Array.from({ length: lots }, (_unused, n) => lot(`E${etages - at}N${n + 1}`)),
  })),
})

const modele = (plan: Partial<PlanDeVente>, champs: Partial<ModelePlan> = {}): ModelePlan => ({
  promoteur: unPromoteur,
  situation: new Date('2025-11-21T13:05:00Z'),
  plan: {
    residence: { id: 1, nom: 'Les Cèdres', adresse: 'Oran' },
    totaux: CODES_D_ETAT.map((etat) => ({ etat, nombre: 1, valeur: 100 })),
    blocs: [],
    parkings: [],
    ...plan,
  },
  client: false,
  format: 'a4',
  bloc: null,
  ...champs,
})

/** The numbers of lots in a text, in their order. */
const numbersIn = (text: string) => text.match(/\bE\d+N\d+\b/g) ?? []

describe('the plan on paper', () => {
  it('says when it was read, in Algiers, and what its states look like', async () => {
    const pdf = await planPdf(modele({ blocs: [bloc('Bloc A', 2, 3)] }))
    const { pages, title } = await readPdf(pdf)
    expect(title).toBe('Plan de vente Les Cèdres')
    expect(pages).toHaveLength(1)
    for (const said of [
      'Situation au 21/11/2025 à 14:05',
      'Les Cèdres — Bloc A',
      'Prix en DA',
      'Disponible',
      'Option',
      'Bloqué',
      'Vendu',
      'Livré',
      'F3 97,75 m²',
      'Valeur (DA)',
    ])
      expect(pages[0]).toContain(said)
    expect(pages[0]?.replace(/[\s\u202F]/g, '')).toContain('11730000')
    expect(await drawnOutside(pdf)).toEqual([])
    expect(await drawnOver(pdf)).toEqual([])
  })

  // spec: PO-14
  it.each([
    ['a4', 14, 12],
    ['a3', 22, 20],
  ] as const)(
    'names every lot once in %s, what is too wide on a page of its own',
    async (format, lots, beside) => {
      const pdf = await planPdf(modele({ blocs: [bloc('Bloc A', 4, lots)] }, { format }))
      const { pages } = await readPdf(pdf)
      const rows = [4, 3, 2, 1]
      const numbers = (from: number, to: number) =>
        rows.flatMap((etage) => Array.from({ length: to - from }, (_, n) => `E${etage}N${from + n + 1}`))
      expect(numbersIn(pages[0] ?? '')).toEqual(numbers(0, beside))
      expect(numbersIn(pages[1] ?? '')).toEqual(numbers(beside, lots))
      expect(pages[0]).not.toContain('(suite)')
      expect(pages[1]).toContain('Les Cèdres — Bloc A (suite)')
      expect(await drawnOutside(pdf)).toEqual([])
    },
  )

  it('goes on where there are more étages than a page holds', async () => {
    const { pages, text } = await readPdf(await planPdf(modele({ blocs: [bloc('Tour', 60, 2)] })))
    expect(pages.length).toBeGreaterThan(3)
    expect(pages[1]).toContain('Les Cèdres — Tour (suite)')
    expect(numbersIn(text)).toEqual(
      Array.from({ length: 60 }, (_, at) => [`E${60 - at}N1`, `E${60 - at}N2`]).flat(),
    )
  })

  it('bears names that are Arabic or endless, and the largest price', async () => {
    const etage = bloc('الكتلة أ', 1, 1).etages[0]
    if (!etage) throw new Error('no étage')
    const lots = [
      lot('W'.repeat(60), { montant: 9_999_999_999_999 }),
      lot('شقة ١٢', { sorte: 'F5 duplex avec terrasse et jardin', etat: 'bloque' }),
    ]
    const blocs = [
      { ...bloc('الكتلة أ', 1, 1), etages: [{ ...etage, designation: 'N'.repeat(80), lots }] },
      { ...bloc('Vide', 0, 0) },
    ]
    const pdf = await planPdf(modele({ blocs }))
    const { pages, text } = await readPdf(pdf)
    expect(pages).toHaveLength(1)
    expect(text.replace(/[\s\u202F]/g, '')).toContain('99999999999,99')
    expect(text).not.toContain('Vide')
  })

  // spec: EC-42
  it('cuts no number: a long one goes on after its hyphens, smaller, and stands over nothing', async () => {
    const [etage] = bloc('Bloc A', 1, 0).etages
    if (!etage) throw new Error('no étage')
    const lots = Array.from({ length: 12 }, (_, n) => lot(`BLOC-NORD/12-APPARTEMENT-12${n}`))
    const pdf = await planPdf(modele({ blocs: [{ ...bloc('Bloc A', 1, 0), etages: [{ ...etage, lots }] }] }))
    const said = (await readPdf(pdf)).text.replace(/[\s\u200B]/g, '')
    for (const { numero } of lots) expect(said).toContain(numero)
    expect(await drawnOver(pdf)).toEqual([])
    expect(await drawnOutside(pdf)).toEqual([])
  })

  it('refuses more than 6,000 biens', async () => {
    const lots = (nombre: number) => ({
      ...bloc('Bloc A', 1, 0),
      locaux: Array.from({ length: nombre }, () => lot('L')),
    })
    await expect(planPdf(modele({ blocs: [lots(BIENS_MAX + 1)] }))).rejects.toThrow(
      communesErreurs.documentTropLong.message({
        lignes: 6_001,
        maximum: 6_000,
        conseil: 'Choisissez un bloc.',
      }),
    )
  })
})

describe('the call', () => {
  async function buildTour() {
    const { id: residence_id, nom } = await buildResidence(t.db)
    const bloc_id = (await buildBloc(t.db, { residence_id, nomloc: 'Bloc A' })).id
    const autre = await buildBloc(t.db, { residence_id, nomloc: 'Bloc B' })
    const etage_id = (await buildEtage(t.db, { bloc_id })).id
    for (const num_lot of ['E1N10', 'E1N2', 'E1N1'])
      await buildAppartement(t.db, { etage_id, num_lot, prix: 1_234_567_800 })
    await buildLocal(t.db, { bloc_id: autre.id, num: 'E9N9' })
    const parking_id = (await buildParking(t.db, { residence_id, parking_nom: 'Sous-sol' })).id
    await buildPlace(t.db, { parking_id, type_place: 'Box' })
    const option = await buildAppartement(t.db, { etage_id, num_lot: 'E1N3' })
    await buildOption(t.db, option, { nom: 'Zoubir Quarteroni' })
    const vendu = await buildAppartement(t.db, { etage_id, num_lot: 'E1N4' })
    await sell(t.db, vendu, (await buildClient(t.db, { nom_complet: 'Wassila Mébarki' })).id)
    return { residence_id, nom, bloc_id, autre: autre.id }
  }
  const pdfOf = async (address: string) => {
    const answer = await karim.get(`/api/plan-de-vente/${address}`)
    expect(answer.statusCode).toBe(200)
    return { ...(await readPdf(answer.rawPayload)), name: String(answer.headers['content-disposition']) }
  }

  // spec: PO-14
  it('says the lots of the screen in its order, and its totals', async () => {
    const { residence_id, nom } = await buildTour()
    const { text, name } = await pdfOf(`${residence_id}/pdf`)
    expect(numbersIn(text)).toEqual(['E1N1', 'E1N2', 'E1N3', 'E1N4', 'E1N10', 'E9N9'])
    expect(name).toContain(encodeURIComponent(`plan-de-vente-${nom}.pdf`))
    expect(name).toMatch(/^inline/)
    const { totaux } = (await karim.get(`/api/plan-de-vente/${residence_id}`)).json as {
      totaux: { nombre: number; valeur: number }[]
    }
    for (const { nombre, valeur } of totaux)
      expect(text.replace(/[\s\u202F]/g, '')).toContain(`${nombre}${valeur},00`)
    expect(text).toContain('Total 7')
  })

  it('says one bloc alone, without parking and totals of the residence', async () => {
    const { residence_id, autre, nom } = await buildTour()
    const { text, title, name } = await pdfOf(`${residence_id}/pdf?bloc_id=${autre}&format=a3`)
    expect(name).toContain(encodeURIComponent(`plan-de-vente-${nom}-bloc-B-a3.pdf`))
    expect(numbersIn(text)).toEqual(['E9N9'])
    expect(title).toContain('— Bloc B')
    expect(text).not.toContain('Sous-sol')
    expect(text).not.toContain('Totaux')
  })

  // spec: PO-09
  it('tells a buyer neither price nor name', async () => {
    const { residence_id, nom } = await buildTour()
    const { text, name } = await pdfOf(`${residence_id}/pdf?vue=client`)
    expect(numbersIn(text)).toHaveLength(6)
    for (const secret of ['Wassila', 'Quarteroni', 'Prix', 'Totaux', 'Livré', 'Bloqué'])
      expect(text).not.toContain(secret)
    expect(text.replace(/[\s\u202F]/g, '')).not.toMatch(/12345678|1000000/)
    expect(name).toContain(encodeURIComponent(`plan-de-vente-${nom}-client.pdf`))
  })

  it('is not found for a bloc of another residence, or none', async () => {
    const { residence_id } = await buildTour()
    const elsewhere = (await buildBloc(t.db)).id
    for (const bloc_id of [elsewhere, 999_999, -1, 0]) {
      const answer = await karim.get(`/api/plan-de-vente/${residence_id}/pdf?bloc_id=${bloc_id}`)
      expect(answer.statusCode).toBe(404)
    }
    expect((await karim.get('/api/plan-de-vente/999999/pdf')).statusCode).toBe(404)
    expect((await karim.get(`/api/plan-de-vente/${residence_id}/pdf?bloc_id=abc`)).statusCode).toBe(200)
  })
})
