import * as z from 'zod/mini'

/**
 * Effects of taking an act back. `obstacles` are the first twenty sentences, `liens` the screen of each, null for what is gone;
 * `retirees` and `remises` count the fiches that would be removed and put back as before (`entree.md` D.8).
 */
export const retrait = z.object({
  peut: z.boolean(),
  obstacles: z.array(z.string()),
  liens: z.array(z.nullable(z.string())),
  nombre_obstacles: z.number(),
  retirees: z.number(),
  remises: z.number(),
})
export type Retrait = z.output<typeof retrait>
