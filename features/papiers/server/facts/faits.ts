import type { BienDecrit } from '#features/etats/server/biens.read.ts'
import type { EtatCheque, Mode } from '#features/paiements/modes.ts'
import type { Moyen } from '#features/paiements/paiements.rules.ts'
import type { Valeurs } from '#features/parametres/server/parametres.service.ts'
import type { Echeance } from '#features/ventes/dossiers.contract.ts'
import { aRendre } from '#features/ventes/dossiers.rules.ts'
import type { Centimes } from '#shared/argent.ts'
import type { Jour } from '#shared/dates.ts'
import type { GenreDeClient } from '#shared/nommer.ts'
import { sumCentimes, type PromoteurImprime } from '#server/documents/papier.ts'

/** A client as a sentence names him. */
export interface Personne {
  id: number
  nom: string
  nomAr: string | null
}

/** A company names who signs for it. */
export interface Acquereur extends Personne {
  genre: GenreDeClient | null
  tel: string | null
  email: string | null
  adresse: string | null
  adresseAr: string | null
  naissanceLe: Jour | null
  naissanceLieu: string | null
  naissanceLieuAr: string | null
  pieceNumero: string | null
  nin: string | null
  rc: string | null
  nif: string | null
  representant: string | null
  representantAr: string | null
  representantQualite: string | null
  representantQualiteAr: string | null
  /** Share in hundredths of a percent; null for a single buyer. The shares of a sale add up to 10,000. */
  part: number | null
}

/** A holder of the dossier, with his first and last day; `au` is null for the present one. `montant` sums his payments that count. */
export interface Titulaire extends Personne {
  du: Jour
  au: Jour | null
  montant: Centimes
}

/** Client who ceded the dossier, for the last time on `jusquAu`. `montant` sums the client's payments that count. */
export interface AncienTitulaire extends Personne {
  jusquAu: Jour
  montant: Centimes
}

/** Payments that count, the part of them in cheques not yet cleared, and what the price leaves; null once the sale has ended. */
export interface Sommes {
  verse: Centimes
  sousReserve: Centimes
  encaisse: Centimes
  reste: Centimes | null
}

export interface RemboursementDesFaits {
  id: number
  numero: string
  jour: Jour
  montant: Centimes
  mode: Mode
  banque: string | null
  reference: string | null
}

/** End of a sale. The nullable fields are null unless the sale ended by a désistement. */
export interface Fin {
  le: Jour
  nature: 'desistement' | 'retrait'
  origine: 'client' | 'promoteur' | null
  demandeLe: Jour | null
  motif: string | null
  retenue: Centimes | null
  /** Share of what was paid, in hundredths of a percent, when the retenue was agreed so. */
  retenuePourcent: number | null
  /** Amount to give back in all, refunds made included. */
  aRembourser: Centimes | null
  rembourse: Centimes | null
  resteARembourser: Centimes | null
  /** The oldest first. */
  remboursements: readonly RemboursementDesFaits[]
}

export interface PaiementDesFaits extends Moyen {
  id: number
  date_paiement: Jour
  recu: string
  recu_origine: string | null
  versement: Centimes
  /** The droit de timbre, on top of the amount; null where none is reckoned. */
  timbre: Centimes | null
  details: string | null
  /** Code of verification, without hyphens. */
  code: string
  rectifie_le: Jour | null
  /** State of a cheque; null for every other mode. */
  etat: EtatCheque | null
  rejete_le: Jour | null
  motif_rejet: string | null
  /** The holder of the dossier on that day; null for the present one. */
  detenteur: Personne | null
  /** Number of the transferts that were recorded before the payment. */
  transfertsAvant: number
  /** One cheque or one transfer for several biens: its whole amount, the receipts of the others; null for a payment by itself. */
  groupe: { montant: Centimes; recus: readonly string[] } | null
}

export interface TransfertDesFaits {
  nature: 'bien' | 'client'
  le: Jour
  ancien: string
  nouveau: string
  /** Former holder of a cession. */
  ancienClient: Personne | null
}

export interface EcheanceImprimee extends Omit<Echeance, 'stade'> {
  libelle_ar: string | null
  stade: { id: number; nom: string; nom_ar: string | null } | null
}

interface DossierImprime {
  id: number
  dossier: string
  etat: 'ouverte' | 'desistement' | 'retrait'
  montant: Centimes
  totalPaye: Centimes
  resteAPayer: Centimes
  /** Percent paid, as the screen shows it. */
  pourcentagePaiement: number
  terminee_le: Jour | null
  /** Sum of what is late, 0 once the sale has ended. */
  en_retard: Centimes
  /** In their order. */
  echeances: readonly EcheanceImprimee[]
  /** Rejected cheques included, the oldest first. */
  paiements: readonly PaiementDesFaits[]
}

/** Where the bien stands, with the Arabic names and what the legal file says. */
export interface Lieu {
  residence: {
    id: number
    nom: string
    nomAr: string | null
    adresse: string
    adresseAr: string | null
    permisNumero: string | null
    permisLe: Jour | null
    permisAutorite: string | null
    terrainActe: string | null
    terrainLe: Jour | null
  } | null
  bloc: {
    id: number
    nom: string
    nomAr: string | null
    garantie: { numero: string; police: string | null; le: Jour; au: Jour | null } | null
    livraisonPrevueLe: Jour | null
  } | null
  etage: { designation: string; niveau: number; designationAr: string | null } | null
  parking: { nom: string; nomAr: string | null } | null
}

/** `livraisonPrevueLe` is the day agreed for the sale, else that of its bloc. */
export interface Jours {
  reservationLe: Jour
  contratLe: Jour | null
  livraisonLe: Jour | null
  livraisonPrevueLe: Jour | null
}

export interface Emetteur {
  aujourdhui: Jour
  promoteur: PromoteurImprime | null
  /** Bank accounts of the promoter that are in use. */
  comptes: readonly { banque: string; agence: string | null; numero: string }[]
  /** Settings of the papers. */
  textes: Valeurs<'documents'>
  adressePublique: string | null
}

/** All that papers say of one vente. Amounts in centimes. */
export interface Faits extends Emetteur {
  dossier: DossierImprime
  /** The buyer who names the dossier comes first. */
  acquereurs: readonly Acquereur[]
  /** In the order of the cessions, the present holder last. */
  titulaires: readonly Titulaire[]
  /** Former holders whose payments still count, ordered by their last cession. */
  anciens: readonly AncienTitulaire[]
  transferts: readonly TransfertDesFaits[]
  sommes: Sommes
  fin: Fin | null
  bien: BienDecrit
  lieu: Lieu
  jours: Jours
  notaire: string | null
  /** Days of the relances noted, the oldest first. */
  relances: readonly Jour[]
  /** Number of the mises en demeure that were issued and not cancelled. */
  misesEnDemeure: number
}

const counts = ({ etat }: Pick<PaiementDesFaits, 'etat'>) => etat !== 'rejete'

/** Sum of the payments that count. */
export const sommeDes = (paiements: readonly Pick<PaiementDesFaits, 'etat' | 'versement'>[]): Centimes =>
  sumCentimes(paiements.filter(counts).map(({ versement }) => versement))

/** Splits the payments that count. A cheque counts once received, but is cashed only once cleared. An ended sale leaves nothing to pay. */
export function sommesOf({
  montant,
  totalPaye,
  terminee_le,
  paiements,
}: Pick<DossierImprime, 'montant' | 'totalPaye' | 'terminee_le'> & {
  paiements: readonly Pick<PaiementDesFaits, 'etat' | 'versement'>[]
}): Sommes {
  const sousReserve = sommeDes(paiements.filter(({ etat }) => etat === 'recu' || etat === 'remis'))
  return {
    verse: totalPaye,
    sousReserve,
    encaisse: totalPaye - sousReserve,
    reste: terminee_le === null ? montant - totalPaye : null,
  }
}

/** Derives the end of a sale for its papers; null while it is open. A retrait keeps what was paid and gives nothing back. */
export function finOf({
  terminee_le,
  paye,
  desistement,
  remboursements,
}: {
  terminee_le: Jour | null
  paye: Centimes
  desistement: Desistement | null
  remboursements: readonly RemboursementDesFaits[]
}): Fin | null {
  if (terminee_le === null) return null
  if (desistement === null)
    return {
      le: terminee_le,
      nature: 'retrait',
      origine: null,
      demandeLe: null,
      motif: null,
      retenue: null,
      retenuePourcent: null,
      aRembourser: null,
      rembourse: null,
      resteARembourser: null,
      remboursements: [],
    }
  const { retenue } = desistement
  const rembourse = sumCentimes(remboursements.map(({ montant }) => montant))
  const aRembourser = aRendre({ paye, retenue })
  return {
    le: terminee_le,
    nature: 'desistement',
    ...desistement,
    aRembourser,
    rembourse,
    resteARembourser: Math.max(0, aRembourser - rembourse),
    remboursements,
  }
}

interface Desistement {
  origine: 'client' | 'promoteur'
  demandeLe: Jour
  motif: string
  retenue: Centimes
  retenuePourcent: number | null
}
