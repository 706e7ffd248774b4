import * as z from 'zod/mini'
import { sections, section, type Section } from '#features/parametres/parametres.sections.ts'
import { entier, montant, texte } from '#shared/champs/codecs.ts'

/** A section of the settings that only tests have: whatever the product can do with one is tried on it. */
export const essai = section(
  z.object({
    ville: texte('La ville est obligatoire.', 100),
    delai: entier('Le délai est obligatoire.', { min: 1, max: 365, hors: 'Le délai est de 1 à 365 jours.' }),
    frais: montant(),
  }),
  { ville: 'Alger', delai: 30, frais: 1_250_50 },
  { reglage: true },
)
/** A second one, which is none of the forms' business. */
export const autre = section(z.object({ actif: z.boolean() }), { actif: false })

const known: Record<string, Section> = sections
Object.assign(known, { essai, autre })

/** Name of the section in an address. */
export const ESSAI = 'essai'

/** Returns a value of the section as a form sends it. */
export const valeurEssai = () => ({ ville: 'Oran', delai: 15, frais: 99.5 })
