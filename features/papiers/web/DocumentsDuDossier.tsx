import { Button, Menu } from '@mantine/core'
import '@mantine/core/styles/Menu.layer.css'
import { IconBan, IconFileText, IconPrinter } from '@tabler/icons-react'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import { documentsEndpoints } from '#features/papiers/papiers.contract.ts'
import {
  documentsQuery,
  printPapier,
  type DocumentLu,
  type PapierPossible,
  type PapiersLus,
} from '#features/papiers/web/documents.queries.ts'
import type { DossierLu } from '#features/ventes/web/dossiers.queries.ts'
import { PAPIERS, TYPES_DE_PAPIER, type TypeDePapier } from '#shared/papiers.ts'
import { messageOf } from '#web/kit/call/api.ts'
import { lazyDialog } from '#web/kit/lazy/lazyPart.tsx'
import { PretAImprimer } from '#web/kit/print/PretAImprimer.tsx'
import { useOpened } from '#web/kit/dialog/useOpened.ts'
import { usePeut } from '#web/kit/call/usePeut.ts'
import styles from '#features/papiers/web/documents.module.css'
import { Panneau, Rien } from '#web/kit/card/Panneau.tsx'
import { formatJourCourt } from '#shared/dates.ts'
import { IconAction } from '#web/kit/card/IconAction.tsx'
import { Lignes, type Colonne } from '#web/kit/table/Lignes.tsx'
import { Montant } from '#web/kit/card/Montant.tsx'
import type { BannersState } from '#web/kit/feedback/Banner.tsx'
import { Results } from '#web/kit/feedback/Results.tsx'
import { StatusBadge } from '#web/kit/feedback/States.tsx'
import type { WorkState } from '#web/kit/feedback/WorkBar.tsx'

const EtablirDocument = lazyDialog(
  () => import('#features/papiers/web/EtablirDocument.tsx'),
  'EtablirDocument',
)
const AnnulerDocument = lazyDialog(
  () => import('#features/papiers/web/AnnulerDocument.tsx'),
  'AnnulerDocument',
)

type Ouvert = { type: TypeDePapier } | { annuler: Pick<DocumentLu, 'id' | 'numero' | 'libelle'> }

/** The papers of a dossier: the button that establishes one, the offer to print it, the panel of those there are, the open dialog. */
export function useDocuments(dossier: DossierLu, banners: BannersState, work: WorkState) {
  const query = useQuery(documentsQuery(dossier.id))
  const [opened, setOpened] = useOpened<Ouvert>('document')
  const [pret, setPret] = useState<{ dit: string; document: Pick<DocumentLu, 'id' | 'numero'> } | null>(null)
  const peut = usePeut()
  const close = () => setOpened(null)
  return {
    bouton: peut(documentsEndpoints.etablir) && (
      <MenuDocuments possibles={query.data?.possibles ?? []} onChoose={(type) => setOpened({ type })} />
    ),
    suite: pret && (
      <PretAImprimer
        key={pret.document.id}
        icon={IconPrinter}
        label="Imprimer"
        busy={work.label !== null}
        onPrint={() => void printPapier(work, pret.document)}
        onClose={() => setPret(null)}
      >
        {pret.dit} N°{'\u00A0'}
        {pret.document.numero}
      </PretAImprimer>
    ),
    panneau: (
      <PanneauDocuments
        query={query}
        busy={work.label !== null}
        onPrint={(document) => void printPapier(work, document)}
        onCancel={({ id, numero, libelle }) => setOpened({ annuler: { id, numero, libelle } })}
      />
    ),
    element:
      opened &&
      ('type' in opened ? (
        <EtablirDocument
          dossier={dossier}
          type={opened.type}
          onClose={close}
          onSaved={({ message, ...document }) => {
            banners.clear()
            setPret({ dit: message, document })
          }}
          onPrintFailed={(error) =>
            banners.error(messageOf(error, "Erreur lors de l'impression du document."), null)
          }
        />
      ) : (
        <AnnulerDocument
          document={opened.annuler}
          onClose={close}
          onSaved={(message) => {
            setPret(null)
            banners.success(message)
          }}
        />
      )),
  }
}

interface MenuDocumentsProps {
  possibles: readonly PapierPossible[]
  onChoose: (type: TypeDePapier) => void
}

function MenuDocuments({ possibles, onChoose }: MenuDocumentsProps) {
  const empecheOf = (type: TypeDePapier) => possibles.find((one) => one.type === type)?.empeche ?? null
  return (
    <Menu
      position="bottom-end"
      width={320}
      withinPortal={false}
      withInitialFocusPlaceholder={false}
      shadow="md"
    >
      <Menu.Target>
        <Button variant="default" leftSection={<IconFileText size={18} stroke={1.6} />}>
          Documents
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {TYPES_DE_PAPIER.map((type) => {
          const empeche = empecheOf(type)
          return (
            <Menu.Item
              key={type}
              // The item is not `disabled`, so that keyboard users reach it and read the reason.
              {...(empeche !== null && {
                'aria-disabled': true,
                closeMenuOnClick: false,
                className: styles.ferme,
              })}
              onClick={() => empeche === null && onChoose(type)}
            >
              {PAPIERS[type].libelle}
              {empeche !== null && <span className={styles.empeche}>{empeche}</span>}
            </Menu.Item>
          )
        })}
      </Menu.Dropdown>
    </Menu>
  )
}

type DocumentListe = PapiersLus['data'][number]

interface PanneauDocumentsProps {
  query: UseQueryResult<PapiersLus>
  busy: boolean
  onPrint: (document: DocumentListe) => void
  onCancel: (document: DocumentListe) => void
}

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

function PanneauDocuments({ query, busy, onPrint, onCancel }: PanneauDocumentsProps) {
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
      </Results>
    </Panneau>
  )
}
