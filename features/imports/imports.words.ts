import { formatNombre, formatNombreDe } from '#shared/argent.ts'

/** States of an import. Nothing is written before `ecriture`, which writes the whole workbook or nothing. */
export const STATUTS_IMPORT = [
  'lecture',
  'correspondance',
  'refuse',
  'pret',
  'ecriture',
  'termine',
  'annule',
  'echec',
  'defait',
] as const
export type StatutImport = (typeof STATUTS_IMPORT)[number]
export const GRAVITES = ['erreur', 'avertissement', 'modification'] as const
export type Gravite = (typeof GRAVITES)[number]

/** Titles of the sheets whose amounts are summed up. */
export const TITRES = { ventes: 'Ventes', paiements: 'Paiements' } as const

/** An import keeps at most this many messages of each gravity, the first ones of the workbook. */
export const MESSAGES_MAX = 10_000

export const RESULTATS: Record<StatutImport, string> = {
  lecture: 'Vérification',
  correspondance: 'Colonnes à vérifier',
  refuse: 'Refusé',
  pret: 'Prêt',
  ecriture: 'Import',
  termine: 'Terminé',
  annule: 'Annulé',
  echec: 'Échec',
  defait: 'Défait',
}

export const GRAVITES_DITES: Record<Gravite, { un: string; des: string }> = {
  erreur: { un: 'Erreur', des: 'Erreurs' },
  avertissement: { un: 'Avertissement', des: 'Avertissements' },
  modification: { un: 'Modification', des: 'Modifications' },
}

const COMPTES = ['lignes', 'crees', 'existants', 'modifies', 'laisses', 'erreurs'] as const
type Comptes = Record<(typeof COMPTES)[number], number>

export function sumFeuilles(feuilles: readonly Comptes[]): Comptes {
  const somme: Comptes = { lignes: 0, crees: 0, existants: 0, modifies: 0, laisses: 0, erreurs: 0 }
  for (const feuille of feuilles) for (const compte of COMPTES) somme[compte] += feuille[compte]
  return somme
}

/** « 10 000 premiers messages sur 23 410. »; null when all are kept. `comptes` is the number of messages read, where known. */
export function formatGardes(
  {
    nombre_erreurs,
    nombre_avertissements,
    nombre_modifications,
  }: Record<`nombre_${'erreurs' | 'avertissements' | 'modifications'}`, number>,
  comptes?: number,
): string | null {
  const parGravite = [nombre_erreurs, nombre_avertissements, nombre_modifications]
  const sum = (nombres: readonly number[]) => nombres.reduce((somme, nombre) => somme + nombre, 0)
  const gardes = comptes ?? sum(parGravite.map((nombre) => Math.min(nombre, MESSAGES_MAX)))
  const tous = sum(parGravite)
  return gardes < tous ? `${formatNombre(gardes)} premiers messages sur ${formatNombre(tous)}.` : null
}

interface Fini {
  statut: StatutImport
  motif: string | null
  feuilles: readonly Comptes[]
  nombre_erreurs: number
}

const formatPret = ({ crees, modifies, existants, laisses }: Comptes): string => {
  const parts = [
    `${formatNombreDe(crees, 'fiche')} à créer`,
    ...(modifies > 0 ? [`${formatNombre(modifies)} à modifier`] : []),
    `${formatNombre(existants)} déjà là`,
    ...(laisses > 0 ? [formatNombreDe(laisses, 'inchangée')] : []),
    'aucune erreur',
  ]
  return `Prêt : ${parts.join(', ')}.`
}
const formatTermine = ({ crees, modifies }: Comptes): string =>
  `Import terminé : ${formatNombreDe(crees, 'fiche créée', 'fiches créées')}, ${formatNombreDe(modifies, 'modifiée')}.`
const formatErreurs = (nombre: number): string =>
  `${formatNombreDe(nombre, 'erreur')} : rien n'a été écrit. Corrigez le classeur et envoyez-le de nouveau.`

/** One sentence about the state of an import; null while its work is under way. */
export function formatVerdict({ statut, motif, feuilles, nombre_erreurs }: Fini): string | null {
  const phrases: Record<StatutImport, () => string | null> = {
    lecture: () => null,
    correspondance: () => null,
    ecriture: () => null,
    pret: () => formatPret(sumFeuilles(feuilles)),
    refuse: () => motif ?? formatErreurs(nombre_erreurs),
    termine: () => formatTermine(sumFeuilles(feuilles)),
    annule: () => "Annulé : rien n'a été écrit.",
    defait: () => "Import défait : ce qu'il avait écrit a été retiré.",
    echec: () => motif ?? "L'import a été interrompu : rien n'a été écrit.",
  }
  return phrases[statut]()
}
