import type { UseQueryResult } from '@tanstack/react-query'
import { IconBan, IconPrinter } from '@tabler/icons-react'
import { documentsEndpoints } from '#features/documents/documents.contract.ts'
import type { DocumentLu, PapiersLus } from '#features/documents/web/documents.queries.ts'
import styles from '#features/documents/web/documents.module.css'
import { Panneau, Rien } from '#web/kit/Panneau.tsx'
import { formatJourCourt } from '#shared/dates.ts'
import { IconAction } from '#web/kit/IconAction.tsx'
import { Lignes, type Colonne } from '#web/kit/Lignes.tsx'
import { Montant } from '#web/kit/Montant.tsx'
import { Results } from '#web/kit/Results.tsx'
import { StatusBadge } from '#web/kit/StatusBadge.tsx'
import { usePeut } from '#web/kit/usePeut.ts'

interface PanneauDocumentsProps {
  query: UseQueryResult<PapiersLus>
  busy: boolean
  onPrint: (document: DocumentLu) => void
  onCancel: (document: DocumentLu) => void
}

const COLUMNS: readonly Colonne<DocumentLu>[] = [
  { title: 'Numéro', court: true, cell: ({ numero }) => numero },
  { title: 'Document', cell: (document) => <Nom document={document} /> },
  { title: 'Date', court: true, cell: ({ etabli_le }) => formatJourCourt(etabli_le) },
  {
    title: 'Montant',
    figure: true,
    cell: ({ montant }) => (montant === null ? '—' : <Montant decimal={montant} />),
  },
  { title: 'Par', cell: ({ etabli_par }) => <span data-nom>{etabli_par}</span> },
]

/** What it is called and in which language it is written; one that was cancelled says why. */
function Nom({ document: { libelle, langue, etat, motif } }: { document: DocumentLu }) {
  return (
    <>
      <span className={styles.nom}>
        <span>
          {libelle}
          {langue === 'ar' && ' (arabe)'}
        </span>
        {etat === 'annulé' && <StatusBadge tone="red">Annulé</StatusBadge>}
      </span>
      {motif !== null && (
        <span className={styles.motif} data-nom>
          {motif}
        </span>
      )}
    </>
  )
}

/** The papers that were issued, the latest first. */
export function PanneauDocuments({ query, busy, onPrint, onCancel }: PanneauDocumentsProps) {
  const peut = usePeut()
  const mayCancel = peut(documentsEndpoints.annuler)
  return (
    <Panneau title="Documents établis">
      <Results
        query={query}
        loading="Chargement des documents..."
        error="Erreur lors du chargement des documents."
        cards={1}
        wide
      >
        {({ data }) =>
          data.length === 0 ? (
            <Rien>Aucun document établi.</Rien>
          ) : (
            <Lignes
              label="Documents établis"
              rows={data}
              rowKey={({ id }) => id}
              columns={COLUMNS}
              {...(peut(documentsEndpoints.pdf) && {
                renderActions: (document: DocumentLu) => (
                  <>
                    <IconAction
                      compact
                      icon={IconPrinter}
                      label={`Imprimer ${document.numero}`}
                      busy={busy}
                      onClick={() => onPrint(document)}
                    />
                    {mayCancel && document.etat === 'valide' && (
                      <IconAction
                        compact
                        danger
                        icon={IconBan}
                        label={`Annuler ${document.numero}`}
                        onClick={() => onCancel(document)}
                      />
                    )}
                  </>
                ),
              })}
            />
          )
        }
      </Results>
    </Panneau>
  )
}
