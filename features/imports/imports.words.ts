import type { Gravite, StatutImport } from '#features/imports/imports.codes.ts'
import type { CompteDeFeuille } from '#features/imports/imports.contract.ts'
import { formatNombre } from '#shared/argent.ts'

/** What became of an import, in the list of those before. */
export const RESULTATS: Record<StatutImport, string> = {
  lecture: 'Vérification',
  refuse: 'Refusé',
  pret: 'Prêt',
  ecriture: 'Import',
  termine: 'Terminé',
  annule: 'Annulé',
  echec: 'Échec',
}

export const GRAVITES_DITES: Record<Gravite, { un: string; des: string }> = {
  erreur: { un: 'Erreur', des: 'Erreurs' },
  avertissement: { un: 'Avertissement', des: 'Avertissements' },
  modification: { un: 'Modification', des: 'Modifications' },
}

type Comptes = Pick<CompteDeFeuille, 'lignes' | 'crees' | 'existants' | 'modifies' | 'laisses' | 'erreurs'>

/** All sheets together. */
export const sumFeuilles = (feuilles: readonly Comptes[]): Comptes =>
  feuilles.reduce<Comptes>(
    (somme, feuille) => ({
      lignes: somme.lignes + feuille.lignes,
      crees: somme.crees + feuille.crees,
      existants: somme.existants + feuille.existants,
      modifies: somme.modifies + feuille.modifies,
      laisses: somme.laisses + feuille.laisses,
      erreurs: somme.erreurs + feuille.erreurs,
    }),
    { lignes: 0, crees: 0, existants: 0, modifies: 0, laisses: 0, erreurs: 0 },
  )

/** « 1 240 fiches », « 1 fiche ». */
export const countOf = (nombre: number, singulier: string, pluriel = `${singulier}s`): string =>
  `${formatNombre(nombre)} ${nombre >= 2 ? pluriel : singulier}`

interface Fini {
  statut: StatutImport
  motif: string | null
  feuilles: readonly Comptes[]
  nombre_erreurs: number
}

const formatPret = ({ crees, modifies, existants, laisses }: Comptes): string => {
  const parts = [
    `${countOf(crees, 'fiche')} à créer`,
    ...(modifies > 0 ? [`${formatNombre(modifies)} à modifier`] : []),
    `${formatNombre(existants)} déjà là`,
    ...(laisses > 0 ? [countOf(laisses, 'laissée')] : []),
    'aucune erreur',
  ]
  return `Prêt : ${parts.join(', ')}.`
}
const formatTermine = ({ crees, modifies }: Comptes): string =>
  `Import terminé : ${countOf(crees, 'fiche créée', 'fiches créées')}, ${countOf(modifies, 'modifiée')}.`
const formatErreurs = (nombre: number): string =>
  `${countOf(nombre, 'erreur')} : rien n'a été écrit. Corrigez le classeur et envoyez-le de nouveau.`

/** How an import stands, in one sentence; null while its work is under way. */
export function formatVerdict({ statut, motif, feuilles, nombre_erreurs }: Fini): string | null {
  const phrases: Record<StatutImport, () => string | null> = {
    lecture: () => null,
    ecriture: () => null,
    pret: () => formatPret(sumFeuilles(feuilles)),
    refuse: () => motif ?? formatErreurs(nombre_erreurs),
    termine: () => formatTermine(sumFeuilles(feuilles)),
    annule: () => "Annulé : rien n'a été écrit.",
    echec: () => motif ?? "L'import a été interrompu : rien n'a été écrit.",
  }
  return phrases[statut]()
}
