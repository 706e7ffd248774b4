import { memo, useMemo } from 'react'
import {
  PLACES_PAR_RANGEE,
  ETATS_DITS,
  nomDuParking,
  rangeesDesPlaces,
} from '#features/plan-de-vente/plan-de-vente.words.ts'
import {
  formatPrix,
  Grille,
  type Taille,
  type Cellule,
  type Rangee,
} from '#features/plan-de-vente/web/Grille.tsx'
import { lotsOfBloc, type Filtres, matches } from '#features/plan-de-vente/web/filtres.ts'
import styles from '#features/plan-de-vente/web/plan.module.css'
import type { BlocLu, ParkingLu, PlanLu, LotLu } from '#features/plan-de-vente/web/plan.queries.ts'
import { formatCompte } from '#shared/texte.ts'
import { libelleDuBien } from '#shared/biens.ts'
import { formatMontant, formatSurface, fromDecimal } from '#shared/argent.ts'
import { formatJourCourt } from '#shared/dates.ts'

/** A bloc or a parking, drawn as one grid. `cle` names it in the address: « 12 », « p3 ». */
type Morceau = { cle: string; bloc: BlocLu } | { cle: string; parking: ParkingLu }

export const morceauxOf = ({ blocs, parkings }: Pick<PlanLu, 'blocs' | 'parkings'>): Morceau[] => [
  ...blocs.map((bloc) => ({ cle: String(bloc.id), bloc })),
  ...parkings.map((parking) => ({ cle: `p${parking.id}`, parking })),
]

export const nomDuMorceau = (morceau: Morceau): string =>
  'bloc' in morceau ? morceau.bloc.nomloc : nomDuParking(morceau.parking.parking_nom)

type PartieProps = Morceau & {
  filtres: Filtres
  client: boolean
  taille: Taille
  onOpen: (cle: string) => void
  /** Number of rows to draw so far; all when undefined. */
  rows?: number | undefined
}

/** Titled grid of a bloc or a parking, redrawn only when one of its lots has changed. */
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
  const disponibles = lots.filter(({ etat }) => etat === 'libre').length
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
      <h2 className={`wrap bold gap-4-12 ${styles.nom}`}>
        <bdi>{nom}</bdi>
        {!client && (
          <span className={styles.compte}>
            {formatCompte(lots.length, 'lot')}, {formatCompte(disponibles, 'disponible')}
          </span>
        )}
      </h2>
      {lots.length > 0 ? (
        <Grille
          label={'etages' in part ? `Plan du ${nom}` : nom}
          rangees={rangees}
          drawn={rows}
          taille={taille}
          onOpen={onOpen}
        />
      ) : (
        <p className="dim flat">
          {'etages' in part ? 'Aucun lot dans ce bloc.' : 'Aucune place dans ce parking.'}
        </p>
      )}
    </section>
  )
})

export const countRows = (morceau: Morceau): number =>
  Math.max(
    'bloc' in morceau
      ? morceau.bloc.etages.length + (morceau.bloc.locaux.length > 0 ? 1 : 0)
      : Math.ceil(morceau.parking.places.length / PLACES_PAR_RANGEE),
    1,
  )

/** Approximate height in rem, which keeps the place of a part that is not drawn yet. */
export const heightOf = (morceau: Morceau): number => 4 + countRows(morceau) * 5

/** Rows of a bloc: its étages from top to bottom, then its locaux. */
function rangeesDuBloc({ etages, locaux }: BlocLu, filtres: Filtres): Rangee[] {
  const rows = etages.map(({ id, designation, lots }) => rangee(`e${id}`, designation, lots, filtres))
  return locaux.length > 0 ? [...rows, rangee('locaux', 'Locaux', locaux, filtres)] : rows
}

const rangeesDuParking = ({ places }: ParkingLu, filtres: Filtres): Rangee[] =>
  rangeesDesPlaces(places, ({ numero }) => numero).map(({ titre, lots }, at) =>
    rangee(`p${at}`, titre, lots, filtres),
  )

const rangee = (cle: string, titre: string, lots: readonly LotLu[], filtres: Filtres): Rangee => ({
  cle,
  titre,
  cellules: lots.map((lot) => toCellule(lot, filtres)),
})

function toCellule(lot: LotLu, filtres: Filtres): Cellule {
  const { id, numero, sorte, surface, montant, etat } = lot
  const aire = surface === null ? null : formatSurface(fromDecimal(surface))
  const pale = !matches(lot, filtres)
  return {
    cle: String(id),
    numero,
    sorte,
    surface: aire,
    prix: montant === null ? null : formatPrix(fromDecimal(montant)),
    etat,
    nom: [
      libelleDuBien(lot.type, lot.numero),
      sorte,
      aire,
      montant === null ? null : formatMontant(fromDecimal(montant)),
      describeEtat(lot),
      pale ? 'hors filtre' : null,
    ]
      .filter(Boolean)
      .join(', '),
    pale,
  }
}

/** Words such as « option de … jusqu'au 12/03/2026 », « vendu à … », « bloqué : … »; the vue client holds only the state's word. */
function describeEtat({ etat, option, client, bloque_motif }: LotLu): string {
  const mot = ETATS_DITS[etat].mot.toLowerCase()
  if (etat === 'option' && option)
    return `${mot} de ${option.nom} jusqu'au ${formatJourCourt(option.expire_le)}`
  if (etat === 'vendu' && client) return `${mot} à ${client.nomComplet}`
  if (etat === 'livre' && client) return `${mot}, vendu à ${client.nomComplet}`
  if (etat === 'bloque' && bloque_motif) return `${mot} : ${bloque_motif}`
  return mot
}
