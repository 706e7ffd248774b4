import type { SorteDeRevision } from '#features/prix/prix.contract.ts'
import { GENRES } from '#shared/biens.ts'
import type { Champs } from '#shared/champs/champs.ts'
import { describeMot, KINDS, readObjet } from '#shared/champs/kinds.ts'

export const NOMS_DES_SORTES = {
  pourcent: 'Pourcentage',
  montant: 'Montant',
  m2: 'Prix au m²',
} as const satisfies Record<SorteDeRevision, string>

const NOMS_DES_ETATS = { libre: 'disponible', option: 'option', bloque: 'bloqué' }
const NOMS_DES_BIENS = Object.fromEntries(Object.entries(GENRES).map(([type, { nom }]) => [type, nom]))

/** « Pourcentage : 5 %, arrondi à 1 000,00 DA » */
const describeOperation = (operation: unknown) => {
  const { sorte, valeur, arrondi } = readObjet(operation)
  const { describe } = sorte === 'pourcent' ? KINDS.pourcent : KINDS.montant
  return `${KINDS.texte.describe(describeMot(NOMS_DES_SORTES)(sorte))} : ${describe(valeur)}${arrondi ? `, arrondi à ${KINDS.montant.describe(arrondi)}` : ''}`
}

export const champsDeLaRevision = {
  criteres: {
    champs: {
      types: { label: 'Biens concernés', kind: 'mot', mots: NOMS_DES_BIENS, liste: true },
      typeLogement: { label: 'Type', kind: 'texte' },
      niveau_de: { label: 'À partir du niveau', kind: 'entier' },
      niveau_a: { label: "Jusqu'au niveau", kind: 'entier' },
      prix_min: { label: 'Prix à partir de', kind: 'montant' },
      prix_max: { label: "Prix jusqu'à", kind: 'montant' },
      surface_min: { label: 'Surface à partir de', kind: 'surface' },
      surface_max: { label: "Surface jusqu'à", kind: 'surface' },
      etats: { label: 'États', kind: 'mot', mots: NOMS_DES_ETATS, liste: true },
    },
  },
  operation: { label: 'Opération', describe: describeOperation },
  motif: { label: 'Motif', kind: 'texte' },
  nombre: { label: 'Biens révisés', kind: 'entier' },
  avant: { label: 'Valeur avant', kind: 'montant' },
  apres: { label: 'Valeur après', kind: 'montant' },
} as const satisfies Champs
