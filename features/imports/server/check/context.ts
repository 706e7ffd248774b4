import { setImmediate } from 'node:timers/promises'
import {
  NOMS_DES_FEUILLES,
  type Colonne,
  type Feuille,
  type NomDeFeuille,
} from '#features/imports/colonnes.ts'
import { letter } from '#server/documents/xlsx.ts'
import { GRAVITES, MESSAGES_MAX, type Gravite } from '#features/imports/imports.words.ts'
import type { MessageImport } from '#features/imports/imports.contract.ts'
import type { Unite } from '#features/imports/reprise.colonnes.ts'
import type { Db } from '#server/database/db.ts'
import type { Actor } from '#server/http/session.ts'
import type { Refusal } from '#shared/erreurs.ts'
import type { Cellule } from '#shared/cellule.ts'
import type { Jour } from '#shared/dates.ts'
import { showTexte } from '#shared/texte.ts'
import { createIndexes, type Indexes } from '#features/imports/server/check/indexes.ts'

/** Outcome of a line: created, already there, changed, left as it is, wrong. */
export type Issue = 'cree' | 'existant' | 'modifie' | 'laisse' | 'erreur'
/** A cell's value as a form would send it; null when the cell is blank. */
export type Valeur = string | number | null

/** The sheet that a line of Reprise comes from: the model's, or a list of the member's own. */
export interface Source {
  /** The sheet as the member named it; messages speak of it. */
  titre: string
  /** Line of the titles, as Excel counts. */
  entete: number
  /** Zero-based column of each field, and its title as it is written there. */
  positions: ReadonlyMap<string, number>
  titres: ReadonlyMap<string, string>
  /** The residence and the bloc of lines that name none; null: none is known. */
  residence_id: number | null
  bloc: string | null
  /** The day of a total that has no day. */
  arretee_au: Jour
  /** Unit of its amounts. */
  unite: Unite
}

export interface Ligne {
  feuille: NomDeFeuille
  /** Line number in Excel; the header is 1. */
  ligne: number
  valeurs: Readonly<Record<string, Valeur>>
  /** Fields whose cell cannot be read; their error is already reported. */
  illisibles: ReadonlySet<string>
  /** Null until the line is checked. */
  issue: Issue | null
  /** Origin of a line of Reprise, absent from others, and its cells as they stand, blank ones left out. */
  source?: Source
  cellules?: Readonly<Record<string, Cellule>>
  /** The first text of a line of Reprise, also in a column that is not read, and whether nothing else stands there. */
  debut?: { texte: string; seul: boolean }
}

export interface Contexte {
  db: Db
  /** True when lines may change existing records. */
  modifier: boolean
  /** True when the workbook will be written in the same transaction; existing rows are then locked. */
  locking: boolean
  signal: AbortSignal
  /** The columns of each sheet. */
  feuilles: Readonly<Record<NomDeFeuille, Feuille>>
  lignes: Record<NomDeFeuille, Ligne[]>
  indexes: Indexes
  /** Sum of the new amounts of a sheet, in centimes. */
  montants: Partial<Record<NomDeFeuille, number>>
  /** Sum of the new payments of each list that is read as Reprise, in centimes. */
  verses: Map<Source, number>
  messages: Recueil
  /** Sheets with a wrong header. Only the header's errors are reported, not those of each line. */
  entetesFautives: Set<NomDeFeuille>
  /** Zero-based column of each field in the workbook that was sent. */
  positions: Record<NomDeFeuille, Map<string, number>>
  /** Counts one checked line. Every thousand lines it reports progress and yields to the event loop; it throws once `signal` aborts. */
  breathe(): Promise<void> | undefined
}

/** A message with the keys that order it: sheet, column, arrival. */
interface Dit {
  feuille: number
  rang: number
  ordre: number
  message: MessageImport
}

const EN_TETE = -1

/** Gathers the messages about a workbook. The first {@link MESSAGES_MAX} of each gravity are kept, so warnings never displace an error. */
class Recueil {
  readonly comptes: Record<Gravite, number> = { erreur: 0, avertissement: 0, modification: 0 }
  readonly #dits: Record<Gravite, Dit[]> = { erreur: [], avertissement: [], modification: [] }
  /** Places of the sheets in the model, by their titles. */
  readonly #rangs: Map<string, number>
  #ordre = 0

  constructor(feuilles: Contexte['feuilles']) {
    this.#rangs = new Map(NOMS_DES_FEUILLES.map((nom, rang) => [feuilles[nom].titre, rang]))
  }

  /** Adds a message about a sheet and no line of it. */
  say(gravite: Gravite, feuille: string, texte: string): void {
    const message = { gravite, feuille, ligne: 0, colonne: null, cellule: null, texte }
    this.#retenir(EN_TETE, EN_TETE, message)
  }

  add(rang: number, message: MessageImport): void {
    const { feuille } = message
    const place = this.#rangs.get(feuille) ?? this.#rangs.size
    // A list of the member's own stands after the sheets of the model, in the order in which it is spoken of.
    this.#rangs.set(feuille, place)
    this.#retenir(place, rang, message)
  }

  #retenir(feuille: number, rang: number, message: MessageImport): void {
    const { gravite } = message
    this.comptes[gravite] += 1
    const dits = this.#dits[gravite]
    dits.push({ feuille, rang, ordre: this.#ordre++, message: montrable(message) })
    if (dits.length >= 3 * MESSAGES_MAX) this.#dits[gravite] = premiers(dits)
  }

  /** The kept messages by sheet, line and column; messages about no line come first. */
  tries(): MessageImport[] {
    return GRAVITES.flatMap((gravite) => premiers(this.#dits[gravite]))
      .toSorted(parPlace)
      .map(({ message }) => message)
  }
}

const parPlace = (a: Dit, b: Dit) =>
  a.feuille - b.feuille || a.message.ligne - b.message.ligne || a.rang - b.rang || a.ordre - b.ordre

const premiers = (dits: readonly Dit[]): Dit[] => dits.toSorted(parPlace).slice(0, MESSAGES_MAX)

/** Names of sheets and columns may hold characters that can neither be stored nor shown. */
const montrable = (message: MessageImport): MessageImport => ({
  ...message,
  feuille: showTexte(message.feuille),
  colonne: message.colonne === null ? null : showTexte(message.colonne),
  texte: showTexte(message.texte),
})

const RESPIRATION = 1_000

/** The signal that stops a work, and the receiver of its progress in lines. */
export interface Progress {
  signal: AbortSignal
  avance: (fait: number, total: number) => void
}
/** Inputs of the writing of one workbook; the caller opens the transaction. */
export interface Writing {
  db: Db
  actor: Actor
  importId: number
  signal: AbortSignal
  /** Receives the number of records that were written since the last call. */
  advance: (nombre: number) => void
}

export type Options = Progress & Pick<Contexte, 'modifier' | 'locking'>

/** Starts the check of a workbook. */
export function createContexte(
  db: Db,
  feuilles: Contexte['feuilles'],
  { modifier, locking, signal, avance }: Options,
): Contexte {
  const lignes = Object.fromEntries(
    NOMS_DES_FEUILLES.map((nom) => [nom, []]),
  ) as unknown as Contexte['lignes']
  const positions = Object.fromEntries(
    NOMS_DES_FEUILLES.map((nom) => [nom, new Map<string, number>()]),
  ) as Contexte['positions']
  let fait = 0
  return {
    db,
    modifier,
    locking,
    signal,
    feuilles,
    lignes,
    indexes: createIndexes(),
    montants: {},
    verses: new Map(),
    messages: new Recueil(feuilles),
    entetesFautives: new Set(),
    positions,
    breathe() {
      fait += 1
      if (fait % RESPIRATION !== 0) return undefined
      avance(
        fait,
        NOMS_DES_FEUILLES.reduce((somme, nom) => somme + lignes[nom].length, 0),
      )
      return setImmediate(undefined, { signal })
    },
  }
}

/** The column of a line's sheet that fills a field. @throws Error when the sheet has none */
export function colonneDe(
  { feuilles }: Contexte,
  { feuille }: Pick<Ligne, 'feuille'>,
  champ: string,
): Colonne {
  const colonne = feuilles[feuille].colonnes.find((une) => une.champ === champ)
  if (!colonne) throw new Error(`no column ${champ} in ${feuille}`)
  return colonne
}

/** The title of the column of a field, as the member or the model wrote it; null where the sheet has none. */
const titleOf = (
  ctx: Contexte,
  { feuille, source }: Pick<Ligne, 'feuille' | 'source'>,
  champ: string,
): string | null =>
  source?.titres.get(champ) ??
  ctx.feuilles[feuille].colonnes.find((une) => une.champ === champ)?.titre ??
  null

/** Reports a message about a line, or about the cell of `champ`. An error makes the line wrong. */
export function report(
  ctx: Contexte,
  ligne: Pick<Ligne, 'feuille' | 'ligne' | 'issue' | 'source'>,
  gravite: Gravite,
  champ: string | null,
  texte: string,
): void {
  const { feuille, source } = ligne
  const at = champ === null ? undefined : (source?.positions ?? ctx.positions[feuille]).get(champ)
  if (gravite === 'erreur') ligne.issue = 'erreur'
  if (gravite === 'erreur' && ctx.entetesFautives.has(feuille)) return
  ctx.messages.add(at ?? -1, {
    gravite,
    feuille: source?.titre ?? ctx.feuilles[feuille].titre,
    ligne: ligne.ligne,
    colonne: champ === null ? null : titleOf(ctx, ligne, champ),
    cellule: at === undefined ? null : `${letter(at)}${ligne.ligne}`,
    texte,
  })
}

/** Reports the error that a form would show, at the cell of `champ`. @returns null, the outcome of a refused line */
export function refuseLine(ctx: Contexte, ligne: Ligne, champ: string | null, { message }: Refusal): null {
  report(ctx, ligne, 'erreur', champ, message)
  return null
}
