import { Button, Menu } from '@mantine/core'
import '@mantine/core/styles/Menu.layer.css'
import { IconChevronDown, IconFileText, IconPrinter, type Icon } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { echeancierEndpoints } from '#features/echeanciers/echeances.contract.ts'
import { printEcheancier } from '#features/echeanciers/web/echeances.queries.ts'
import { documentsEndpoints } from '#features/papiers/papiers.contract.ts'
import {
  documentsQuery,
  printPapier,
  type DocumentLu,
  type PapierPossible,
} from '#features/papiers/web/documents.queries.ts'
import { desistementEndpoints } from '#features/ventes/fins.contract.ts'
import { printDemande, type DossierLu } from '#features/ventes/web/dossiers.queries.ts'
import { languesDuNom, PAPIERS, PAPIERS_DE_VENTE, type PapierDeVente } from '#shared/papiers.ts'
import { messageOf } from '#web/kit/call/api.ts'
import { lazyDialog } from '#web/kit/lazy/lazyPart.tsx'
import { lazyPanneau } from '#web/kit/list/Parties.tsx'
import { PretAImprimer } from '#web/kit/print/PretAImprimer.tsx'
import { useOpened } from '#web/kit/dialog/useOpened.ts'
import { usePeut } from '#web/kit/call/usePeut.ts'
import styles from '#features/papiers/web/documents.module.css'
import type { BannersState } from '#web/kit/feedback/Banner.tsx'
import type { WorkState } from '#web/kit/feedback/WorkBar.tsx'

const EtablirDocument = lazyDialog(
  () => import('#features/papiers/web/EtablirDocument.tsx'),
  'EtablirDocument',
)
const AnnulerDocument = lazyDialog(
  () => import('#features/papiers/web/AnnulerDocument.tsx'),
  'AnnulerDocument',
)

const PanneauDocuments = lazyPanneau(
  async () => (await import('#features/papiers/web/ListeDesDocuments.tsx')).PanneauDocuments,
)

type Ouvert = { type: PapierDeVente } | { annuler: Pick<DocumentLu, 'id' | 'numero' | 'libelle'> }

/** The papers of a dossier: the button that establishes one, the offer to print it, the panel of those there are and their number, the open dialog. */
export function useDocuments(dossier: DossierLu, banners: BannersState, work: WorkState) {
  const query = useQuery(documentsQuery(dossier.id))
  const [opened, setOpened] = useOpened<Ouvert>('document')
  const [pret, setPret] = useState<{ dit: string; document: Pick<DocumentLu, 'id' | 'numero'> } | null>(null)
  const peut = usePeut()
  const close = () => setOpened(null)
  return {
    bouton: (
      <MenuDocuments
        etablir={peut(documentsEndpoints.etablir)}
        possibles={query.data?.possibles ?? []}
        onChoose={(type) => setOpened({ type })}
        tirages={tiragesOf(dossier, peut, work)}
      />
    ),
    etablis: query.data?.data ?? [],
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
    nombre: query.data?.data.filter(({ etat }) => etat === 'valide').length ?? 0,
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
          remarques={query.data?.possibles.find(({ type }) => type === opened.type)?.remarques ?? []}
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

type Tirage = [icon: Icon, label: string, print: () => void]

/** The papers of a dossier that bear no number, as they stand: each in the language of the client's name, then in the other one. */
function tiragesOf(dossier: DossierLu, peut: ReturnType<typeof usePeut>, work: WorkState): Tirage[] {
  const tirages: Tirage[] = []
  const { langue, autreLangue, motDeLAutre } = languesDuNom(dossier.client.nomComplet)
  if (peut(echeancierEndpoints.print) && dossier.echeances.length > 0)
    tirages.push(
      [IconPrinter, "Imprimer l'échéancier", () => void printEcheancier(work, dossier, langue)],
      [
        IconPrinter,
        `Échéancier en ${motDeLAutre} (PDF)`,
        () => void printEcheancier(work, dossier, autreLangue),
      ],
    )
  if (peut(desistementEndpoints.demande) && dossier.etat !== 'retrait')
    tirages.push(
      [IconFileText, 'Demande de désistement (PDF)', () => void printDemande(work, dossier, langue)],
      [
        IconFileText,
        `Demande de désistement en ${motDeLAutre} (PDF)`,
        () => void printDemande(work, dossier, autreLangue),
      ],
    )
  return tirages
}

interface MenuDocumentsProps {
  etablir: boolean
  possibles: readonly PapierPossible[]
  onChoose: (type: PapierDeVente) => void
  tirages: readonly Tirage[]
}

function MenuDocuments({ etablir, possibles, onChoose, tirages }: MenuDocumentsProps) {
  const empecheOf = (type: PapierDeVente) => possibles.find((one) => one.type === type)?.empeche ?? null
  if (!etablir && tirages.length === 0) return null
  return (
    <Menu
      position="bottom-start"
      width={320}
      withinPortal={false}
      withInitialFocusPlaceholder={false}
      shadow="md"
    >
      <Menu.Target>
        <Button
          variant="default"
          leftSection={<IconFileText size={18} stroke={1.6} />}
          rightSection={<IconChevronDown size={16} stroke={1.8} />}
        >
          Documents
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {(etablir ? PAPIERS_DE_VENTE : []).map((type) => {
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
              {empeche !== null && (
                <span className={`dim small anywhere block ${styles.empeche}`}>{empeche}</span>
              )}
            </Menu.Item>
          )
        })}
        {etablir && tirages.length > 0 && <Menu.Divider />}
        {tirages.map(([Icon, label, print]) => (
          <Menu.Item key={label} leftSection={<Icon size={18} stroke={1.6} />} onClick={print}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
