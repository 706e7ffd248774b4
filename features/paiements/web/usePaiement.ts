import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useMemo } from 'react'
import { resteApres } from '#features/paiements/paiements.rules.ts'
import type { ChampBien } from '#features/paiements/web/bienDuPaiement.ts'
import { useBiensAPayer, type BienAPayer } from '#features/paiements/web/biensAPayer.ts'
import { toMoyenSaisi, type MoyenSaisi } from '#features/paiements/web/moyenSaisi.ts'
import { paiementsQueries, type PaiementLu } from '#features/paiements/web/paiements.queries.ts'
import { fromDecimal, readCentiemes, type Centimes } from '#shared/argent.ts'
import type { BienDesigne, TypeBien } from '#shared/biens.ts'
import { aujourdhui } from '#shared/dates.ts'
import { groupBy } from '#shared/group-by.ts'
import { normaliser } from '#shared/texte.ts'
import { paiementsErreurs } from '#features/paiements/paiements.erreurs.ts'
import { messageOf } from '#web/kit/api.ts'

/** What stands in the payment form; at most one of the three biens. */
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

/** What the form begins with: the payment to edit, else what is known where it was opened. */
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

/** What is known where the form is opened: nothing, a client, his bien, or the payment to edit. */
export interface PaiementConnu {
  paiement?: PaiementLu
  clientId?: number
  bien?: BienDesigne
}

type ParChamp<T> = Record<ChampBien, T>

/** What the chosen client owns, field by field of the form. */
export interface BiensOfferts {
  queries: ParChamp<UseQueryResult<BienAPayer[]>>
  /** As far as they have come, named and in the order in which they are offered. */
  offerts: ParChamp<BienOffert[]>
  /** All of them have come, and none is being read again. */
  complete: boolean
}

/** Nothing is asked while nobody is chosen. */
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
  const lecture = useBiensAPayer()[type]
  return useQuery({
    queryKey: ['clients', clientId, 'a-payer', type],
    queryFn: ({ signal }) => lecture.ofClient(clientId ?? 0, signal),
    enabled: clientId !== null,
  })
}

const useOfferts = (biens: readonly BienAPayer[] | undefined) => useMemo(() => offrir(biens ?? []), [biens])

/** A bien as the payment form offers it. */
export interface BienOffert {
  id: number
  /** « 302 (F3) · Bloc C, Résidence El Yasmine »: no two of a list are alike. */
  label: string
  /** Where it is: « Bloc C, Résidence El Yasmine », with what tells it from another. */
  lieu: string
  /** What remains to be paid, decimal dinars; null where the answer does not say. */
  reste: number | null
}

export const estSolde = ({ reste }: BienOffert): boolean => reste !== null && reste <= 0

/**
 * Names and order of a list: what is paid comes last. Only residences have a name of their own (a residence may have two
 * blocs A, a bloc two étages with a lot 1): where two would be called the same, their étage is said, then their number.
 */
export function offrir(biens: readonly BienAPayer[]): BienOffert[] {
  const situes = biens.map((bien) => ({ ...bien, lieu: bien.lieu.filter(Boolean).join(', ') }))
  const precises = preciser(situes, ({ precision = '', lieu }) =>
    [precision, lieu].filter(Boolean).join(', '),
  )
  const seuls = preciser(precises, ({ id, lieu }) => `${lieu} (fiche ${id})`.trim())
  const offerts = seuls.map(({ id, nom, lieu, resteAPayer }) => ({
    id,
    label: nommer(nom, lieu),
    lieu,
    reste: resteAPayer,
  }))
  return [...offerts.filter((bien) => !estSolde(bien)), ...offerts.filter(estSolde)]
}

const nommer = (nom: string, lieu: string): string => [nom, lieu].filter(Boolean).join(' · ')

/** Says more of where those are that are called the same; case and accents make no other name to a reader in a hurry. */
function preciser<T extends { nom: string; lieu: string }>(
  biens: readonly T[],
  lieuDe: (bien: T) => string,
): T[] {
  const noms = biens.map(({ nom, lieu }) => normaliser(nommer(nom, lieu)))
  const memes = groupBy(noms, (nom) => nom)
  return biens.map((bien, rang) =>
    (memes.get(noms[rang] ?? '')?.length ?? 0) > 1 ? { ...bien, lieu: lieuDe(bien) } : bien,
  )
}

export interface Reste {
  /** The figures, in centimes, once they are known: what remains before and after the entered amount, and where it comes from. */
  compte: { prix: Centimes; paye: Centimes; versement: Centimes; avant: Centimes; apres: Centimes } | null
  pending: boolean
  /** The receipt of a payment of the same amount on the same day, which this one may repeat. */
  semblable: string | null
  /** The payments could not be read. */
  failure: string | null
  /** The amount is more than what remains: the server's own sentence, before it is sent (Q154). */
  refus: string | null
  refresh: () => Promise<unknown>
}

/**
 * What remains to be paid of the chosen bien: its price − its payments − the amount entered (D3 §5), from the payment
 * list and the property totals (D3 §7). Former clients' payments do not count, nor does the edited one's old amount (Q159).
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
  const none = { compte: null, semblable: null, pending: false, failure: null, refus: null, refresh }
  if (bien === null) return none
  if (paiements.isError)
    return { ...none, failure: messageOf(paiements.error, 'Erreur lors du calcul du reste à payer.') }
  if (!paiements.data || !chosen) return { ...none, pending: true }
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
    refus: apres < 0 ? paiementsErreurs.versementDepasse.message({ reste: avant }) : null,
  }
}
