import * as z from 'zod/mini'

/** A section of the settings: read and saved whole, under a version of its own. */
export interface Section<S extends z.ZodMiniObject = z.ZodMiniObject> {
  /** Its fields. Each is a codec: what the form sends is decoded, what is kept is encoded. */
  schema: S
  /** What each field is as long as nobody has saved it. */
  defaut: z.output<S>
  /** Do the forms of every rôle need it? Then GET /api/reglages gives it to every member. */
  reglage: boolean
}

export const section = <S extends z.ZodMiniObject>(
  schema: S,
  defaut: z.output<S>,
  { reglage = false } = {},
): Section<S> => ({ schema, defaut, reglage })

/** A field that may be left empty: null then. */
export const orNone = <T extends z.ZodMiniType>(champ: T) =>
  z.union([
    z.null(),
    z.codec(z.literal(''), z.null(), { decode: () => null, encode: () => '' as const }),
    champ,
  ])
