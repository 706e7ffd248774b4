import { type EtatCheque, MODES, PAYEURS } from '#features/paiements/modes.ts'
import type { Moyen } from '#features/paiements/paiements.rules.ts'
import type { Centimes } from '#shared/argent.ts'
import { formatJourCourt, formatJourLong, type Jour } from '#shared/dates.ts'
import { numeroRecu } from '#shared/numero.ts'
import { enToutesLettres } from '#server/documents/lettres.ts'
import {
  type BienImprime,
  type ClientImprime,
  createVuePapier,
  designationBien,
  precisionsBien,
  precisionsClient,
  printCentimes,
  printTexte,
  type PromoteurImprime,
} from '#server/documents/papier.ts'
import { type PdfOptions, renderPdf } from '#server/documents/pdf.ts'
import { vueVerification } from '#server/documents/verification.ts'

/** The data of a receipt (D3 §7 print-single). Amounts in centimes. */
export interface ModeleRecu {
  promoteur: PromoteurImprime | null
  annee: number
  numero: number
  date: Jour
  etabliLe: Jour
  /** The day of the last correction of a printed fact: earlier copies are void. */
  rectifieLe: Jour | null
  /** The client who held the dossier on the day of the payment. */
  client: ClientImprime
  dossier: string
  suites: readonly Suite[]
  bien: BienImprime
  prix: Centimes
  /** The sum of the payments before this one in the same sale, by date then id (Q158). */
  dejaPaye: Centimes
  versement: Centimes
  details: string | null
  moyen: Moyen
  etat: EtatCheque | null
  rejet: Rejet | null
  /** True when the sale has a cheque that is neither cleared nor rejected. */
  sousReserve: boolean
  /** The verification code without its hyphens. */
  code: string
  /** The public address of this server, null when clients cannot reach it. */
  adressePublique: string | null
}

/** A change of the dossier: a cession (`client`) prints the new client, a transfert (`bien`) the former bien. */
export interface Suite {
  nature: 'bien' | 'client'
  le: Jour
  ancien: string
  nouveau: string
}

export interface Rejet {
  le: Jour
  motif: string
}

/** The strings and figures of the printed receipt. */
export function vueRecu(modele: ModeleRecu) {
  const { promoteur, client, bien, prix, dejaPaye, versement } = modele
  // A rejected cheque counts for nothing in the account.
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
    lettres: enToutesLettres(versement),
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
    solde: prix === dejaPaye + compte ? phraseDuSolde(modele) : '',
    verification: vueVerification(modele.code, modele.adressePublique),
  }
}

const phraseDuSolde = ({ sousReserve }: Pick<ModeleRecu, 'sousReserve'>): string =>
  sousReserve
    ? "Le prix est versé en totalité, sous réserve de l'encaissement des chèques."
    : 'Le prix est entièrement payé.'

/** The mode in words: « Chèque N° 0012345, BNA, du 28 mars 2026 »; '' when unknown. */
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

/** The payer in words: « Une banque (crédit), CNEP-Banque »; '' when the client paid. */
const payeurImprime = ({ payeur_type, payeur }: Moyen): string =>
  payeur_type === null ? '' : [PAYEURS[payeur_type], printTexte(payeur)].filter(Boolean).join(', ')

const phraseDeSuite = ({ nature, le, ancien, nouveau }: Suite): string =>
  nature === 'client'
    ? `Dossier cédé le ${formatJourCourt(le)} à ${printTexte(nouveau)}`
    : `Dossier transféré le ${formatJourCourt(le)}, auparavant\u00A0: ${printTexte(ancien)}`

const phraseDuRejet = ({ le, motif }: Rejet): string =>
  `REJETÉ le ${formatJourCourt(le)}\u00A0: ${printTexte(motif).replace(/[\s.]+$/, '')}. Ce reçu ne vaut pas paiement.`

/** Makes the PDF of the receipt. @throws the errors of renderPdf */
export function recuPdf(modele: ModeleRecu, options?: PdfOptions): Promise<Buffer> {
  return renderPdf('features/paiements/server/recu.typ', vueRecu(modele), {
    logo: modele.promoteur?.logo,
    ...options,
  })
}
