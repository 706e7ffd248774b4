import { NOMS_DES_FEUILLES, type NomDeFeuille } from '#features/imports/colonnes.ts'
import type { CompteDeFeuille, MessageImport } from '#features/imports/imports.contract.ts'
import {
  createContexte,
  type Contexte,
  type Ligne,
  type Options,
  type Issue,
  type Progress,
  type Writing,
} from '#features/imports/server/check/context.ts'
import { lockNamed } from '#features/imports/server/check/locks.ts'
import { prepareReprise } from '#features/imports/server/sheets/reprise.ts'
import { AUCUNE_FEUILLE, readLines } from '#features/imports/server/check/read.ts'
import type { Correspondance } from '#features/imports/server/reprise/correspondance.ts'
import { findListes, type Trouvees } from '#features/imports/server/reprise/listes.ts'
import { CHECKS, estDuModele, FEUILLES } from '#features/imports/server/sheets.ts'
import { holdNumerotees, type Numerotee } from '#features/imports/server/numerotees.ts'
import { writeRecords } from '#features/imports/server/write.ts'
import type { Db } from '#server/database/db.ts'
import { type Tranche, ClasseurRefuse, readClasseur } from '#server/documents/classeur/lecteur.ts'
import { formatNombre } from '#shared/argent.ts'
import { showTexte } from '#shared/texte.ts'
import { groupBy } from '#shared/group-by.ts'
import type { Actor } from '#server/http/session.ts'

export interface Verdict {
  /** Sheets that have lines, in the model's order. */
  feuilles: CompteDeFeuille[]
  /** Messages by sheet, line and column; the first 10,000 of each gravity. */
  messages: MessageImport[]
  erreurs: number
  avertissements: number
  modifications: number
  /** Payments to write that have no receipt number: each gets one of the series « Reprise ». */
  recusANumeroter: number
  /** The reason the whole file is refused, or null. */
  motif: string | null
  /** Meanings of the columns of somebody's own lists; null when there are none. */
  listes: Correspondance | null
  /** A member must look at `listes` before the lines are read. */
  demandee: boolean
}

export interface Controle {
  verdict: Verdict
  contexte: Contexte
}

/** When more than half of the lines of Reprise name lots that are nowhere, the lots come first. */
function motifDeReprise({ lignes, indexes }: Contexte): string | null {
  const { sansLot } = indexes.reprise
  if (sansLot * 2 <= lignes.reprise.length) return null
  const combien = sansLot === 1 ? "1 lot n'est" : `${formatNombre(sansLot)} lots ne sont`
  return `${combien} pas dans Diyar : générez d'abord ceux de la résidence.`
}

const LU: Ligne['valeurs'] = {}
const AVEC_MONTANT = new Set<NomDeFeuille>(['ventes', 'paiements'])

/** Checks a whole workbook by the rules of the forms, and writes nothing. Throws once `signal` aborts. */
export async function examine(
  db: Db,
  tranches: AsyncIterable<Tranche>,
  options: Options,
  listes: Correspondance | null = null,
): Promise<Controle> {
  const contexte = createContexte(db, FEUILLES, options)
  const motif = await readLines(contexte, tranches, listes)
  if (motif === null) {
    await prepareReprise(contexte)
    if (options.locking) await lockNamed(contexte)
    for (const check of CHECKS) await check(contexte)
  }
  // The indexes hold the content by now, so the cells' values are freed before a large writing.
  for (const nom of NOMS_DES_FEUILLES) for (const ligne of contexte.lignes[nom]) ligne.valeurs = LU
  return { verdict: { ...judge(contexte, motif), listes }, contexte }
}

const SANS_MESSAGE = { erreur: 0, avertissement: 0, modification: 0 } as const

function judge(contexte: Contexte, motif: string | null): Omit<Verdict, 'listes'> {
  // A reason that keeps a workbook from being read at all stands alone.
  const comptes = motif === null ? contexte.messages.comptes : SANS_MESSAGE
  return {
    feuilles: NOMS_DES_FEUILLES.flatMap((nom) => countsOf(contexte, nom)),
    messages: motif === null ? contexte.messages.tries() : [],
    erreurs: comptes.erreur,
    avertissements: comptes.avertissement,
    modifications: comptes.modification,
    recusANumeroter: contexte.indexes.ventes.paiements.filter(({ recu }) => recu === null).length,
    motif: motif ?? motifDeReprise(contexte),
    demandee: false,
  }
}

/** The counts of a sheet of the model that has lines; of Reprise, those of each list that is read as one. */
function countsOf({ lignes, montants, verses }: Contexte, nom: NomDeFeuille): CompteDeFeuille[] {
  if (nom === 'reprise')
    return [...groupBy(lignes.reprise, ({ source }) => source)].map(([source, siennes]) =>
      countOf(source?.titre ?? FEUILLES.reprise.titre, siennes, (source && verses.get(source)) ?? 0),
    )
  if (lignes[nom].length === 0) return []
  return [countOf(FEUILLES[nom].titre, lignes[nom], AVEC_MONTANT.has(nom) ? (montants[nom] ?? 0) : null)]
}

function countOf(feuille: string, lignes: readonly Ligne[], montant: number | null): CompteDeFeuille {
  const nombre = (issue: Issue) => lignes.filter((ligne) => ligne.issue === issue).length
  return {
    feuille,
    lignes: lignes.length,
    crees: nombre('cree'),
    existants: nombre('existant'),
    modifies: nombre('modifie'),
    laisses: nombre('laisse'),
    erreurs: nombre('erreur'),
    montant,
  }
}

/**
 * Writes what a check without errors has found, in the transaction and under the locks of that check.
 * @returns the records whose number stood in the workbook
 */
export async function write(
  { verdict, contexte }: Controle,
  writing: Omit<Writing, 'advance'> & Progress,
): Promise<Numerotee[]> {
  const numerotees = holdNumerotees(contexte)
  await writeRecords(
    writing,
    contexte,
    verdict.feuilles.reduce((somme, { crees, modifies }) => somme + crees + modifies, 0),
  )
  return numerotees()
}

export interface ControleDuClasseur {
  verdict: Verdict
  write(options: Progress & { actor: Actor; importId: number }): Promise<Numerotee[]>
}

/**
 * Checks a workbook, with locks when it will be written in the same transaction. An unreadable workbook gets a motif; lists of one's own whose
 * columns nobody has confirmed get a verdict that asks for it.
 */
export async function examineClasseur(
  db: Db,
  classeur: Uint8Array,
  options: Options & { listes: Correspondance | null; revoir: boolean },
): Promise<ControleDuClasseur> {
  const { signal, revoir } = options
  try {
    const trouvees: Trouvees = options.listes
      ? { proposition: { correspondance: options.listes, demandee: false }, motif: null }
      : await findListes(db, (lire) => readClasseur(classeur, { signal, lire }), revoir)
    const { proposition, motif } = trouvees
    const listes = proposition?.correspondance ?? null
    if (proposition?.demandee) {
      const verdict = { ...refused(null), listes, demandee: true }
      return { verdict, write: () => Promise.reject(new Error('the columns are not confirmed')) }
    }
    const lire = (feuille: string) =>
      estDuModele(feuille) ||
      (listes?.feuilles.some(({ nom, lire: oui }) => nom === showTexte(feuille) && oui) ?? false)
    const controle = await examine(db, readClasseur(classeur, { signal, lire }), options, listes)
    const { verdict } = controle
    return {
      verdict: motif !== null && verdict.motif === AUCUNE_FEUILLE ? { ...verdict, motif } : verdict,
      write: (progress) => write(controle, { db, ...progress }),
    }
  } catch (error) {
    if (!(error instanceof ClasseurRefuse)) throw error
    return { verdict: refused(error.message), write: () => Promise.reject(error) }
  }
}

const refused = (motif: string | null): Verdict => ({
  feuilles: [],
  messages: [],
  erreurs: 0,
  avertissements: 0,
  modifications: 0,
  recusANumeroter: 0,
  motif,
  listes: null,
  demandee: false,
})
