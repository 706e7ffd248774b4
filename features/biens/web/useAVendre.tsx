import { useQueryClient } from '@tanstack/react-query'
import { useMemo, type ComponentProps, type ReactNode } from 'react'
import {
  aVendreQueries,
  findAVendre,
  optionAVendre,
  surfaceAVendre,
  type AVendreChoix,
  type BienAVendreLu,
} from '#features/biens/web/aVendre.queries.ts'
import styles from '#features/ventes/web/fins.module.css'
import { messageOf } from '#web/kit/call/api.ts'
import { Montant } from '#web/kit/card/Montant.tsx'
import type { LookupSelect } from '#web/kit/select/LookupSelect.tsx'
import { useLookup } from '#web/kit/select/useLookup.ts'

export const AUCUN_A_VENDRE = 'Aucun bien à vendre ne correspond.'
const ERREUR = 'Erreur lors du chargement des biens.'

interface AVendre {
  /** Reads a bien that the search has found. */
  find: (id: number) => BienAVendreLu | undefined
  field: Omit<ComponentProps<typeof LookupSelect>, 'onChange'>
}

/**
 * The search of a bien for sale as the field of a form, which is drawn again with the price and the version of each new answer. A line says
 * « 97,75 m² · 12 500 000,00 DA » beside the name.
 * @param renderEtat state of a bien, behind its price
 */
export function useAVendre(
  { residence_id, type, client_id }: AVendreChoix,
  value: number | null,
  renderEtat: (bien: BienAVendreLu) => ReactNode,
): AVendre {
  const client = useQueryClient()
  const source = useMemo(
    () => ({
      choix: aVendreQueries.choix({ residence_id, type, client_id }),
      read: aVendreQueries.found(client),
    }),
    [client, residence_id, type, client_id],
  )
  const { options, ...lookup } = useLookup({ ...source, toOption: optionAVendre, value, error: ERREUR })
  const aucun = !lookup.searching && lookup.unloaded === null && options.length === 0
  const find = (id: number) => findAVendre(client, id)
  return {
    find,
    field: {
      label: 'Bien',
      withAsterisk: true,
      required: true,
      placeholder: 'Numéro, bloc ou résidence',
      description: aucun ? AUCUN_A_VENDRE : undefined,
      error: lookup.unloaded ? messageOf(lookup.unloaded, ERREUR) : undefined,
      value,
      options,
      lookup,
      renderLine: ({ value: id, label }) => {
        const bien = find(Number(id))
        return (
          <span className={`wrap between ${styles.option}`}>
            <span data-nom>{label}</span>
            {bien && (
              <span className="dim">
                {bien.surface !== null && `${surfaceAVendre(bien)} · `}
                <Montant decimal={bien.montant} />
                {renderEtat(bien)}
              </span>
            )}
          </span>
        )
      },
    },
  }
}
