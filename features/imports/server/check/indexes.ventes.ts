import type { Contexte, Ligne } from '#features/imports/server/check/context.ts'
import type { Numero } from '#server/database/numeros.ts'
import type { Client, Enregistrement } from '#features/imports/server/check/indexes.ts'
import type { Bien } from '#features/imports/server/nouns.ts'
import type { Ligne as LigneDEcheancier } from '#features/echeanciers/echeancier.rules.ts'
import type { Moyen } from '#features/paiements/paiements.rules.ts'
import type { Mode } from '#features/paiements/modes.ts'
import type { Centimes } from '#shared/argent.ts'
import type { Jour } from '#shared/dates.ts'
import { numeroDossier } from '#shared/numero.ts'

export interface Desistement {
  demande_le: Jour
  origine: 'client' | 'promoteur'
  motif: string
  retenue: Centimes
}

export interface Dossier {
  /** Price of an ended sale, or the one that a new sale was agreed at, which its bien then takes. */
  prix: Centimes
  ouverte_le: Jour
  terminee_le: Jour | null
  /** Null until the writing numbers the dossier. */
  dossier: Numero | null
  reservation_le: Jour
  contrat_le: Jour | null
  livraison_le: Jour | null
  livraison_prevue_le: Jour | null
  notaire: string | null
  /** Seller, by name. */
  vendeur: string | null
  note: string | null
  desistement: Desistement | null
}

/** A sale of the check, existing or to be written. Amounts in centimes. */
export interface Vente extends Dossier {
  rang: number
  id: number | null
  connue: boolean
  ligne: Ligne | null
  /** True when a line of the sale is refused; errors that may follow from it are not reported. */
  douteuse: boolean
  /** True when a payment of the sale is refused, so that the sum paid is unknown. */
  incertain: boolean
  /** Null for an existing sale whose bien or client no line names. */
  bien: Enregistrement<Bien> | null
  client: Enregistrement<Client> | null
  nomClient: string
  /** Sum paid: the payments in the database and, line by line, those of the workbook. */
  paye: Centimes
  /** Part of `paye` that the workbook adds. */
  ajoute: Centimes
  /** Part of `paye` in cheques that are not yet cashed. */
  enAttente: Centimes
  /** Sum refunded, in the database and line by line. */
  rembourse: Centimes
  /** Échéancier of the database by rank, and the échéancier that the workbook adds. */
  echeances: Map<number, LigneDEcheancier>
  echeancier: LigneDEcheancier[]
  /** True when a line of the échéancier is refused; the échéancier is then not checked as a whole. */
  echeancierDouteux: boolean
  /** Shares of the co-acquéreurs in the database by client, in hundredths of a percent, and the co-acquéreurs that the workbook adds. */
  parts: Map<number, number>
  coAcquereurs: readonly CoAcquereur[]
  /** True when a line about a co-acquéreur is refused; the shares are then not checked together. */
  partsDouteuses: boolean
}

/** A co-acquéreur to write; `part` in hundredths of a percent. */
export interface CoAcquereur {
  client: Enregistrement<Client>
  part: number
}

/** Price of a sale after the import, in centimes: an open one that was there before follows its bien. */
export const prixDe = ({
  connue,
  terminee_le,
  bien,
  prix,
}: Pick<Vente, 'connue' | 'terminee_le' | 'bien' | 'prix'>): Centimes =>
  connue && terminee_le === null && bien ? bien.apres.montant : prix

/** True when the bien's own line is refused, so that its price is unknown. */
export const prixDouteux = ({ bien }: Pick<Vente, 'bien'>): boolean => bien?.ligne?.issue === 'erreur'

/** A payment of the check. Amounts in centimes. */
export interface Paiement extends Moyen {
  /** The number of our account that it came to, and its id once it is found. */
  compte: string | null
  compte_id: number | null
  timbre: Centimes | null
  id: number | null
  connu: boolean
  ligne: Ligne | null
  vente: Vente
  date_paiement: Jour
  versement: Centimes
  details: string | null
  /** Null until the writing numbers the receipt. */
  recu: Numero | null
  /** The number on the receipt that was given before Diyar. */
  recu_origine: string | null
  encaisse_le: Jour | null
  rejete_le: Jour | null
  motif_rejet: string | null
  frais_rejet: Centimes | null
  /** The rejected cheque that the payment replaces, and the new payment that replaces it. */
  represente: Cheque | null
  representePar: Paiement | null
}

/** A rejected cheque, existing or to be written. */
export interface Cheque {
  id: number | null
  recu: Numero | null
  connu: boolean
}

/** A refund to write. Amounts in centimes. */
export interface Remboursement {
  id: number | null
  ligne: Ligne
  vente: Vente
  numero: Numero | null
  jour: Jour
  montant: Centimes
  mode: Mode
  banque: string | null
  reference: string | null
  note: string | null
}

interface Lieu {
  bien: Enregistrement<Bien> | null
  client: Enregistrement<Client> | null
}

export class IndexDesVentes {
  readonly toutes: Vente[] = []
  readonly lieux = new Map<Ligne, Lieu>()
  readonly paiements: Paiement[] = []
  readonly remboursements: Remboursement[] = []
  /** Printed numbers of lines that the journal calls void. */
  readonly annules = new Set<string>()
  readonly #derniers = new Map<string, number>()
  readonly #parBien = new Map<number, Vente[]>()
  readonly #parDossier = new Map<string, Vente>()

  add(dite: Omit<Vente, 'rang'>): Vente {
    const vente = { ...dite, rang: this.toutes.length }
    this.toutes.push(vente)
    const { bien, dossier } = vente
    if (bien) {
      const autres = this.#parBien.get(bien.rang)
      if (autres) autres.push(vente)
      else this.#parBien.set(bien.rang, [vente])
    }
    const numero = dossier && numeroDossier(dossier.annee, dossier.numero)
    // When two sales give the same number, the number is the first one's and the second is refused.
    if (numero && !this.#parDossier.has(numero)) this.#parDossier.set(numero, vente)
    return vente
  }

  retenirDernier(serie: string, { annee, numero }: Numero): void {
    this.#derniers.set(`${serie} ${annee}`, numero)
  }

  dernierNumero(serie: 'dossier' | 'remboursement', annee: number): number {
    return this.#derniers.get(`${serie} ${annee}`) ?? 0
  }

  deBien({ rang }: Pick<Enregistrement<Bien>, 'rang'>): readonly Vente[] {
    return this.#parBien.get(rang) ?? []
  }

  ouverteDe(bien: Pick<Enregistrement<Bien>, 'rang'>): Vente | undefined {
    return this.deBien(bien).find(({ terminee_le }) => terminee_le === null)
  }

  duDossier({ annee, numero }: Numero): Vente | undefined {
    return this.#parDossier.get(numeroDossier(annee, numero))
  }
}

export const lieuDe = ({ indexes }: Contexte, ligne: Ligne): Lieu =>
  indexes.ventes.lieux.get(ligne) ?? { bien: null, client: null }
