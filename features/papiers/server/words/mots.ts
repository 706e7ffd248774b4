import type { Declencheur } from '#features/echeanciers/echeancier.rules.ts'
import type { Mode, TypePayeur } from '#features/paiements/modes.ts'
import type { TypeBien } from '#shared/biens.ts'
import { ar } from '#features/papiers/server/words/mots.ar.ts'
import { fr } from '#features/papiers/server/words/mots.fr.ts'
import type { GenreDeClient } from '#shared/nommer.ts'
import type { Langue } from '#shared/papiers.ts'

/** Words that the papers print besides their text, in one language. */
interface Mots {
  dinars: string
  virgule: string
  numero: string
  /** « n° » before a reference, inside a line. */
  no: string
  projet: string
  annule: string
  genres: Readonly<Record<TypeBien, string>>
  modes: Readonly<Record<Mode, string>>
  /** Due day of an échéance that has no date yet. */
  attentes: Readonly<Record<Exclude<Declencheur, 'date'>, string>>
  prevu: string
  /** Label of the day when a stade was reached before the sale. */
  atteint: string
  attention: string
  soussignes: string
  promoteur: string
  /** Over one box for several buyers. */
  clients: string
  bien: string
  designation: string
  /** Before the surface of a bien, with its colon. */
  surface: string
  surfaces: Readonly<Record<'habitable' | 'utile', string>>
  metresCarres: string
  /** « Né », « Née », « Né(e) » by genre, before the day of birth. */
  ne: Readonly<Record<'homme' | 'femme' | 'autre', string>>
  /** Between « Né(e) » and the day. */
  neLe: string
  neA: string
  nin: string
  rc: string
  nif: string
  /** Before who acts for the promoter, and for a company. */
  agissant: Readonly<Record<'promoteur' | 'societe', string>>
  piece: string
  adresse: string
  part: string
  dossier: string
  prix: string
  totalPaye: string
  reste: string
  echeancier: string
  echeance: string
  exigible: string
  montant: string
  dejaVerse: string
  aPayer: string
  total: string
  comptes: string
  banque: string
  date: string
  recu: string
  mode: string
  aucunPaiement: string
  lettres: string
  cles: string
  compteurs: string
  electricite: string
  gaz: string
  eau: string
  reserves: string
  aucuneReserve: string
  nonReleve: string
  dontEncaisse: string
  dontSousReserve: string
  banqueEtReference: string
  versePar: string
  payeurs: Readonly<Record<TypePayeur, string>>
  reference: string
  retenue: string
  aRembourser: string
  rembourse: string
  resteARembourser: string
  /** Forms of a bien inside a sentence: « l'appartement », « de l'appartement », « à l'appartement ». */
  formes: Readonly<Record<TypeBien, { le: string; du: string; au: string }>>
  acte: string
  permis: string
  du: string
  garantie: string
  livraisonPrevue: string
  notaire: string
  stade: string
  atteintLe: string
  nonAtteint: string
  recuMontant: string
  paraphes: string
  recuEnMainPropre: string
  code: string
  /** Words of the papers without number. */
  sansNumero: {
    acquereur: string
    acquereurs: string
    echeancier: string
    verseAu: string
    demande: string
    finParLePromoteur: string
    reservation: string
    contrat: string
    motif: string
    demandeLe: string
    duPaye: string
    dejaRembourse: string
    metFin: string
    /** How a single buyer says who signs, by genre, and how several or a company do. */
    soussigne: (genre: GenreDeClient | null, seul: boolean, noms: string) => string
    faitA: string
    remboursement: string
    remisA: string
    pourLeCompte: string
    pourLeDesistement: string
    laSomme: string
    rembourseLe: string
    situation: string
    libelle: string
    rembourseAvant: string
    ceRemboursement: string
    recu: string
    quittance: string
    relance: string
    relances: string
    concerne: string
    objet: string
    saufErreur: string
    exigibleLe: string
    resteMontant: string
    totalDu: string
    priere: string
  }
  /** Words of the receipt of a payment. */
  recuDeVersement: {
    titre: string
    origine: string
    rectifie: string
    recuDe: string
    pourLeCompte: string
    pour: string
    somme: string
    versee: string
    payeur: string
    timbre: string
    details: string
    reserve: string
    compte: string
    libelle: string
    avant: string
    versement: string
    dont: string
    rejete: string
    /** Behind the 0 that a rejected cheque counts for. */
    compteRien: string
    /** Between the bank of a cheque and its day. */
    du: string
    rejet: string
    solde: string
    soldeSousReserve: string
    groupe: Readonly<Record<'un' | 'plusieurs', string>>
    cede: string
    transfere: string
  }
  /** Words of the statement of payments. */
  releve: {
    titre: string
    recu: string
    details: string
    versement: string
    aucunVersement: string
    aucunPaiement: string
    nombreDeBiens: string
    total: string
    rejete: string
    versePar: string
    repris: string
    terminee: string
    desistement: string
    terminees: string
    aRembourser: string
    communs: string
    titulaire: string
    cedes: string
    cede: string
    verse: string
  }
}

export const MOTS: Readonly<Record<Langue, Mots>> = { fr, ar }
