import { Readable } from 'node:stream'
import { afterAll, describe, expect, it } from 'vitest'
import { bonsPdf } from '#features/papiers/server/papers/bons.ts'
import { donneesPdf } from '#features/papiers/server/papers/donnees.ts'
import { bordereauPdf } from '#features/papiers/server/papers/bordereau.ts'
import { recuPdf } from '#features/papiers/server/papers/recu.ts'
import { relevePdf } from '#features/papiers/server/papers/releve.ts'
import { registre, unModele } from '#features/papiers/server/papier.essais.ts'
import { papierPdf } from '#features/papiers/server/press/pdf.ts'
import { planPdf } from '#features/plan-de-vente/server/plan.ts'
import { recapPdf } from '#features/papiers/server/papers/recap.ts'
import { LIGNES_LISTE_MAX, listePdf, type Liste } from '#server/documents/liste.ts'
import { readParts } from '#server/documents/classeur-ecrit.mjs'
import { toClasseur } from '#server/documents/liste.classeur.ts'
import { stopPdf } from '#server/documents/pdf.ts'
import { unPng } from '#test/harness/images.ts'
import { desLignesRecap, unBon, unClient, unPromoteur, unRecu, uneVente } from '#test/harness/papiers.ts'
import { accessOf, readPdf } from '#test/harness/pdf.ts'

afterAll(stopPdf)

const adressePublique = 'https://diyar.exemple.dz'
const logo = { id: 'ecoute', taille: unPng().length, type: 'image/png' }
const promoteur = { ...unPromoteur, logo }
const files = { read: () => Readable.from([unPng()]) }
const etabliLe = '2026-11-22'
const tirage = { numero: '2026-DC-0001', code: 'K7QM4T2X9PBD', etat: 'valide' } as const

const liste = (nombre: number, champs: Partial<Liste> = {}): Liste => ({
  fichier: 'x',
  titre: 'Registre des reçus',
  criteres: ['Mars 2026'],
  promoteur: unPromoteur,
  etabliLe,
  colonnes: [
    { title: 'Date', kind: 'jour', mm: 18, width: 10 },
    { title: 'Reçu', kind: 'texte', mm: 25, width: 10 },
    { title: 'Client', kind: 'texte', mm: 60, width: 10 },
    { title: 'Bien', kind: 'texte', mm: 40, width: 10 },
    { title: 'Résidence', kind: 'texte', mm: 40, width: 10 },
    { title: 'Mode', kind: 'texte', mm: 20, width: 10 },
    { title: 'Montant', kind: 'montant', mm: 27, width: 10, total: 'somme' },
  ],
  lignes: Array.from({ length: nombre }, (_, rang) => [
    '2026-03-01',
    `2026-${rang}`,
    `Fatima Zohra Benabdallah ${rang}`,
    'Appartement A-12',
    'Résidence Les Jardins',
    'Chèque',
    100_000_000 + rang,
  ]),
  totaux: 'Total',
  vide: 'Rien',
  ...champs,
})

const papiers: [string, () => Promise<Buffer>][] = [
  ['a receipt', () => recuPdf(unRecu({ promoteur, adressePublique }), { files })],
  ['an Arabic receipt', () => recuPdf(unRecu({ langue: 'ar', promoteur, adressePublique }), { files })],
  [
    'a statement',
    () =>
      relevePdf(
        {
          langue: 'fr',
          promoteur,
          etabliLe,
          portee: 'client',
          groupes: [{ client: unClient, ventes: [uneVente(20), uneVente(0)] }],
        },
        { files },
      ),
  ],
  [
    'a statement of thousands of rows',
    () =>
      relevePdf(
        {
          langue: 'fr',
          promoteur,
          etabliLe,
          portee: 'tous',
          groupes: Array.from({ length: 150 }, () => ({ client: unClient, ventes: [uneVente(9)] })),
        },
        { files },
      ),
  ],
  [
    'a recap',
    () =>
      recapPdf(
        { promoteur, etabliLe, residence: null, recherche: null, lignes: desLignesRecap(40) },
        { files },
      ),
  ],
  [
    'a long recap',
    () =>
      recapPdf(
        { promoteur, etabliLe, residence: null, recherche: null, lignes: desLignesRecap(400) },
        { files },
      ),
  ],
  [
    'vouchers',
    () =>
      bonsPdf(
        {
          promoteur,
          etabliLe,
          portee: 'tous',
          categories: [{ nom: 'A', bons: [unBon('1', 20), unBon('2', 0)] }],
        },
        { files },
      ),
  ],
  [
    'a bordereau',
    () =>
      bordereauPdf(
        {
          promoteur,
          etabliLe,
          numero: '2026-0004',
          jour: '2026-03-12',
          compte: { id: 1, banque: 'BNA', agence: 'Alger', numero: '001' },
          lignes: [
            {
              tireur: 'Élodie',
              banque: 'CPA',
              reference: '12',
              date_cheque: null,
              recu: '2026-000101',
              versement: 120,
            },
          ],
        },
        { files },
      ),
  ],
  [
    'a plan',
    () =>
      planPdf(
        {
          promoteur,
          situation: new Date(),
          client: false,
          format: 'a4',
          bloc: null,
          plan: {
            residence: { id: 1, nom: 'Les Jardins' },
            blocs: [],
            parkings: [],
            totaux: [{ etat: 'libre', nombre: 3, valeur: 100 }],
          } as never,
        },
        { files },
      ),
  ],
  [
    'what is kept of a client',
    () =>
      donneesPdf(
        {
          promoteur,
          etabliLe,
          client: {
            nomComplet: 'Samira Haddad',
            naissance_le: null,
            piece_delivree_le: null,
          } as never,
          civilite: { genre: 'femme', rc: null, nif: null, representant: null } as never,
          pieces: [],
          ventes: [],
          paiements: [],
          documents: [],
          liens: [],
          journal: [{ quand: new Date('2026-11-22T10:00:00Z'), action: 'Ajout' }],
        },
        { files },
      ),
  ],
  [
    'a numbered paper',
    () =>
      papierPdf(unModele('fr', [registre('fr', 30)], { adresse: adressePublique }), tirage, { logo, files }),
  ],
  [
    'an Arabic numbered paper',
    () =>
      papierPdf(unModele('ar', [registre('ar', 30)], { adresse: adressePublique }), tirage, { logo, files }),
  ],
  ['a list', () => listePdf(liste(40, { promoteur, signatures: ['Le caissier'] }), { files })],
  ['a long list', () => listePdf(liste(400, { promoteur }), { files })],
]

// spec: PA-35
describe('a screen reader', () => {
  it.each(papiers)(
    'is told what %s is',
    async (what, make) => {
      const bytes = await make()
      const { elements, ...access } = await accessOf(bytes)
      expect(access).toEqual({
        marked: true,
        titleShown: true,
        author: unPromoteur.nom,
        language: what.includes('Arabic') ? 'ar-DZ' : 'fr-DZ',
        standard: 'PDF/UA-1',
      })
      expect((await readPdf(bytes)).title).not.toBe('')
      const tables = elements.filter(({ role }) => role === 'Table')
      expect(tables.filter(({ roles }) => !roles.includes('TH'))).toEqual([])
      // Pictures say what they are: the logo, the QR code.
      const figures = elements.filter(({ role }) => role === 'Figure')
      expect(figures.length).toBeGreaterThan(0)
      expect(figures.filter(({ alt }) => alt === '')).toEqual([])
      // Titles go down one step at a time.
      const titres = elements.flatMap(({ role }) => (/^H\d$/.test(role) ? [Number(role[1])] : []))
      expect(titres[0]).toBe(1)
      for (const [at, titre] of titres.entries()) expect(titre - (titres[at - 1] ?? 0)).toBeLessThan(2)
    },
    60_000,
  )

  it('is told the rows of a long list one by one, and of a short one by their cells', async () => {
    const court = await accessOf(await listePdf(liste(300)))
    expect(court.elements.filter(({ role }) => role === 'TR').length).toBeGreaterThanOrEqual(300)
    const long = await accessOf(await listePdf(liste(301)))
    expect(long.elements.filter(({ role }) => role === 'P').length).toBeGreaterThanOrEqual(301)
  })

  it('is told 12 000 rows in a file that can be sent', async () => {
    const bytes = await listePdf(liste(LIGNES_LISTE_MAX))
    expect(bytes.length).toBeLessThan(10e6)
    expect(bytes.toString('latin1')).toContain('/MarkInfo')
  }, 60_000)
})

it('a workbook has the promoter as its author', async () => {
  const authorOf = async (given: Liste) => {
    const parts = [...readParts(await (await toClasseur(given)).render())]
    const core = parts.find(({ name }) => name === 'docProps/core.xml')?.bytes.toString() ?? ''
    return /<dc:creator>(.*)<\/dc:creator>/.exec(core)?.[1]
  }
  expect(await authorOf(liste(1))).toBe(unPromoteur.nom)
  expect(await authorOf(liste(1, { promoteur: null }))).toBe('Diyar')
})
