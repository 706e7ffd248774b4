import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readXlsx, type CellValue } from 'hucre/xlsx'
import { fillDemo } from '#db/demo.ts'
import { FEUILLE_AIDE } from '#features/imports/server/sheets.ts'
import type { Import } from '#features/imports/imports.contract.ts'
import { aujourdhui } from '#shared/dates.ts'
import { stopPdf } from '#server/documents/pdf.ts'
import { FORMULA_TEXTS } from '#test/fuzz/hostile-texts.ts'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import {
  buildAppartement,
  buildBloc,
  buildClient,
  buildCompteBancaire,
  buildEtage,
  buildResidence,
  sell,
} from '#test/harness/builders.ts'
import { checked, written } from '#test/harness/imports.ts'
import { printTables } from '#test/harness/tables.ts'

/** An installation with a portfolio, and one without anything. */
let pleine: TestApp
let vide: TestApp
let karim: Visitor
let amina: Visitor
beforeAll(async () => {
  ;[pleine, vide] = await Promise.all([startApp(), startApp()])
  karim = await pleine.member()
  amina = await vide.member()
  await fillDemo(pleine.db, aujourdhui(), 'x')
  // Accounts are no part of a portfolio: both have them.
  for (const { banque, numero } of await pleine.db.selectFrom('comptes_bancaires').selectAll().execute())
    await buildCompteBancaire(vide.db, { banque, numero })
  await addHostiles()
}, 120_000)
afterAll(async () => {
  await stopPdf()
  await Promise.all([pleine.close(), vide.close()])
})

const COMPTE = '001-00600.7'
const FORMULE = "=cmd|' /C calc'!A0"
const DETAILS = `${'Réglé en deux fois, عند الموثق. '.repeat(61)}\nfin_x0041_\n\t"ici" & <là>`
const TEXTES = [
  ...FORMULA_TEXTS,
  '_x0041_',
  'a_x000D_b',
  '👩‍👩‍👧',
  'a  b',
  "'x",
  '1e5',
  'VRAI',
  '#REF',
  '2026-01-01',
]

/** Adds texts that a spreadsheet could take for something else, wherever people may type. */
async function addHostiles(): Promise<void> {
  const { db } = pleine
  const residence = await buildResidence(db, { nom: FORMULE, adresse: '@SUM(A1)' })
  for (const [n, texte] of TEXTES.entries())
    await buildBloc(db, {
      residence_id: residence.id,
      nomloc: `${n} ${texte}`.trim(),
      description: texte.trim(),
    })
  const bloc = await buildBloc(db, { residence_id: residence.id, nomloc: '-5+3' })
  const etage = await buildEtage(db, { bloc_id: bloc.id, designation: '_x0041_' })
  const bien = await buildAppartement(db, { num_lot: '00101', etage_id: etage.id, prix: 1_000_000_001 })
  const client = await buildClient(db, {
    nom_complet: 'عبد الرحمن بن عيسى',
    tel: '0550 12 34 56',
    adresse: '=1+1',
  })
  const vente = await sell(db, bien, client.id)
  // Of two who have sold, one is a member there too.
  await db.updateTable('ventes').set({ vendeur: 'عبد القادر =1+1', vendeur_id: null }).execute()
  await db.updateTable('ventes').set({ vendeur: 'Karim Benali' }).where('id', '=', vente).execute()
  const { statusCode } = await karim.post('/api/paiements', {
    client_id: client.id,
    appartement_id: bien,
    date_paiement: aujourdhui(),
    versement: 100_000.01,
    details: DETAILS,
  })
  expect(statusCode).toBe(201)
  const { id: compte_id } = await buildCompteBancaire(db, { numero: COMPTE })
  await buildCompteBancaire(vide.db, { numero: COMPTE })
  const saisie = { client_id: client.id, appartement_id: bien, date_paiement: aujourdhui() }
  const transfer = { ...saisie, versement: 50_000, mode: 'virement', compte_id }
  expect((await karim.post('/api/paiements', transfer)).statusCode).toBe(201)
  await karim.put('/api/parametres/timbre', { valeur: { percevoir: true } })
  const cash = await karim.post('/api/paiements', { ...saisie, versement: 100_000, mode: 'especes' })
  expect(cash.json).toMatchObject({ timbre: 1500 })
}

const exportOf = async (visitor: Visitor, query = '') => {
  const { statusCode, rawPayload } = await visitor.get(`/api/portefeuille/export${query}`)
  expect(statusCode).toBe(200)
  return rawPayload
}
/** Every cell of every sheet but Aide. */
async function cellsOf(bytes: Uint8Array): Promise<Record<string, CellValue[][]>> {
  const { sheets } = await readXlsx(bytes)
  return Object.fromEntries(sheets.flatMap(({ name, rows }) => (name === FEUILLE_AIDE ? [] : [[name, rows]])))
}
const sumsOf = ({ feuilles }: Import) =>
  feuilles.map(({ feuille, lignes, crees, existants, montant }) => ({
    feuille,
    lignes,
    crees,
    existants,
    montant,
  }))
interface Tableau {
  stats: { title: string }[]
  ventes: Record<string, unknown>
  alertes: object
}
/** Returns the totals of the screens, whatever the ids. */
async function totalsOf(visitor: Visitor) {
  const { stats, ventes, alertes } = (await visitor.get('/api/dashboard')).json as Tableau
  const { data, meta, totals, ...recap } = (await visitor.get('/api/recap-paiements')).json as Record<
    string,
    unknown
  >
  const { derniers, ...sommes } = ventes
  void [data, meta, derniers]
  const residences = (await visitor.get('/api/residence/all')).json as { id: number; nom: string }[]
  const encaisses = await Promise.all(
    residences.map(async ({ id, nom }) => [
      nom,
      (await visitor.get(`/api/residence/${id}/payment-totals`)).json,
    ]),
  )
  return {
    // The members are no part of a portfolio.
    stats: stats.filter(({ title }) => !/utilisateur/i.test(title)),
    sommes,
    // Remises are no part of a portfolio either: there every cheque waits for the bank.
    alertes: { ...alertes, cheques_a_remettre: null, montant_a_remettre: null },
    recap: { totals, total: recap['total'] },
    encaisses: encaisses.toSorted(([a], [b]) => String(a).localeCompare(String(b))),
  }
}

describe('a portfolio that is exported into an empty installation', () => {
  // spec: PO-33, PO-34, PO-40, CO-37
  it('is the same there: each cell of its own export, each sum, each receipt', async () => {
    const parti = await exportOf(karim)
    const lu = await checked(amina, parti)
    // It warns of the lots of one résidence, whose utile holds the habitable.
    expect(lu).toMatchObject({
      statut: 'pret',
      nombre_erreurs: 0,
      nombre_avertissements: 60,
      recus_a_numeroter: 0,
    })
    expect(sumsOf(lu).every(({ lignes, crees }) => crees === lignes)).toBe(true)
    expect(await written(amina, lu.id)).toMatchObject({ statut: 'termine' })
    const [depart, arrivee] = [await cellsOf(parti), await cellsOf(await exportOf(amina))]
    expect(Object.keys(arrivee)).toEqual(Object.keys(depart))
    for (const [feuille, cellules] of Object.entries(depart)) {
      // Records that « Reprise » brings in are exported in their own sheets.
      expect([feuille, cellules.length > 1]).toEqual([feuille, feuille !== 'Reprise'])
      expect([feuille, arrivee[feuille]]).toEqual([feuille, cellules])
    }
    const paiements = arrivee['Paiements'] ?? []
    expect(paiements.some((line) => line.includes(DETAILS))).toBe(true)
    expect(paiements.some((line) => line.includes(COMPTE))).toBe(true)
    expect(paiements.some((line) => line.includes(1500))).toBe(true)
    const totaux = await totalsOf(karim)
    expect(totaux.recap.totals).toBeDefined()
    expect(await totalsOf(amina)).toEqual(totaux)
  }, 60_000)

  // spec: PO-23
  it.each([false, true])(
    'finds everything there the second time (may change: %s), and changes nothing',
    async (modifier) => {
      const before = await tablesOf(vide)
      const lu = await checked(amina, await exportOf(karim), modifier ? { modifier: '1' } : {})
      expect(lu).toMatchObject({ statut: 'pret', nombre_erreurs: 0, nombre_modifications: 0 })
      expect(sumsOf(lu).filter(({ lignes, existants }) => existants !== lignes)).toEqual([])
      expect(await written(amina, lu.id)).toMatchObject({ statut: 'termine' })
      expect(await tablesOf(vide)).toEqual(before)
    },
    60_000,
  )
})

/** Every row of the business, as it is. */
async function tablesOf({ db }: TestApp) {
  const apart = [
    'actes',
    'imports',
    'imports_messages',
    'fichiers',
    'idempotence',
    'journal',
    'sessions',
    'sauvegardes',
  ]
  return [...(await printTables(db, apart))].map(([table, { rows, hash }]) => `${table} ${rows} ${hash}`)
}
