import { PLACES_PAR_RANGEE } from '#features/plan-de-vente/plan-de-vente.words.ts'
import { memo, useMemo } from 'react'
import { Grille } from '#features/plan-de-vente/web/Grille.tsx'
import { lotsOfBloc, type Filtres } from '#features/plan-de-vente/web/filtres.ts'
import type { Taille } from '#features/plan-de-vente/web/grille.ts'
import styles from '#features/plan-de-vente/web/plan.module.css'
import type { BlocLu, ParkingLu, PlanLu } from '#features/plan-de-vente/web/plan.queries.ts'
import { rangeesDuBloc, rangeesDuParking } from '#features/plan-de-vente/web/rangees.ts'
import { formatCompte } from '#shared/texte.ts'

/** A bloc or a parking: each has a grid of its own. `cle` is what the address calls it: « 12 », « p3 ». */
export type Morceau = { cle: string; bloc: BlocLu } | { cle: string; parking: ParkingLu }

export const morceauxOf = ({ blocs, parkings }: Pick<PlanLu, 'blocs' | 'parkings'>): Morceau[] => [
  ...blocs.map((bloc) => ({ cle: String(bloc.id), bloc })),
  ...parkings.map((parking) => ({ cle: `p${parking.id}`, parking })),
]

/** « Bloc A », « Parking Sous-sol », but never « Parking Parking Nord ». */
export function nomDuMorceau(morceau: Morceau): string {
  if ('bloc' in morceau) return morceau.bloc.nomloc
  const { parking_nom } = morceau.parking
  return /^parking\b/i.test(parking_nom) ? parking_nom : `Parking ${parking_nom}`
}

type PartieProps = Morceau & {
  filtres: Filtres
  client: boolean
  taille: Taille
  onOpen: (cle: string) => void
  /** Only the first so many of its rows are drawn yet. */
  rows?: number | undefined
}

/** A bloc under its name, or a parking. Drawn again only when one of its lots has changed. */
export const Partie = memo(function Partie({
  filtres,
  client,
  taille,
  onOpen,
  rows,
  ...morceau
}: PartieProps) {
  const part = 'bloc' in morceau ? morceau.bloc : morceau.parking
  const rangees = useMemo(
    () => ('etages' in part ? rangeesDuBloc(part, filtres) : rangeesDuParking(part, filtres)),
    [part, filtres],
  )
  const lots = 'etages' in part ? lotsOfBloc(part) : part.places
  const libres = lots.filter(({ etat }) => etat === 'libre').length
  const nom = nomDuMorceau(morceau)
  return (
    <section
      className={styles.partie}
      aria-label={nom}
      style={{
        containIntrinsicSize: `auto ${heightOf(morceau)}rem`,
        ...(rows !== undefined && { minHeight: `${heightOf(morceau)}rem` }),
      }}
    >
      <h2 className={styles.nom}>
        <bdi>{nom}</bdi>
        {!client && (
          <span className={styles.compte}>
            {formatCompte(lots.length, 'lot')}, {formatCompte(libres, 'libre')}
          </span>
        )}
      </h2>
      {lots.length > 0 ? (
        <Grille
          label={'etages' in part ? `Plan du ${nom}` : nom}
          rangees={rangees.slice(0, rows)}
          taille={taille}
          onOpen={onOpen}
        />
      ) : (
        <p className={styles.vide}>
          {'etages' in part ? 'Aucun lot dans ce bloc.' : 'Aucune place dans ce parking.'}
        </p>
      )}
    </section>
  )
})

/** How many rows it has; a part without any is drawn with the first. */
export const countRows = (morceau: Morceau): number =>
  Math.max(
    'bloc' in morceau
      ? morceau.bloc.etages.length + (morceau.bloc.locaux.length > 0 ? 1 : 0)
      : Math.ceil(morceau.parking.places.length / PLACES_PAR_RANGEE),
    1,
  )

/** About how tall it will be, in rem: what stands in its place until it is drawn. */
export const heightOf = (morceau: Morceau): number => 4 + countRows(morceau) * 4.3
