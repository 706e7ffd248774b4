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
} from '#features/imports/web/imports.queries.ts'
import styles from '#features/imports/web/imports.module.css'
import { ImportMontre } from '#features/imports/web/ImportMontre.tsx'
import { ImportsPrecedents } from '#features/imports/web/ImportsPrecedents.tsx'
import { NouvelImport } from '#features/imports/web/NouvelImport.tsx'
import { Banners, useBanners } from '#web/kit/feedback/Banner.tsx'
import { saveFile } from '#web/kit/file/files.ts'
import { PageHeader } from '#web/kit/list/PageHeader.tsx'
import { usePeut } from '#web/kit/call/usePeut.ts'
import { useUrlState } from '#web/kit/list/useUrlState.ts'
import { useWork, whileBusy, WorkBar, type WorkState } from '#web/kit/feedback/WorkBar.tsx'
import { residencesQueries } from '#features/structure/web/structure.queries.ts'

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
          <NouvelImport
            onSent={({ id, message }) => {
              setState({ import: id, messages: 1, feuille: '', gravite: '' })
              banners.success(message)
            }}
          />
          {shown > 0 && (
            <ImportMontre
              key={shown}
              id={shown}
              state={state}
              setState={setState}
              banners={banners}
              work={work}
            />
          )}
          <ImportsPrecedents
            query={list}
            page={state.page}
            shown={shown}
            onPage={({ page, replace }) => setState({ page }, { replace })}
            onOpen={(id) => setState({ import: id, page: state.page, messages: 1, feuille: '', gravite: '' })}
          />
        </div>
      )}
    </>
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
