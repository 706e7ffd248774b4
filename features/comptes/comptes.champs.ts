import type { Champs } from '#shared/champs/champs.ts'
import { joinParts, KINDS, readObjet } from '#shared/champs/kinds.ts'

/** The account that a remise, a payment or a refund names: « BNA, 001 00600 ». */
export const champDuCompte = {
  label: 'Compte',
  describe: (valeur: unknown) => {
    const { banque, numero } = readObjet(valeur)
    return joinParts(KINDS.texte.describe(banque), KINDS.texte.describe(numero)) || null
  },
}

export const champsDuCompteBancaire = {
  banque: { label: 'Banque', kind: 'texte' },
  agence: { label: 'Agence', kind: 'texte' },
  numero: { label: 'RIB ou numéro de compte', kind: 'texte' },
  actif: { label: 'Utilisé', kind: 'ouiOuNon' },
  pointees: { label: 'Vu sur le relevé', kind: 'texte', liste: true },
  affectees: { label: 'Lignes mises sur ce compte', kind: 'texte', liste: true },
} as const satisfies Champs
