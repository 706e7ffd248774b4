import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { NOMS_DES_FEUILLES, type NomDeFeuille } from '#features/imports/colonnes.ts'
import { colonnesDe, FEUILLES } from '#features/imports/server/sheets.ts'
import { letter } from '#server/documents/xlsx.ts'
import { aujourdhui } from '#shared/dates.ts'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import { classeur } from '#test/harness/classeur-envoye.ts'
import { buildElYasmine, desiste, paye, rendu, vente } from '#test/harness/el-yasmine.ts'
import type { Feuilles } from '#test/harness/feuilles.ts'
import { checked, written } from '#test/harness/imports.ts'
import { printTables } from '#test/harness/tables.ts'

let t: TestApp
let karim: Visitor
beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
  await buildElYasmine(t)
})
afterAll(() => t.close())

const annee = aujourdhui().slice(0, 4)
/** The escapes that Excel writes for a sign that XML cannot hold: a NUL, half of a letter. */
const NUL = '_x0000_'
const DEMI = '_xD800_'
const INTERDITS = 'Ce texte contient des caractères interdits.'

const titres = (nom: NomDeFeuille) => colonnesDe(nom).map(({ titre }) => titre)
/** A workbook of these lines, each sheet with all its columns. */
const classeurDe = (feuilles: Feuilles) =>
  classeur(
    Object.fromEntries(
      NOMS_DES_FEUILLES.flatMap((nom) => {
        const lignes = feuilles[nom]?.map((ligne) => titres(nom).map((titre) => ligne[titre] ?? null))
        return lignes ? [[FEUILLES[nom].titre, [titres(nom), ...lignes]]] : []
      }),
    ),
  )

interface Dit {
  gravite: string
  feuille: string
  cellule: string | null
  texte: string
}
const saidOf = async (id: number, query = '') =>
  ((await karim.get(`/api/imports/${id}/messages?per_page=500${query}`)).json as { data: Dit[] }).data
const errorsOf = async (id: number) =>
  (await saidOf(id, '&gravite=erreur')).map(({ feuille, cellule, texte }) =>
    `${feuille} ${cellule} ${texte}`.replace(/\s/g, ' '),
  )
/** All tables but those of imports themselves. */
const business = async () => [
  ...(await printTables(t.db, ['imports', 'imports_messages', 'fichiers', 'journal', 'idempotence'])),
]

// spec: RE-66
describe('a sign that nothing can keep', () => {
  it.each([NUL, DEMI])(
    'is a wrong cell with its address, in every column of every sheet: %s',
    async (signe) => {
      const before = await business()
      const fautive = (nom: NomDeFeuille) =>
        Object.fromEntries(titres(nom).map((titre) => [titre, `a${signe}b`]))
      const toutes = Object.fromEntries(NOMS_DES_FEUILLES.map((nom) => [nom, [fautive(nom)]]))
      const { id, statut, motif } = await checked(karim, await classeurDe(toutes))
      expect([statut, motif]).toEqual(['refuse', null])
      const interdits = (await saidOf(id)).filter(({ texte }) => texte === INTERDITS)
      expect(interdits.map(({ feuille, cellule }) => `${feuille} ${cellule}`)).toEqual(
        NOMS_DES_FEUILLES.flatMap((nom) =>
          titres(nom).map((_, at) => `${FEUILLES[nom].titre} ${letter(at)}2`),
        ),
      )
      expect(await business()).toEqual(before)
    },
  )

  it('is shown as a missing letter in the name of a column or a sheet', async () => {
    const { id, statut } = await checked(
      karim,
      await classeur({
        Résidences: [
          ['Nom', 'Adresse', `Re${NUL}marque`],
          ['Les Cèdres', 'Oran', `a${NUL}b`],
        ],
      }),
    )
    expect(statut).toBe('pret')
    expect((await saidOf(id)).map(({ texte }) => texte)).toEqual([
      "La colonne « Re\uFFFDmarque » est ignorée : ce nom n'est pas dans le modèle.",
    ])
    expect((await karim.get(`/api/imports/${id}/annote`)).statusCode).toBe(200)
  })
})

// spec: RE-66
describe('a number of a year', () => {
  it('is refused at its cell when it is more than 10,000 beyond the last, and no number is used', async () => {
    const before = await business()
    const { id, statut } = await checked(
      karim,
      await classeurDe({
        ventes: [vente('A1', { Dossier: `${annee}-D-99999` }), vente('A6', desiste), vente('A7')],
        paiements: [
          paye('A7', { 'N° de reçu': `${annee}-999999` }),
          paye('A7', { 'N° de reçu': '2024-010001' }),
          paye('A7', { 'N° de reçu': '2025-010000' }),
          paye('A7', { 'N° de reçu': '2025-020000' }),
          paye('A6'),
        ],
        remboursements: [rendu(300, { 'N°': '2025-R-12345' })],
      }),
    )
    expect(statut).toBe('refuse')
    expect(await errorsOf(id)).toEqual([
      `Ventes K2 Le dossier ${annee}-D-99999 dépasse de plus de 10 000 le numéro qui le précède.`,
      `Paiements L2 Le reçu ${annee}-999999 dépasse de plus de 10 000 le numéro qui le précède.`,
      'Paiements L3 Le reçu 2024-010001 dépasse de plus de 10 000 le numéro qui le précède.',
      'Remboursements B2 Le remboursement 2025-R-12345 dépasse de plus de 10 000 le numéro qui le précède.',
    ])
    expect(await business()).toEqual(before)
  })

  it('is read with seven digits, as the product writes it', async () => {
    await t.db.updateTable('recus').set({ dernier: 999_999 }).where('annee', '=', Number(annee)).execute()
    await t.db
      .insertInto('numeros')
      .values({ serie: 'dossier', annee: Number(annee), dernier: 999_999 })
      .onConflict((known) => known.columns(['serie', 'annee']).doUpdateSet({ dernier: 999_999 }))
      .execute()
    const nouveau = await checked(karim, await classeurDe({ ventes: [vente('A7')], paiements: [paye('A7')] }))
    expect(await written(karim, nouveau.id)).toMatchObject({ statut: 'termine' })
    // The records of an import take no number of the year: those of the desk do.
    const { bien_id, client_id } = await t.db
      .selectFrom('ventes')
      .select(['bien_id', 'client_id'])
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    const saisi = { appartement_id: bien_id, client_id, date_paiement: aujourdhui(), versement: 1000 }
    expect((await karim.post('/api/paiements', saisi)).statusCode).toBe(201)
    const { rawPayload } = await karim.get('/api/portefeuille/export')
    const { id, statut, feuilles } = await checked(karim, rawPayload)
    expect([statut, await errorsOf(id)]).toEqual(['pret', []])
    expect(feuilles.every(({ lignes, existants }) => lignes === existants)).toBe(true)
    const { recu } = await t.db
      .selectFrom('paiements')
      .select((eb) => eb.fn.max('recu_numero').as('recu'))
      .executeTakeFirstOrThrow()
    expect(recu).toBe(1_000_000)
  })
})

// spec: RE-23
describe('more messages than are kept', () => {
  it('of one gravity displace none of another: an error behind them is told and marked', async () => {
    const residences = Array.from({ length: 10_101 }, () => ['El Yasmine', 'Oran'])
    const { id, statut, nombre_erreurs, nombre_avertissements } = await checked(
      karim,
      await classeur({
        Résidences: [['Nom', 'Adresse'], ['Les Pins', 'Oran'], ...residences, ['Sans adresse', null]],
        Parkings: [
          ['Résidence', 'Nom', 'Capacité'],
          ['Inconnue', 'Sous-sol', 40],
        ],
      }),
    )
    expect([statut, nombre_erreurs]).toEqual(['refuse', 2])
    expect(nombre_avertissements).toBeGreaterThan(10_100)
    const page = (query: string) => karim.get(`/api/imports/${id}/messages${query}`)
    expect((await page('?gravite=avertissement')).json).toMatchObject({ total: 10_000 })
    expect((await page('?gravite=erreur')).json).toMatchObject({
      total: 2,
      data: [
        { feuille: 'Résidences', cellule: 'B10104' },
        { feuille: 'Parkings', cellule: 'A2' },
      ],
    })
    const { rawPayload } = await karim.get(`/api/imports/${id}/annote`)
    const { sheets } = await readXlsx(rawPayload, { readStyles: true })
    const rouge = (nom: string, cellule: string) => {
      const fill = sheets.find(({ name }) => name === nom)?.cells?.get(cellule)?.style?.fill
      return fill?.type === 'pattern' ? fill.fgColor?.rgb?.slice(-6) : undefined
    }
    expect([rouge('Résidences', '10103,1'), rouge('Parkings', '1,0')]).toEqual(['F8CECC', 'F8CECC'])
    expect(sheets[0]?.rows[1]?.[2]).toMatch(/^10\s002 premiers messages sur 10\s\d{3}\.$/)
  })
})
