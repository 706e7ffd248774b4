import type { Endpoint } from '#shared/endpoint.ts'
import { membresEndpoints } from '#features/membres/membres.contract.ts'
import { usePeut } from '#web/kit/usePeut.ts'
import {
  IconBuilding,
  IconBuildingCommunity,
  IconChartBar,
  IconParking,
  IconStack2,
  IconUserShield,
  IconUsers,
  type Icon,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { Statistique } from '#features/tableau-de-bord/tableau-de-bord.contract.ts'
import styles from '#features/tableau-de-bord/web/Dashboard.module.css'
import { formatNombre } from '#shared/argent.ts'
import { screens } from '#web/paths.ts'

/** The icon and the screen of each title, for whoever may open it; a title of another kind has the default icon and no link (Q82). */
const KNOWN: Record<string, { icon: Icon; to: string; call?: Pick<Endpoint, 'access'> }> = {
  'Total Résidences': { icon: IconBuildingCommunity, to: screens.residences },
  'Total Blocs': { icon: IconBuilding, to: screens.blocs },
  'Total Étages': { icon: IconStack2, to: screens.etages },
  'Total Parkings': { icon: IconParking, to: screens.parkings },
  'Total Clients': { icon: IconUsers, to: screens.clients },
  'Total Utilisateurs': { icon: IconUserShield, to: screens.membres, call: membresEndpoints.list },
}

export function StatCards({ stats }: { stats: readonly Statistique[] }) {
  return (
    <ul className={styles.stats} aria-label="Statistiques">
      {stats.map((stat) => (
        <li key={stat.title}>
          <StatCard {...stat} />
        </li>
      ))}
    </ul>
  )
}

function StatCard({ title, value }: Statistique) {
  const peut = usePeut()
  const known = KNOWN[title]
  const CardIcon = known?.icon ?? IconChartBar
  const content = (
    <>
      <CardIcon size={24} stroke={1.6} className={styles.statIcon} aria-hidden />
      <span className={styles.statTitle}>{title}</span>
      <strong className={styles.statValue}>{formatNombre(value)}</strong>
    </>
  )
  return known && (!known.call || peut(known.call)) ? (
    <Link to={known.to} className={styles.stat}>
      {content}
    </Link>
  ) : (
    <div className={styles.stat}>{content}</div>
  )
}
