import type { Centimes } from '#shared/argent.ts'
import { formatJourCourt, formatJourLong, type Jour } from '#shared/dates.ts'
import { montantEnLettres } from '#server/documents/lettres.ts'
import {
  printCentimes,
  sumCentimes,
  printTexte,
  checkLongueur,
  createVuePapier,
  type PromoteurImprime,
} from '#server/documents/papier.ts'
import { renderPdf, type PdfOptions } from '#server/documents/pdf.ts'

interface LigneImprimee {
  designation: string
  prixUnitaire: Centimes
  quantite: number
}

export interface BonImprime {
  reference: string
  date: Jour
  lignes: readonly LigneImprimee[]
}

/** The vouchers to print, amounts in centimes (D3 §7 generate-pdf). With 'bon', one category holds one voucher. */
export interface ModeleBons {
  promoteur: PromoteurImprime | null
  etabliLe: Jour
  portee: 'bon' | 'categorie' | 'tous'
  categories: readonly { nom: string; bons: readonly BonImprime[] }[]
}

/** The most rows that one PDF prints; each voucher counts three rows besides its lines. */
const LIGNES_BONS_MAX = 12_000

/** Most rows in tables; above, rows are paragraphs, which cost a third. */
const LIGNES_EN_TABLES = 1_500

function vueBons({ promoteur, etabliLe, portee, categories }: ModeleBons) {
  const premiere = categories[0]
  const bon = portee === 'bon' ? premiere?.bons[0] : undefined
  const total = sumCentimes(categories.map(totalCategorie))
  const titre = bon ? "Bon d'achat" : "Bons d'achat"
  const reference = bon
    ? `N°\u00A0${printTexte(bon.reference)}`
    : portee === 'categorie'
      ? printTexte(premiere?.nom)
      : 'Toutes les catégories'
  return {
    papier: createVuePapier(promoteur, titre, reference, etabliLe),
    bon: bon
      ? {
          date: formatJourLong(bon.date),
          categorie: printTexte(premiere?.nom),
          ...vueBon(bon),
          lettres: montantEnLettres(totalBon(bon)),
        }
      : null,
    categories: bon
      ? []
      : categories.map((categorie) => ({
          nom: printTexte(categorie.nom),
          bons: categorie.bons.map(vueBon),
          nombre: String(categorie.bons.length),
          total: printCentimes(totalCategorie(categorie)),
        })),
    total: printCentimes(total),
    longue: !bon && countLignes(categories) > LIGNES_EN_TABLES,
  }
}

const countLignes = (categories: ModeleBons['categories']): number =>
  sumCentimes(categories.flatMap(({ bons }) => bons.map((un) => un.lignes.length + 3)))

/** Refuses more rows than one PDF holds. @throws documentTropLong (422) */
export const checkLignesDeBons = (rows: number): void =>
  checkLongueur(rows, LIGNES_BONS_MAX, 'Imprimez plutôt les bons catégorie par catégorie.')

/** Makes the PDF of the vouchers. @throws documentTropLong (422) above LIGNES_BONS_MAX rows, and the errors of renderPdf */
export async function bonsPdf(modele: ModeleBons, options?: PdfOptions): Promise<Buffer> {
  checkLignesDeBons(countLignes(modele.categories))
  return renderPdf('features/charges/server/bons.typ', vueBons(modele), {
    logo: modele.promoteur?.logo,
    ...options,
  })
}

const vueBon = (bon: BonImprime) => ({
  reference: printTexte(bon.reference, 24),
  jour: formatJourCourt(bon.date),
  lignes: bon.lignes.map(({ designation, prixUnitaire, quantite }) => [
    printTexte(designation, 30),
    printCentimes(prixUnitaire),
    printCentimes(quantite * 100).replace(/,00$/, ''),
    printCentimes(prixUnitaire * quantite),
  ]),
  total: printCentimes(totalBon(bon)),
})

const totalBon = (bon: BonImprime): Centimes =>
  sumCentimes(bon.lignes.map((ligne) => ligne.prixUnitaire * ligne.quantite))
const totalCategorie = ({ bons }: { bons: readonly BonImprime[] }): Centimes =>
  sumCentimes(bons.map(totalBon))
