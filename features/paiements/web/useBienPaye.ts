import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { bienQueries } from '#features/paiements/web/paiements.queries.ts'
import { fromDecimal, formatCentiemes, formatSurface, toDecimal } from '#shared/argent.ts'
import type { BienDesigne } from '#shared/biens.ts'

/** A bien as its panel shows it: the facts of its kind, and where its sale stands (D3 §2.4). */
export interface BienPaye {
  numero: string
  client: { id: number; nomComplet: string } | null
  resteAPayer: number | null
  pourcentagePaiement: number
  /** A text, or an amount in decimal dinars. */
  facts: { label: string; value: string | { montant: number | null } }[]
}

const surface = (decimal: number | null) =>
  decimal === null ? 'Non spécifiée' : formatSurface(fromDecimal(decimal))
const sansUnite = (decimal: number | null) =>
  decimal === null ? 'Non spécifiée' : formatCentiemes(fromDecimal(decimal), 'utiles')
const somme = (a: number | null, b: number | null) =>
  a === null || b === null ? null : toDecimal(fromDecimal(a) + fromDecimal(b))

/** The bien of the detail screen, whatever its kind: one of three calls is made. */
export function useBienPaye({ type, id }: BienDesigne): UseQueryResult<BienPaye> {
  const appartement = useQuery({
    ...bienQueries.appartement(id),
    enabled: type === 'appartement',
    select: (data): BienPaye => ({
      ...data,
      numero: data.numLot,
      facts: [
        { label: 'N° Lot', value: data.numLot || 'Non spécifié' },
        { label: 'Type', value: data.typeLogement || 'Non spécifié' },
        { label: 'Surface habitable', value: surface(data.surfaceHabitable) },
        { label: 'Surface utile', value: surface(data.surfaceUtile) },
        { label: 'Surface totale', value: surface(somme(data.surfaceHabitable, data.surfaceUtile)) },
        { label: 'Montant', value: { montant: data.montant } },
        { label: 'Étage', value: data.etage.designation || 'Non spécifié' },
        { label: 'Bloc', value: data.etage.bloc.nomloc || 'Non spécifié' },
        { label: 'Résidence', value: data.etage.bloc.residence.nom || 'Sans résidence' },
      ],
    }),
  })
  const place = useQuery({
    ...bienQueries.place_parking(id),
    enabled: type === 'place_parking',
    select: (data): BienPaye => ({
      ...data,
      numero: String(data.numero_place),
      facts: [
        { label: 'Numéro', value: String(data.numero_place) },
        { label: 'Superficie', value: surface(data.superficie) },
        { label: 'Montant', value: { montant: data.montant } },
        { label: 'Parking', value: data.parking.parking_nom || 'Non spécifié' },
      ],
    }),
  })
  const local = useQuery({
    ...bienQueries.local(id),
    enabled: type === 'local',
    select: (data): BienPaye => ({
      ...data,
      numero: data.num,
      facts: [
        { label: 'Numéro', value: data.num || 'Non spécifié' },
        { label: 'Surface (m²)', value: sansUnite(data.surface) },
        { label: 'Description', value: data.description || 'Aucune description' },
        { label: 'Montant', value: { montant: data.montant } },
        { label: 'Résidence', value: data.bloc.residence.nom || 'Sans résidence' },
        { label: 'Bloc', value: data.bloc.nomloc || 'Non spécifié' },
        { label: 'Client', value: data.client ? data.client.nomComplet || 'Non spécifié' : 'Aucun client' },
        { label: 'État', value: data.estDispo ? 'Disponible' : 'Vendu' },
      ],
    }),
  })
  return { appartement, place_parking: place, local }[type]
}
