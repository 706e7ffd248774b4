import { CHAMPS_DE_REPRISE, type Unite } from '#features/imports/reprise.colonnes.ts'

/** The groups in which the fields of a column are offered (`entree.md` E). */
export const GROUPES = ['Bien', 'Acquéreur', 'Vente', 'Versement', 'Comparer seulement'] as const

/** The fields of the model's sheet that a list of one's own says by others: `appartement`, `local`, `place`, `bien`. */
const DU_MODELE: ReadonlySet<string> = new Set(['type', 'numero'])

/** The fields that a column of a list of one's own can be, in the order of the select. */
export const CHOIX_DE_CHAMPS: readonly { champ: string; libelle: string; groupe: string }[] = GROUPES.flatMap(
  (groupe) =>
    [...CHAMPS_DE_REPRISE].flatMap(([champ, { libelle, groupe: sien }]) =>
      sien === groupe && !DU_MODELE.has(champ) ? [{ champ, libelle, groupe }] : [],
    ),
)

/** « Prix convenu », « Versement 1 : montant »; the code itself for what is no field. */
export const libelleDuChamp = (champ: string): string => CHAMPS_DE_REPRISE.get(champ)?.libelle ?? champ

/** A line names its buyer, and its bien, by one of these. */
export const CHAMPS_DE_L_ACQUEREUR: ReadonlySet<string> = new Set(['client', 'nom'])
export const CHAMPS_DU_NUMERO: ReadonlySet<string> = new Set([
  'bien',
  'appartement',
  'local',
  'place',
  'numero',
])

export const NE_PAS_LIRE = 'Ne pas lire'

export const UNITES_DITES: Record<Unite, string> = {
  da: 'DA',
  milliers: 'milliers de DA',
  centimes: 'centimes',
  millions_de_centimes: 'millions de centimes',
}
