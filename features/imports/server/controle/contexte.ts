import { setImmediate } from 'node:timers/promises'
import {
  colonnesDe,
  FEUILLES,
  NOMS_DES_FEUILLES,
  type ChampDe,
  type NomDeFeuille,
} from '#features/imports/feuilles.ts'
import { letter } from '#server/documents/xlsx.ts'
import { MESSAGES_MAX, type Gravite } from '#features/imports/imports.codes.ts'
import type { Db } from '#server/database/db.ts'
import { sentence, type ErrorCode, type ErrorParams } from '#server/erreurs.ts'
import { creerRegistres, type Registres } from '#features/imports/server/controle/registres.ts'

/** What becomes of a line. */
export type Sort = 'cree' | 'existant' | 'modifie' | 'laisse' | 'erreur'
/** A cell as a form would send it, null when it is blank. */
export type Valeur = string | number | null

/** A line of any sheet. */
export interface Ligne {
  feuille: NomDeFeuille
  /** As Excel counts them. */
  ligne: number
  valeurs: Readonly<Record<string, Valeur>>
  /** Fields whose cell cannot be read at all: that is told already. */
  illisibles: ReadonlySet<string>
  /** Null until it has been looked at. */
  sort: Sort | null
}
/** A line of one sheet, with its columns. */
export type LigneDe<F extends NomDeFeuille> = Ligne & {
  feuille: F
  valeurs: Readonly<Record<ChampDe<F>, Valeur>>
}

export interface Message {
  gravite: Gravite
  feuille: string
  /** 0 when it is about no line. */
  ligne: number
  colonne: string | null
  /** « D12 » */
  cellule: string | null
  texte: string
}

export type LignesParFeuille = { [F in NomDeFeuille]: LigneDe<F>[] }

/** All that the check of one workbook knows. */
export interface Contexte {
  db: Db
  /** May a line change what is there? */
  modifier: boolean
  /** Is what is looked up held, for a writing in the same transaction? */
  verrouiller: boolean
  signal: AbortSignal
  lignes: LignesParFeuille
  registres: Registres
  /** Payments to be created without a number of their own. */
  recusANumeroter: number
  /** Sum of what is created, in centimes, of the sheets that have one. */
  montants: Partial<Record<NomDeFeuille, number>>
  messages: Recueil
  /** Sheets with a header that is missing or there twice: that is told once, and not once more for each line. */
  entetesFautives: Set<NomDeFeuille>
  /** Where the column of a field stands in the workbook that was sent. */
  positions: Record<NomDeFeuille, Map<string, number>>
  /** To be called for each line: gives the event loop back every thousand, tells how far the work is, and stops when it is given up. */
  souffler(): Promise<void> | undefined
}

/** Gathers what is said of a workbook. Of each sheet no more is held than could be kept. */
export class Recueil {
  readonly comptes: Record<Gravite, number> = { erreur: 0, avertissement: 0, modification: 0 }
  readonly #generaux: Message[] = []
  readonly #parFeuille = new Map<string, { rang: number; message: Message }[]>()

  /** About no line: a sheet that is ignored, a file seen before. */
  dire(gravite: Gravite, feuille: string, texte: string): void {
    this.comptes[gravite] += 1
    this.#generaux.push({ gravite, feuille, ligne: 0, colonne: null, cellule: null, texte })
  }

  ajouter(rang: number, message: Message): void {
    this.comptes[message.gravite] += 1
    const connus = this.#parFeuille.get(message.feuille) ?? []
    connus.push({ rang, message })
    const trop = connus.length >= 3 * MESSAGES_MAX
    this.#parFeuille.set(message.feuille, trop ? connus.toSorted(parPlace).slice(0, MESSAGES_MAX) : connus)
  }

  /** By sheet, line and column; those of no line first. */
  tries(): Message[] {
    const parFeuille = NOMS_DES_FEUILLES.flatMap((nom) =>
      (this.#parFeuille.get(FEUILLES[nom].titre) ?? []).toSorted(parPlace).map(({ message }) => message),
    )
    return [...this.#generaux, ...parFeuille].slice(0, MESSAGES_MAX)
  }
}

const parPlace = (a: { rang: number; message: Message }, b: { rang: number; message: Message }) =>
  a.message.ligne - b.message.ligne || a.rang - b.rang

const RESPIRATION = 1_000

/** @param avance is told how many lines of how many are looked at */
export function creerContexte(
  db: Db,
  options: Pick<Contexte, 'modifier' | 'verrouiller' | 'signal'> & {
    avance: (fait: number, total: number) => void
  },
): Contexte {
  const { modifier, verrouiller, signal, avance } = options
  const lignes = Object.fromEntries(NOMS_DES_FEUILLES.map((nom) => [nom, []])) as unknown as LignesParFeuille
  const positions = Object.fromEntries(
    NOMS_DES_FEUILLES.map((nom) => [nom, new Map<string, number>()]),
  ) as Contexte['positions']
  let fait = 0
  return {
    db,
    modifier,
    verrouiller,
    signal,
    lignes,
    registres: creerRegistres(),
    recusANumeroter: 0,
    montants: {},
    messages: new Recueil(),
    entetesFautives: new Set(),
    positions,
    souffler() {
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

/** Says something of a cell of a line, or of the line; an error decides what becomes of it. */
export function signaler(
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
  ctx.messages.ajouter(at ?? -1, {
    gravite,
    feuille: FEUILLES[feuille].titre,
    ligne: ligne.ligne,
    colonne: colonne?.titre ?? null,
    cellule: at === undefined ? null : `${letter(at)}${ligne.ligne}`,
    texte,
  })
}

/** Says of a cell what a form would be told. @returns null, for what the line would have been */
export function refuser<C extends ErrorCode>(
  ctx: Contexte,
  ligne: Ligne,
  champ: string | null,
  code: C,
  ...[params]: ErrorParams<C>
): null {
  signaler(ctx, ligne, 'erreur', champ, sentence(code, params))
  return null
}
