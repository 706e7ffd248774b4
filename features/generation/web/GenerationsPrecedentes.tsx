import { IconArrowBackUp } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import styles from '#features/generation/web/generation.module.css'
import { generationsQueries, type GenerationLue } from '#features/generation/web/generation.queries.ts'
import { describeTotaux } from '#features/generation/web/generation.words.ts'
import { formatInstant, formatJourCourt, jourOf } from '#shared/dates.ts'
import { StatusBadge } from '#web/kit/feedback/States.tsx'
import { lazyDialog } from '#web/kit/lazy/lazyPart.tsx'
import { Tableau, type Colonne } from '#web/kit/table/Tableau.tsx'

const AnnulerLaGeneration = lazyDialog(
  () => import('#features/generation/web/AnnulerLaGeneration.tsx'),
  'AnnulerLaGeneration',
)

const COLONNES: readonly Colonne<GenerationLue>[] = [
  {
    title: 'Date',
    genre: 'jour',
    min: 130,
    phone: 'quoi',
    cell: ({ le }) => formatInstant(new Date(le)),
  },
  { title: 'Créés', genre: 'texte', min: 320, phone: 'qui', cell: (one) => describeTotaux(one) },
  { title: 'Par', genre: 'nom', min: 180, cell: ({ membre }) => membre },
  {
    title: 'État',
    genre: 'etat',
    min: 150,
    phone: 'etat',
    cell: ({ defait_le }) =>
      defait_le !== null && (
        <StatusBadge tone="gray">Annulée le {formatJourCourt(jourOf(new Date(defait_le)))}</StatusBadge>
      ),
  },
]

interface GenerationsPrecedentesProps {
  residence: number
  onUndone: (message: string) => void
}

/** The last generations of a residence, each with its way back while it has one; nothing before the first. */
export function GenerationsPrecedentes({ residence, onUndone }: GenerationsPrecedentesProps) {
  const { data = [] } = useQuery(generationsQueries.list(residence))
  const [opened, setOpened] = useState<GenerationLue | null>(null)
  if (data.length === 0) return null
  return (
    <section className={styles.precedentes} aria-labelledby="generations-precedentes">
      <h2 id="generations-precedentes" className={`bold flat ${styles.titre}`}>
        Générations précédentes
      </h2>
      <Tableau
        label="Générations précédentes"
        rows={data}
        rowKey={({ id }) => id}
        columns={COLONNES}
        actesMin={58}
        actes={(one) => ({
          nom: formatInstant(new Date(one.le)),
          actes: [
            one.peut_defaire && {
              label: 'Annuler cette génération',
              icon: IconArrowBackUp,
              motAuTelephone: 'Annuler',
              onClick: () => setOpened(one),
            },
          ],
        })}
      />
      {opened && (
        <AnnulerLaGeneration
          generation={opened}
          onClose={() => setOpened(null)}
          onDone={(message) => {
            setOpened(null)
            onUndone(message)
          }}
        />
      )}
    </section>
  )
}
