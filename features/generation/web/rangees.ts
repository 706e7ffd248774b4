import type { ApercuLu } from '#features/generation/web/generation.queries.ts'
import { PLACES_PAR_RANGEE } from '#features/plan-de-vente/plan-de-vente.words.ts'
import type { Cellule, Rangee } from '#features/plan-de-vente/web/grille.ts'
import { formatCentiemes, formatMontant, formatSurface, fromDecimal } from '#shared/argent.ts'

type Bloc = ApercuLu['blocs'][number]
type Parking = NonNullable<ApercuLu['parking']>

/** The étages of a bloc from top to bottom, its locaux below them. */
export function rangeesDuBloc({ etages, locaux }: Bloc): Rangee[] {
  const rows = etages.map(({ designation, niveau, lots }) => ({
    cle: `e${niveau}`,
    titre: designation,
    cellules: lots.map((lot, rang) =>
      cellule(`e${niveau}-${rang}`, 'Lot', {
        ...lot,
        sorte: lot.typeLogement,
        surface: fromDecimal(lot.surfaceHabitable) + fromDecimal(lot.surfaceUtile),
      }),
    ),
  }))
  if (locaux.length === 0) return rows
  const derniere = locaux.map((local, rang) =>
    cellule(`l${rang}`, 'Local', { ...local, sorte: null, surface: fromDecimal(local.surface) }),
  )
  return [...rows, { cle: 'locaux', titre: 'Locaux', cellules: derniere }]
}

/** Ten places a row, named by the first and the last. */
export function rangeesDuParking({ places }: Parking): Rangee[] {
  const rows: Rangee[] = []
  for (let from = 0; from < places.length; from += PLACES_PAR_RANGEE) {
    const some = places.slice(from, from + PLACES_PAR_RANGEE)
    const [first, last] = [some[0]?.numero_place ?? 0, some.at(-1)?.numero_place ?? 0]
    rows.push({
      cle: `p${from}`,
      titre: first === last ? String(first) : `${first}–${last}`,
      cellules: some.map((place) =>
        cellule(`p${place.numero_place}`, 'Place', {
          ...place,
          numero: String(place.numero_place),
          sorte: place.type_place,
          surface: null,
        }),
      ),
    })
  }
  return rows
}

interface LotNouveau {
  numero: string
  sorte: string | null
  /** In hundredths of m². */
  surface: number | null
  montant: number | null
  collision: Bloc['collision']
}

/** What is the matter with a cell, short enough to stand in it. */
const OBSTACLES = { existe: 'existe déjà', double: 'en double', prix: 'prix hors limites' }

function cellule(cle: string, genre: string, lot: LotNouveau): Cellule {
  const { numero, sorte, montant, collision } = lot
  const surface = lot.surface === null ? null : formatSurface(lot.surface)
  const centimes = montant === null ? null : fromDecimal(montant)
  return {
    cle,
    numero,
    precision: [sorte, surface].filter(Boolean).join(' · '),
    prix:
      centimes === null
        ? null
        : `${formatCentiemes(centimes, centimes % 100 === 0 ? 'utiles' : 'toujours')}\u00A0DA`,
    etat: 'nouveau',
    nom: [
      `${genre} ${numero}`,
      sorte,
      surface,
      centimes === null ? null : formatMontant(centimes),
      collision === null ? 'nouveau' : OBSTACLES[collision],
    ]
      .filter(Boolean)
      .join(', '),
    ...(collision !== null && { collision: OBSTACLES[collision] }),
  }
}
