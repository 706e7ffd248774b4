import type { Declencheur } from '#features/echeancier/echeancier.rules.ts'
import type { ModeleLu } from '#features/stades/web/stades.queries.ts'
import { formatCentiemes, readCentiemes } from '#shared/argent.ts'
import { recordsIn } from '#web/kit/answers.ts'

/** A modèle as it is typed; `cle` tells it from the others. */
export interface ModeleSaisi {
  cle: number
  id: number | null
  nom: string
  par_defaut: boolean
  lignes: LigneSaisie[]
}
export interface LigneSaisie {
  cle: number
  libelle: string
  pourcent: number | string
  declencheur: Declencheur
  stade_id: number | null
  nombre: number | string
  pas_mois: number | string
}

let serial = 0

export const newLigne = (): LigneSaisie => ({
  cle: ++serial,
  libelle: '',
  pourcent: '',
  declencheur: 'contrat',
  stade_id: null,
  nombre: 1,
  pas_mois: 1,
})

export const newModele = (first: boolean): ModeleSaisi => ({
  cle: ++serial,
  id: null,
  nom: '',
  par_defaut: first,
  lignes: [newLigne()],
})

/** What is kept, as the form shows it. */
export const toModeles = (valeur: Record<string, unknown>): ModeleSaisi[] =>
  ((recordsIn(valeur['modeles'], ['id', 'nom']) ?? []) as ModeleLu[]).map(({ lignes, ...modele }) => ({
    ...modele,
    cle: ++serial,
    lignes: lignes.map((ligne) => ({ ...ligne, cle: ++serial })),
  }))

/** « 20 / 15 / 35 / 25 / 5 ». */
export const direPourcents = ({ lignes }: Pick<ModeleSaisi, 'lignes'>): string =>
  lignes.map(({ pourcent }) => formatCentiemes(readCentiemes(pourcent) ?? 0, 'utiles')).join(' / ')

/** What the lines come to, in hundredths of a percent. */
export const sumPourcents = ({ lignes }: Pick<ModeleSaisi, 'lignes'>): number =>
  lignes.reduce((sum, { pourcent }) => sum + (readCentiemes(pourcent) ?? 0), 0)
