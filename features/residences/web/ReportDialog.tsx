import { Button } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { aujourdhui, jourLong } from '#shared/dates.ts'
import styles from '#features/residences/web/Report.module.css'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Results } from '#web/ui/Results.tsx'

interface ReportDialogProps<T> {
  title: string
  query: UseQueryResult<T>
  /** Shown when the server says nothing. */
  error: string
  onClose: () => void
  children: (report: T) => ReactNode
}

/** A detailed report: to read, to print, to close. Printed, it stands alone on the paper. */
export function ReportDialog<T>({ title, query, error, onClose, children }: ReportDialogProps<T>) {
  return (
    <Dialog title={title} onClose={onClose} size="xl">
      <div className={styles.report} data-rapport>
        <Results query={query} loading="Chargement du rapport..." error={error} cards={0}>
          {(report) => (
            <div className={styles.report}>
              <p className={styles.printed}>Imprimé le {jourLong(aujourdhui())}</p>
              {children(report)}
            </div>
          )}
        </Results>
        <div className={styles.actions}>
          <Button
            variant="default"
            leftSection={<IconPrinter size={18} stroke={1.6} />}
            disabled={!query.isSuccess}
            onClick={printInLight}
          >
            Imprimer
          </Button>
          <Button onClick={onClose}>Fermer</Button>
        </div>
      </div>
    </Dialog>
  )
}

/** Paper is white: a dark screen prints in its light colours. */
function printInLight(): void {
  const page = document.documentElement
  const scheme = page.dataset['mantineColorScheme'] ?? 'light'
  page.dataset['mantineColorScheme'] = 'light'
  globalThis.addEventListener('afterprint', () => (page.dataset['mantineColorScheme'] = scheme), {
    once: true,
  })
  globalThis.print()
}
