import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { importsEndpoints } from '#features/imports/imports.contract.ts'
import { portefeuilleEndpoints } from '#features/imports/portefeuille.contract.ts'
import { DEFAULTS } from '#features/imports/web/adresse.ts'
import { Exporter } from '#features/imports/web/Exporter.tsx'
import { fetchModele, importsQueries } from '#features/imports/web/imports.queries.ts'
import styles from '#features/imports/web/imports.module.css'
import { ImportMontre } from '#features/imports/web/ImportMontre.tsx'
import { ImportsPrecedents } from '#features/imports/web/ImportsPrecedents.tsx'
import { NouvelImport } from '#features/imports/web/NouvelImport.tsx'
import { Button } from '@mantine/core'
import { IconTemplate } from '@tabler/icons-react'
import { Banners } from '#web/kit/Banners.tsx'
import { saveFile } from '#web/kit/files.ts'
import { PageHeader } from '#web/kit/PageHeader.tsx'
import { useBanners } from '#web/kit/useBanners.ts'
import { usePeut } from '#web/kit/usePeut.ts'
import { useUrlState } from '#web/kit/useUrlState.ts'
import { useWork, whileBusy } from '#web/kit/useWork.ts'
import { WorkBar } from '#web/kit/WorkBar.tsx'

const ERREUR_EXPORT = "Erreur lors de l'exportation du portefeuille."
const PREPARATION = 'Préparation du classeur…'

/** A portfolio comes in from a workbook: sent, checked, looked at, confirmed; and goes out as one. */
export function ImporterPage() {
  const [state, setState] = useUrlState(DEFAULTS)
  const banners = useBanners()
  const work = useWork(banners)
  const peut = usePeut()
  const imports = peut(importsEndpoints.list)
  const list = useQuery({ ...importsQueries.page(state.page), enabled: imports })
  // Who comes back finds what is under way, or waits for him, where he left it; its end stays in sight.
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
        <div className={styles.ecran}>
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
            modele={modele}
            onPage={(page) => setState({ page })}
            onOpen={(id) => setState({ import: id, page: state.page, messages: 1, feuille: '', gravite: '' })}
          />
        </div>
      )}
    </>
  )
}
