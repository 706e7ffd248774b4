import type { EtatCheque } from '#features/paiements/modes.ts'
import type { Moyen } from '#features/paiements/paiements.rules.ts'
import {
  dit,
  enLettres,
  encadres,
  fort,
  leDossier,
  tenu,
  titre,
} from '#features/papiers/server/blocks/elements.ts'
import type { PaiementDesFaits } from '#features/papiers/server/facts/faits.ts'
import { modeImprime, payeurImprime } from '#features/papiers/server/papers/recu.moyens.ts'
import { fichierDe, pdfDe, renderPapiers, type Vue } from '#features/papiers/server/press/pdf.ts'
import { colonne, table } from '#features/papiers/server/blocks/tables.ts'
import { MOTS } from '#features/papiers/server/words/mots.ts'
import { Redaction, type Element } from '#features/papiers/server/words/redaction.ts'
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
import type { PdfOptions } from '#server/documents/pdf.ts'
import { vueVerification } from '#server/documents/verification.ts'

/** The data of a receipt (D3 §7 print-single), its names in the language of the paper. Amounts in centimes. */
export interface ModeleRecu {
  langue: Langue
  promoteur: PromoteurImprime | null
  /** Number of the receipt: « 2026-000123 ». */
  recu: string
  /** Number on the paper given before Diyar. */
  origine: string | null
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
  /** The whole amount of the cheque or transfer that paid for several biens, and the receipts of the others. */
  groupe: PaiementDesFaits['groupe']
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
  timbre: Centimes | null
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

/** A receipt that says more than so many letters of suites and details says it in smaller print: it is one page. */
const LETTRES_SERREES = 250

/** The receipt as `papier.typ` lays it out. */
export function vueRecu(modele: ModeleRecu): Vue {
  const { langue, promoteur, rectifieLe, original, boites } = modele
  const redaction = new Redaction(langue)
  const { mots } = redaction
  const propres = redaction.mots.recuDeVersement
  const details = redaction.texte(modele.details)
  const suites = [
    ...(modele.groupe ? [phraseDuGroupe(redaction, modele.groupe)] : []),
    ...modele.suites.map((suite) => phraseDeSuite(redaction, suite)),
  ]
  return {
    papier: {
      ...createVuePapier(
        promoteur,
        propres.titre,
        `${mots.numero}\u00A0${redaction.valeur(modele.recu)}`,
        modele.etabliLe,
        langue,
      ),
      ...(modele.origine !== null && {
        origine: remplacer(propres.origine, { numero: redaction.numero(modele.origine) }),
      }),
      ...(rectifieLe !== null && {
        mention: remplacer(propres.rectifie, { jour: redaction.jour(rectifieLe) }),
      }),
      ...(original && { duplicata: duplicataOf(langue, original) }),
    },
    blocs: blocsDuRecu(redaction, modele, { details, suites }),
    serre: [...suites, details].join('').length > LETTRES_SERREES,
    fait: modele.fait,
    signatures: [boites.client, boites.promoteur].map((boite) => ({
      titre: redaction.texte(boite),
      nom: '',
    })),
    adresse: modele.adressePublique,
    verification: {
      ...vueVerification(modele.code, modele.adressePublique),
      libelle: dit(redaction, mots.code, '').trimEnd(),
    },
    filigrane: modele.rejet ? propres.rejete : '',
    annulation: '',
  }
}

function blocsDuRecu(
  redaction: Redaction,
  modele: ModeleRecu,
  { details, suites }: { details: string; suites: readonly string[] },
): Element[] {
  const { mots } = redaction
  const propres = redaction.mots.recuDeVersement
  const { bien, moyen, rejet, etat } = modele
  const connus: [string, string][] = [
    [propres.versee, redaction.jourLong(modele.date)],
    [mots.mode, modeImprime(redaction, moyen)],
    [propres.payeur, payeurImprime(redaction, moyen)],
    [propres.timbre, modele.timbre === null ? '' : redaction.montant(modele.timbre)],
    [propres.details, details],
  ]
  const reste = modele.prix - totalDe(modele)
  return [
    encadres([
      {
        titre: propres.recuDe,
        nom: redaction.texte(modele.client.nom),
        lignes: lignesDuClient(redaction, modele),
      },
      {
        titre: propres.pour,
        nom: redaction.designation(bien),
        lignes: [...redaction.precisions(bien), leDossier(redaction, modele.dossier)],
      },
    ]),
    {
      genre: 'somme',
      libelle: propres.somme,
      montant: printCentimes(modele.versement),
      unite: mots.dinars,
      lettres: `${enLettres(redaction, modele.versement)}.`,
      ...(rejet && { barre: true }),
    },
    {
      genre: 'details',
      lignes: [
        ...connus.filter(([, valeur]) => valeur !== ''),
        ...suites.map((suite): [string, string] => ['', suite]),
      ],
    },
    ...(etat === 'recu' || etat === 'remis' ? [fort(propres.reserve)] : []),
    ...(rejet ? [{ genre: 'alerte' as const, texte: phraseDuRejet(redaction, rejet) }] : []),
    titre(propres.compte),
    compteDuRecu(redaction, modele),
    ...(!modele.terminee && reste === 0 ? [tenu(fort(phraseDuSolde(redaction, modele)))] : []),
  ]
}

/** A rejected cheque counts for nothing in the account. */
const totalDe = ({ dejaPaye, versement, rejet }: ModeleRecu): Centimes => dejaPaye + (rejet ? 0 : versement)

/** Sums paid before and with this receipt, and the remainder; a sale that has ended owes nothing. */
function compteDuRecu(redaction: Redaction, modele: ModeleRecu): Element {
  const { prix, dejaPaye, versement, rejet, terminee } = modele
  const { mots } = redaction
  const propres = redaction.mots.recuDeVersement
  const sous = modele.anciens.map(({ nom, montant }) =>
    remplacer(propres.dont, { montant: redaction.montant(montant), ancien: redaction.texte(nom) }),
  )
  const ceci = rejet ? `${printCentimes(0)} (${propres.compteRien})` : printCentimes(versement)
  const total = totalDe(modele)
  return {
    ...table(
      [colonne(propres.libelle, 'large'), colonne(redaction.enDinars(mots.montant), 'montant')],
      [
        ...(terminee ? [] : [[mots.prix, printCentimes(prix)]]),
        [{ texte: propres.avant, sous }, printCentimes(dejaPaye)],
        [propres.versement, ceci],
      ],
      [mots.totalPaye, printCentimes(total)],
    ),
    ...(!terminee && { suite: [mots.reste, printCentimes(prix - total)] }),
    double: true,
  }
}

/** For whom it was paid, when the dossier has several buyers, then where the payer is reached. */
function lignesDuClient(redaction: Redaction, { client, acquereurs }: ModeleRecu): string[] {
  const { pourLeCompte } = redaction.mots.recuDeVersement
  const tous = enumerer(
    redaction.langue,
    acquereurs.map((nom) => redaction.texte(nom)),
  )
  return [
    acquereurs.length > 1 ? `${pourLeCompte} ${tous}` : '',
    redaction.texte(client.adresse),
    redaction.numero(client.tel),
    redaction.texte(client.email),
  ].filter(Boolean)
}

const phraseDuSolde = (redaction: Redaction, { sousReserve }: ModeleRecu): string =>
  sousReserve === 0
    ? redaction.mots.recuDeVersement.solde
    : remplacer(redaction.mots.recuDeVersement.soldeSousReserve, {
        sous_reserve: redaction.montant(sousReserve),
      })

/** « Règlement groupé de 3 000 000,00 DA avec le reçu N° 2026-000124 ». */
function phraseDuGroupe(redaction: Redaction, { montant, recus }: NonNullable<ModeleRecu['groupe']>): string {
  const { un, plusieurs } = redaction.mots.recuDeVersement.groupe
  return remplacer(recus.length === 1 ? un : plusieurs, {
    montant: redaction.montant(montant),
    recus: enumerer(
      redaction.langue,
      recus.map((recu) => redaction.valeur(recu)),
    ),
  })
}

function phraseDeSuite(redaction: Redaction, { nature, le, ancien, nouveau }: ChangementDuDossier): string {
  const { cede, transfere } = redaction.mots.recuDeVersement
  const jour = redaction.jour(le)
  return nature === 'client'
    ? remplacer(cede, { jour, nom: redaction.texte(nouveau) })
    : remplacer(transfere, { jour, nom: redaction.texte(ancien) })
}

const phraseDuRejet = (redaction: Redaction, { le, motif }: Rejet): string =>
  remplacer(redaction.mots.recuDeVersement.rejet, {
    jour: redaction.jour(le),
    motif: redaction.texte(motif.replace(/[\s.]+$/, '')),
  })

/** The receipt as data of `papier.typ`, one paper of one file. */
export const fichierDuRecu = (modele: ModeleRecu) => fichierDe([vueRecu(modele)])

/** Makes one PDF of receipts, one after the other. @throws the errors of renderPdf */
export const recusPdf = (modeles: readonly ModeleRecu[], options?: PdfOptions): Promise<Buffer> =>
  renderPapiers(
    `${MOTS.fr.recuDeVersement.titre} N°\u00A0${enumerer(
      'fr',
      modeles.map(({ recu }) => recu),
    )}`,
    modeles.map(vueRecu),
    { logo: modeles[0]?.promoteur?.logo, ...options },
  )

/** Makes the PDF of the receipt. @throws the errors of renderPdf */
export const recuPdf = (modele: ModeleRecu, options?: PdfOptions): Promise<Buffer> =>
  pdfDe(vueRecu(modele), { logo: modele.promoteur?.logo, ...options })
