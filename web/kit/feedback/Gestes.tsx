import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Endpoint } from '#shared/endpoint.ts'
import { screens, type Adresse } from '#shared/paths.ts'
import { usePeut } from '#web/kit/call/usePeut.ts'

export interface Geste extends Adresse {
  label: string
  /** Call that the screen behind the button makes; who may not make it is not shown the button. */
  call: Pick<Endpoint, 'access'>
}

const IMPORT = { to: screens.importer, call: { access: 'patrimoine' } } as const

/** First steps that an empty screen offers (entree.md G). */
export const IMPORTER: Geste = { label: 'Importer', ...IMPORT }
export const IMPORTER_LA_LISTE: Geste = { label: 'Importer votre liste', ...IMPORT }
export const VENDRE: Geste = {
  label: 'Vendre un bien',
  to: screens.ventes,
  search: { vendre: 'oui' },
  call: { access: 'ventes' },
}

interface GestesProps {
  /** Button that stands before those of `gestes`, of which none is filled then. */
  first?: ReactNode
  gestes: readonly Geste[]
  /** Button after them. */
  last?: ReactNode
}

/** Buttons under the sentence of an empty screen, for each act that the member may do. */
export function Gestes({ first, gestes, last }: GestesProps) {
  const peut = usePeut()
  const permis = gestes.filter(({ call }) => peut(call))
  if (!first && !last && permis.length === 0) return null
  return (
    <div className="wrap gap-8">
      {first}
      {permis.map(({ label, to, search }, at) => (
        <Button
          key={label}
          variant={first || at > 0 ? 'default' : 'filled'}
          renderRoot={(props) => <Link to={to} {...(search && { search })} {...props} />}
        >
          {label}
        </Button>
      ))}
      {last}
    </div>
  )
}
