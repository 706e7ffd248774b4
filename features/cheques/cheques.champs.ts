import type { Champs } from '#shared/champs/champs.ts'
import { joinParts, KINDS, readObjet } from '#shared/champs/kinds.ts'

export const champsDeLaRemise = {
  numero: { label: 'Numéro', kind: 'texte' },
  jour: { label: 'Date de remise', kind: 'jour' },
  compte: {
    label: 'Compte',
    describe: (valeur: unknown) => {
      const { banque, numero } = readObjet(valeur)
      return joinParts(KINDS.texte.describe(banque), KINDS.texte.describe(numero)) || null
    },
  },
  nombre: { label: 'Chèques', kind: 'entier' },
  montant: { label: 'Montant', kind: 'montant' },
  recus: { label: 'Reçus', kind: 'texte', liste: true },
} as const satisfies Champs

export const champsDuCompteBancaire = {
  banque: { label: 'Banque', kind: 'texte' },
  agence: { label: 'Agence', kind: 'texte' },
  numero: { label: 'RIB ou numéro de compte', kind: 'texte' },
  actif: { label: 'Utilisé', kind: 'ouiOuNon' },
} as const satisfies Champs
