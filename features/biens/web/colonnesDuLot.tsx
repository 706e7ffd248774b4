import { EtatDuBien } from '#features/biens/web/EtatDuBien.tsx'
import { acheteur, lieuCompact, resteCompact } from '#features/biens/web/LotParts.tsx'
import type { BienMontre, Lot, SuiviLu } from '#features/biens/web/lots.ts'
import { Montant } from '#web/kit/card/Montant.tsx'
import type { Colonne } from '#web/kit/table/Tableau.tsx'

type Colonnes<T, K extends string> = Record<string, Omit<Colonne<T, K>, 'min'> & { min?: number }>
type Lieu = Parameters<typeof lieuCompact>[0]

/** The columns that the tables of biens of every kind have in common; each adds its widths and its place on a phone. */
export function colonnesDuBien<T>(toBien: (record: T) => BienMontre & SuiviLu) {
  return {
    etat: {
      title: 'État',
      genre: 'etat',
      min: 104,
      phone: 'etat',
      sort: 'etat',
      cell: (record) => <EtatDuBien bien={toBien(record)} />,
    },
    client: {
      title: 'Client',
      genre: 'nom',
      sort: 'client',
      cell: (record) => acheteur(toBien(record))?.value,
    },
    prix: {
      title: 'Prix',
      genre: 'figure',
      min: 130,
      phone: 'combien',
      cell: (record) => <Montant decimal={toBien(record).montant} />,
    },
    reste: {
      title: 'Reste à payer',
      genre: 'figure',
      min: 130,
      sort: 'reste',
      cell: (record) => resteCompact(toBien(record)),
    },
  } satisfies Colonnes<T, 'etat' | 'client' | 'reste'>
}

export function colonnesDuLot<T>(toLot: (record: T) => Lot, lieuDe: (record: T) => Lieu) {
  return {
    ...colonnesDuBien(toLot),
    lieu: {
      title: 'Lieu',
      genre: 'lieu',
      sort: 'bloc',
      second: { title: 'Résidence', sort: 'residence' },
      cell: (record) => lieuCompact(lieuDe(record)).cell,
      under: (record) => lieuCompact(lieuDe(record)).under,
    },
  } satisfies Colonnes<T, 'bloc' | 'residence' | 'etat' | 'client' | 'reste'>
}
