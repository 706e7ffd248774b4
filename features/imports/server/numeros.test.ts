import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { TrouvailleLue } from '#features/recherche/recherche.contract.ts'
import type { RecuDuRegistre } from '#features/rapports/registres.contract.ts'
import type { Suivi } from '#features/suivi/suivi.contract.ts'
import { stopPdf } from '#server/documents/pdf.ts'
import { aujourdhui } from '#shared/dates.ts'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import { buildClient, idOf, sell } from '#test/harness/builders.ts'
import { classeur } from '#test/harness/classeur-envoye.ts'
import { buildElYasmine } from '#test/harness/el-yasmine.ts'
import { checked, saidOf, written } from '#test/harness/imports.ts'
import { readPdf } from '#test/harness/pdf.ts'

const ANNEE = Number(aujourdhui().slice(0, 4))
const TITRES = ['Type', 'Résidence', 'Bloc ou parking', 'Étage', 'Numéro', 'Client', 'Date', 'Montant']
const MOYEN = ['N° de reçu', 'Mode de paiement', 'Banque', 'Référence', "Reçu d'origine"]

let t: TestApp
let karim: Visitor
let lot: number
let client: number
beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
  await buildElYasmine(t)
  const bien = await t.db
    .selectFrom('appartements')
    .select('id')
    .where('num_lot', '=', 'A1')
    .executeTakeFirstOrThrow()
  lot = bien.id
  client = (await buildClient(t.db, { nom_complet: 'Samia Haddad', tel: '0550 12 34 56' })).id
  await sell(t.db, lot, client)
}, 60_000)
afterAll(async () => {
  await stopPdf()
  await t.close()
})

const LOT = ['Appartement', 'El Yasmine', 'Bloc A', '1er étage', 'A1']
type Moyen = readonly (string | null)[]
/** Sends a workbook of payments of A1: amount, number of the receipt, mode, bank, reference, number on the paper. */
const send = async (...lignes: readonly (readonly [montant: number, ...Moyen])[]) =>
  checked(
    karim,
    await classeur({
      Paiements: [
        [...TITRES, ...MOYEN],
        ...lignes.map(([montant, ...moyen]) => [...LOT, 'Samia Haddad', '2025-03-12', montant, ...moyen]),
      ],
    }),
  )
const errors = async (id: number) =>
  (await saidOf(karim, id)).filter(({ gravite }) => gravite === 'erreur').map(({ texte }) => texte)
const years = () => t.db.selectFrom('recus').selectAll().where('annee', '>', 0).orderBy('annee').execute()
const get = async <T>(path: string) => (await karim.get(path)).json as T
interface Paye {
  id: number
  recu: string
  recu_origine: string | null
}
const found = async (path: string) =>
  (await get<{ data: Paye[] }>(path)).data.map(({ recu, recu_origine }) => [recu, recu_origine])
const registre = (query = '') =>
  get<{ data: RecuDuRegistre[]; annees: number[]; totals: object }>(`/api/recus?annee=0${query}`)

// spec: IN-10
it('what was paid before Diyar has numbers outside every year, told and found wherever receipts are', async () => {
  const avant = await years()
  const lu = await send(
    [3000, null, null, null, null, '214'],
    [2000, null, 'Chèque', 'BNA', '0012345', 'B-17/25'],
    [1000, 'REP-000012', null, null, null, null],
  )
  expect(lu).toMatchObject({ statut: 'pret', nombre_erreurs: 0, recus_a_numeroter: 2 })
  expect(await written(karim, lu.id)).toMatchObject({ statut: 'termine' })
  expect(await years()).toEqual(avant)
  const [premier, deuxieme] = [
    ['REP-000013', '214'],
    ['REP-000014', 'B-17/25'],
  ]

  for (const search of ['REP-000013', 'rep 13', 'reçu n° 13', '13', '214', 'reçu 214'])
    expect([search, await found(`/api/paiements?recherche=${encodeURIComponent(search)}`)]).toEqual([
      search,
      [premier],
    ])
  expect(await found('/api/paiements?recherche=b-17/25')).toEqual([deuxieme])
  for (const search of ['REP-000014', 'b-17/25'])
    expect([search, await found(`/api/cheques?etat=recu&recherche=${encodeURIComponent(search)}`)]).toEqual([
      search,
      [deuxieme],
    ])
  const vente = await t.db
    .selectFrom('ventes')
    .select('id')
    .where('client_id', '=', client)
    .executeTakeFirstOrThrow()
  const { paiements } = await get<{ paiements: Paye[] }>(`/api/ventes/${vente.id}`)
  expect(paiements.map(({ recu, recu_origine }) => [recu, recu_origine])).toEqual([
    premier,
    deuxieme,
    ['REP-000012', null],
  ])

  const titles = async (q: string) =>
    (await get<{ data: TrouvailleLue[] }>(`/api/recherche?q=${encodeURIComponent(q)}`)).data
      .filter(({ genre }) => genre === 'recu')
      .map(({ titre }) => titre)
  for (const q of ['REP-000013', 'rep 13', 'reçu 13', 'reçu 214'])
    expect([q, await titles(q)]).toEqual([q, ['Reçu N° REP-000013']])
  expect(await titles('B-17/25')).toEqual(['Reçu N° REP-000014'])
  // A short number alone is a lot, a place or a phone.
  expect(await titles('214')).toEqual([])

  expect(await registre()).toMatchObject({
    annees: [ANNEE, 0],
    totals: { numeros: 14, valides: 3, annules: 0, absents: 11, montant: 6000 },
  })
  for (const search of ['rep 13', '214'])
    expect((await registre(`&search=${encodeURIComponent(search)}`)).data).toMatchObject([
      { recu: 'REP-000013', etat: 'valide', client: 'Samia Haddad', versement: 3000 },
    ])
  const parAnnee = await get<{ data: RecuDuRegistre[] }>('/api/recus')
  expect(parAnnee.data.every(({ recu }) => recu.startsWith(`${ANNEE}-`))).toBe(true)
  const { headers } = await karim.get('/api/recus/export?annee=0')
  expect(headers['content-disposition']).toContain('registre_recus_reprise')

  const id = paiements[0]?.id ?? 0
  const imprime = await karim.get(`/api/paiement/print-single/${id}`)
  const { text, title } = await readPdf(imprime.rawPayload)
  expect(title).toBe('Reçu de versement N°\u00A0REP-000013')
  expect(text).toContain("Reçu d'origine : 214")
  const arabe = await readPdf((await karim.get(`/api/paiement/print-single/${id}?langue=ar`)).rawPayload)
  expect(arabe.text).toContain('REP-000013')
  expect(arabe.text).toContain('214')
  const { code } = await t.db
    .selectFrom('paiements')
    .select('code')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(await get(`/api/verifier?code=${code}`)).toMatchObject({ numero: 'REP-000013', etat: 'valide' })
  const { data: lignes } = await get<{ data: { titre: string; changements: object[] }[] }>(
    `/api/journal?q=${encodeURIComponent('B-17/25')}`,
  )
  expect(JSON.stringify(lignes)).toContain('REP-000014')

  const { adresse } = (await karim.post(`/api/clients/${client}/lien`)).json as { adresse: string }
  const acheteur = t.visitor()
  const jeton = adresse.split('#')[1] ?? ''
  await acheteur.post('/api/suivi/ouvrir', { jeton, chiffres: '3456' })
  const { ventes } = (await acheteur.get('/api/suivi')).json as Suivi
  expect(ventes[0]?.paiements.map(({ recu }) => recu)).toEqual(
    expect.arrayContaining(['REP-000012', 'REP-000013', 'REP-000014']),
  )
  const sien = await acheteur.get('/api/suivi/recus/REP-000013')
  expect(sien.headers['content-disposition']).toContain('recu_REP-000013.pdf')

  const suivant = await karim.post('/api/paiements', {
    client_id: client,
    appartement_id: lot,
    date_paiement: `${ANNEE}-01-15`,
    versement: 10,
  })
  const dernier = avant.find(({ annee }) => annee === ANNEE)?.dernier ?? 0
  const paye = await get<Paye>(`/api/paiements/${idOf(suivant)}`)
  expect([paye.recu, paye.recu_origine]).toEqual([`${ANNEE}-${String(dernier + 1).padStart(6, '0')}`, null])
}, 60_000)

// spec: IN-10
it('an export names them as the screens do, last column included, and comes back equal', async () => {
  const { rawPayload } = await karim.get('/api/portefeuille/export')
  const rows = (await readXlsx(rawPayload)).sheets.find(({ name }) => name === 'Paiements')?.rows ?? []
  const [titres = [], ...lignes] = rows
  expect(titres.at(-1)).toBe("Reçu d'origine")
  const at = titres.indexOf('N° de reçu')
  // They come before every year.
  expect(lignes.slice(0, 3).map((ligne) => [ligne[at], ligne.at(-1)])).toEqual([
    ['REP-000012', null],
    ['REP-000013', '214'],
    ['REP-000014', 'B-17/25'],
  ])
  const lu = await checked(karim, rawPayload)
  expect(lu).toMatchObject({ nombre_erreurs: 0, nombre_avertissements: 0, recus_a_numeroter: 0 })
  const paiements = lu.feuilles.find(({ feuille }) => feuille === 'Paiements')
  expect(paiements).toMatchObject({ lignes: lignes.length, existants: lignes.length, crees: 0 })
}, 60_000)

// spec: IN-10
it('refuses a number that is no receipt, that was voided, or that lies too far, and writes nothing', async () => {
  const avant = await t.db.selectFrom('recus').selectAll().orderBy('annee').execute()
  const annule = await t.db
    .selectFrom('paiements')
    .select('id')
    .where('recu_annee', '=', 0)
    .where('recu_numero', '=', 12)
    .executeTakeFirstOrThrow()
  expect((await karim.delete(`/api/paiements/${annule.id}`)).statusCode).toBe(200)
  expect((await registre('&etat=annule')).data).toMatchObject([{ recu: 'REP-000012', etat: 'annule' }])
  for (const [numero, texte] of [
    ['REP-12', "Un numéro de reçu s'écrit AAAA-NNNNNN, d'une année passée ou en cours, ou REP-NNNNNN."],
    ['214', "Un numéro de reçu s'écrit AAAA-NNNNNN, d'une année passée ou en cours, ou REP-NNNNNN."],
    ['0000-000099', "Un numéro de reçu s'écrit AAAA-NNNNNN, d'une année passée ou en cours, ou REP-NNNNNN."],
    ['REP-000012', 'Le reçu REP-000012 a été annulé : son numéro ne resservira pas.'],
    ['REP-000013', "Le reçu REP-000013 est déjà celui d'un autre paiement."],
    ['REP-010015', 'Le reçu REP-010015 dépasse de plus de 10 000 le numéro qui le précède.'],
  ] as const) {
    const lu = await send([5, numero, null, null, null, null])
    expect([numero, lu.statut, (await errors(lu.id)).map((dit) => dit.replace(/\s/g, ' '))]).toEqual([
      numero,
      'refuse',
      [texte],
    ])
  }
  expect(await t.db.selectFrom('recus').selectAll().orderBy('annee').execute()).toEqual(avant)
  const loin = await send([5, 'REP-010014', null, null, null, null])
  expect(loin).toMatchObject({ statut: 'pret', recus_a_numeroter: 0 })
}, 60_000)
