import { IconBan, IconPrinter } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import { documentsEndpoints } from '#features/papiers/papiers.contract.ts'
import type { PapiersLus } from '#features/papiers/web/documents.queries.ts'
import styles from '#features/papiers/web/documents.module.css'
import { formatJourCourt } from '#shared/dates.ts'
import { usePeut } from '#web/kit/call/usePeut.ts'
import { IconAction } from '#web/kit/card/IconAction.tsx'
import { Montant } from '#web/kit/card/Montant.tsx'
import { Panneau } from '#web/kit/card/Panneau.tsx'
import { Results } from '#web/kit/feedback/Results.tsx'
import { StatusBadge } from '#web/kit/feedback/States.tsx'
import { Lignes, type Colonne } from '#web/kit/table/Lignes.tsx'

export type DocumentListe = PapiersLus['data'][number]

const COLUMNS: readonly Colonne<DocumentListe>[] = [
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

function Nom({ document: { libelle, langue, etat, motif } }: { document: DocumentListe }) {
  return (
    <>
      <span className={styles.nom}>
        <span>
          {libelle}
          {langue === 'ar' && ' (arabe)'}
        </span>
        {etat === 'annulé' && <StatusBadge tone="gray">Annulé</StatusBadge>}
      </span>
      {motif !== null && (
        <span className={styles.motif} data-nom>
          {motif}
        </span>
      )}
    </>
  )
}

interface ListeDesDocumentsProps {
  documents: readonly DocumentListe[]
  busy: boolean
  onPrint: (document: DocumentListe) => void
  onCancel: (document: DocumentListe) => void
}

/** Issued papers with what may be done with each. */
export function ListeDesDocuments({ documents, busy, onPrint, onCancel }: ListeDesDocumentsProps) {
  const peut = usePeut()
  const mayCancel = peut(documentsEndpoints.annuler)
  return (
    <Lignes
      label="Documents établis"
      rows={documents}
      rowKey={({ id }) => id}
      columns={COLUMNS}
      {...(peut(documentsEndpoints.pdf) && {
        renderActions: (document: DocumentListe) => (
          <>
            {document.empeche === undefined && (
              <IconAction
                compact
                icon={IconPrinter}
                label={`Imprimer ${document.numero}`}
                busy={busy}
                onClick={() => onPrint(document)}
              />
            )}
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

interface PanneauDocumentsProps extends Omit<ListeDesDocumentsProps, 'documents'> {
  query: UseQueryResult<PapiersLus>
}

export function PanneauDocuments({ query, ...gestes }: PanneauDocumentsProps) {
  const vide = query.data?.data.length === 0
  return (
    <Panneau title="Documents établis" vide={vide ? 'Aucun document établi.' : null}>
      <Results
        query={query}
        loading="Chargement des documents..."
        error="Erreur lors du chargement des documents."
        cards={1}
        wide
      >
        {({ data }) => data.length > 0 && <ListeDesDocuments documents={data} {...gestes} />}
      </Results>
    </Panneau>
  )
}
