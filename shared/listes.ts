/** The lists of every body. A body of 1 MB holds hundreds of thousands of entries, so the length is looked at before any of them is read. */
import * as z from 'zod/mini'
import { reference, texte, VALEUR_INVALIDE } from '#shared/champs/codecs.ts'

interface Bornes {
  max: number
  /** Refusal of more than `max` elements. */
  trop?: string
  /** Refusal of an empty list; without it a list may be empty. */
  vide?: string
  /** Refusal of what is no list. */
  requis?: string
}

/** The elements of the lists in the contracts, by the schema that bounds them: for their description, and for a test that finds lists without bounds. */
export const listes = new WeakMap<object, Liste>()
export interface Liste {
  element: z.ZodMiniType
  max: number
  min: number
}

/** Bounds a list without reading its elements. */
function bornee<T extends z.ZodMiniType>(element: T, { max, trop, vide, requis }: Bornes) {
  const bornes = [
    z.maxLength(max, { error: trop ?? VALEUR_INVALIDE, abort: true }),
    ...(vide === undefined ? [] : [z.minLength(1, { error: vide, abort: true })]),
  ]
  const schema = z
    .custom<z.input<T>[]>((valeur) => Array.isArray(valeur), {
      error: requis ?? VALEUR_INVALIDE,
      abort: true,
    })
    .check(...bornes)
  listes.set(schema, { element, max, min: vide === undefined ? 0 : 1 })
  return schema
}

/** A list of at most `max` records; every line in error says so. */
export function liste<T extends z.ZodMiniType>(element: T, bornes: Bornes) {
  return z.pipe(bornee(element, bornes), z.array(element))
}

/** 1 to `max` ids, as numbers or digits; a repeated id counts once. The whole field gets one refusal, at the first entry that is no id. */
export function references(inconnu: string, bornes: Bornes) {
  const identifiant = reference(inconnu)
  return z.pipe(
    bornee(identifiant, bornes),
    z.transform(
      (valeurs: (string | number)[], contexte): number[] =>
        readAll(identifiant, valeurs, contexte) ?? z.NEVER,
    ),
  )
}

/** At most `nombre` texts of at most `max` characters, each kept once whatever its case; the whole field gets one refusal. */
export function textes({ max, nombre, trop }: { max: number; nombre: number; trop: string }) {
  const ligne = texte(VALEUR_INVALIDE, max)
  return z.codec(bornee(ligne, { max: nombre, trop }), z.array(z.string()), {
    decode(valeurs, contexte): string[] {
      const lus = readAll(ligne, valeurs, contexte)
      return lus ? [...new Map(lus.map((lu) => [lu.toLowerCase(), lu])).values()] : z.NEVER
    },
    encode: (valeurs) => valeurs,
  })
}

/** The entries as read, each once; null at the first that cannot be read, whose refusal becomes the field's. */
function readAll<T extends z.ZodMiniType>(
  element: T,
  valeurs: readonly unknown[],
  contexte: z.core.ParsePayload,
): z.output<T>[] | null {
  const lus = new Set<z.output<T>>()
  for (const valeur of valeurs) {
    const lu = z.safeParse(element, valeur)
    if (!lu.success) {
      const [faute] = lu.error.issues
      contexte.issues.push({ code: 'custom', message: faute?.message ?? VALEUR_INVALIDE, input: valeurs })
      return null
    }
    lus.add(lu.data)
  }
  return [...lus]
}
