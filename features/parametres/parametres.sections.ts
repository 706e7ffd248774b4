import * as z from 'zod/mini'
import { acces, documents, pieces } from '#features/parametres/administration.sections.ts'
import { modeles } from '#features/echeancier/modeles.contract.ts'
import { orNone, section, type Section } from '#features/parametres/section.ts'
import { entier, montant, pourcent, texte, texteLong, textes, VALEUR_INVALIDE } from '#shared/champs.ts'

/** So many banks may be proposed. */
export const BANQUES_MAX = 50

const JOURS = 'Le nombre de jours est de 1 à 365.'
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
  ventes: section(
    z.object({
      option_jours: entier(JOURS, { min: 1, max: 365, hors: JOURS }),
      option_jours_max: orNone(entier(JOURS, { min: 1, max: 365, hors: JOURS })),
      desistement_retenue: orNone(pourcent(VALEUR_INVALIDE)),
      cession_avant_contrat: z.boolean(),
      cession_paye: orNone(pourcent(VALEUR_INVALIDE)),
      cession_frais: orNone(montant()),
      relance_texte: texteLong('Le message de relance est obligatoire.', 1000),
      indicatif: texte("L'indicatif du pays est obligatoire.", 4).check(
        z.regex(/^\d{1,4}$/, "L'indicatif a 1 à 4 chiffres."),
      ),
    }),
    {
      option_jours: 7,
      option_jours_max: null,
      desistement_retenue: null,
      cession_avant_contrat: false,
      cession_paye: null,
      cession_frais: null,
      relance_texte:
        'Bonjour {client}, sauf erreur de notre part, {montant} restent à régler au {jour} pour {bien}, dossier {dossier}. Merci de régulariser ou de nous appeler. {promoteur}',
      indicatif: '213',
    },
    { reglage: true },
  ),
  /** Those that came with the product stand in its row from the start: they name stades by their ids. */
  modeles: section(z.object({ modeles }), { modeles: [] }),
  documents,
  pieces,
  acces,
} satisfies Record<string, Section>

export type SectionName = keyof typeof sections
