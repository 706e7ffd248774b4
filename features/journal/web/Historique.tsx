import { Button } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { journalEndpoints } from '#features/journal/journal.contract.ts'
import type { Suivi } from '#features/journal/web/journal.queries.ts'
import { IconAction } from '#web/kit/IconAction.tsx'
import { lazyDialog } from '#web/kit/lazyPart.tsx'
import { useOpened } from '#web/kit/useOpened.ts'
import { usePeut } from '#web/kit/usePeut.ts'

export const HistoriqueDialog = lazyDialog(
  () => import('#features/journal/web/HistoriqueDialog.tsx'),
  'HistoriqueDialog',
)

interface HistoriqueProps extends Suivi {
  /** What it is called in a sentence: « Lot A-12 », « Karim Benali ». */
  nom: string
  /** A button with its word; an icon on a card; a smaller one in a row of a table. */
  variant?: 'bouton' | 'icone' | 'compact'
}

/** The way to all that was done to a record, for who may read the journal; nothing for others. */
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
