import { afterAll, describe, expect, it } from 'vitest'
import { paragraphe, registre, unModele } from '#features/papiers/server/papier.essais.ts'
import { papierPdf, type ModelePapier } from '#features/papiers/server/press/pdf.ts'
import { renderPdf, stopPdf } from '#server/documents/pdf.ts'
import { vueVerification } from '#server/documents/verification.ts'
import { LANGUES, type Langue } from '#shared/papiers.ts'
import { unPromoteur } from '#test/harness/papiers.ts'
import { drawnOutside, drawnOver, readPdf } from '#test/harness/pdf.ts'

afterAll(stopPdf)

const ADRESSE = 'https://diyar.exemple.dz'
const CODE = 'K7QM4T2X9PBD'
const numerote = { numero: '2026-DC-0001', code: CODE, etat: 'valide' } as const

/** Papers of one file: a machine that has other work still makes it within the time that a paper has. */
const ENSEMBLE = 20

/** Pages of each paper. */
async function lettres(modeles: ModelePapier[], qr: boolean): Promise<string[][]> {
  const found: string[][] = []
  for (let at = 0; at < modeles.length; at += ENSEMBLE)
    found.push(...(await lettresDe(modeles.slice(at, at + ENSEMBLE), qr)))
  return found
}

/** Pages of each paper of one file; a paper begins where the address of the promoter stands. */
async function lettresDe(modeles: ModelePapier[], qr: boolean): Promise<string[][]> {
  const papiers = modeles.map((modele) => ({
    ...modele,
    verification: { ...vueVerification(CODE, qr ? ADRESSE : null), libelle: 'Code :' },
    filigrane: '',
  }))
  const bytes = await renderPdf('features/papiers/server/press/papier.typ', {
    intitule: 'Essai',
    auteur: 'Essai',
    papiers,
  })
  expect(await drawnOutside(bytes)).toEqual([])
  const found: string[][] = []
  for (const page of (await readPdf(bytes)).pages)
    if (page.includes(unPromoteur.adresse)) found.push([page])
    else found.at(-1)?.push(page)
  return found
}

const LIGNES = Array.from({ length: 80 }, (_, rang) => rang + 1)

// spec: PA-34
describe.each(LANGUES)('a paper in %s', (langue: Langue) => {
  it.each([
    ['one buyer, a QR code', true, () => 1],
    ['one to eleven buyers, a QR code', true, (lignes: number) => ((lignes * 7) % 11) + 1],
    ['one to eleven buyers, no QR code', false, (lignes: number) => ((lignes * 5) % 11) + 1],
  ])(
    'never ends on a page of its total or its boxes alone: 1 to 80 rows, %s',
    async (_what, qr, acquereurs) => {
      const modeles = LIGNES.map((lignes) =>
        unModele(langue, [registre(langue, lignes)], { acquereurs: acquereurs(lignes) }),
      )
      const papiers = await lettres(modeles, qr)
      expect(papiers).toHaveLength(LIGNES.length)
      for (const [at, pages] of papiers.entries()) {
        const lignes = at + 1
        const boites = acquereurs(lignes)
        const derniere = pages.at(-1) ?? ''
        // Every row is there once, and the last two, the total, code and boxes are on one page.
        for (const [rang] of LIGNES.slice(0, lignes).entries())
          expect(pages.join(' ').split(`r${rang + 1}.`)).toHaveLength(2)
        for (const rang of [lignes - 1, lignes].filter((un) => un > 0))
          expect(derniere).toContain(`r${rang}.`)
        expect(derniere).toContain('K7QM-4T2X-9PBD')
        for (let boite = 1; boite <= boites; boite++) expect(derniere).toContain(`s${boite}.`)
        expect(pages.slice(0, -1).join(' ')).not.toMatch(/s1\.|K7QM/)
        // The first page has no second head.
        expect(pages[0]?.split(unPromoteur.nom)).toHaveLength(2)
        expect(pages.slice(1).every((page) => page.includes(unPromoteur.nom))).toBe(true)
        expect(
          pages.every(
            (page, un) =>
              page
                .replaceAll(' ', '')
                .match(/(\d+)(?:\/|من)(\d+)$/)
                ?.slice(1, 3)
                .join() === `${un + 1},${pages.length}`,
          ),
        ).toBe(true)
      }
    },
    120_000,
  )

  it('has at least two lines of its text on the page of its boxes', async () => {
    const papiers = await lettres(
      LIGNES.map((lignes) =>
        unModele(langue, [paragraphe(langue, lignes)], { acquereurs: (lignes % 3) + 2 }),
      ),
      true,
    )
    for (const [at, pages] of papiers.entries()) {
      for (let rang = 1; rang <= at + 1; rang++) expect(pages.join(' ').split(`m${rang}x`)).toHaveLength(2)
      for (const said of [`m${at + 1}x`, ...(at > 0 ? [`m${at}x`] : []), 's2.'])
        expect(pages.at(-1)).toContain(said)
    }
  }, 120_000)

  it('loses no word of a text that breaks by itself', async () => {
    const [pages = []] = await lettres([unModele(langue, [paragraphe(langue, 600, 'mots')])], true)
    for (let rang = 1; rang <= 600; rang++) expect(pages.join(' ').split(`m${rang}x`)).toHaveLength(2)
    expect(pages.at(-1)).toContain('s1.')
  })

  it('takes a short last line with what stands before it', async () => {
    const papiers = await lettres(
      LIGNES.map((lignes) =>
        unModele(langue, [registre(langue, lignes), paragraphe(langue, 3, 'mots')], { acquereurs: 2 }),
      ),
      true,
    )
    for (const [at, pages] of papiers.entries())
      for (const said of [`r${at + 1}.`, ...(at > 0 ? [`r${at}.`] : []), 'm3x', 's2.'])
        expect(pages.at(-1)).toContain(said)
  }, 120_000)
})

describe('boxes', () => {
  it('grow with the name they bear, and nothing is printed over anything', async () => {
    const modele = unModele('fr', [registre('fr', 3)], { acquereurs: 7, adresse: ADRESSE })
    const nom = 'Fatima-Zohra Bensmaïl née Aït Ouarab-Cherif El Kolli, épouse Boudjemaâ-Œuvrard '.repeat(2)
    const signatures = modele.signatures.map((une) => ({ ...une, nom: une.nom && nom }))
    const bytes = await papierPdf({ ...modele, signatures }, numerote)
    const { pages } = await readPdf(bytes)
    expect(pages.at(-1)?.split('Œuvrard')).toHaveLength(15)
    expect(await drawnOver(bytes)).toEqual([])
  })

  it('stand under a title of their own when it is long, or the promoter is', async () => {
    const titre = "Attestation d'avancement des travaux de la résidence"
    const modele = unModele('fr', [paragraphe('fr', 40, 'mots')])
    for (const papier of [
      { ...modele.papier, titre },
      {
        ...modele.papier,
        promoteur: {
          ...modele.papier.promoteur,
          nom: 'Entreprise nationale '.repeat(9),
          lignes: [],
          legal: '',
        },
      },
    ]) {
      const bytes = await papierPdf({ ...modele, papier }, numerote)
      expect((await readPdf(bytes)).text).toContain(papier.titre)
      expect(await drawnOver(bytes)).toEqual([])
    }
  })
})
