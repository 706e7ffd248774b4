import { IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { documentsEndpoints } from '#features/documents/documents.contract.ts'
import { BoutonDocuments } from '#features/documents/web/BoutonDocuments.tsx'
import { documentsQuery, imprimer, type DocumentLu } from '#features/documents/web/documents.queries.ts'
import { PanneauDocuments } from '#features/documents/web/PanneauDocuments.tsx'
import type { DocumentsProps } from '#features/dossiers/web/DossierPage.tsx'
import type { TypeDePapier } from '#shared/papiers.ts'
import { messageOf } from '#web/kit/api.ts'
import { lazyDialog, lazyPart } from '#web/kit/lazyPart.tsx'
import { PretAImprimer } from '#web/kit/PretAImprimer.tsx'
import { useOpened } from '#web/kit/useOpened.ts'
import { usePeut } from '#web/kit/usePeut.ts'

const EtablirDocument = lazyDialog(
  () => import('#features/documents/web/EtablirDocument.tsx'),
  'EtablirDocument',
)
const AnnulerDocument = lazyDialog(
  () => import('#features/documents/web/AnnulerDocument.tsx'),
  'AnnulerDocument',
)
const MenuDocuments = lazyPart(
  () => import('#features/documents/web/MenuDocuments.tsx'),
  'MenuDocuments',
  (_error, retry) => <BoutonDocuments onClick={retry} />,
  () => <BoutonDocuments aria-haspopup="menu" aria-expanded={false} />,
)

type Ouvert = { type: TypeDePapier } | { annuler: Pick<DocumentLu, 'id' | 'numero' | 'libelle'> }

/** The papers of a dossier: the button that issues them, what was just issued, and the list of them. */
export function DocumentsDuDossier({ dossier, banners, work, children }: DocumentsProps) {
  const query = useQuery(documentsQuery(dossier.id))
  const [asked, setAsked] = useState(false)
  const [opened, setOpened] = useOpened<Ouvert>('document')
  const [pret, setPret] = useState<{ dit: string; document: Pick<DocumentLu, 'id' | 'numero'> } | null>(null)
  const peut = usePeut()
  const close = () => setOpened(null)
  const possibles = query.data?.possibles ?? []
  return (
    <>
      {children({
        bouton: peut(documentsEndpoints.etablir) ? (
          asked ? (
            <MenuDocuments possibles={possibles} onChoose={(type) => setOpened({ type })} />
          ) : (
            <BoutonDocuments aria-haspopup="menu" aria-expanded={false} onClick={() => setAsked(true)} />
          )
        ) : null,
        suite: pret && (
          <PretAImprimer
            key={pret.document.id}
            icon={IconPrinter}
            label="Imprimer"
            busy={work.label !== null}
            onPrint={() => void imprimer(work, pret.document)}
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
            onPrint={(document) => void imprimer(work, document)}
            onCancel={({ id, numero, libelle }) => setOpened({ annuler: { id, numero, libelle } })}
          />
        ),
      })}
      {opened && 'type' in opened && (
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
      )}
      {opened && 'annuler' in opened && (
        <AnnulerDocument
          document={opened.annuler}
          onClose={close}
          onSaved={(message) => {
            setPret(null)
            banners.success(message)
          }}
        />
      )}
    </>
  )
}
