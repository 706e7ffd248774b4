import { MODES, PAYEURS, type EtatCheque } from '#features/paiements/modes.ts'
import type { Moyen } from '#features/paiements/moyens.rules.ts'
import { numeroRecu } from '#shared/numero.ts'
import type { Centimes } from '#shared/argent.ts'
import { formatJourCourt, formatJourLong, type Jour } from '#shared/dates.ts'
import { vueVerification } from '#server/documents/verification.ts'
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
  /** Who held the dossier when it was paid. */
  client: ClientImprime
  dossier: string
  /** What became of the dossier since, in its order: a cession says the new client, a transfert the former bien. */
  suites: readonly Suite[]
  bien: BienImprime
  prix: Centimes
  /** Paid within the same sale before this payment, by date then id (Q158). */
  dejaPaye: Centimes
  versement: Centimes
  details: string | null
  moyen: Moyen
  /** Of a cheque: where it is, and why it came back. */
  etat: EtatCheque | null
  rejet: Rejet | null
  /** What it is verified by, bare. */
  code: string
  /** Where clients reach this server, null when they do not. */
  adressePublique: string | null
}

/** A dossier changed hands or bien. */
export interface Suite {
  nature: 'bien' | 'client'
  le: Jour
  ancien: string
  nouveau: string
}

/** The day a cheque came back, and why. */
export interface Rejet {
  le: Jour
  motif: string
}

/** Its display strings. */
export function vueRecu(modele: ModeleRecu) {
  const { promoteur, client, bien, prix, dejaPaye, versement } = modele
  const lettres = montantEnLettres(versement)
  // What is rejected is no payment: nothing of it is in the account.
  const compte = modele.rejet ? 0 : versement
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
    bien: { nom: designationBien(bien), lignes: [...precisionsBien(bien), `Dossier\u00A0${modele.dossier}`] },
    montant: printCentimes(versement),
    lettres: lettres.charAt(0).toUpperCase() + lettres.slice(1),
    details: printTexte(modele.details),
    suites: modele.suites.map(phraseDeSuite),
    compte: {
      prix: printCentimes(prix),
      avant: printCentimes(dejaPaye),
      versement: modele.rejet ? `${printCentimes(0)} (rejeté)` : printCentimes(versement),
      total: printCentimes(dejaPaye + compte),
      reste: printCentimes(prix - dejaPaye - compte),
    },
    mode: modeImprime(modele.moyen),
    payeur: payeurImprime(modele.moyen),
    reserve: modele.etat === 'recu' || modele.etat === 'remis',
    rejet: modele.rejet ? phraseDuRejet(modele.rejet) : '',
    solde: prix === dejaPaye + compte,
    verification: vueVerification(modele.code, modele.adressePublique),
  }
}

/** « Chèque N° 0012345, BNA, du 28 mars 2026 »; '' when it is not said. */
function modeImprime({ mode, banque, reference, date_cheque }: Moyen): string {
  if (mode === null) return ''
  const nom = reference === null ? MODES[mode] : `${MODES[mode]} N°\u00A0${printTexte(reference)}`
  return [
    nom,
    banque !== null && printTexte(banque),
    date_cheque !== null && `du ${formatJourLong(date_cheque)}`,
  ]
    .filter(Boolean)
    .join(', ')
}

/** « Une banque (crédit), CNEP-Banque »; '' when the client paid. */
const payeurImprime = ({ payeur_type, payeur }: Moyen): string =>
  payeur_type === null ? '' : [PAYEURS[payeur_type], printTexte(payeur)].filter(Boolean).join(', ')

const phraseDeSuite = ({ nature, le, ancien, nouveau }: Suite): string =>
  nature === 'client'
    ? `Dossier cédé le ${formatJourCourt(le)} à ${printTexte(nouveau)}`
    : `Dossier transféré le ${formatJourCourt(le)}, auparavant\u00A0: ${printTexte(ancien)}`

const phraseDuRejet = ({ le, motif }: Rejet): string =>
  `REJETÉ le ${formatJourCourt(le)}\u00A0: ${printTexte(motif).replace(/[\s.]+$/, '')}. Ce reçu ne vaut pas paiement.`

/** The receipt as a PDF. Errors: those of renderPdf. */
export function recuPdf(modele: ModeleRecu, options?: PdfOptions): Promise<Buffer> {
  return renderPdf('features/paiements/server/recu.typ', vueRecu(modele), {
    logo: modele.promoteur?.logo,
    ...options,
  })
}
