/** How the fields of a query string are read: what is absent or unreadable counts as not asked for, and refuses nothing. */
import * as z from 'zod/mini'
import { isJour, isMois } from '#shared/dates.ts'
import { cleanTexte, isTextePropre } from '#shared/texte.ts'

/** A whole number in a query string; undefined when absent or unreadable. */
export const entierRequete = z.pipe(
  z.optional(z.unknown()),
  z.transform((valeur) =>
    typeof valeur === 'string' && /^-?\d{1,9}$/.test(valeur) ? Number(valeur) : undefined,
  ),
)

/** Ids in a query string, separated by blanks or commas; undefined when absent. */
export const idsRequete = z.pipe(
  z.optional(z.unknown()),
  z.transform((valeur) =>
    typeof valeur === 'string'
      ? valeur
          .split(/[ ,]+/)
          .filter((id) => /^[1-9]\d{0,14}$/.test(id))
          .map(Number)
      : undefined,
  ),
)

/** Ids of a query string, « 12,15 », each once; an absent value names none, and a word that is no number gives 0, which no record has. */
export const idsNommesRequete = z.pipe(
  z.optional(z.unknown()),
  z.transform((valeur): number[] => {
    if (typeof valeur !== 'string' || valeur.trim() === '') return []
    return [
      ...new Set(valeur.split(',').map((nomme) => (/^\d{1,15}$/.test(nomme.trim()) ? Number(nomme) : 0))),
    ]
  }),
)

/** A civil day in a query string; undefined when absent or unreadable. */
export const jourRequete = z.pipe(
  z.optional(z.unknown()),
  z.transform((valeur) => (typeof valeur === 'string' && isJour(valeur) ? valeur : undefined)),
)

/** A month, `2026-03`, in a query string; undefined when absent or unreadable. */
export const moisRequete = z.pipe(
  z.optional(z.unknown()),
  z.transform((valeur) => (typeof valeur === 'string' && isMois(valeur) ? valeur : undefined)),
)

/** One of `mots` in a query string; undefined when absent or unknown. */
export const motRequete = <T extends string>(...mots: readonly T[]) =>
  z.pipe(
    z.optional(z.unknown()),
    z.transform((valeur) => mots.find((mot) => mot === valeur)),
  )

/** The first `max` UTF-16 units, without half a surrogate pair at the end. */
const cut = (lu: string, max: number): string => lu.slice(0, max).replace(/[\uD800-\uDBFF]$/, '')

/** A free text in a query string; '' when absent. The words "null" and "undefined" count as absent (Q178). */
export const texteRequete = z.pipe(
  z.optional(z.unknown()),
  z.transform((valeur) => {
    const lu = typeof valeur === 'string' ? cleanTexte(cut(valeur.trim(), 255)) : ''
    return lu === 'null' || lu === 'undefined' || !isTextePropre(lu) ? '' : lu
  }),
)
