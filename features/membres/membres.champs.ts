import type { Champs } from '#shared/champs/champs.ts'
import { ROLE_LIBELLES } from '#shared/droits.ts'

export const champsDuMembre = {
  name: { label: 'Nom', kind: 'texte' },
  email: { label: 'Email', kind: 'texte' },
  role: { label: 'Rôle', kind: 'mot', mots: ROLE_LIBELLES },
  statut: { label: 'Statut', kind: 'texte' },
  // A secret: the journal says only that it was changed.
  motDePasseChange: {
    label: 'Mot de passe',
    describe: (valeur: unknown) => (valeur === true ? 'Changé' : null),
  },
} as const satisfies Champs
