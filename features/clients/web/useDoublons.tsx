import { Anchor } from '@mantine/core'
import { keepPreviousData, useIsMutating, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState, type FocusEvent, type ReactNode } from 'react'
import { clientsEndpoints } from '#features/clients/clients.contract.ts'
import styles from '#features/clients/web/fiches.module.css'
import { clientsQueries } from '#features/clients/web/clients.queries.ts'
import { Banner } from '#web/kit/feedback/Banner.tsx'
import { usePeut } from '#web/kit/call/usePeut.ts'
import { clientAt } from '#shared/paths.ts'

type Numero = 'tel' | 'tel2' | 'nin' | 'piece_numero'
type Numeros = Partial<Record<Numero, string>>

interface FormLike {
  getValues: () => Record<string, unknown>
  getInitialValues: () => Record<string, unknown>
}

/** Normal form of a number, so that another spelling does not repeat the query. */
const cleOf = (valeur: unknown): string =>
  typeof valeur === 'string'
    ? valeur
        .normalize('NFKC')
        .replace(/[^\p{L}\p{N}]/gu, '')
        .toUpperCase()
    : ''
const telOf = (valeur: unknown): string => cleOf(valeur).slice(-9)

const isSame = (one: Numeros, other: Numeros) => JSON.stringify(one) === JSON.stringify(other)

/**
 * Warns of clients with the same number when a changed field loses the focus. The member can still save (Q89). `sauf` is the edited
 * client.
 */
export function useDoublons(
  form: FormLike,
  numeros: readonly Numero[],
  sauf?: number,
): { watch: <P extends object>(props: P) => P & { onBlur: (event: FocusEvent) => void }; banner: ReactNode } {
  const peut = usePeut()
  const [asked, setAsked] = useState<Numeros>({})
  const { data = [] } = useQuery({
    ...clientsQueries.doublons({ ...asked, ...(sauf !== undefined && { sauf }) }),
    enabled: Object.keys(asked).length > 0 && peut(clientsEndpoints.doublons),
    placeholderData: keepPreviousData,
  })
  // A client who is being saved is found by his own number as soon as he is kept: no duplicate is shown meanwhile.
  const saving = useIsMutating() > 0
  function typed(): Numeros {
    const values = form.getValues()
    const initial = form.getInitialValues()
    const read = (from: Record<string, unknown>, numero: Numero) =>
      (numero === 'tel' || numero === 'tel2' ? telOf : cleOf)(from[numero])
    const next: Numeros = {}
    for (const numero of numeros) {
      const cle = read(values, numero)
      if (cle !== '' && cle !== read(initial, numero)) next[numero] = cle
    }
    return next
  }
  function look() {
    const next = typed()
    setAsked((before) => (isSame(before, next) ? before : next))
  }
  // The form may have been emptied for another client since it was looked at (RF-42).
  const shown = !saving && Object.keys(asked).length > 0 && isSame(asked, typed()) ? data : []
  return {
    watch: (props) => ({
      ...props,
      onBlur(event: FocusEvent) {
        if ('onBlur' in props && typeof props.onBlur === 'function') props.onBlur(event)
        look()
      },
    }),
    banner: shown.length > 0 && (
      <Banner kind="warning">
        {shown.map(({ id, nomComplet, raisons }) => (
          <span key={id} className={`block ${styles.doublon}`}>
            <span>
              Un client a déjà ce numéro : <bdi>{nomComplet}</bdi> ({raisons.join(', ')}).
            </span>{' '}
            <Anchor
              inherit
              underline="always"
              aria-label={`Ouvrir sa fiche : ${nomComplet}`}
              renderRoot={(props) => <Link to={clientAt(id)} target="_blank" rel="noreferrer" {...props} />}
            >
              Ouvrir sa fiche
            </Anchor>
          </span>
        ))}
      </Banner>
    ),
  }
}
