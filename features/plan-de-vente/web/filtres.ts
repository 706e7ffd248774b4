import type { EtatDuPlan } from '#features/plan-de-vente/plan-de-vente.words.ts'
import type { LotLu, PlanLu } from '#features/plan-de-vente/web/plan.queries.ts'
import { ETATS_REVISABLES } from '#features/prix/prix.contract.ts'
import type { CriteresProposes } from '#features/prix/web/revision.saisie.ts'
import { readCentiemes } from '#shared/argent.ts'
import { etatsDuChoix, readChoixDEtat, type ChoixDEtat } from '#shared/etats.ts'

/** State that the screen keeps in its address, with defaults. */
export const DEFAULTS = {
  residence: 0,
  bloc: '',
  etat: '',
  type: '',
  prix_min: '',
  prix_max: '',
  surface_min: '',
  surface_max: '',
  vue: '',
}
export type Adresse = typeof DEFAULTS

export const SANS_FILTRE = {
  etat: '',
  type: '',
  prix_min: '',
  prix_max: '',
  surface_min: '',
  surface_max: '',
} satisfies Partial<Adresse>

/** Filter word of a local, which has no type of its own. */
export const LOCAL = 'Local'

/** A choice of the filter of états, as in every list; the vue client offers the states that buyers are told. */
type ChoixDuPlan = ChoixDEtat | EtatDuPlan

/** Filters of lots; an empty list or null filters nothing. Prices in DA, areas in m². */
export interface Filtres {
  choix: readonly ChoixDuPlan[]
  etats: readonly EtatDuPlan[]
  types: readonly string[]
  prix: Bornes
  surface: Bornes
}
type Bornes = readonly [min: number | null, max: number | null]

/** States as buyers are told and back, so that a filter survives a change of the view. */
const POUR_CLIENT = {
  disponible: 'libre',
  libre: 'libre',
  option: 'option',
  bloque: 'indisponible',
  vendu: 'vendu',
  livre: 'vendu',
} as const satisfies Record<ChoixDEtat, EtatDuPlan>
const POUR_NOUS: Readonly<Record<string, string>> = { indisponible: 'bloque' }

const unique = <T>(all: readonly T[]): T[] => [...new Set(all)]
const listOf = (text: string): string[] => text.split('|').filter(Boolean)
export const joinList = (values: readonly string[]): string => values.join('|')

/** Filters of an address; the vue client ignores prices. */
export function toFiltres(adresse: Adresse, client: boolean): Filtres {
  const named = listOf(adresse.etat).flatMap((mot) => readChoixDEtat(POUR_NOUS[mot] ?? mot) ?? [])
  const told = unique(named.map((choix) => POUR_CLIENT[choix]))
  return {
    choix: client ? told : unique(named),
    etats: client ? told : unique(named.flatMap(etatsDuChoix)),
    types: listOf(adresse.type),
    prix: client ? [null, null] : toBornes(adresse.prix_min, adresse.prix_max),
    surface: toBornes(adresse.surface_min, adresse.surface_max),
  }
}

function toBornes(from: string, to: string): Bornes {
  const [min, max] = [toNombre(from), toNombre(to)]
  return min !== null && max !== null && min > max ? [max, min] : [min, max]
}

function toNombre(text: string): number | null {
  const centiemes = readCentiemes(text)
  return centiemes === null ? null : centiemes / 100
}

export const countFiltres = ({ etats, types, prix, surface }: Filtres): number =>
  [etats.length, types.length, ...[...prix, ...surface].map((borne) => (borne === null ? 0 : 1))].filter(
    Boolean,
  ).length

const within = (value: number | null, [min, max]: Bornes): boolean =>
  (min === null && max === null) || (value !== null && value >= (min ?? value) && value <= (max ?? value))

export const matches = (lot: LotLu, { etats, types, prix, surface }: Filtres): boolean =>
  (etats.length === 0 || etats.includes(lot.etat)) &&
  (types.length === 0 || types.includes(lot.sorte ?? LOCAL)) &&
  within(lot.montant, prix) &&
  within(lot.surface, surface)

export const lotsOf = ({ blocs, parkings }: Pick<PlanLu, 'blocs' | 'parkings'>): LotLu[] => [
  ...blocs.flatMap(lotsOfBloc),
  ...parkings.flatMap(({ places }) => places),
]

export const lotsOfBloc = ({ etages, locaux }: PlanLu['blocs'][number]): LotLu[] => [
  ...etages.flatMap(({ lots }) => lots),
  ...locaux,
]

const parNom = new Intl.Collator('fr', { numeric: true })

export const typesOf = (lots: readonly LotLu[]): string[] =>
  [...new Set(lots.map(({ sorte }) => sorte ?? LOCAL))].toSorted(parNom.compare)

/** Criteria that a revision of prices starts with: the filters, limited to states that can be revised. */
export function toCriteres({ etats, types, prix, surface }: Filtres, bloc: string): CriteresProposes {
  const vide = (borne: number | null) => borne ?? ''
  const revisables = ETATS_REVISABLES.filter((etat) => etats.includes(etat))
  const [sorte] = types
  return {
    ...(/^[1-9]\d*$/.test(bloc) && { bloc_ids: [Number(bloc)] }),
    ...(bloc.startsWith('p') && { types: ['place_parking'] }),
    ...(types.length === 1 &&
      sorte !== undefined &&
      (sorte === LOCAL ? { types: ['local'] } : { typeLogement: sorte })),
    prix_min: vide(prix[0]),
    prix_max: vide(prix[1]),
    surface_min: vide(surface[0]),
    surface_max: vide(surface[1]),
    ...(revisables.length > 0 && { etats: revisables }),
  }
}
