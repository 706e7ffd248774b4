import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type Mode, surUnCompte, type TypePayeur } from '#features/paiements/modes.ts'
import { useTimbre } from '#features/parametres/web/parametres.queries.ts'
import { refusDuVersement, resteApres, timbreDe } from '#features/paiements/paiements.rules.ts'
import type { ChampBien } from '#features/paiements/web/bienDuPaiement.ts'
import { BIENS_A_PAYER } from '#features/biens/web/lecturesAuBesoin.ts'
import { offerBiens, type BienAPayer, type BienOffert } from '#features/paiements/web/biensAPayer.ts'
import { paiementsQueries, type PaiementLu } from '#features/paiements/web/paiements.queries.ts'
import { fromDecimal, readCentiemes, type Centimes } from '#shared/argent.ts'
import type { BienDesigne, TypeBien } from '#shared/biens.ts'
import { aujourdhui } from '#shared/dates.ts'
import { messageOf } from '#web/kit/call/api.ts'

/** The droit de timbre that saving the form gives the payment, in centimes: that of a payment whose amount and mode stay is kept. */
export function useTimbreSaisi(
  { mode, versement }: Pick<Saisie, 'mode' | 'versement'>,
  paiement?: PaiementLu,
): Centimes | null {
  const percevoir = useTimbre()
  const entered = Math.max(readCentiemes(versement) ?? 0, 0)
  if (paiement && paiement.mode === mode && fromDecimal(paiement.versement) === entered)
    return paiement.timbre === null ? null : fromDecimal(paiement.timbre)
  const avantDiyar = paiement?.recu.startsWith('REP-') ?? false
  return percevoir && !avantDiyar ? timbreDe({ versement: entered, mode }) : null
}

/** The means of payment in the form. A null mode is unknown; a null payer is the client. */
export interface MoyenSaisi {
  mode: Mode | null
  banque: string
  reference: string
  date_cheque: string
  /** Our account; undefined while nobody chose one. */
  compte_id: number | null | undefined
  payeur_type: TypePayeur | null
  payeur: string
}

/** A new cheque bears today's date unless the cashier changes it. */
const toMoyenSaisi = (paiement?: PaiementLu): MoyenSaisi => ({
  mode: paiement?.mode ?? null,
  banque: paiement?.banque ?? '',
  reference: paiement?.reference ?? '',
  date_cheque: paiement?.date_cheque ?? (paiement?.mode === 'cheque' ? '' : aujourdhui()),
  // A payment that came to no account by itself is proposed one when its mode changes.
  compte_id: surUnCompte(paiement?.mode ?? null) ? (paiement?.compte?.id ?? null) : undefined,
  payeur_type: paiement?.payeur_type ?? null,
  payeur: paiement?.payeur ?? '',
})

export interface Saisie extends Record<string, unknown>, MoyenSaisi {
  client_id: number | null
  appartement_id: number | null
  place_parking_id: number | null
  local_id: number | null
  date_paiement: string
  /** Decimal dinars, '' while empty. */
  versement: number | string
  details: string
}

export function bienChoisi({
  appartement_id,
  place_parking_id,
  local_id,
}: Pick<Saisie, ChampBien>): BienDesigne | null {
  if (appartement_id !== null) return { type: 'appartement', id: appartement_id }
  if (place_parking_id !== null) return { type: 'place_parking', id: place_parking_id }
  return local_id === null ? null : { type: 'local', id: local_id }
}

export const AUCUN_BIEN = { appartement_id: null, place_parking_id: null, local_id: null }

export function toSaisie({ paiement, clientId, bien }: PaiementConnu): Saisie {
  const { type, id = null } = bien ?? {}
  return {
    client_id: paiement?.client_id ?? clientId ?? null,
    appartement_id: paiement ? paiement.appartement_id : type === 'appartement' ? id : null,
    place_parking_id: paiement ? paiement.place_parking_id : type === 'place_parking' ? id : null,
    local_id: paiement ? paiement.local_id : type === 'local' ? id : null,
    date_paiement: paiement?.date_paiement ?? aujourdhui(),
    versement: paiement?.versement ?? '',
    details: paiement?.details ?? '',
    ...toMoyenSaisi(paiement),
  }
}

export interface PaiementConnu {
  paiement?: PaiementLu
  clientId?: number
  bien?: BienDesigne
}

type ParChamp<T> = Record<ChampBien, T>

export interface BiensOfferts {
  queries: ParChamp<UseQueryResult<BienAPayer[]>>
  /** The biens loaded so far, in the order of the menu. */
  offerts: ParChamp<BienOffert[]>
  /** True when all three lists are loaded and none is reloading. */
  complete: boolean
}

export function useBiensOfferts(clientId: number | null): BiensOfferts {
  const queries = {
    appartement_id: useBiens('appartement', clientId),
    place_parking_id: useBiens('place_parking', clientId),
    local_id: useBiens('local', clientId),
  }
  const offerts = {
    appartement_id: useOfferts(queries.appartement_id.data),
    place_parking_id: useOfferts(queries.place_parking_id.data),
    local_id: useOfferts(queries.local_id.data),
  }
  const complete = Object.values(queries).every(({ isSuccess, isFetching }) => isSuccess && !isFetching)
  return { queries, offerts, complete }
}

function useBiens(type: TypeBien, clientId: number | null) {
  const lecture = BIENS_A_PAYER[type]
  return useQuery({
    queryKey: ['clients', clientId, 'a-payer', type],
    queryFn: ({ signal }) => lecture.ofClient(clientId ?? 0, signal),
    enabled: clientId !== null,
  })
}

const useOfferts = (biens: readonly BienAPayer[] | undefined) =>
  useMemo(() => offerBiens(biens ?? []), [biens])

export interface Reste {
  /** The figures in centimes, null while unknown; `avant` and `apres` are the remainders before and after the entered amount. */
  compte: { prix: Centimes; paye: Centimes; versement: Centimes; avant: Centimes; apres: Centimes } | null
  pending: boolean
  /** The receipt of a payment of the same amount on the same day, a possible double entry. */
  semblable: string | null
  failure: string | null
  /** The server's error sentence for an amount above the remainder, shown before sending (Q154). */
  refus: string | null
  refresh: () => Promise<unknown>
}

/**
 * The remainder of the chosen bien: price − payments − the entered amount (D3 §5), from the payment list and the totals of the bien (D3
 * §7). Payments of former clients and the edited payment's old amount do not count (Q159).
 */
export function useReste(
  bien: BienDesigne | null,
  { queries }: BiensOfferts,
  { versement, date_paiement }: Pick<Saisie, 'versement' | 'date_paiement'>,
  edited?: PaiementLu,
): Reste {
  const paiements = useQuery({
    ...paiementsQueries.all(bien ?? { type: 'appartement', id: 0 }),
    enabled: bien !== null,
  })
  const chosen = bien && queries[`${bien.type}_id`].data?.find(({ id }) => id === bien.id)
  const refresh = () => paiements.refetch()
  const failure =
    bien && paiements.isError ? messageOf(paiements.error, 'Erreur lors du calcul du reste à payer.') : null
  const none = { compte: null, semblable: null, pending: false, failure, refus: null, refresh }
  if (bien === null) return none
  if (!paiements.data || !chosen) return { ...none, pending: failure === null }
  const current = paiements.data.filter(({ id, vente_terminee }) => !vente_terminee && id !== edited?.id)
  const paye = current.reduce((sum, line) => sum + fromDecimal(line.versement), 0)
  const prix = fromDecimal(chosen.montant)
  const entered = Math.max(readCentiemes(versement) ?? 0, 0)
  const same = current.find(
    (line) => line.date_paiement === date_paiement && fromDecimal(line.versement) === entered,
  )
  const avant = resteApres(prix, paye, 0)
  const apres = resteApres(prix, paye, entered)
  return {
    ...none,
    compte: { prix, paye, versement: entered, avant, apres },
    semblable: same?.recu ?? null,
    refus: refusDuVersement({ prix, total_paye: paye }, entered)?.message ?? null,
  }
}
