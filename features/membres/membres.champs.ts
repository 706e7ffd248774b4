import type { Champs } from '#shared/champs/champs.ts'
import { ROLE_LIBELLES } from '#shared/droits.ts'

export const champsDuMembre = {
  name: { label: 'Nom', kind: 'texte' },
  email: { label: 'Email', kind: 'texte' },
  role: { label: 'Rôle', kind: 'mot', mots: ROLE_LIBELLES },
  statut: { label: 'Statut', kind: 'texte' },
  second_facteur: {
    label: 'Code à la connexion',
    kind: 'mot',
    mots: { inactif: 'Inactif', commence: 'Commencé', actif: 'Actif' },
  },
  codesRenouveles: {
    label: 'Codes de secours',
    describe: (valeur: unknown) => (valeur === true ? 'Renouvelés' : null),
  },
  codeDeSecoursUtilise: {
    label: 'Codes de secours',
    describe: (valeur: unknown) => (valeur === true ? 'Un code utilisé' : null),
  },
  provisoire_jusqu_au: { label: "Mot de passe provisoire jusqu'au", kind: 'jour' },
  // A secret: the journal says only that it was changed.
  motDePasseChange: {
    label: 'Mot de passe',
    describe: (valeur: unknown) => (valeur === true ? 'Changé' : null),
  },
} as const satisfies Champs
