import { useQuery } from '@tanstack/react-query'
import { resteApres } from '#features/paiements/paiements.rules.ts'
import { paiementsQueries, type PaiementLu } from '#features/paiements/web/paiements.queries.ts'
import { useChoixDuClient } from '#features/paiements/web/useChoixDuClient.ts'
import type { Saisie } from '#features/paiements/web/saisie.ts'
import { fromDecimal, readCentiemes, type Centimes } from '#shared/argent.ts'
import { sentence } from '#shared/erreurs.ts'
import { messageOf } from '#web/kit/api.ts'
import type { BienDesigne } from '#shared/biens.ts'

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
  clientId: number | null,
  { versement, date_paiement }: Pick<Saisie, 'versement' | 'date_paiement'>,
  edited?: PaiementLu,
): Reste {
  const paiements = useQuery({
    ...paiementsQueries.all(bien ?? { type: 'appartement', id: 0 }),
    enabled: bien !== null,
  })
  const { appartements, places, locaux } = useChoixDuClient(clientId)
  const owned = { appartement: appartements.data, place_parking: places.data, local: locaux.data }
  const chosen = bien && owned[bien.type]?.find(({ id }) => id === bien.id)
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
    refus: apres < 0 ? sentence('versementDepasse', { reste: avant }) : null,
  }
}
