import { EtatDuBien } from '#features/biens/web/EtatDuBien.tsx'
import { acheteur, lieuCompact, resteCompact } from '#features/biens/web/LotParts.tsx'
import type { Lot } from '#features/biens/web/lots.ts'
import { Montant } from '#web/kit/card/Montant.tsx'
import type { Colonne } from '#web/kit/table/Tableau.tsx'

type Lieu = Parameters<typeof lieuCompact>[0]

/** The columns that the tables of appartements and of locaux have in common; each adds its widths and its place on a phone. */
export function colonnesDuLot<T>(toLot: (record: T) => Lot, lieuDe: (record: T) => Lieu) {
  return {
    lieu: {
      title: 'Lieu',
      genre: 'lieu',
      sort: 'bloc',
      second: { title: 'Résidence', sort: 'residence' },
      cell: (record) => lieuCompact(lieuDe(record)).cell,
      under: (record) => lieuCompact(lieuDe(record)).under,
    },
    etat: {
      title: 'État',
      genre: 'etat',
      min: 104,
      phone: 'etat',
      sort: 'etat',
      cell: (record) => <EtatDuBien bien={toLot(record)} />,
    },
    client: {
      title: 'Client',
      genre: 'nom',
      sort: 'client',
      cell: (record) => acheteur(toLot(record))?.value,
    },
    prix: {
      title: 'Prix',
      genre: 'figure',
      min: 130,
      phone: 'combien',
      cell: (record) => <Montant decimal={toLot(record).montant} />,
    },
    reste: {
      title: 'Reste à payer',
      genre: 'figure',
      min: 130,
      sort: 'reste',
      cell: (record) => resteCompact(toLot(record)),
    },
  } satisfies Record<string, Omit<Colonne<T, TriCommun>, 'min'> & { min?: number }>
}

type TriCommun = 'bloc' | 'residence' | 'etat' | 'client' | 'reste'
