import { Button } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { journalEndpoints, type RecordId } from '#features/journal/journal.contract.ts'
import { ActeSeul } from '#web/kit/table/MenuDeLigne.tsx'
import type { Acte } from '#web/kit/table/MenuOuvert.tsx'
import { lazyDialog } from '#web/kit/lazy/lazyPart.tsx'
import { useOpened } from '#web/kit/dialog/useOpened.ts'
import { usePeut } from '#web/kit/call/usePeut.ts'
import type { ReactNode } from 'react'
import styles from '#features/journal/web/Historique.module.css'

export const HistoriqueDialog = lazyDialog(
  () => import('#features/journal/web/HistoriqueDialog.tsx'),
  'HistoriqueDialog',
)

interface HistoriqueProps extends RecordId {
  /** The record's name in a sentence: « Appartement A-12 », « Karim Benali ». */
  nom: string
  variant?: 'bouton' | 'icone' | 'compact'
}

/** A record's history as an act for « ⋯ », absent for a member who may not read the journal, and its dialog. */
export function useHistorique({ objet, id, nom }: RecordId & { nom: string }): {
  acte: Acte | null
  dialogue: ReactNode
} {
  const peut = usePeut()
  const [opened, setOpened] = useOpened<RecordId & { nom: string }>(`historique ${objet} ${id}`)
  if (!peut(journalEndpoints.list)) return { acte: null, dialogue: null }
  return {
    acte: {
      label: `Historique de ${nom}`,
      icon: IconHistory,
      onClick: () => setOpened({ objet, id, nom }),
    },
    dialogue: opened && <HistoriqueDialog record={opened} nom={opened.nom} onClose={() => setOpened(null)} />,
  }
}

export function HistoriqueButton({ variant = 'bouton', ...record }: HistoriqueProps) {
  const { acte, dialogue } = useHistorique(record)
  if (!acte) return null
  return (
    <>
      {variant === 'bouton' ? (
        <Button variant="default" leftSection={<IconHistory size={18} stroke={1.6} />} onClick={acte.onClick}>
          Historique
        </Button>
      ) : (
        <ActeSeul acte={acte} compact={variant === 'compact'} />
      )}
      {dialogue}
    </>
  )
}

interface PiedDeDetailsProps extends RecordId {
  nom: string
  children?: ReactNode
}

/** The foot of a record's details: links, then the history button. */
export function PiedDeDetails({ children, ...record }: PiedDeDetailsProps) {
  return (
    <div className={`wrap gap-8 ${styles.pied}`}>
      {children}
      <HistoriqueButton {...record} />
    </div>
  )
}
