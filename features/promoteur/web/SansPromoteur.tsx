import { promoteurEndpoints } from '#features/promoteur/promoteur.contract.ts'
import { usePeut } from '#web/kit/usePeut.ts'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { promoteurQuery } from '#features/promoteur/web/promoteur.queries.ts'
import styles from '#features/promoteur/web/SansPromoteur.module.css'
import { screens } from '#web/paths.ts'

/**
 * While there is no promoter: that the papers go out without him and, for whoever may enter him, where. Nothing while he is loading, or
 * when he did not load. `inside` a banner it is one more line of its text.
 */
export function SansPromoteur({ inside = false }: { inside?: boolean }) {
  const { isSuccess, data } = useQuery(promoteurQuery)
  const peut = usePeut()
  if (!isSuccess || data !== null) return null
  return (
    <span className={styles.sans} data-inside={inside || undefined}>
      <IconAlertTriangle size={18} stroke={1.6} aria-hidden />
      <span>
        Vos documents sortent sans vos coordonnées.{' '}
        {peut(promoteurEndpoints.create) && <Link to={screens.promoteur}>Renseigner le promoteur</Link>}
      </span>
    </span>
  )
}
