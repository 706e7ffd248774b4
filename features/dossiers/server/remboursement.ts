import { formatMode, type Mode } from '#features/paiements/modes.ts'
import type { Centimes } from '#shared/argent.ts'
import { formatJourLong, type Jour } from '#shared/dates.ts'
import { montantEnLettres } from '#server/documents/lettres.ts'
import {
  createVuePapier,
  designationBien,
  precisionsBien,
  precisionsClient,
  printCentimes,
  printTexte,
  type BienImprime,
  type ClientImprime,
  type PromoteurImprime,
} from '#server/documents/papier.ts'
import { renderPdf, type PdfOptions } from '#server/documents/pdf.ts'

/** The receipt of one refund. Amounts in centimes. */
export interface ModeleRemboursement {
  promoteur: PromoteurImprime | null
  etabliLe: Jour
  numero: string
  dossier: string
  client: ClientImprime
  bien: BienImprime
  jour: Jour
  montant: Centimes
  mode: Mode
  banque: string | null
  reference: string | null
  paye: Centimes
  retenue: Centimes
  /** Given back before this refund, in the order of their recording. */
  avant: Centimes
}

/** Its display strings. */
function vueRemboursement(modele: ModeleRemboursement) {
  const { client, bien, montant, paye, retenue, avant } = modele
  const lettres = montantEnLettres(montant)
  return {
    papier: createVuePapier(
      modele.promoteur,
      'Reçu de remboursement',
      `N°\u00A0${modele.numero}`,
      modele.etabliLe,
    ),
    client: { nom: printTexte(client.nom), lignes: precisionsClient(client) },
    bien: {
      nom: designationBien(bien),
      lignes: [...precisionsBien(bien), `Dossier\u00A0${modele.dossier}`],
    },
    montant: printCentimes(montant),
    lettres: lettres.charAt(0).toUpperCase() + lettres.slice(1),
    lignes: [
      ['Remboursé le', formatJourLong(modele.jour)],
      ['Mode', formatMode(modele.mode)],
      ['Banque', printTexte(modele.banque)],
      ['Référence', printTexte(modele.reference)],
    ].filter(([, valeur]) => valeur !== ''),
    compte: [
      ['Total versé', printCentimes(paye)],
      ['Retenue', printCentimes(retenue)],
      ['Remboursé avant ce reçu', printCentimes(avant)],
      ['Ce remboursement', printCentimes(montant)],
    ],
    reste: printCentimes(Math.max(0, paye - retenue - avant - montant)),
  }
}

/** The receipt as a PDF. Errors: those of renderPdf. */
export const remboursementPdf = (modele: ModeleRemboursement, options?: PdfOptions): Promise<Buffer> =>
  renderPdf('features/dossiers/server/remboursement.typ', vueRemboursement(modele), {
    logo: modele.promoteur?.logo,
    ...options,
  })
