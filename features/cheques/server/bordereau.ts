import type { Remise } from '#features/cheques/cheques.contract.ts'
import type { Centimes } from '#shared/argent.ts'
import { formatJourLong, type Jour } from '#shared/dates.ts'
import { montantEnLettres } from '#server/documents/lettres.ts'
import {
  createVuePapier,
  printCentimes,
  printTexte,
  sumCentimes,
  type PromoteurImprime,
} from '#server/documents/papier.ts'
import { renderPdf, type PdfOptions } from '#server/documents/pdf.ts'

/** The list that goes to the bank with the cheques of a remise. Amounts in centimes. */
export interface ModeleBordereau {
  promoteur: PromoteurImprime | null
  /** Day it is printed. */
  etabliLe: Jour
  numero: string
  /** Day of the remise. */
  jour: Jour
  compte: Remise['compte']
  /** By receipt. */
  lignes: readonly {
    tireur: string
    banque: string | null
    reference: string | null
    versement: Centimes
  }[]
}

/** Its display strings. */
function vueBordereau({ promoteur, etabliLe, numero, jour, compte, lignes }: ModeleBordereau) {
  const total = sumCentimes(lignes.map(({ versement }) => versement))
  return {
    papier: createVuePapier(promoteur, 'Bordereau de remise de chèques', `N°\u00A0${numero}`, etabliLe),
    compte: [
      ['Banque', printTexte(compte.banque)],
      ['Agence', printTexte(compte.agence)],
      ['Compte', printTexte(compte.numero, 40)],
    ].filter(([, valeur]) => valeur !== ''),
    jour: formatJourLong(jour),
    lignes: lignes.map(({ tireur, banque, reference, versement }, rang) => [
      String(rang + 1),
      // So many of the widest letters fit each column.
      printTexte(tireur, 17),
      printTexte(banque, 9),
      printTexte(reference, 10),
      printCentimes(versement),
    ]),
    nombre: lignes.length === 1 ? '1 chèque' : `${lignes.length} chèques`,
    total: printCentimes(total),
    lettres: montantEnLettres(total),
  }
}

/** The bordereau as a PDF. Errors: those of renderPdf. */
export const bordereauPdf = (modele: ModeleBordereau, options?: PdfOptions): Promise<Buffer> =>
  renderPdf('features/cheques/server/bordereau.typ', vueBordereau(modele), {
    logo: modele.promoteur?.logo,
    ...options,
  })
