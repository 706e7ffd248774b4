import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button, Menu } from '@mantine/core'
import { IconTemplate, IconChevronDown, IconFileExport } from '@tabler/icons-react'
import '@mantine/core/styles/Menu.layer.css'
import { importsEndpoints, portefeuilleEndpoints } from '#features/imports/imports.contract.ts'
import {
  DEFAULTS,
  fetchModele,
  importsQueries,
  fetchPortefeuille,
  useSendClasseur,
} from '#features/imports/web/imports.queries.ts'
import type { StatutImport } from '#features/imports/imports.words.ts'
import styles from '#features/imports/web/imports.module.css'
import { lazyDialog } from '#web/kit/lazy/lazyPart.tsx'
import { ImportMontre } from '#features/imports/web/ImportMontre.tsx'
import { ImportsPrecedents } from '#features/imports/web/ImportsPrecedents.tsx'
import { NouvelImport, type Envoi } from '#features/imports/web/NouvelImport.tsx'
import { messageOf } from '#web/kit/call/api.ts'
import { Banners, useBanners } from '#web/kit/feedback/Banner.tsx'
import { saveFile } from '#web/kit/file/files.ts'
import { PageHeader } from '#web/kit/list/PageHeader.tsx'
import { usePeut } from '#web/kit/call/usePeut.ts'
import { useUrlState } from '#web/kit/list/useUrlState.ts'
import { useWork, whileBusy, WorkBar, type WorkState } from '#web/kit/feedback/WorkBar.tsx'
import { residencesQueries } from '#features/structure/web/structure.queries.ts'

const AnnulerLImport = lazyDialog(() => import('#features/imports/web/AnnulerLImport.tsx'), 'AnnulerLImport')

const ERREUR_EXPORT = "Erreur lors de l'exportation du portefeuille."
const PREPARATION = 'Préparation du classeur…'

/** Screen that imports a portfolio from a workbook, and exports one. */
export function ImporterPage() {
  const [state, setState] = useUrlState(DEFAULTS)
  const banners = useBanners()
  const work = useWork(banners)
  const peut = usePeut()
  const imports = peut(importsEndpoints.list)
  const list = useQuery({ ...importsQueries.page(state.page), enabled: imports })
  // A member who comes back finds the import under way or waiting; it stays shown after its end.
  const [found, setFound] = useState(0)
  const last = state.page === 1 ? list.data?.data[0] : undefined
  if (last?.peut_annuler && last.id !== found) setFound(last.id)
  const shown = state.import || found
  // The file of this page's last sending: after a reload it is asked for again.
  const [envoi, setEnvoi] = useState<Envoi | null>(null)
  const [revoir, setRevoir] = useState(false)
  const [undoing, setUndoing] = useState<number | null>(null)
  const envoyer = useSendClasseur()
  const show = ({ message, ...sent }: Envoi & { message: string }) => {
    setEnvoi(sent)
    setRevoir(false)
    setState({ import: sent.id, messages: 1, feuille: '', gravite: '' })
    banners.success(message)
  }
  async function sendAgain() {
    if (envoi?.id !== shown) return setRevoir(true)
    try {
      const { signal } = new AbortController()
      const { file, modifier } = envoi
      const idempotencyKey = window.crypto.randomUUID()
      const { id, message } = await envoyer.mutateAsync({
        file,
        modifier,
        revoir: true,
        signal,
        idempotencyKey,
      })
      show({ id, message, file, modifier })
    } catch (error) {
      banners.error(messageOf(error, "Erreur lors de l'envoi du classeur."))
    }
  }
  const saveModele = () =>
    work.run(
      PREPARATION,
      (signal) => saveFile(() => fetchModele(signal), 'modele-portefeuille.xlsx'),
      ERREUR_EXPORT,
    )
  const modele = (
    <Button
      variant="default"
      {...whileBusy(work.label !== null)}
      leftSection={<IconTemplate size={18} stroke={1.6} />}
      onClick={() => void saveModele()}
    >
      Télécharger le modèle
    </Button>
  )
  return (
    <>
      <PageHeader title="Importer un portefeuille">
        {peut(portefeuilleEndpoints.export) && (
          <>
            {modele}
            <Exporter
              work={work}
              opened={state.exporter !== ''}
              onClose={() => state.exporter !== '' && setState({ exporter: '' }, { replace: true })}
            />
          </>
        )}
      </PageHeader>
      <Banners banners={banners} />
      <WorkBar work={work} />
      {imports && (
        <div className="column gap-24">
          <Etapes statut={list.data?.data.find(({ id }) => id === shown)?.statut} />
          <NouvelImport revoir={revoir} onSent={show} />
          {shown > 0 && (
            <ImportMontre
              key={shown}
              id={shown}
              state={state}
              setState={setState}
              banners={banners}
              work={work}
              onRevoir={() => void sendAgain()}
              onDefaire={() => setUndoing(shown)}
            />
          )}
          <ImportsPrecedents
            query={list}
            page={state.page}
            shown={shown}
            onPage={({ page, replace }) => setState({ page }, { replace })}
            onOpen={(id) => setState({ import: id, page: state.page, messages: 1, feuille: '', gravite: '' })}
            onDefaire={setUndoing}
          />
          {undoing !== null && (
            <AnnulerLImport
              id={undoing}
              onClose={() => setUndoing(null)}
              onDone={(message) => {
                setUndoing(null)
                banners.success(message)
              }}
            />
          )}
        </div>
      )}
    </>
  )
}

const ETAPES = ['1 Votre classeur', '2 Vérifier', '3 Importer'] as const
const ETAPE_DE: Partial<Record<StatutImport, number>> = {
  lecture: 1,
  correspondance: 1,
  refuse: 1,
  pret: 2,
  ecriture: 2,
}

/** The three steps of an import, the present one marked. */
function Etapes({ statut }: { statut: StatutImport | undefined }) {
  const present = (statut && ETAPE_DE[statut]) ?? 0
  return (
    <ol className={`list dim ${styles.etapes}`} aria-label="Étapes">
      {ETAPES.map((etape, rang) => (
        <li key={etape} aria-current={rang === present ? 'step' : undefined}>
          {etape}
        </li>
      ))}
    </ol>
  )
}

interface ExporterProps {
  work: WorkState
  /** True when the address asks for the export: the menu is then open from the start. */
  opened: boolean
  onClose: () => void
}

export function Exporter({ work, opened, onClose }: ExporterProps) {
  const [open, setOpen] = useState(false)
  const shown = open || opened
  const { data: residences = [] } = useQuery({ ...residencesQueries.choix(), enabled: shown })
  const busy = work.label !== null
  const save = (residence: number | null) =>
    void work.run(
      PREPARATION,
      (signal) => saveFile(() => fetchPortefeuille(residence, signal), 'portefeuille.xlsx'),
      ERREUR_EXPORT,
    )
  const change = (next: boolean) => {
    if (busy && next) return
    setOpen(next)
    if (!next) onClose()
  }
  return (
    <Menu
      opened={shown && !busy}
      onChange={change}
      position="bottom-end"
      width={300}
      withinPortal={false}
      withInitialFocusPlaceholder={false}
      shadow="md"
    >
      <Menu.Target>
        <Button
          variant="default"
          {...whileBusy(busy)}
          leftSection={<IconFileExport size={18} stroke={1.6} />}
          rightSection={<IconChevronDown size={16} stroke={1.6} />}
        >
          Exporter le portefeuille
        </Button>
      </Menu.Target>
      <Menu.Dropdown className={styles.choixExport}>
        <Menu.Item onClick={() => save(null)}>Tout</Menu.Item>
        {residences.map(({ id, nom }) => (
          <Menu.Item key={id} onClick={() => save(id)}>
            <span data-nom>{nom}</span>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
