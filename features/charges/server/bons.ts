import type { Centimes } from '#shared/argent.ts'
import { jourCourt, jourLong, type Jour } from '#shared/dates.ts'
import { montantEnLettres } from '#server/documents/lettres.ts'
import {
  chiffres,
  somme,
  texte,
  verifierLongueur,
  vuePapier,
  type PromoteurImprime,
} from '#server/documents/papier.ts'
import { renderPdf, type PdfOptions } from '#server/documents/pdf.ts'

/** One line of a voucher; its amount is price × quantity (Q203). */
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

/** Purchase vouchers: one, those of a category, or all (D3 §7 generate-pdf). With 'bon', one category with one bon. */
export interface ModeleBons {
  promoteur: PromoteurImprime | null
  etabliLe: Jour
  portee: 'bon' | 'categorie' | 'tous'
  categories: readonly { nom: string; bons: readonly BonImprime[] }[]
}

/** Printed rows: lines, and three more for each voucher. */
export const LIGNES_BONS_MAX = 12_000
const LIGNES_BALISEES = 1_500

/** Its display strings. */
function vueBons({ promoteur, etabliLe, portee, categories }: ModeleBons) {
  const premiere = categories[0]
  const bon = portee === 'bon' ? premiere?.bons[0] : undefined
  const total = somme(categories.map(totalCategorie))
  const titre = bon ? "Bon d'achat" : "Bons d'achat"
  const reference = bon
    ? `N°\u00A0${texte(bon.reference)}`
    : portee === 'categorie'
      ? texte(premiere?.nom)
      : 'Toutes les catégories'
  return {
    papier: vuePapier(promoteur, titre, reference, etabliLe),
    bon: bon
      ? {
          date: jourLong(bon.date),
          categorie: texte(premiere?.nom),
          ...vueBon(bon),
          lettres: montantEnLettres(totalBon(bon)),
        }
      : null,
    categories: bon
      ? []
      : categories.map((categorie) => ({
          nom: texte(categorie.nom),
          bons: categorie.bons.map(vueBon),
          nombre: String(categorie.bons.length),
          total: chiffres(totalCategorie(categorie)),
        })),
    total: chiffres(total),
  }
}

/** The vouchers as a PDF. AppError `documentTropLong` (422) above LIGNES_BONS_MAX rows, and those of renderPdf. */
export async function bonsPdf(modele: ModeleBons, options?: PdfOptions): Promise<Buffer> {
  const lignes = somme(modele.categories.flatMap(({ bons }) => bons.map((bon) => bon.lignes.length + 3)))
  verifierLongueur(lignes, LIGNES_BONS_MAX, 'Imprimez plutôt les bons catégorie par catégorie.')
  return renderPdf('features/charges/server/bons.typ', vueBons(modele), {
    tagged: lignes <= LIGNES_BALISEES,
    ...options,
  })
}

const vueBon = (bon: BonImprime) => ({
  reference: texte(bon.reference, 24),
  jour: jourCourt(bon.date),
  lignes: bon.lignes.map(({ designation, prixUnitaire, quantite }) => [
    texte(designation, 30),
    chiffres(prixUnitaire),
    chiffres(quantite * 100).replace(/,00$/, ''),
    chiffres(prixUnitaire * quantite),
  ]),
  total: chiffres(totalBon(bon)),
})

const totalBon = (bon: BonImprime): Centimes =>
  somme(bon.lignes.map((ligne) => ligne.prixUnitaire * ligne.quantite))
const totalCategorie = ({ bons }: { bons: readonly BonImprime[] }): Centimes => somme(bons.map(totalBon))
