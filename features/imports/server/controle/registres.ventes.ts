import type { Contexte, Ligne } from '#features/imports/server/controle/contexte.ts'
import type { Numero } from '#features/imports/server/controle/numeros.ts'
import type { Bien, Client, Fiche } from '#features/imports/server/controle/registres.ts'
import type { Ligne as LigneDEcheancier } from '#features/echeancier/echeancier.rules.ts'
import type { Moyen } from '#features/paiements/moyens.rules.ts'
import type { Mode } from '#features/paiements/modes.ts'
import type { Centimes } from '#shared/argent.ts'
import type { Jour } from '#shared/dates.ts'
import { numeroDossier } from '#shared/numero.ts'

/** How a sale ended that the client or the promoter did not want any more. */
export interface Desistement {
  demande_le: Jour
  origine: 'client' | 'promoteur'
  motif: string
  /** In centimes. */
  retenue: Centimes
}

/** What is said of a sale besides its bien and its client. */
export interface Dossier {
  /** Of an ended sale: an open one costs what its bien does. In centimes. */
  prix: Centimes
  ouverte_le: Jour
  terminee_le: Jour | null
  /** Null: to be numbered. */
  dossier: Numero | null
  reservation_le: Jour
  contrat_le: Jour | null
  livraison_le: Jour | null
  livraison_prevue_le: Jour | null
  notaire: string | null
  note: string | null
  desistement: Desistement | null
}

/** A sale that a workbook speaks of, there already or to be written. Amounts in centimes. */
export interface Vente extends Dossier {
  /** Its place among the sales of the check. */
  rang: number
  /** Null until it is drawn. */
  id: number | null
  /** Is it there? */
  connue: boolean
  /** The line that named it first. */
  ligne: Ligne | null
  /** What its lines say of it cannot be relied on, for one of them is refused: those that follow from it are not accused. */
  douteuse: boolean
  /** A payment of it is refused: what will be paid of it is not known. */
  incertain: boolean
  /** Null of one that is there and whose residence or client the workbook does not name. */
  bien: Fiche<Bien> | null
  client: Fiche<Client> | null
  nomClient: string
  /** What counts of its payments: those that are there and, line by line, those of the workbook. */
  paye: Centimes
  /** Of that, what the workbook adds. */
  ajoute: Centimes
  /** Of what is paid, the cheques that may still come back. */
  enAttente: Centimes
  /** Given back, there and line by line. */
  rembourse: Centimes
  /** Lines of its échéancier that are there, by their rank; those that the workbook gives it. */
  echeances: Map<number, LigneDEcheancier>
  echeancier: LigneDEcheancier[]
  /** One of these lines is refused: they are not looked at as a whole. */
  echeancierDouteux: boolean
}

/** The price at which a sale will stand. In centimes. */
export const prixDe = ({ terminee_le, bien, prix }: Pick<Vente, 'terminee_le' | 'bien' | 'prix'>): Centimes =>
  terminee_le === null && bien ? bien.apres.montant : prix

/** Its bien's own line is refused: what it costs is not known. */
export const prixDouteux = ({ bien }: Pick<Vente, 'bien'>): boolean => bien?.ligne?.sort === 'erreur'

/** A payment that a workbook speaks of. In centimes. */
export interface Paiement extends Moyen {
  id: number | null
  connu: boolean
  ligne: Ligne | null
  vente: Vente
  date_paiement: Jour
  versement: Centimes
  details: string | null
  /** Null: to be numbered. */
  recu: Numero | null
  encaisse_le: Jour | null
  rejete_le: Jour | null
  motif_rejet: string | null
  frais_rejet: Centimes | null
  /** The rejected cheque it stands for, there or to be written; the payment to be written that stands for it. */
  represente: Cheque | null
  representePar: Paiement | null
}

/** A cheque that came back, there or to be written. */
export interface Cheque {
  id: number | null
  recu: Numero | null
  connu: boolean
}

/** A refund to be written. In centimes. */
export interface Remboursement {
  id: number | null
  ligne: Ligne
  vente: Vente
  /** Null: to be numbered. */
  numero: Numero | null
  jour: Jour
  montant: Centimes
  mode: Mode
  banque: string | null
  reference: string | null
  note: string | null
}

/** What the sheets of sales and money speak of. */
export interface Lieu {
  bien: Fiche<Bien> | null
  client: Fiche<Client> | null
}

/** The sales that a workbook speaks of, and what hangs on them. */
export class RegistreDesVentes {
  readonly toutes: Vente[] = []
  /** Of each line, where it has been looked up. */
  readonly lieux = new Map<Ligne, Lieu>()
  /** To be written, in the order of the workbook. */
  readonly paiements: Paiement[] = []
  readonly remboursements: Remboursement[] = []
  /** The numbers that lines give and that the journal calls void. */
  readonly annules = new Set<string>()
  readonly #parBien = new Map<number, Vente[]>()
  readonly #parDossier = new Map<string, Vente>()

  ajouter(dite: Omit<Vente, 'rang'>): Vente {
    const vente = { ...dite, rang: this.toutes.length }
    this.toutes.push(vente)
    const { bien, dossier } = vente
    if (bien) {
      const autres = this.#parBien.get(bien.rang)
      if (autres) autres.push(vente)
      else this.#parBien.set(bien.rang, [vente])
    }
    const numero = dossier && numeroDossier(dossier.annee, dossier.numero)
    // Of two that give the same number, one of them refused, it is the first one's.
    if (numero && !this.#parDossier.has(numero)) this.#parDossier.set(numero, vente)
    return vente
  }

  deBien({ rang }: Pick<Fiche<Bien>, 'rang'>): readonly Vente[] {
    return this.#parBien.get(rang) ?? []
  }

  /** The sale under way of a bien, if there is one. */
  ouverteDe(bien: Pick<Fiche<Bien>, 'rang'>): Vente | undefined {
    return this.deBien(bien).find(({ terminee_le }) => terminee_le === null)
  }

  duDossier({ annee, numero }: Numero): Vente | undefined {
    return this.#parDossier.get(numeroDossier(annee, numero))
  }
}

export const lieuDe = ({ registres }: Contexte, ligne: Ligne): Lieu =>
  registres.ventes.lieux.get(ligne) ?? { bien: null, client: null }
