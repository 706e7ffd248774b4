import type { Remise } from '#features/cheques/cheques.contract.ts'
import type { Centimes } from '#shared/argent.ts'
import { formatJourCourt, formatJourLong, type Jour } from '#shared/dates.ts'
import { montantEnLettres } from '#server/documents/lettres.ts'
import {
  createVuePapier,
  printCentimes,
  printTexte,
  type PromoteurImprime,
  sumCentimes,
} from '#server/documents/papier.ts'
import { type PdfOptions, renderPdf } from '#server/documents/pdf.ts'

/** The bordereau of a remise, a list that goes to the bank with the cheques. Amounts in centimes. */
export interface ModeleBordereau {
  promoteur: PromoteurImprime | null
  etabliLe: Jour
  numero: string
  jour: Jour
  compte: Remise['compte']
  lignes: readonly {
    tireur: string
    banque: string | null
    reference: string | null
    /** The day written on the cheque; null when unknown. */
    date_cheque: Jour | null
    recu: string
    versement: Centimes
  }[]
}

function vueBordereau({ promoteur, etabliLe, numero, jour, compte, lignes }: ModeleBordereau) {
  const total = sumCentimes(lignes.map(({ versement }) => versement))
  return {
    papier: createVuePapier(promoteur, 'Bordereau de remise de chèques', `N°\u00A0${numero}`, etabliLe),
    compte: [
      ['Titulaire du compte\u00A0:', printTexte(promoteur?.nom)],
      ['Banque', printTexte(compte.banque)],
      ['Agence', printTexte(compte.agence)],
      ['Compte', printTexte(compte.numero, 40)],
    ].filter(([, valeur]) => valeur !== ''),
    jour: formatJourLong(jour),
    lignes: lignes.map(({ tireur, banque, reference, date_cheque, recu, versement }, rang) => [
      String(rang + 1),
      // These lengths fit each column even in the widest letters.
      printTexte(tireur, 12),
      printTexte(banque, 7),
      printTexte(reference, 7),
      recu,
      date_cheque === null ? '' : formatJourCourt(date_cheque),
      printCentimes(versement),
    ]),
    nombre: lignes.length === 1 ? '1 chèque' : `${lignes.length} chèques`,
    total: printCentimes(total),
    lettres: montantEnLettres(total),
  }
}

/** Makes the PDF of the bordereau. @throws the errors of renderPdf */
export const bordereauPdf = (modele: ModeleBordereau, options?: PdfOptions): Promise<Buffer> =>
  renderPdf('features/cheques/server/bordereau.typ', vueBordereau(modele), {
    logo: modele.promoteur?.logo,
    ...options,
  })
