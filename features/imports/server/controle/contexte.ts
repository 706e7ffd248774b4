import { setImmediate } from 'node:timers/promises'
import {
  colonnesDe,
  FEUILLES,
  NOMS_DES_FEUILLES,
  type ChampDe,
  type NomDeFeuille,
} from '#features/imports/feuilles.ts'
import { letter } from '#server/documents/xlsx.ts'
import { GRAVITES, MESSAGES_MAX, type Gravite } from '#features/imports/imports.words.ts'
import type { MessageImport } from '#features/imports/imports.contract.ts'
import type { Db } from '#server/database/db.ts'
import type { Refusal } from '#shared/erreurs.ts'
import { showTexte } from '#shared/texte.ts'
import { createRegistres, type Registres } from '#features/imports/server/controle/registres.ts'

/** Outcome of a line: created, already there, changed, left as it is, wrong. */
export type Sort = 'cree' | 'existant' | 'modifie' | 'laisse' | 'erreur'
/** A cell's value as a form would send it; null when the cell is blank. */
export type Valeur = string | number | null

export interface Ligne {
  feuille: NomDeFeuille
  /** Line number in Excel; the header is 1. */
  ligne: number
  valeurs: Readonly<Record<string, Valeur>>
  /** Fields whose cell cannot be read; their error is already reported. */
  illisibles: ReadonlySet<string>
  /** Null until the line is checked. */
  sort: Sort | null
}
export type LigneDe<F extends NomDeFeuille> = Ligne & {
  feuille: F
  valeurs: Readonly<Record<ChampDe<F>, Valeur>>
}

type LignesParFeuille = { [F in NomDeFeuille]: LigneDe<F>[] }

export interface Contexte {
  db: Db
  /** True when lines may change existing records. */
  modifier: boolean
  /** True when the workbook will be written in the same transaction; existing rows are then locked. */
  locking: boolean
  signal: AbortSignal
  lignes: LignesParFeuille
  registres: Registres
  /** Number of new payments without a receipt number of their own. */
  recusANumeroter: number
  /** Sum of the new amounts of a sheet, in centimes. */
  montants: Partial<Record<NomDeFeuille, number>>
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

const RANGS = new Map<string, number>(NOMS_DES_FEUILLES.map((nom, rang) => [FEUILLES[nom].titre, rang]))
const EN_TETE = -1

/** Gathers the messages about a workbook. The first {@link MESSAGES_MAX} of each gravity are kept, so warnings never displace an error. */
class Recueil {
  readonly comptes: Record<Gravite, number> = { erreur: 0, avertissement: 0, modification: 0 }
  readonly #dits: Record<Gravite, Dit[]> = { erreur: [], avertissement: [], modification: [] }
  #ordre = 0

  /** Adds a message about a sheet and no line of it. */
  say(gravite: Gravite, feuille: string, texte: string): void {
    const message = { gravite, feuille, ligne: 0, colonne: null, cellule: null, texte }
    this.#retenir(EN_TETE, EN_TETE, message)
  }

  add(rang: number, message: MessageImport): void {
    this.#retenir(RANGS.get(message.feuille) ?? EN_TETE, rang, message)
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
export type Options = Progress & Pick<Contexte, 'modifier' | 'locking'>

/** Starts the check of a workbook. */
export function createContexte(db: Db, { modifier, locking, signal, avance }: Options): Contexte {
  const lignes = Object.fromEntries(NOMS_DES_FEUILLES.map((nom) => [nom, []])) as unknown as LignesParFeuille
  const positions = Object.fromEntries(
    NOMS_DES_FEUILLES.map((nom) => [nom, new Map<string, number>()]),
  ) as Contexte['positions']
  let fait = 0
  return {
    db,
    modifier,
    locking,
    signal,
    lignes,
    registres: createRegistres(),
    recusANumeroter: 0,
    montants: {},
    messages: new Recueil(),
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

/** Reports a message about a line, or about the cell of `champ`. An error makes the line wrong. */
export function report(
  ctx: Contexte,
  ligne: Pick<Ligne, 'feuille' | 'ligne' | 'sort'>,
  gravite: Gravite,
  champ: string | null,
  texte: string,
): void {
  const { feuille } = ligne
  const at = champ === null ? undefined : ctx.positions[feuille].get(champ)
  const colonne = champ === null ? undefined : colonnesDe(feuille).find((une) => une.champ === champ)
  if (gravite === 'erreur') ligne.sort = 'erreur'
  if (gravite === 'erreur' && ligne.ligne > 1 && ctx.entetesFautives.has(feuille)) return
  ctx.messages.add(at ?? -1, {
    gravite,
    feuille: FEUILLES[feuille].titre,
    ligne: ligne.ligne,
    colonne: colonne?.titre ?? null,
    cellule: at === undefined ? null : `${letter(at)}${ligne.ligne}`,
    texte,
  })
}

/** Reports the error that a form would show, at the cell of `champ`. @returns null, the outcome of a refused line */
export function refuseLine(ctx: Contexte, ligne: Ligne, champ: string | null, { message }: Refusal): null {
  report(ctx, ligne, 'erreur', champ, message)
  return null
}
