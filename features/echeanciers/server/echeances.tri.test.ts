import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Ligne, Totaux } from '#features/echeanciers/echeances.contract.ts'
import { stopPdf } from '#server/documents/pdf.ts'
import { addJours, aujourdhui } from '#shared/dates.ts'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import {
  buildAppartement,
  buildClient,
  buildEcheancier,
  buildLocal,
  buildPlace,
  pay,
  sell,
} from '#test/harness/builders.ts'
import { readPdf } from '#test/harness/pdf.ts'

interface Liste {
  data: Ligne[]
  total: number
  totals: Totaux
  next_page_url: string | null
}

const today = aujourdhui()
let t: TestApp
let karim: Visitor
const list = async (query: string) => (await karim.get(`/api/echeances?${query}`)).json as Liste
const said = (lignes: readonly Ligne[]) =>
  lignes.map(({ client, bien, reste, exigible_le }) => [
    client.nomComplet,
    bien.numero,
    reste,
    exigible_le ?? '',
  ])

beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
  const zohra = (await buildClient(t.db, { nom_complet: 'Zohra Abid' })).id
  const emile = (await buildClient(t.db, { nom_complet: 'émile Zerrouki' })).id
  const amine = (await buildClient(t.db, { nom_complet: 'Amine Kaci' })).id
  const of = async (bien: number, client: number, lignes: readonly [number, number][], paye: number) => {
    const vente = await sell(t.db, bien, client)
    await buildEcheancier(
      t.db,
      vente,
      lignes.map(([montant, jours]) => [montant, addJours(today, jours)]),
    )
    if (paye > 0) await pay(t.db, vente, paye)
  }
  // Zohra has paid her first line, and half of the second.
  await of(
    await buildAppartement(t.db, { prix: 60_000, num_lot: 'A10' }),
    zohra,
    [
      [10_000, -40],
      [20_000, -30],
      [30_000, 10],
    ],
    20_000,
  )
  await of(
    await buildAppartement(t.db, { prix: 90_000, num_lot: 'A2' }),
    emile,
    [
      [40_000, -20],
      [50_000, 20],
    ],
    0,
  )
  await of(
    await buildLocal(t.db, { prix: 25_000, num: 'A1' }),
    emile,
    [
      [12_000, -50],
      [13_000, 5],
    ],
    12_000,
  )
  await of(
    await buildPlace(t.db, { prix: 5_000, numero_place: 3 }),
    amine,
    [
      [2_000, -10],
      [3_000, 15],
    ],
    0,
  )
})
afterAll(async () => {
  await stopPdf()
  await t.close()
})

// spec: RF-07
describe('the échéances that are due', () => {
  it('are those that are not settled, and all with reglees=1; sums and count follow', async () => {
    const open = await list('onglet=exigibles')
    expect(open.data.map(({ etat }) => etat)).not.toContain('reglee')
    expect([open.total, open.totals.nombre, open.totals.recu]).toEqual([3, 3, 100])
    const all = await list('onglet=exigibles&reglees=1&per_page=2')
    expect([all.total, all.totals.nombre, all.totals.montant, all.totals.recu]).toEqual([5, 5, 840, 320])
    expect(all.next_page_url).toContain('reglees=1')
    expect((await list('onglet=exigibles&reglees=1&search=zohra')).total).toBe(2)
    expect((await list('onglet=exigibles&search=zohra')).total).toBe(1)
  })

  it('take no notice of anything else, and reglees=1 changes no other tab', async () => {
    for (const other of ['reglees=0', 'reglees=oui', 'reglees='])
      expect((await list(`onglet=exigibles&${other}`)).total).toBe(3)
    for (const onglet of ['retard', 'a_venir'])
      expect(await list(`onglet=${onglet}&reglees=1`)).toEqual(await list(`onglet=${onglet}`))
  })
})

const PAR_CLIENT = ['Amine Kaci', 'émile Zerrouki', 'émile Zerrouki', 'Zohra Abid', 'Zohra Abid']
const PAR_BIEN = ['A2', 'A10', 'A10', 'A1', '3']

// spec: RF-58
describe('the order of the échéances', () => {
  it.each([
    ['client', 0, PAR_CLIENT],
    ['bien', 1, PAR_BIEN],
    ['reste', 2, [0, 0, 20, 100, 400]],
    ['jour', 3, [-50, -40, -30, -20, -10].map((jours) => addJours(today, jours))],
  ] as const)('is that of « %s », one way and the other, over all pages', async (cle, column, expected) => {
    for (const [tri, order] of [
      [cle, expected],
      [`-${cle}`, expected.toReversed()],
    ] as const) {
      const query = `onglet=exigibles&reglees=1&tri=${tri}`
      expect(said((await list(query)).data).map((row) => row[column])).toEqual(order)
      for (const search of ['', '&search=a']) {
        const whole = (await list(`${query}${search}`)).data
        const pages = [1, 2, 3].map((page) => list(`${query}${search}&per_page=2&page=${page}`))
        expect((await Promise.all(pages)).flatMap(({ data }) => data)).toEqual(whole)
      }
    }
  })

  it('holds on each tab, with its sums, and goes with the pages', async () => {
    const late = await list('onglet=retard&tri=-reste&per_page=1')
    expect([late.data[0]?.reste, late.total, late.totals.reste]).toEqual([400, 3, 520])
    expect(late.next_page_url).toContain('tri=-reste')
    const coming = await list('onglet=a_venir&horizon=tout&tri=-client')
    expect(said(coming.data).map(([client]) => client)).toEqual([
      'Zohra Abid',
      'émile Zerrouki',
      'émile Zerrouki',
      'Amine Kaci',
    ])
  })

  it('is that of the tab for anything else', async () => {
    for (const onglet of ['retard', 'exigibles', 'a_venir'])
      for (const tri of ['montant', '-', 'client;drop', ''])
        expect((await list(`onglet=${onglet}&tri=${encodeURIComponent(tri)}`)).data).toEqual(
          (await list(`onglet=${onglet}`)).data,
        )
  })
})

// spec: RF-07, RF-58
describe('the files of the échéances', () => {
  it.each([
    ['onglet=exigibles&tri=bien', 'Non réglées'],
    ['onglet=exigibles&reglees=1&tri=-client', 'Toutes'],
  ])('hold the same rows in the same order and name the filter: %s', async (query, filter) => {
    const { data } = await list(query)
    const answer = await karim.get(`/api/echeances/export?${query}`)
    const { sheets } = await readXlsx(answer.rawPayload)
    const rows = sheets[0]?.rows ?? []
    const at = rows.findIndex((row) => row[0] === 'Dossier')
    expect(rows.slice(at + 1, at + 1 + data.length).map((row) => [row[0], row[1], row[6]])).toEqual(
      data.map(({ dossier, client, libelle }) => [dossier, client.nomComplet, libelle]),
    )
    expect(sheets[1]?.rows.flat()).toContain(filter)
    const paper = await readPdf((await karim.get(`/api/echeances/export?format=pdf&${query}`)).rawPayload)
    expect(paper.text).toContain(filter)
  })
})
