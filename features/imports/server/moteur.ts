import { FEUILLES, NOMS_DES_FEUILLES, type NomDeFeuille } from '#features/imports/feuilles.ts'
import {
  creerContexte,
  type Contexte,
  type Ligne,
  type Message,
  type Sort,
} from '#features/imports/server/controle/contexte.ts'
import { verifierAppartements } from '#features/imports/server/controle/feuilles/appartements.ts'
import { verifierBlocs } from '#features/imports/server/controle/feuilles/blocs.ts'
import { verifierClients } from '#features/imports/server/controle/feuilles/clients.ts'
import { verifierEtages } from '#features/imports/server/controle/feuilles/etages.ts'
import { verifierLocaux } from '#features/imports/server/controle/feuilles/locaux.ts'
import { verifierOptions } from '#features/imports/server/controle/feuilles/options.ts'
import { verifierParkings } from '#features/imports/server/controle/feuilles/parkings.ts'
import { verifierPlaces } from '#features/imports/server/controle/feuilles/places.ts'
import { verifierResidences } from '#features/imports/server/controle/feuilles/residences.ts'
import { verifierEcheances } from '#features/imports/server/controle/feuilles/echeances.ts'
import { verifierPaiements } from '#features/imports/server/controle/feuilles/paiements.ts'
import { verifierRemboursements } from '#features/imports/server/controle/feuilles/remboursements.ts'
import { verifierVentes } from '#features/imports/server/controle/feuilles/ventes.ts'
import { verifierStades } from '#features/imports/server/controle/feuilles/stades.ts'
import { verrouiller } from '#features/imports/server/controle/verrous.ts'
import { lireLignes } from '#features/imports/server/controle/lecture.ts'
import { ecrireBiens } from '#features/imports/server/ecriture/biens.ts'
import type { Redaction } from '#features/imports/server/ecriture/fiches.ts'
import { ecrireStructure } from '#features/imports/server/ecriture/structure.ts'
import { ecrireOptions } from '#features/imports/server/ecriture/options.ts'
import { ecrireStades } from '#features/imports/server/ecriture/stades.ts'
import { ecrireVentes } from '#features/imports/server/ecriture/ventes.ts'
import type { Db } from '#server/database/db.ts'
import type { Lot } from '#server/documents/classeur/lecteur.ts'

export type { Message } from '#features/imports/server/controle/contexte.ts'

/** What becomes of the lines of one sheet: each is in exactly one of the counts. */
export interface Compte {
  feuille: string
  lignes: number
  crees: number
  existants: number
  modifies: number
  laisses: number
  erreurs: number
  /** Sum of what is created, in centimes; null for a sheet without amounts. */
  montant: number | null
}

export interface Verdict {
  /** The sheets of the model that the workbook has, in the model's order. */
  feuilles: Compte[]
  /** By sheet, line and column; the first 10,000. */
  messages: Message[]
  erreurs: number
  avertissements: number
  modifications: number
  recusANumeroter: number
  /** Why the file as a whole is refused. */
  motif: string | null
}

export interface Controle {
  verdict: Verdict
  contexte: Contexte
}

interface Options {
  /** May lines change what is there? */
  modifier: boolean
  /** Under the locks of a writing, in its transaction. */
  verrouiller: boolean
  signal: AbortSignal
  /** Told how many lines of how many are looked at. */
  avance: (fait: number, total: number) => void
}

/** In this order: what a sheet points to is looked at before it. */
const VERIFICATIONS: readonly ((ctx: Contexte) => Promise<void>)[] = [
  verifierResidences,
  verifierBlocs,
  verifierEtages,
  verifierAppartements,
  verifierLocaux,
  verifierParkings,
  verifierPlaces,
  verifierClients,
  verifierStades,
  verifierVentes,
  verifierPaiements,
  verifierEcheances,
  verifierRemboursements,
  verifierOptions,
]

/** In this order: what is pointed to first; payments and refunds last. */
const ECRITURES: readonly ((redaction: Redaction, contexte: Contexte) => Promise<void>)[] = [
  (redaction, { registres }) => ecrireStructure(redaction, registres),
  (redaction, { registres }) => ecrireBiens(redaction, registres),
  (redaction, { registres }) => ecrireStades(redaction, registres),
  (redaction, { registres }) => ecrireOptions(redaction, registres),
  ecrireVentes,
]

const LU: Ligne['valeurs'] = {}
const AVEC_MONTANT = new Set<NomDeFeuille>(['ventes', 'paiements'])

/**
 * Checks a whole workbook against what is there, by the very rules of the forms, and writes nothing. Gives the event loop back every
 * thousand lines, stops at `signal`.
 */
export async function controler(db: Db, lots: AsyncIterable<Lot>, options: Options): Promise<Controle> {
  const contexte = creerContexte(db, options)
  const motif = await lireLignes(contexte, lots)
  if (motif === null) {
    if (options.verrouiller) await verrouiller(contexte)
    for (const verifier of VERIFICATIONS) await verifier(contexte)
  }
  // What the cells said is in the records by now; a large workbook makes room for its writing.
  for (const nom of NOMS_DES_FEUILLES) for (const ligne of contexte.lignes[nom] as Ligne[]) ligne.valeurs = LU
  return { verdict: juger(contexte, motif), contexte }
}

function juger(contexte: Contexte, motif: string | null): Verdict {
  const { comptes } = contexte.messages
  return {
    feuilles: NOMS_DES_FEUILLES.filter((nom) => contexte.lignes[nom].length > 0).map((nom) =>
      compter(contexte, nom),
    ),
    messages: motif === null ? contexte.messages.tries() : [],
    erreurs: comptes.erreur,
    avertissements: comptes.avertissement,
    modifications: comptes.modification,
    recusANumeroter: contexte.recusANumeroter,
    motif,
  }
}

function compter({ lignes, montants }: Contexte, nom: NomDeFeuille): Compte {
  const toutes: readonly Ligne[] = lignes[nom]
  const nombre = (sort: Sort) => toutes.filter((ligne) => ligne.sort === sort).length
  return {
    feuille: FEUILLES[nom].titre,
    lignes: toutes.length,
    crees: nombre('cree'),
    existants: nombre('existant'),
    modifies: nombre('modifie'),
    laisses: nombre('laisse'),
    erreurs: nombre('erreur'),
    montant: AVEC_MONTANT.has(nom) ? (montants[nom] ?? 0) : null,
  }
}

/** Writes what a check without errors has found, in the transaction of the caller, under whose locks it was made. */
export async function ecrire(
  controle: Controle,
  { avance, ...redaction }: Omit<Redaction, 'avancer'> & { avance: (fait: number, total: number) => void },
): Promise<void> {
  const total = controle.verdict.feuilles.reduce((somme, { crees, modifies }) => somme + crees + modifies, 0)
  let fait = 0
  const avancer = (nombre: number) => avance((fait += nombre), total)
  for (const ecriture of ECRITURES) await ecriture({ ...redaction, avancer }, controle.contexte)
}
