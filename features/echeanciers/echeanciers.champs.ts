import { NOMS_DES_DECLENCHEURS } from '#features/echeanciers/echeances.words.ts'
import type { Champs } from '#shared/champs/champs.ts'
import { describeMot, KINDS, readObjet, withNomArabe } from '#shared/champs/kinds.ts'

export const champsDuStade = {
  nom: { label: 'Nom', kind: 'texte' },
  nom_ar: { label: 'Nom en arabe', kind: 'texte' },
  rang: { label: 'Rang', kind: 'entier' },
} as const satisfies Champs

/** « Signature du contrat : 250 000,00 DA, au contrat » */
export function describeEcheance(valeur: unknown): string {
  const { libelle, libelle_ar, montant, declencheur, date_prevue } = readObjet(valeur)
  const jour = KINDS.jour.describe(date_prevue)
  const quand =
    declencheur === 'date' ? jour : (describeMot(NOMS_DES_DECLENCHEURS)(declencheur)?.toLowerCase() ?? null)
  const prevue = declencheur !== 'date' && date_prevue ? `, prévue le ${jour}` : ''
  return `${withNomArabe(libelle, libelle_ar)} : ${KINDS.montant.describe(montant)}${quand ? `, ${quand}` : ''}${prevue}`
}
