import * as z from 'zod/mini'
import { textes } from '#shared/champs.ts'

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

/** So many banks may be proposed. */
export const BANQUES_MAX = 50

/** Every section by its name, in the order of the screen. There is no other table of settings, and no free key. */
export const sections = {
  paiements: section(
    z.object({
      exiger_mode: z.boolean(),
      banques: textes({ max: 100, nombre: BANQUES_MAX, trop: `${BANQUES_MAX} banques au plus.` }),
    }),
    {
      exiger_mode: false,
      banques: ['Algérie Poste (CCP)', 'BADR', 'BDL', 'BEA', 'BNA', 'CNEP-Banque', 'CPA'],
    },
    { reglage: true },
  ),
} satisfies Record<string, Section>

export type SectionName = keyof typeof sections
