import { afterAll, describe, expect, it } from 'vitest'
import { dessiner, RECETTES, unEmetteur, type Longueur } from '#features/papiers/server/pages.essais.ts'
import { vueRecap } from '#features/papiers/server/papers/recap.ts'
import { vueReleve } from '#features/papiers/server/papers/releve.ts'
import { renderPapiers, type Vue } from '#features/papiers/server/press/pdf.ts'
import { stopPdf } from '#server/documents/pdf.ts'
import { LANGUES, type Langue } from '#shared/papiers.ts'
import { desLignesRecap, desPaiements, unClient, uneVente } from '#test/harness/papiers.ts'
import { blancsDe, drawnOver, linesOf, readPdf, type Ligne } from '#test/harness/pdf.ts'

afterAll(stopPdf)

/** Papers of one file, so that each is made within the time that a paper has. */
const ENSEMBLE = 20
/** White of a page that is not the last, as a share of it. */
const BLANC = 0.15
/** Papers that end with clauses or with the table of refunds, not with the table that is as long as is asked. */
const FINISSENT_AUTREMENT = ['contrat_reservation', 'decompte_fin']
/** Rows of a table that no page parts. */
const ENTIERES = 3

/** Width of an A4 page in points. */
const largeur = (210 / 25.4) * 72

interface Page {
  texte: string
  blanc: number
}

/** Pages of a paper of each of these lengths, in their order. */
async function pagesDe(
  longueurs: readonly Longueur[],
  dessinerDe: (longueurs: readonly Longueur[]) => Promise<Buffer>,
): Promise<Page[][]> {
  const papiers: Page[][] = []
  for (let at = 0; at < longueurs.length; at += ENSEMBLE) {
    const bytes = await dessinerDe(longueurs.slice(at, at + ENSEMBLE))
    const blancs = await blancsDe(bytes)
    for (const [rang, texte] of (await readPdf(bytes)).pages.entries()) {
      const page = { texte, blanc: blancs[rang] ?? 0 }
      // The first page of each has the whole head.
      if (texte.includes('contact@elbahia.dz')) papiers.push([page])
      else papiers.at(-1)?.push(page)
    }
  }
  return papiers
}

/** Ranks of the rows of its table that a page has. */
const rangsDe = ({ texte } = { texte: '' }) =>
  [...texte.matchAll(/r(\d+)\./g)].map(([, rang]) => Number(rang))

/** Papers with a page that is too white, or whose last page lacks the last rows of the table. @param autrement another part ends them */
function fautesDe(papiers: readonly Page[][], longueurs: readonly Longueur[], autrement = false) {
  return papiers.flatMap((pages, at) => {
    const { lignes = 0 } = longueurs[at] ?? {}
    const rangs = pages.length === 1 ? [lignes - 1, lignes] : rangsDe(pages.at(-1))
    const blanches = pages.slice(0, -1).filter(({ blanc }) => blanc > BLANC)
    // Only the page before the last may have more white, and only because what is kept together did not fit there.
    const tenues = lignes <= ENTIERES ? lignes : 2
    const juste =
      blanches.every((une) => une === pages.at(-2)) &&
      (autrement ||
        (rangs.at(-1) === lignes &&
          rangs.length >= Math.min(2, lignes) &&
          (blanches.length === 0 || rangs.length === tenues)))
    return juste ? [] : [{ lignes, blancs: pages.map(({ blanc }) => Math.round(blanc * 100)), rangs }]
  })
}

/** A statement and a recap of so many lines. */
const REGISTRES: Readonly<Record<string, (lignes: number, langue: Langue) => Vue>> = {
  'statement of a sale': (lignes, langue) =>
    vueReleve({
      langue,
      promoteur: unEmetteur().promoteur,
      etabliLe: '2026-11-22',
      portee: 'bien',
      groupes: [
        {
          client: unClient,
          ventes: [
            uneVente(0, {
              paiements: desPaiements(lignes).map((paiement, rang) => ({
                ...paiement,
                details: `Tranche r${rang + 1}.`,
              })),
            }),
          ],
        },
      ],
    }),
  recap: (lignes) =>
    vueRecap({
      promoteur: unEmetteur().promoteur,
      etabliLe: '2026-11-22',
      residence: null,
      recherche: null,
      lignes: desLignesRecap(lignes).map((ligne, rang) => ({ ...ligne, numero: `r${rang + 1}.` })),
    }),
}

// spec: RF-70
it.each([
  ['statement of a sale', 'fr'],
  ['statement of a sale', 'ar'],
  ['recap', 'fr'],
] as const)(
  'the pages of a %s in %s are full but for the last, at every length',
  async (nom, langue) => {
    const longueurs = Array.from({ length: 80 }, (_, rang) => ({ lignes: rang + 1 }))
    const papiers = await pagesDe(longueurs, (unes) =>
      renderPapiers(
        nom,
        unes.flatMap(({ lignes }) => REGISTRES[nom]?.(lignes, langue) ?? []),
      ),
    )
    expect(papiers).toHaveLength(longueurs.length)
    expect(fautesDe(papiers, longueurs)).toEqual([])
  },
  180_000,
)

// spec: RF-70
describe.each(LANGUES)('the pages of a paper in %s', (langue) => {
  it.each([
    ['echeancier', 2],
    ['decompte', 2],
    ['attestation_paiement', 7],
    ['attestation_reservation', 5],
    ['mise_en_demeure', 7],
    ['relance', 7],
    ['decompte_fin', 11],
    ['echeancier_fin', 11],
    ['contrat_reservation', 9],
  ])(
    'are full but for the last, which has the last rows of its table: %s',
    async (nom, pas) => {
      const longueurs = Array.from({ length: Math.ceil(80 / pas) }, (_, rang) => ({
        lignes: 1 + rang * pas,
        acquereurs: ((rang % 3) + 1) as 1 | 2 | 3,
        comptes: rang % 4,
      }))
      const recette = RECETTES[nom]
      if (!recette) throw new Error(nom)
      const papiers = await pagesDe(longueurs, (unes) => dessiner(unes.map((une) => recette(une, langue))))
      expect(papiers).toHaveLength(longueurs.length)
      expect(fautesDe(papiers, longueurs, FINISSENT_AUTREMENT.includes(nom))).toEqual([])
    },
    180_000,
  )
})

describe('the head of a paper', () => {
  // spec: RF-71
  it.each(LANGUES)(
    'has the title below the promoter, where a line begins, and equal lines of the law: %s',
    async (langue) => {
      for (const [nom, recette] of Object.entries(RECETTES)) {
        const { modele, tirage } = recette({ lignes: 5 }, langue)
        const bytes = await dessiner([{ modele, tirage }])
        expect([nom, await drawnOver(bytes)]).toEqual([nom, []])
        const [lignes = []] = await linesOf(bytes)
        const bord = (ligne: Ligne) => (langue === 'fr' ? ligne.gauche : largeur - ligne.droite)
        const titre = lignes.findIndex(({ corps }) => corps > 15)
        const legales = lignes.slice(0, titre).filter(({ texte }) => /\d{12}|31-0456/.test(texte))
        expect([nom, legales.length]).toEqual([nom, 2])
        for (const { texte } of legales) expect(texte.trim()).not.toMatch(/^·|·$/)
        const [une = 0, autre = 0] = legales.map(({ gauche, droite }) => droite - gauche)
        expect([nom, Math.abs(une - autre) < 0.25 * Math.max(une, autre)]).toEqual([nom, true])
        const [promoteur] = lignes
        if (!promoteur || !lignes[titre]) throw new Error(nom)
        expect([nom, Math.abs(bord(lignes[titre]) - bord(promoteur)) < 2]).toEqual([nom, true])
      }
    },
  )

  // spec: RF-71
  it('no line ends on « n° », « N° » or « § »', async () => {
    const textes = ['n°', 'N°', '§'].map((signe) => `${'mot '.repeat(30)}${signe} 12 `)
    for (let large = 0; large < 12; large++) {
      const { modele, tirage } = RECETTES['echeancier']?.({ lignes: 2 }, 'fr') ?? {}
      if (!modele || tirage === undefined) throw new Error('no paper')
      const lignes = textes.map((texte) => `${'i'.repeat(large * 3)} ${texte.repeat(3)}`)
      const bytes = await dessiner([{ modele: { ...modele, blocs: [{ genre: 'texte', lignes }] }, tirage }])
      for (const { texte } of (await linesOf(bytes)).flat()) expect(texte).not.toMatch(/(?:n°|N°|§)\s*$/)
    }
  })
})

// spec: RF-71
it('lines of an Arabic text stand 1.6 times their size apart', async () => {
  const { modele, tirage } = RECETTES['attestation_reservation']?.({ lignes: 3 }, 'ar') ?? {}
  if (!modele || !tirage) throw new Error('no paper')
  const texte = 'نشهد بأن أشغال العمارة بلغت مرحلة انتهاء الأساسات '.repeat(9)
  const bytes = await dessiner([
    { modele: { ...modele, blocs: [{ genre: 'texte', lignes: [texte] }] }, tirage },
  ])
  const lignes = (await linesOf(bytes)).flat().filter((une) => une.texte.includes('الأساسات'))
  expect(lignes.length).toBeGreaterThan(3)
  for (const [at, ligne] of lignes.slice(1).entries())
    expect(((lignes[at]?.base ?? 0) - ligne.base) / ligne.corps).toBeCloseTo(1.6, 1)
})
