import { ETATS_DU_PLAN, type EtatDuPlan } from '#features/plan-de-vente/plan-de-vente.codes.ts'
import type { LotLu, PlanLu } from '#features/plan-de-vente/web/plan.queries.ts'
import type { CriteresProposes } from '#features/prix/web/revision.saisie.ts'
import { readCentiemes } from '#shared/argent.ts'

/** What the address says, and what it says by itself. */
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

/** The values of the filters alone, all unset. */
export const SANS_FILTRE = {
  etat: '',
  type: '',
  prix_min: '',
  prix_max: '',
  surface_min: '',
  surface_max: '',
} satisfies Partial<Adresse>

/** What a local, which has no type of its own, is found under. */
export const LOCAL = 'Local'

/** What is looked for; an empty list or null looks for anything. Prices in DA, areas in m². */
export interface Filtres {
  etats: readonly EtatDuPlan[]
  types: readonly string[]
  prix: Bornes
  surface: Bornes
}
type Bornes = readonly [min: number | null, max: number | null]

/** What a buyer is told in the place of a state, and the other way round: a filter survives the turn of the view. */
const POUR_CLIENT: Partial<Record<EtatDuPlan, EtatDuPlan>> = { livre: 'vendu', bloque: 'indisponible' }
const POUR_NOUS: Partial<Record<EtatDuPlan, EtatDuPlan>> = { indisponible: 'bloque' }

const listOf = (text: string): string[] => text.split('|').filter(Boolean)
export const joinList = (values: readonly string[]): string => values.join('|')

/** The filters of an address; what it says of prices is nothing in the vue client. */
export function toFiltres(adresse: Adresse, client: boolean): Filtres {
  const said = client ? POUR_CLIENT : POUR_NOUS
  const etats = ETATS_DU_PLAN.filter((etat) => listOf(adresse.etat).includes(etat)).map(
    (etat) => said[etat] ?? etat,
  )
  return {
    etats: [...new Set(etats)],
    types: listOf(adresse.type),
    prix: client ? [null, null] : toBornes(adresse.prix_min, adresse.prix_max),
    surface: toBornes(adresse.surface_min, adresse.surface_max),
  }
}

/** Both ends, exchanged when they come the wrong way round. */
function toBornes(from: string, to: string): Bornes {
  const [min, max] = [toNombre(from), toNombre(to)]
  return min !== null && max !== null && min > max ? [max, min] : [min, max]
}

function toNombre(text: string): number | null {
  const centiemes = readCentiemes(text)
  return centiemes === null ? null : centiemes / 100
}

/** How many filters are set. */
export const countFiltres = ({ etats, types, prix, surface }: Filtres): number =>
  [etats.length, types.length, ...[...prix, ...surface].map((borne) => (borne === null ? 0 : 1))].filter(
    Boolean,
  ).length

const within = (value: number | null, [min, max]: Bornes): boolean =>
  (min === null && max === null) || (value !== null && value >= (min ?? value) && value <= (max ?? value))

/** Is it one of those that are looked for? */
export const matches = (lot: LotLu, { etats, types, prix, surface }: Filtres): boolean =>
  (etats.length === 0 || etats.includes(lot.etat)) &&
  (types.length === 0 || types.includes(lot.sorte ?? LOCAL)) &&
  within(lot.montant, prix) &&
  within(lot.surface, surface)

/** Every lot of a plan, bloc by bloc, then the places. */
export const lotsOf = ({ blocs, parkings }: Pick<PlanLu, 'blocs' | 'parkings'>): LotLu[] => [
  ...blocs.flatMap(lotsOfBloc),
  ...parkings.flatMap(({ places }) => places),
]

export const lotsOfBloc = ({ etages, locaux }: PlanLu['blocs'][number]): LotLu[] => [
  ...etages.flatMap(({ lots }) => lots),
  ...locaux,
]

const parNom = new Intl.Collator('fr', { numeric: true })

/** The types that are there, by name. */
export const typesOf = (lots: readonly LotLu[]): string[] =>
  [...new Set(lots.map(({ sorte }) => sorte ?? LOCAL))].toSorted(parNom.compare)

/** What a revision of prices begins with: the lots that are looked for, as far as prices can be revised. */
export function toCriteres({ etats, types, prix, surface }: Filtres, bloc: string): CriteresProposes {
  const vide = (borne: number | null) => borne ?? ''
  const revisables = (['libre', 'bloque', 'option'] as const).filter((etat) => etats.includes(etat))
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
