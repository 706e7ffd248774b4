import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Dossier } from '#features/ventes/dossiers.contract.ts'
import { formatPourcent } from '#shared/argent.ts'
import { stopPdf } from '#server/documents/pdf.ts'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import { buildAppartement, buildClient, pay, sell } from '#test/harness/builders.ts'
import { readPdf } from '#test/harness/pdf.ts'

let t: TestApp
let karim: Visitor
let modele_id: number
let mensualites: number
beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
  const { data } = (await karim.get('/api/reglages')).json as {
    data: { modeles: { id: number; nom: string }[] }
  }
  const idOf = (nom: string) => data.modeles.find((one) => one.nom.startsWith(nom))?.id ?? 0
  modele_id = idOf('Vente sur plans')
  mensualites = idOf('Mensualités')
})
afterAll(async () => {
  await stopPdf()
  await t.close()
})

async function vendre(prix: number) {
  const client = (await buildClient(t.db)).id
  const bien = await buildAppartement(t.db, { prix })
  return { bien, client, vente: await sell(t.db, bien, client) }
}
const dossier = async (vente: number) => (await karim.get(`/api/ventes/${vente}`)).json as Dossier

// spec: RE-07, PA-07
describe('the shares of an échéancier', () => {
  const MENSUEL = { premier_jour: '2030-01-31' }
  it.each([
    [1_250_000_000, () => ({ modele_id }), [20, 15, 35, 25, 5]],
    [1_000_000_001, () => ({ modele_id }), [20, 15, 35, 25, 5]],
    [
      600_000_000,
      () => ({ modele_id: mensualites, nombre: 60, ...MENSUEL }),
      Array.from({ length: 60 }, (_, rang) => (rang < 40 ? 1.67 : 1.66)),
    ],
    [300_000_000, () => ({ modele_id: mensualites, nombre: 3, ...MENSUEL }), [33.34, 33.33, 33.33]],
  ])('of %i add up to a hundred, on the wire and on paper', async (prix, body, expected) => {
    const { vente } = await vendre(prix)
    const made = (await karim.post(`/api/ventes/${vente}/echeancier`, body())).json as Dossier
    expect(made.echeances.map(({ quote_part }) => quote_part)).toEqual(expected)
    // The older field `part` stays as it was: cut.
    expect(made.echeances.map(({ part }) => part)).toEqual(
      made.echeances.map(({ montant }) => Math.floor((Math.round(montant * 100) * 10_000) / prix) / 100),
    )
    const { dossier: numero } = made
    const listed = (
      await karim.get(`/api/echeances?onglet=a_venir&horizon=tout&per_page=1000&search=${numero}`)
    ).json as { data: { id: number; quote_part: number }[] }
    expect(new Map(listed.data.map(({ id, quote_part }) => [id, quote_part]))).toEqual(
      new Map(made.echeances.map(({ id, quote_part }) => [id, quote_part])),
    )
    const { text } = await readPdf((await karim.get(`/api/ventes/${vente}/echeancier-pdf`)).rawPayload)
    const plain = text.replace(/[\u00A0\u202F]/g, ' ')
    for (const part of new Set(expected))
      expect(plain).toContain(formatPourcent(part, 'toujours').replace('\u00A0', ' '))
    expect(plain).toContain('100,00 %')
  })
})

// spec: RE-06
it('what is paid reads the same on the dossier, its lists and a refused cession: cut', async () => {
  const { bien, client, vente } = await vendre(100_000_000)
  await pay(t.db, vente, 29_996_000)
  const { ventes } = (
    (await karim.get('/api/parametres')).json as { data: Record<string, { valeur: object; version: number }> }
  ).data
  const saved = await karim.put('/api/parametres/ventes', {
    valeur: { ...ventes?.valeur, cession_paye: 30 },
    version: ventes?.version,
  })
  expect(saved.statusCode).toBe(200)
  const lu = await dossier(vente)
  expect(lu.pourcentagePaiement).toBe(29.99)
  const { data } = (await karim.get(`/api/ventes?search=${lu.dossier}`)).json as { data: Dossier[] }
  expect(data[0]?.pourcentagePaiement).toBe(29.99)
  const refused = await karim.post(`/api/ventes/${vente}/transfert-client`, {
    client_id: (await buildClient(t.db)).id,
    motif: 'Cède à son frère',
  })
  expect(refused.statusCode).toBe(409)
  expect((refused.json as { message: string }).message.replace(/[\u00A0\u202F]/g, ' ')).toBe(
    'La cession demande 30 % du prix payé : 29,99 % le sont.',
  )
  const fiche = (await karim.get(`/api/clients/${client}/dossier`)).json
  expect(JSON.stringify(fiche)).toContain('"pourcentagePaiement":29.99')
  const lot = (await karim.get(`/api/appartements/${bien}`)).json
  expect(JSON.stringify(lot)).toContain('"pourcentagePaiement":29.99')
})
