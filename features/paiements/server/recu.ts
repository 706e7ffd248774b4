import type { EtatCheque } from '#features/paiements/modes.ts'
import type { Moyen } from '#features/paiements/paiements.rules.ts'
import { MOTS_DU_RECU } from '#features/paiements/server/recu.mots.ts'
import { dit, enLettres, leDossier } from '#features/papiers/server/papiers.blocs.ts'
import { payeurDe } from '#features/papiers/server/papiers.tables.ts'
import { Presse } from '#features/papiers/server/presse.ts'
import type { Centimes } from '#shared/argent.ts'
import type { Jour } from '#shared/dates.ts'
import { enumerer } from '#shared/nommer.ts'
import { remplacer, type Langue } from '#shared/papiers.ts'
import {
  type BienImprime,
  type ClientImprime,
  createVuePapier,
  duplicataOf,
  printCentimes,
  type PromoteurImprime,
} from '#server/documents/papier.ts'
import { type PdfOptions, renderPdf } from '#server/documents/pdf.ts'
import { vueVerification } from '#server/documents/verification.ts'

/** The data of a receipt (D3 §7 print-single), its names in the language of the paper. Amounts in centimes. */
export interface ModeleRecu {
  langue: Langue
  promoteur: PromoteurImprime | null
  /** Number of the receipt: « 2026-000123 ». */
  recu: string
  date: Jour
  etabliLe: Jour
  /** The day of the first print, of which this one is a duplicate. */
  original?: Jour | null
  /** The day of the last correction of a printed fact: earlier copies are void. */
  rectifieLe: Jour | null
  /** The client who held the dossier on the day of the payment. */
  client: ClientImprime
  /** The buyers of the dossier now; one name for a single buyer. */
  acquereurs: readonly string[]
  dossier: string
  suites: readonly ChangementDuDossier[]
  bien: BienImprime
  prix: Centimes
  /** True once the sale has ended: it owes nothing, so that no price and no remainder is printed. */
  terminee: boolean
  /** The sum of the payments before this one in the same sale, by date then id (Q158). */
  dejaPaye: Centimes
  /** The parts of it that other holders of the dossier paid. */
  anciens: readonly { nom: string; montant: Centimes }[]
  versement: Centimes
  details: string | null
  moyen: Moyen
  etat: EtatCheque | null
  rejet: Rejet | null
  /** The sum of the sale's cheques that are neither cleared nor rejected. */
  sousReserve: Centimes
  /** The verification code without its hyphens. */
  code: string
  /** The public address of this server, null when clients cannot reach it. */
  adressePublique: string | null
  /** « Fait à Oran, le 22/11/2026 »; '' when the settings name no city. */
  fait: string
  /** The words over the boxes to sign. */
  boites: { client: string; promoteur: string }
}

/** A change of the dossier: a cession (`client`) prints the new client, a transfert (`bien`) the former bien. */
export interface ChangementDuDossier {
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
  const { langue, promoteur, bien, prix, dejaPaye, versement, boites } = modele
  const presse = new Presse(langue)
  const { mots } = presse
  const propres = MOTS_DU_RECU[langue]
  // A rejected cheque counts for nothing in the account.
  const total = dejaPaye + (modele.rejet ? 0 : versement)
  return {
    papier: {
      ...createVuePapier(
        promoteur,
        propres.titre,
        `${mots.numero}\u00A0${presse.valeur(modele.recu)}`,
        modele.etabliLe,
        langue,
      ),
      ...(modele.rectifieLe !== null && {
        mention: remplacer(propres.rectifie, { jour: presse.jour(modele.rectifieLe) }),
      }),
      ...(modele.original && { duplicata: duplicataOf(langue, modele.original) }),
    },
    mots: {
      ...propres,
      dinars: mots.dinars,
      mode: mots.mode,
      montant: presse.enDinars(mots.montant),
      prix: mots.prix,
      total: mots.totalPaye,
      reste: mots.reste,
      code: dit(presse, mots.code, '').trimEnd(),
    },
    filigrane: modele.rejet ? propres.rejete : '',
    fait: modele.fait,
    signatures: [boites.client, boites.promoteur].map((boite) => ({ titre: presse.texte(boite), nom: '' })),
    date: presse.jourLong(modele.date),
    client: { nom: presse.texte(modele.client.nom), lignes: lignesDuClient(presse, modele) },
    bien: {
      nom: presse.designation(bien),
      lignes: [...presse.precisions(bien), leDossier(presse, modele.dossier)],
    },
    montant: printCentimes(versement),
    lettres: `${enLettres(presse, versement)}.`,
    details: presse.texte(modele.details),
    suites: modele.suites.map((suite) => phraseDeSuite(presse, suite)),
    compte: {
      prix: modele.terminee ? '' : printCentimes(prix),
      avant: printCentimes(dejaPaye),
      dont: modele.anciens.map(({ nom, montant }) =>
        remplacer(propres.dont, { montant: presse.montant(montant), ancien: presse.texte(nom) }),
      ),
      versement: modele.rejet ? `${printCentimes(0)} (${propres.compteRien})` : printCentimes(versement),
      total: printCentimes(total),
      reste: modele.terminee ? '' : printCentimes(prix - total),
    },
    mode: modeImprime(presse, modele.moyen),
    payeur: payeurImprime(presse, modele.moyen),
    reserve: modele.etat === 'recu' || modele.etat === 'remis',
    rejet: modele.rejet ? phraseDuRejet(presse, modele.rejet) : '',
    solde: !modele.terminee && prix === total ? phraseDuSolde(presse, modele) : '',
    verification: vueVerification(modele.code, modele.adressePublique),
  }
}

/** For whom it was paid, when the dossier has several buyers, then where the payer is reached. */
function lignesDuClient(presse: Presse, { client, acquereurs }: ModeleRecu): string[] {
  const { pourLeCompte } = MOTS_DU_RECU[presse.langue]
  const tous = enumerer(
    presse.langue,
    acquereurs.map((nom) => presse.texte(nom)),
  )
  return [
    acquereurs.length > 1 ? `${pourLeCompte} ${tous}` : '',
    presse.texte(client.adresse),
    presse.numero(client.tel),
    presse.texte(client.email),
  ].filter(Boolean)
}

const phraseDuSolde = (presse: Presse, { sousReserve }: ModeleRecu): string =>
  sousReserve === 0
    ? MOTS_DU_RECU[presse.langue].solde
    : remplacer(MOTS_DU_RECU[presse.langue].soldeSousReserve, { sous_reserve: presse.montant(sousReserve) })

/** The mode in words: « Chèque N° 0012345, BNA, du 28 mars 2026 »; '' when unknown. */
function modeImprime(presse: Presse, { mode, banque, reference, date_cheque }: Moyen): string {
  if (mode === null) return ''
  const { mots } = presse
  const nom =
    reference === null
      ? presse.mode(mode)
      : `${presse.mode(mode)} ${mots.numero}\u00A0${presse.numero(reference)}`
  return [
    nom,
    presse.texte(banque),
    date_cheque !== null && `${MOTS_DU_RECU[presse.langue].du} ${presse.jourLong(date_cheque)}`,
  ]
    .filter(Boolean)
    .join(`${mots.virgule} `)
}

/** The payer in words: « Une banque (crédit), CNEP-Banque »; '' when the client paid. */
const payeurImprime = (presse: Presse, { payeur_type, payeur }: Moyen): string =>
  payeur_type === null ? '' : payeurDe(presse, payeur_type, payeur)

function phraseDeSuite(presse: Presse, { nature, le, ancien, nouveau }: ChangementDuDossier): string {
  const { cede, transfere } = MOTS_DU_RECU[presse.langue]
  const jour = presse.jour(le)
  return nature === 'client'
    ? remplacer(cede, { jour, nom: presse.texte(nouveau) })
    : remplacer(transfere, { jour, nom: presse.texte(ancien) })
}

const phraseDuRejet = (presse: Presse, { le, motif }: Rejet): string =>
  remplacer(MOTS_DU_RECU[presse.langue].rejet, {
    jour: presse.jour(le),
    motif: presse.texte(motif.replace(/[\s.]+$/, '')),
  })

/** Makes the PDF of the receipt. @throws the errors of renderPdf */
export function recuPdf(modele: ModeleRecu, options?: PdfOptions): Promise<Buffer> {
  return renderPdf('features/paiements/server/recu.typ', vueRecu(modele), {
    logo: modele.promoteur?.logo,
    ...options,
  })
}
