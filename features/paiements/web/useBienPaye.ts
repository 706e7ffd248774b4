import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import type { BienAdresse } from '#features/paiements/paiements.rules.ts'
import { bienQueries } from '#features/paiements/web/paiements.queries.ts'
import { depuisDecimal, formaterCentiemes, formaterSurface } from '#shared/argent.ts'

/** A bien as its panel shows it: the facts of its kind, and where its sale stands (D3 §2.4). */
export interface BienPaye {
  numero: string
  client: { id: number; nomComplet: string } | null
  resteAPayer: number
  pourcentagePaiement: number
  /** A text, or an amount in decimal dinars. */
  facts: { label: string; value: string | { montant: number } }[]
}

const surface = (decimal: number | null) =>
  decimal === null ? 'Non spécifiée' : formaterSurface(depuisDecimal(decimal))

/** The bien of the detail screen, whatever its kind: one of three calls is made. */
export function useBienPaye({ type, id }: BienAdresse): UseQueryResult<BienPaye> {
  const appartement = useQuery({
    ...bienQueries.appartement(id),
    enabled: type === 'appartement',
    select: (data): BienPaye => ({
      ...data,
      numero: data.numLot,
      facts: [
        { label: 'N° Lot', value: data.numLot },
        { label: 'Type', value: data.typeLogement },
        { label: 'Surface habitable', value: surface(data.surfaceHabitable) },
        { label: 'Surface utile', value: surface(data.surfaceUtile) },
        {
          label: 'Surface totale',
          value: formaterSurface(depuisDecimal(data.surfaceHabitable) + depuisDecimal(data.surfaceUtile)),
        },
        { label: 'Montant', value: { montant: data.montant } },
        { label: 'Étage', value: data.etage.designation },
        { label: 'Bloc', value: data.etage.bloc.nomloc },
        { label: 'Résidence', value: data.etage.bloc.residence.nom },
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
        { label: 'Parking', value: data.parking.parking_nom },
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
        { label: 'Numéro', value: data.num },
        { label: 'Surface (m²)', value: formaterCentiemes(depuisDecimal(data.surface), 'utiles') },
        { label: 'Description', value: data.description || 'Aucune description' },
        { label: 'Montant', value: { montant: data.montant } },
        { label: 'Résidence', value: data.bloc.residence.nom },
        { label: 'Bloc', value: data.bloc.nomloc },
        { label: 'Client', value: data.client?.nomComplet ?? 'Aucun client' },
        { label: 'État', value: data.estDispo ? 'Disponible' : 'Vendu' },
      ],
    }),
  })
  return { appartement, place_parking: place, local }[type]
}
