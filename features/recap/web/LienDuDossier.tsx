import { IconFolder } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { BienLu } from '#features/paiements/web/payeurs.queries.ts'
import styles from '#features/recap/web/recap.module.css'
import { Tip } from '#web/kit/Tip.tsx'
import { dossierAt } from '#web/paths.ts'

/** Beside the number of a sold bien: its sale as a file. */
export function LienDuDossier({ bien: { vente_id, dossier } }: { bien: BienLu }) {
  if (vente_id === 0) return null
  const label = `Ouvrir le dossier ${dossier}`
  return (
    <Tip label={label}>
      <Link to={dossierAt(vente_id)} className={styles.dossier} aria-label={label}>
        <IconFolder size={16} stroke={1.6} aria-hidden />
      </Link>
    </Tip>
  )
}
