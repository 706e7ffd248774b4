import { readXlsx, type CellValue } from 'hucre/xlsx'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { ANCIENNETES } from '#features/echeanciers/echeances.words.ts'
import type { Totaux } from '#features/echeanciers/echeances.contract.ts'
import type { TotauxDeCaisse, TotauxDuRegistre } from '#features/rapports/registres.contract.ts'
import { formatMode } from '#features/paiements/modes.ts'
import { addJours, aujourdhui, formatJourCourt } from '#shared/dates.ts'
import { stopPdf } from '#server/documents/pdf.ts'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import { buildAppartement, buildClient, buildEcheancier, idOf, sell } from '#test/harness/builders.ts'
import { readPdf } from '#test/harness/pdf.ts'

const JOUR = aujourdhui()
const ANNEE = Number(JOUR.slice(0, 4))

let t: TestApp
let karim: Visitor
beforeEach(async () => {
  t = await startApp()
  karim = await t.member()
  const client = (await buildClient(t.db, { nom_complet: 'Élodie Benaïssa' })).id
  const bien = await buildAppartement(t.db, { prix: 900_000_000 })
  const vente = await sell(t.db, bien, client)
  await buildEcheancier(t.db, vente, [
    [200_000_000, addJours(JOUR, -100)],
    [300_000_050, addJours(JOUR, -40)],
    [399_999_950, addJours(JOUR, 20)],
  ])
  const post = async (versement: number, rest: object) =>
    idOf(
      await karim.post('/api/paiements', {
        client_id: client,
        appartement_id: bien,
        date_paiement: JOUR,
        versement,
        ...rest,
      }),
    )
  await post(100_000.01, { mode: 'especes' })
  await post(250_000.5, { mode: 'virement', banque: 'CPA', reference: '77/2026' })
  await post(40, { mode: 'especes' })
  const refuse = await post(5000, { mode: 'cheque', banque: 'BNA', reference: '0012345' })
  await karim.post(`/api/cheques/${refuse}/rejeter`, { rejete_le: JOUR, motif: 'Opposition' })
  await post(600, { mode: 'cheque', banque: 'BEA', reference: '0012346' })
  await karim.delete(`/api/paiements/${await post(7, { mode: 'autre' })}`)
  return () => t.close()
})

afterAll(stopPdf)

/** The two sheets of a list: its titles, its last row by title, its criteria, its figures by their name. */
async function open(path: string) {
  const { sheets } = await readXlsx((await karim.get(path)).rawPayload)
  const [table, synthese] = sheets
  const [titles = [], ...rows] = table?.rows ?? []
  const lignes = synthese?.rows.map((row) => row.map((cell) => cell ?? null)) ?? []
  const rubrique = lignes.findIndex(([premiere]) => premiere === 'Rubrique')
  expect(sheets.map(({ name }) => name).slice(1)).toEqual(['Synthèse'])
  expect([lignes[0]?.[0], lignes[rubrique]]).toEqual(['Critères', ['Rubrique', 'Nombre', 'Montant']])
  const said: Record<string, CellValue[]> = {}
  for (const [nom, nombre = null, montant = null] of lignes.slice(rubrique + 1))
    said[String(nom)] = [nombre, montant]
  const rowOf = (row: CellValue[] = []) =>
    Object.fromEntries(titles.map((title, at) => [String(title), row[at] ?? null]))
  return {
    titles: titles.map(String),
    rows: rows.slice(0, -1).map(rowOf),
    last: rowOf(rows.at(-1)),
    criteres: lignes.slice(1, rubrique - 1).map(([critere]) => critere),
    said,
  }
}
const totals = async <T>(path: string) => ((await karim.get(path)).json as { totals: T }).totals

// spec: PA-37
describe('the workbooks of money end with their totals, and « Synthèse » holds filters and sums as numbers:', () => {
  it('the list of versements', async () => {
    const query = `du=${JOUR}&au=${JOUR}&payeur_type=client`
    const { titles, rows, last, criteres, said } = await open(`/api/paiements/export?${query}`)
    const { nombre, montant } = await totals<{ nombre: number; montant: number }>(
      `/api/paiements?versements=1&${query}`,
    )
    expect(last).toMatchObject({ Date: 'Total des versements comptés', Versement: montant })
    expect(criteres).toEqual([`Le ${formatJourCourt(JOUR)}`, 'Payé par : Le client'])
    expect(said).toMatchObject({
      'Total des versements comptés': [nombre, montant],
      'Mode : Espèces': [2, 100_040.01],
      'Mode : Virement': [1, 250_000.5],
      'Mode : Chèque': [1, 600],
      'État : Rejeté': [1, 5000],
    })
    expect(titles[titles.indexOf('Référence') + 1]).toBe('Banque')
    expect(rows.map((row) => [row['Référence'], row['Banque']])).toEqual([
      ['0012346', 'BEA'],
      ['0012345', 'BNA'],
      [null, null],
      ['77/2026', 'CPA'],
      [null, null],
    ])
  })

  it('the register of receipts', async () => {
    const { titles, rows, last, criteres, said } = await open(`/api/recus/export?annee=${ANNEE}&de=6&a=1`)
    const { numeros, valides, rejetes, annules } = await totals<TotauxDuRegistre>('/api/recus')
    expect(last).toMatchObject({ 'N°': 'Total des reçus valides', Montant: 350_640.51 })
    expect(criteres).toEqual([`Année ${ANNEE}`, 'Du N° 1 au N° 6'])
    expect(said).toMatchObject({
      'Total des reçus valides': [valides, 350_640.51],
      [`Numéros de ${ANNEE}`]: [numeros, null],
      Rejetés: [rejetes, null],
      Annulés: [annules, null],
      'Mode : Espèces': [2, 100_040.01],
      'État : Rejeté': [1, 5000],
      'État : Annulé': [1, 7],
    })
    expect(titles[titles.indexOf('Référence') + 1]).toBe('Banque')
    expect(rows[3]).toMatchObject({ Référence: '0012345', Banque: 'BNA' })
  })

  it('the till of a day', async () => {
    const { titles, rows, last, criteres, said } = await open('/api/journal-caisse/export')
    const { nombre, montant, especes, annules, modes } = await totals<TotauxDeCaisse>('/api/journal-caisse')
    expect(last).toMatchObject({ Heure: `Total : ${nombre} versements`, Montant: montant })
    expect(criteres).toHaveLength(2)
    expect(criteres[1]).toBe('Tous les membres')
    for (const une of modes) expect(said[formatMode(une.mode)]).toEqual([une.nombre, une.montant])
    expect(said).toMatchObject({
      [`Total : ${nombre} versements`]: [nombre, montant],
      'Espèces en caisse': [null, especes],
      Annulés: [annules, null],
      'État : Annulé': [1, 7],
    })
    expect(especes).toBe(100_040.01)
    expect(titles[titles.indexOf('Référence') + 1]).toBe('Banque')
    expect(rows[1]).toMatchObject({ Référence: '77/2026', Banque: 'CPA' })
  })

  it('the échéances that are late, by their age', async () => {
    const { last, criteres, said } = await open('/api/echeances/export?onglet=retard&search=bena%C3%AFssa')
    const answer = (await karim.get('/api/echeances?onglet=retard')).json as {
      totals: Totaux
      anciennete: Record<string, number>
    }
    const { nombre, montant, recu, reste } = answer.totals
    expect(last).toMatchObject({ Montant: montant, Reçu: recu, Reste: reste })
    expect(criteres).toEqual(['En retard', 'Recherche « benaïssa »'])
    expect(said[`Total : ${nombre} échéances`]).toEqual([nombre, reste])
    for (const { key, label } of ANCIENNETES) expect(said[label]).toEqual([null, answer.anciennete[key]])
  })
})

// spec: PA-37
it('what is due already has no column for the day when it was expected, on paper only', async () => {
  for (const onglet of ['retard', 'exigibles', 'a_venir']) {
    const path = `/api/echeances/export?onglet=${onglet}&horizon=tout`
    expect((await open(path)).titles).toContain('Prévue le')
    const { text } = await readPdf((await karim.get(`${path}&format=pdf`)).rawPayload)
    expect([onglet, text.includes('Prévue le')]).toEqual([onglet, onglet === 'a_venir'])
  }
})
