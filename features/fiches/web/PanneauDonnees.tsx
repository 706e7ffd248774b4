import { Button } from '@mantine/core'
import { IconDownload, IconEraser } from '@tabler/icons-react'
import { Panneau } from '#web/kit/Panneau.tsx'
import { exportDonnees, type FicheLue } from '#features/fiches/web/fiches.queries.ts'
import styles from '#features/fiches/web/fiches.module.css'
import { whileBusy, type WorkState } from '#web/kit/useWork.ts'

interface PanneauDonneesProps {
  fiche: FicheLue
  work: WorkState
  onErase: () => void
}

/** What the law lets a person ask for: a copy of what is kept of him, and that it be erased. */
export function PanneauDonnees({ fiche, work, onErase }: PanneauDonneesProps) {
  return (
    <Panneau title="Données personnelles">
      <p className={styles.texte}>
        La loi 18-07 donne au client le droit de recevoir une copie de ce qui est gardé de lui, et de demander
        qu'il soit effacé.
      </p>
      {fiche.ventes.length > 0 && (
        <p className={styles.dim}>Des ventes le concernent : ses données ne peuvent pas être effacées.</p>
      )}
      <div className={styles.boutons}>
        <Button
          variant="default"
          size="sm"
          leftSection={<IconDownload size={18} stroke={1.6} />}
          {...whileBusy(work.label !== null)}
          onClick={() => void exportDonnees(work, fiche.id)}
        >
          Exporter
        </Button>
        {fiche.ventes.length === 0 && (
          <Button
            variant="default"
            size="sm"
            color="var(--diyar-red)"
            leftSection={<IconEraser size={18} stroke={1.6} />}
            onClick={onErase}
          >
            Effacer ses données
          </Button>
        )}
      </div>
    </Panneau>
  )
}
