import type { StatutImport } from '#features/imports/imports.words.ts'
import type { Champs } from '#shared/champs/champs.ts'
import { KINDS, readObjet } from '#shared/champs/kinds.ts'
import { formatCompte } from '#shared/texte.ts'

export const STATUTS_DE_L_IMPORT = {
  lecture: 'En lecture',
  correspondance: 'Colonnes à vérifier',
  refuse: 'Refusé',
  pret: 'Prêt à être écrit',
  ecriture: 'En écriture',
  termine: 'Terminé',
  annule: 'Annulé',
  echec: 'Échec',
  defait: 'Défait',
} as const satisfies Record<StatutImport, string>

/** « Clients : 12 ajouts et 3 changements »; null for a sheet that brought nothing. */
const describeFeuille = (valeur: unknown) => {
  const { feuille, crees, modifies } = readObjet(valeur)
  const comptes = [
    Number(crees) > 0 && formatCompte(Number(crees), 'ajout'),
    Number(modifies) > 0 && formatCompte(Number(modifies), 'changement'),
  ].filter(Boolean)
  return comptes.length === 0 ? null : `${KINDS.texte.describe(feuille)} : ${comptes.join(' et ')}`
}

export const champsDeLImport = {
  nom: { label: 'Classeur', kind: 'texte' },
  modifier: { label: 'Modifier aussi ce qui existe déjà', kind: 'ouiOuNon' },
  statut: { label: 'État', kind: 'mot', mots: STATUTS_DE_L_IMPORT },
  feuilles: { label: 'Feuilles', describe: describeFeuille, liste: true },
  retirees: { label: 'Fiches retirées', kind: 'compte' },
  remises: { label: 'Fiches remises comme avant', kind: 'compte' },
} as const satisfies Champs
