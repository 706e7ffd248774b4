import type { ReactNode } from 'react'
import { promoteurEndpoints } from '#features/promoteur/promoteur.contract.ts'
import { usePeut } from '#web/kit/call/usePeut.ts'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { promoteurQuery } from '#features/promoteur/web/promoteur.queries.ts'
import styles from '#features/promoteur/web/Promoteur.module.css'
import { screens } from '#shared/paths.ts'

/**
 * Warning that papers have no promoter, with a link for the rôles that may enter one. `inside` fits it into a banner, where the direction also
 * reads that its receipts name neither NIF nor RC (entree.md M3).
 */
export function SansPromoteur({ inside = false }: { inside?: boolean }) {
  const { data } = useQuery(promoteurQuery)
  const peut = usePeut()
  if (data && inside && !data.nif && !data.rc && peut(promoteurEndpoints.update))
    return (
      <Avertissement inside>
        Sans NIF ni RC :{' '}
        <Link to={screens.parametres} search={SECTION_PROMOTEUR}>
          Compléter
        </Link>
        .
      </Avertissement>
    )
  if (data !== null) return null
  return (
    <Avertissement inside={inside}>
      Vos documents sortent sans vos coordonnées.{' '}
      {peut(promoteurEndpoints.create) && <Link to={screens.promoteur}>Renseigner le promoteur</Link>}
    </Avertissement>
  )
}

/** Where NIF, RC and logo are entered. */
export const SECTION_PROMOTEUR = { section: 'promoteur' } as const

function Avertissement({ inside, children }: { inside: boolean; children: ReactNode }) {
  return (
    <span className={`line warn no-print gap-8 ${styles.sans}`} data-inside={inside || undefined}>
      <IconAlertTriangle size={18} stroke={1.6} aria-hidden />
      <span>{children}</span>
    </span>
  )
}
