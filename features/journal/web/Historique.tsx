import { Button } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { journalEndpoints } from '#features/journal/journal.contract.ts'
import type { Suivi } from '#features/journal/web/journal.queries.ts'
import { IconAction } from '#web/kit/card/IconAction.tsx'
import { lazyDialog } from '#web/kit/lazy/lazyPart.tsx'
import { useOpened } from '#web/kit/dialog/useOpened.ts'
import { usePeut } from '#web/kit/call/usePeut.ts'
import type { ReactNode } from 'react'
import styles from '#features/journal/web/Historique.module.css'

export const HistoriqueDialog = lazyDialog(
  () => import('#features/journal/web/HistoriqueDialog.tsx'),
  'HistoriqueDialog',
)

interface HistoriqueProps extends Suivi {
  /** The record's name in a sentence: « Appartement A-12 », « Karim Benali ». */
  nom: string
  variant?: 'bouton' | 'icone' | 'compact'
}

/** The button of a record's history, absent for a member who may not read the journal. */
export function HistoriqueButton({ objet, id, nom, variant = 'bouton' }: HistoriqueProps) {
  const peut = usePeut()
  const [opened, setOpened] = useOpened<Suivi & { nom: string }>(`historique ${objet} ${id}`)
  if (!peut(journalEndpoints.list)) return null
  const open = () => setOpened({ objet, id, nom })
  return (
    <>
      {variant === 'bouton' ? (
        <Button variant="default" leftSection={<IconHistory size={18} stroke={1.6} />} onClick={open}>
          Historique
        </Button>
      ) : (
        <IconAction
          icon={IconHistory}
          label={`Historique de ${nom}`}
          compact={variant === 'compact'}
          onClick={open}
        />
      )}
      {opened && <HistoriqueDialog suivi={opened} nom={opened.nom} onClose={() => setOpened(null)} />}
    </>
  )
}

interface PiedDeDetailsProps extends Suivi {
  nom: string
  children?: ReactNode
}

/** The foot of a record's details: links, then the history button. */
export function PiedDeDetails({ children, ...suivi }: PiedDeDetailsProps) {
  return (
    <div className={styles.pied}>
      {children}
      <HistoriqueButton {...suivi} />
    </div>
  )
}
