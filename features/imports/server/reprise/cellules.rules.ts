/** Readings of the cells of a line of Reprise (`entree.md` D.4, D.5): amounts in their unit, words of Mode and of Statut. */
import * as z from 'zod/mini'
import { readCell } from '#features/imports/cellules.ts'
import type { Unite } from '#features/imports/reprise.colonnes.ts'
import type { Mode } from '#features/paiements/modes.ts'
import { MONTANT_MAX, type Centimes } from '#shared/argent.ts'
import type { Cellule } from '#shared/cellule.ts'
import { montant } from '#shared/champs/codecs.ts'
import { toChiffres } from '#shared/chiffres.ts'
import { aujourdhui, formatJourCourt, isJour, type Jour } from '#shared/dates.ts'
import { JOUR_INEXISTANT } from '#shared/saisie.ts'
import { normaliser, showTexte } from '#shared/texte.ts'

/** A text of a cell, « 12 500 000 », as a message quotes it. */
export const textOf = (cellule: Cellule): string =>
  cellule instanceof Date
    ? formatJourCourt(cellule.toISOString().slice(0, 10))
    : showTexte(String(cellule ?? '')).trim()

/** A dash alone is a blank. */
export const isBlank = (cellule: Cellule | undefined): boolean =>
  cellule == null || /^[\s\-/\u2010-\u2015\u2212]*$/.test(String(cellule))

/** Centimes in one of each unit; 1 180 millions de centimes are 11 800 000,00 DA. */
export const CENTIMES: Readonly<Record<Unite, Centimes>> = {
  da: 100,
  centimes: 1,
  milliers: 100_000,
  millions_de_centimes: 1_000_000,
}

export type Lu<T> = { valeur: T } | { faute: string }

const MONTANT = montant()

/** Reads an amount of a sheet, in centimes. @returns a fault for a negative one, and for a fraction of a centime */
export function readMontantDe(cellule: Cellule, unite: Unite): Lu<Centimes> {
  const pasUnMontant = { faute: `« ${textOf(cellule)} » n'est pas un montant.` }
  if (typeof cellule === 'boolean' || cellule instanceof Date) return pasUnMontant
  if (typeof cellule === 'string' && !/\p{Nd}/u.test(cellule)) return pasUnMontant
  if (unite === 'da' || unite === 'centimes') {
    const { valeur, faute } = readCell('montant', cellule)
    if (faute !== undefined) return { faute }
    const lu = z.safeParse(MONTANT, valeur)
    if (!lu.success) return { faute: lu.error.issues[0]?.message ?? pasUnMontant.faute }
    if (unite === 'da') return { valeur: lu.data }
    return lu.data % 100 === 0 ? { valeur: lu.data / 100 } : pasUnMontant
  }
  const nombre = typeof cellule === 'number' ? cellule : readDecimaux(cellule ?? '')
  if (nombre === null || nombre < 0) return pasUnMontant
  const centimes = nombre * CENTIMES[unite]
  const entier = Math.round(centimes)
  return Math.abs(centimes - entier) > 0.001 || entier > MONTANT_MAX ? pasUnMontant : { valeur: entier }
}

/** Reads « 1 180 », « 12,5 », « 0.00001 »: one separator is decimal, blanks part thousands. */
function readDecimaux(texte: string): number | null {
  const net = toChiffres(texte)
    .replace(/[\s\u00A0\u202F]/g, '')
    .replace(/[٫]/g, ',')
    .replace(/\p{L}+$/u, '')
  return /^\d+(?:[.,]\d{1,6})?$/.test(net) ? Number(net.replace(',', '.')) : null
}

/** Reads a day that has begun. */
export function readJourDe(cellule: Cellule): Lu<Jour> {
  const { valeur, faute } = readCell('jour', cellule)
  if (faute !== undefined) return { faute }
  if (typeof valeur !== 'string' || !isJour(valeur)) return { faute: JOUR_INEXISTANT }
  return valeur > aujourdhui() ? { faute: 'Cette date est à venir.' } : { valeur }
}

/** How a versement was made, and what became of its cheque. */
export interface ModeDit {
  mode: Mode | null
  cheque: 'encaisse' | 'attend' | 'rejete' | null
}
const SANS_CHEQUE = (mode: Mode | null): ModeDit => ({ mode, cheque: null })
const MODES_DITS: readonly (readonly [RegExp, ModeDit])[] = [
  [/^(?:especes?|esp|cash|liquide)$/, SANS_CHEQUE('especes')],
  [/^(?:virement|vir)(?: bancaire)?$/, SANS_CHEQUE('virement')],
  [/^versement(?: bancaire)?$/, SANS_CHEQUE('versement_bancaire')],
  [/^autre$/, SANS_CHEQUE('autre')],
  [/^(?:cheque|chq)$/, { mode: 'cheque', cheque: 'encaisse' }],
  [/^(?:cheque|chq) (?:a encaisser|en attente|remis)$/, { mode: 'cheque', cheque: 'attend' }],
  [/^(?:(?:cheque|chq) )?(?:impaye|rejete|retourne|sans provision)$/, { mode: 'cheque', cheque: 'rejete' }],
]

/** Reads the word of a mode; null for a word that is none. Without a word a number of cheque means a cheque. */
export function readModeDe(cellule: Cellule | undefined, numeroDeCheque: boolean): ModeDit | null {
  if (isBlank(cellule)) return numeroDeCheque ? { mode: 'cheque', cheque: 'encaisse' } : SANS_CHEQUE(null)
  const plie = normaliser(textOf(cellule ?? null))
    .replace(/[.:]/g, '')
    .trim()
  return MODES_DITS.find(([forme]) => forme.test(plie))?.[1] ?? null
}

/** True for the title of a column of numbers of cheques. */
export const isTitreDeCheque = (titre: string): boolean => /\bch(?:eque|q)s?\b|صك|شيك/.test(normaliser(titre))

/** Reads Statut: whether the line is a free lot, is left out, or is a sale. */
export function readStatut(cellule: Cellule | undefined): 'libre' | 'laissee' | 'vente' {
  if (isBlank(cellule)) return 'vente'
  const plie = normaliser(textOf(cellule ?? null))
  if (/^(?:libre|disponible|dispo|bloque)e?s?\b/.test(plie)) return 'libre'
  return /^(?:option|desist|annul|abandon|resili)/.test(plie) ? 'laissee' : 'vente'
}
