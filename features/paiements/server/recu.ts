import { numeroRecu } from '#shared/numero.ts'
import type { Centimes } from '#shared/argent.ts'
import { formatJourCourt, formatJourLong, type Jour } from '#shared/dates.ts'
import { montantEnLettres } from '#server/documents/lettres.ts'
import {
  printCentimes,
  designationBien,
  precisionsBien,
  precisionsClient,
  printTexte,
  createVuePapier,
  type BienImprime,
  type ClientImprime,
  type PromoteurImprime,
} from '#server/documents/papier.ts'
import { renderPdf, type PdfOptions } from '#server/documents/pdf.ts'

/** The receipt of one payment (D3 §7 print-single). Amounts in centimes. */
export interface ModeleRecu {
  promoteur: PromoteurImprime | null
  annee: number
  numero: number
  /** Day of the payment. */
  date: Jour
  /** Day it is printed. */
  etabliLe: Jour
  /** Day on which what it says was last corrected: a copy made before it is void. */
  rectifieLe: Jour | null
  client: ClientImprime
  bien: BienImprime
  prix: Centimes
  /** Paid within the same sale before this payment, by date then id (Q158). */
  dejaPaye: Centimes
  versement: Centimes
  details: string | null
}

/** Its display strings. */
export function vueRecu(modele: ModeleRecu) {
  const { promoteur, client, bien, prix, dejaPaye, versement } = modele
  const lettres = montantEnLettres(versement)
  return {
    papier: {
      ...createVuePapier(
        promoteur,
        'Reçu de versement',
        `N°\u00A0${numeroRecu(modele.annee, modele.numero)}`,
        modele.etabliLe,
      ),
      ...(modele.rectifieLe !== null && { mention: `Rectifié le ${formatJourCourt(modele.rectifieLe)}` }),
    },
    date: formatJourLong(modele.date),
    client: { nom: printTexte(client.nom), lignes: precisionsClient(client) },
    bien: { nom: designationBien(bien), lignes: precisionsBien(bien) },
    montant: printCentimes(versement),
    lettres: lettres.charAt(0).toUpperCase() + lettres.slice(1),
    details: printTexte(modele.details),
    compte: {
      prix: printCentimes(prix),
      avant: printCentimes(dejaPaye),
      versement: printCentimes(versement),
      total: printCentimes(dejaPaye + versement),
      reste: printCentimes(prix - dejaPaye - versement),
    },
    solde: prix === dejaPaye + versement,
  }
}

/** The receipt as a PDF. Errors: those of renderPdf. */
export function recuPdf(modele: ModeleRecu, options?: PdfOptions): Promise<Buffer> {
  return renderPdf('features/paiements/server/recu.typ', vueRecu(modele), options)
}
