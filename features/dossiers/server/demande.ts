import type { Dossier } from '#features/dossiers/dossier.contract.ts'
import type { Centimes } from '#shared/argent.ts'
import { formatPourcent } from '#shared/argent.ts'
import { formatJourCourt, type Jour } from '#shared/dates.ts'
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

/** A demand to end a sale, to be signed: before it is recorded, or after. Amounts in centimes. */
export interface ModeleDemande {
  promoteur: PromoteurImprime | null
  etabliLe: Jour
  dossier: string
  client: ClientImprime
  bien: BienImprime
  reservationLe: Jour
  contratLe: Jour | null
  prix: Centimes
  paye: Centimes
  desistement: Dossier['desistement']
}

/** Its display strings. */
function vueDemande(modele: ModeleDemande) {
  const { dossier, client, bien, desistement } = modele
  const nom = printTexte(client.nom)
  return {
    papier: createVuePapier(
      modele.promoteur,
      'Demande de désistement',
      `Dossier\u00A0${dossier}`,
      modele.etabliLe,
    ),
    client: { nom, lignes: precisionsClient(client) },
    bien: { nom: designationBien(bien), lignes: precisionsBien(bien) },
    lignes: [
      ['Réservation', formatJourCourt(modele.reservationLe)],
      ...(modele.contratLe === null ? [] : [['Contrat', formatJourCourt(modele.contratLe)]]),
      ['Prix de vente (DA)', printCentimes(modele.prix)],
      ['Total versé (DA)', printCentimes(modele.paye)],
    ],
    phrase:
      desistement?.origine === 'promoteur'
        ? 'Le promoteur met fin à la vente désignée ci-dessus.'
        : `Je soussigné(e) ${nom} demande à me désister de l'achat désigné ci-dessus.`,
    motif: printTexte(desistement?.motif),
    termes: desistement
      ? [
          ['Demandé le', formatJourCourt(desistement.demande_le)],
          [
            desistement.retenue_pourcent === null
              ? 'Retenue (DA)'
              : `Retenue (DA), ${formatPourcent(desistement.retenue_pourcent / 100)} du payé`,
            printCentimes(desistement.retenue),
          ],
          ['À rembourser (DA)', printCentimes(desistement.a_rembourser)],
        ]
      : [],
  }
}

/** The demand as a PDF. Errors: those of renderPdf. */
export const demandePdf = (modele: ModeleDemande, options?: PdfOptions): Promise<Buffer> =>
  renderPdf('features/dossiers/server/demande.typ', vueDemande(modele), {
    logo: modele.promoteur?.logo,
    ...options,
  })
