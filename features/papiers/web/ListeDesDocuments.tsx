import { IconBan, IconPrinter } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import { documentsEndpoints } from '#features/papiers/papiers.contract.ts'
import type { PapiersLus } from '#features/papiers/web/documents.queries.ts'
import { formatJourCourt } from '#shared/dates.ts'
import { usePeut } from '#web/kit/call/usePeut.ts'
import { Montant } from '#web/kit/card/Montant.tsx'
import { Panneau } from '#web/kit/card/Panneau.tsx'
import { Results } from '#web/kit/feedback/Results.tsx'
import { StatusBadge } from '#web/kit/feedback/States.tsx'
import { Tableau, type ActesDeLigne, type Colonne } from '#web/kit/table/Tableau.tsx'

export type DocumentListe = PapiersLus['data'][number]

const COLUMNS: readonly Colonne<DocumentListe>[] = [
  { title: 'Numéro', genre: 'jour', min: 116, phone: 'quoi', cell: ({ numero }) => numero },
  {
    title: 'Document',
    genre: 'nom',
    min: 240,
    phone: 'qui',
    cell: (document) => <Nom document={document} />,
    under: ({ motif }) => motif,
  },
  {
    title: 'Date',
    genre: 'jour',
    min: 92,
    phone: 'quoi',
    cell: ({ etabli_le }) => formatJourCourt(etabli_le),
  },
  {
    title: 'Montant',
    genre: 'figure',
    min: 130,
    phone: 'combien',
    cell: ({ montant }) => (montant === null ? '—' : <Montant decimal={montant} />),
  },
  { title: 'Par', genre: 'nom', min: 130, cell: ({ etabli_par }) => etabli_par },
]

function Nom({ document: { libelle, langue, etat } }: { document: DocumentListe }) {
  return (
    <span className="row gap-4-8">
      <span>
        {libelle}
        {langue === 'ar' && ' (arabe)'}
      </span>
      {etat === 'annulé' && <StatusBadge tone="gray">Annulé</StatusBadge>}
    </span>
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
  const actesOf = (document: DocumentListe): ActesDeLigne => ({
    nom: document.numero,
    actes: [
      document.empeche === undefined && {
        label: `Imprimer ${document.numero}`,
        icon: IconPrinter,
        busy,
        onClick: () => onPrint(document),
      },
    ],
    fins: [
      mayCancel &&
        document.etat === 'valide' && {
          label: `Annuler ${document.numero}`,
          icon: IconBan,
          onClick: () => onCancel(document),
        },
    ],
  })
  return (
    <Tableau
      label="Documents établis"
      rows={documents}
      rowKey={({ id }) => id}
      columns={COLUMNS}
      actesMin={68}
      actes={peut(documentsEndpoints.pdf) ? actesOf : undefined}
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
