import { FEUILLES, NOMS_DES_FEUILLES, type NomDeFeuille } from '#features/imports/feuilles.ts'
import type { CompteDeFeuille, MessageImport } from '#features/imports/imports.contract.ts'
import {
  createContexte,
  type Contexte,
  type Ligne,
  type Options,
  type Sort,
  type Progress,
} from '#features/imports/server/controle/contexte.ts'
import {
  checkAppartements,
  checkLocaux,
  checkPlaces,
} from '#features/imports/server/controle/feuilles/biens.controle.ts'
import {
  checkBlocs,
  checkResidences,
  checkEtages,
  checkParkings,
} from '#features/imports/server/controle/feuilles/structure.controle.ts'
import { checkClients } from '#features/imports/server/controle/feuilles/clients.controle.ts'
import { checkAcquereurs } from '#features/imports/server/controle/feuilles/acquereurs.controle.ts'
import { checkOptions } from '#features/imports/server/controle/feuilles/options.controle.ts'
import { checkEcheances } from '#features/imports/server/controle/feuilles/echeances.controle.ts'
import { checkPaiements } from '#features/imports/server/controle/feuilles/paiements.controle.ts'
import { checkRemboursements } from '#features/imports/server/controle/feuilles/remboursements.controle.ts'
import { checkVentes } from '#features/imports/server/controle/feuilles/ventes.controle.ts'
import { checkStades } from '#features/imports/server/controle/feuilles/stades.controle.ts'
import { lockNamed } from '#features/imports/server/controle/verrous.ts'
import { readLines, estDuModele } from '#features/imports/server/controle/lecture.ts'
import type { Redaction } from '#features/imports/server/ecriture/fiches.ecriture.ts'
import {
  writeBiens,
  writeOptions,
  writeStructure,
  writeStades,
} from '#features/imports/server/ecriture/structure.ecriture.ts'
import { writeVentes } from '#features/imports/server/ecriture/ventes.ecriture.ts'
import type { Db } from '#server/database/db.ts'
import { type Lot, ClasseurRefuse, readClasseur } from '#server/documents/classeur/lecteur.ts'
import type { Actor } from '#server/http/session.ts'

export interface Verdict {
  /** Sheets that have lines, in the model's order. */
  feuilles: CompteDeFeuille[]
  /** Messages by sheet, line and column; the first 10,000 of each gravity. */
  messages: MessageImport[]
  erreurs: number
  avertissements: number
  modifications: number
  recusANumeroter: number
  /** The reason the whole file is refused, or null. */
  motif: string | null
}

export interface Controle {
  verdict: Verdict
  contexte: Contexte
}

/** Order of the checks: a sheet comes after the sheets that it refers to. */
const VERIFICATIONS: readonly ((ctx: Contexte) => Promise<void>)[] = [
  checkResidences,
  checkBlocs,
  checkEtages,
  checkAppartements,
  checkLocaux,
  checkParkings,
  checkPlaces,
  checkClients,
  checkStades,
  checkVentes,
  checkAcquereurs,
  checkPaiements,
  checkEcheances,
  checkRemboursements,
  checkOptions,
]

/** Order of the writing: referenced records first, payments and refunds last. */
const ECRITURES: readonly ((redaction: Redaction, contexte: Contexte) => Promise<void>)[] = [
  (redaction, { registres }) => writeStructure(redaction, registres),
  (redaction, { registres }) => writeBiens(redaction, registres),
  (redaction, { registres }) => writeStades(redaction, registres),
  (redaction, { registres }) => writeOptions(redaction, registres),
  writeVentes,
]

const LU: Ligne['valeurs'] = {}
const AVEC_MONTANT = new Set<NomDeFeuille>(['ventes', 'paiements'])

/** Checks a whole workbook by the rules of the forms, and writes nothing. Throws once `signal` aborts. */
export async function examine(db: Db, lots: AsyncIterable<Lot>, options: Options): Promise<Controle> {
  const contexte = createContexte(db, options)
  const motif = await readLines(contexte, lots)
  if (motif === null) {
    if (options.locking) await lockNamed(contexte)
    for (const check of VERIFICATIONS) await check(contexte)
  }
  // The registres hold the content by now, so the cells' values are freed before a large writing.
  for (const nom of NOMS_DES_FEUILLES) for (const ligne of contexte.lignes[nom] as Ligne[]) ligne.valeurs = LU
  return { verdict: judge(contexte, motif), contexte }
}

function judge(contexte: Contexte, motif: string | null): Verdict {
  const { comptes } = contexte.messages
  return {
    feuilles: NOMS_DES_FEUILLES.filter((nom) => contexte.lignes[nom].length > 0).map((nom) =>
      countOf(contexte, nom),
    ),
    messages: motif === null ? contexte.messages.tries() : [],
    erreurs: comptes.erreur,
    avertissements: comptes.avertissement,
    modifications: comptes.modification,
    recusANumeroter: contexte.recusANumeroter,
    motif,
  }
}

function countOf({ lignes, montants }: Contexte, nom: NomDeFeuille): CompteDeFeuille {
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

/** Writes what a check without errors has found, in the transaction and under the locks of that check. */
export async function write(
  controle: Controle,
  { avance, ...redaction }: Omit<Redaction, 'advance'> & Progress,
): Promise<void> {
  const total = controle.verdict.feuilles.reduce((somme, { crees, modifies }) => somme + crees + modifies, 0)
  let fait = 0
  const advance = (nombre: number) => avance((fait += nombre), total)
  for (const ecriture of ECRITURES) await ecriture({ ...redaction, advance }, controle.contexte)
}

export interface ControleDuClasseur {
  verdict: Verdict
  write(options: Progress & { actor: Actor; importId: number }): Promise<void>
}

/** Checks a workbook, with locks when it will be written in the same transaction. An unreadable workbook gets a motif. */
export async function examineClasseur(
  db: Db,
  classeur: Uint8Array,
  options: Options,
): Promise<ControleDuClasseur> {
  try {
    const lots = readClasseur(classeur, { signal: options.signal, lire: estDuModele })
    const controle = await examine(db, lots, options)
    return { verdict: controle.verdict, write: (progress) => write(controle, { db, ...progress }) }
  } catch (error) {
    if (!(error instanceof ClasseurRefuse)) throw error
    return { verdict: refused(error.message), write: () => Promise.reject(error) }
  }
}

const refused = (motif: string): Verdict => ({
  feuilles: [],
  messages: [],
  erreurs: 0,
  avertissements: 0,
  modifications: 0,
  recusANumeroter: 0,
  motif,
})
