import type { Jour } from '#shared/dates.ts'

/** Colour of a badge; `ink`, the darkest, marks the last state. */
type TonDEtat = 'green' | 'yellow' | 'gray' | 'blue' | 'ink'

/** A state: its word, the tone of its badge, and a mark, because colour alone must not tell it. */
export interface EtatDit {
  mot: string
  marque: string
  ton: TonDEtat
}

/**
 * The states of a bien, for badges, filters, the plan and papers, in order from free to delivered. `libre` and `vendu` are the two words of
 * the specification (D2 §4). The others narrow them: an option or a blocked bien has no client, a delivered one has.
 */
export const ETATS_DU_BIEN = {
  libre: { mot: 'Disponible', marque: 'D', ton: 'green' },
  option: { mot: 'Option', marque: 'O', ton: 'yellow' },
  bloque: { mot: 'Bloqué', marque: '×', ton: 'gray' },
  vendu: { mot: 'Vendu', marque: 'V', ton: 'blue' },
  livre: { mot: 'Livré', marque: '✓', ton: 'ink' },
} as const satisfies Record<string, EtatDit>
export type EtatDuBien = keyof typeof ETATS_DU_BIEN

/** The codes of {@link ETATS_DU_BIEN}, in that order. */
export const CODES_D_ETAT = [
  'libre',
  'option',
  'bloque',
  'vendu',
  'livre',
] as const satisfies readonly EtatDuBien[]

/** The fields of a record that tell the state of its bien. */
export interface BienEnEtat {
  /** True when the bien has no client (Q131). */
  estDispo: boolean
  etat_bien: EtatDuBien
  option: { expire_le: Jour } | null
}

/** The state shown for a bien, the most precise one. `estDispo` decides between `libre` and `vendu`. */
export function etatDit(bien: Pick<BienEnEtat, 'estDispo' | 'etat_bien'>): EtatDuBien {
  const { etat_bien } = bien
  return etat_bien === 'libre' || etat_bien === 'vendu' ? etatSpecifie(bien) : etat_bien
}

/** The state of the specification: `libre` without a client, `vendu` with one. */
export const etatSpecifie = ({ estDispo }: Pick<BienEnEtat, 'estDispo'>): 'libre' | 'vendu' =>
  estDispo ? 'libre' : 'vendu'

/** The states of a bien as text, the specified one first: « Disponible », « Vendu », « Vendu, livré ». */
export function describeEtats(bien: Pick<BienEnEtat, 'estDispo' | 'etat_bien'>): string {
  const [specifie, dit] = [etatSpecifie(bien), etatDit(bien)]
  const { mot } = ETATS_DU_BIEN[specifie]
  return dit === specifie ? mot : `${mot}, ${ETATS_DU_BIEN[dit].mot.toLowerCase()}`
}

/** The choices of every filter « État ». « Disponible » and « Vendu » keep all states that the specification calls so. */
export const CHOIX_D_ETAT = {
  disponible: { mot: ETATS_DU_BIEN.libre.mot, etats: ['libre', 'option', 'bloque'] },
  option: { mot: ETATS_DU_BIEN.option.mot, etats: ['option'] },
  bloque: { mot: ETATS_DU_BIEN.bloque.mot, etats: ['bloque'] },
  vendu: { mot: ETATS_DU_BIEN.vendu.mot, etats: ['vendu', 'livre'] },
  livre: { mot: ETATS_DU_BIEN.livre.mot, etats: ['livre'] },
  libre: { mot: 'Disponible, ni option ni bloqué', etats: ['libre'] },
} as const satisfies Record<string, { mot: string; etats: readonly EtatDuBien[] }>
export type ChoixDEtat = keyof typeof CHOIX_D_ETAT
const CODES_DE_CHOIX = [
  'disponible',
  'option',
  'bloque',
  'vendu',
  'livre',
  'libre',
] as const satisfies readonly ChoixDEtat[]

/** Label of the filter « État » without a choice. */
export const TOUS_LES_ETATS = 'Tous les états'

/** Reads the choice of an address; null when absent or unknown. */
export const readChoixDEtat = (texte: string): ChoixDEtat | null =>
  CODES_DE_CHOIX.find((choix) => choix === texte) ?? null

/** The states that a choice of the filter keeps. */
export const etatsDuChoix = (choix: ChoixDEtat): readonly EtatDuBien[] => CHOIX_D_ETAT[choix].etats

/** Options of a select « État »; '' means no choice. */
export const LIGNES_D_ETAT: readonly { value: ChoixDEtat; label: string }[] = CODES_DE_CHOIX.map((value) => ({
  value,
  label: CHOIX_D_ETAT[value].mot,
}))
