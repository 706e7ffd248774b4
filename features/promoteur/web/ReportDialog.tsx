import { Button } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Promoteur } from '#features/promoteur/promoteur.contract.ts'
import { promoteurQuery } from '#features/promoteur/web/promoteur.queries.ts'
import styles from '#web/kit/print/Report.module.css'
import { aujourdhui, formatJourLong } from '#shared/dates.ts'
import { Dialog } from '#web/kit/dialog/Dialog.tsx'
import { Mark } from '#web/kit/frame/Mark.tsx'
import { Results } from '#web/kit/feedback/Results.tsx'

interface ReportDialogProps<T> {
  title: string
  query: UseQueryResult<T>
  error: string
  onClose: () => void
  /** Buttons beside « Imprimer ». */
  actions?: ReactNode
  /** False while another dialog stands on the report. */
  dismissible?: boolean
  children: (report: T) => ReactNode
}

/** Dialog of a detailed report. Printing leaves out the page behind it and adds the promoter's head. */
export function ReportDialog<T>({ title, query, error, onClose, children, ...more }: ReportDialogProps<T>) {
  const promoteur = useQuery(promoteurQuery)
  const { actions, dismissible = true } = more
  return (
    <Dialog title={title} onClose={onClose} size="xl" dismissible={dismissible}>
      <div className="column gap-24" data-rapport>
        <Results query={query} loading="Chargement du rapport..." error={error} cards={0}>
          {(report) => (
            <div className="column gap-24">
              <PaperHead title={title} promoteur={promoteur.data} />
              {children(report)}
            </div>
          )}
        </Results>
        <div className={styles.actions}>
          {actions}
          <Button
            leftSection={<IconPrinter size={18} stroke={1.6} />}
            disabled={query.data === undefined || promoteur.isPending}
            onClick={() => globalThis.print()}
          >
            Imprimer
          </Button>
          <Button variant="default" onClick={onClose}>
            Fermer
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

/** Head of the printed report, like that of the server's documents: promoter, title and day (D3 §2.6). */
function PaperHead({ title, promoteur }: { title: string; promoteur: Promoteur | null | undefined }) {
  return (
    <div className={styles.paperHead}>
      {promoteur ? (
        <div data-nom>
          <strong>{promoteur.nom}</strong>
          <div>{promoteur.adresse}</div>
          <div>
            {promoteur.telephone} · {promoteur.email}
          </div>
        </div>
      ) : (
        <div className={styles.mark}>
          <Mark size={40} /> Diyar
        </div>
      )}
      <div>
        <div className={styles.paperTitle} data-nom>
          {title}
        </div>
        Imprimé le {formatJourLong(aujourdhui())}
      </div>
    </div>
  )
}
