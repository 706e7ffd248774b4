import { useMediaQuery } from '@mantine/hooks'
import { useId } from 'react'
import { registresEndpoints } from '#features/rapports/registres.contract.ts'
import { RAPPORTS } from '#features/rapports/rapports.onglets.ts'
import { motDeLAnnee } from '#features/rapports/registres.words.ts'
import styles from '#features/rapports/web/rapports.module.css'
import { RegistreDesRecus } from '#features/rapports/web/RegistreDesRecus.tsx'
import { aujourdhui } from '#shared/dates.ts'
import type { Format } from '#shared/exports.ts'
import { callFile } from '#web/kit/call/api.ts'
import { ErrorState, LoadingState } from '#web/kit/feedback/Results.tsx'
import { lazyPart } from '#web/kit/lazy/lazyPart.tsx'
import { Banners, useBanners } from '#web/kit/feedback/Banner.tsx'
import { ExportButtons, FORMATS_EXPORT } from '#web/kit/file/ExportButtons.tsx'
import { saveFile } from '#web/kit/file/files.ts'
import { PageHeader } from '#web/kit/list/PageHeader.tsx'
import { SelectField } from '#web/kit/select/SelectField.tsx'
import { TabBar } from '#web/kit/list/TabBar.tsx'
import { useUrlState } from '#web/kit/list/useUrlState.ts'
import { useWork, WorkBar } from '#web/kit/feedback/WorkBar.tsx'

/** The state in the address. The filters of both reports stay in it while one is shown. */
const DEFAULTS = {
  rapport: 'recus',
  page: 1,
  annee: '',
  etat: '',
  de: '',
  a: '',
  recherche: '',
  jour: '',
  membre: '',
}
const ONGLETS = RAPPORTS.map(({ label, search }) => ({ value: search.rapport, label }))
type Rapport = (typeof ONGLETS)[number]['value']

/** The till loads when opened, because its calendar is large. */
const JournalDeCaisse = lazyPart(
  () => import('#features/rapports/web/JournalDeCaisse.tsx'),
  'JournalDeCaisse',
  (_error, retry) => <ErrorState message="Erreur lors du chargement du rapport." onRetry={retry} />,
  () => <LoadingState text="Chargement du rapport..." wide />,
)

export function RapportsPage() {
  const [{ rapport: named, page, annee, etat, de, a, recherche, jour, membre }, setUrl] =
    useUrlState(DEFAULTS)
  const rapport: Rapport = named === 'caisse' ? 'caisse' : 'recus'
  const banners = useBanners()
  const work = useWork(banners)
  const panel = useId()
  const registre = { annee, etat, de, a, search: recherche }
  const caisse = { jour, membre }
  const fetchFile = (format: Format, signal: AbortSignal) =>
    rapport === 'recus'
      ? callFile(registresEndpoints.exportRecus, { query: { ...registre, format }, signal })
      : callFile(registresEndpoints.exportCaisse, { query: { ...caisse, format }, signal })
  const fallbackName =
    rapport === 'recus'
      ? `registre_recus_${motDeLAnnee(Number(annee || aujourdhui().slice(0, 4)))}`
      : `journal_caisse_${jour || aujourdhui()}`
  const save = (format: Format) =>
    void work.run(
      FORMATS_EXPORT[format].work,
      (signal) => saveFile(() => fetchFile(format, signal), `${fallbackName}.${format}`),
      'Erreur lors de la préparation du document.',
    )
  return (
    <>
      <PageHeader title="Rapports">
        <ExportButtons busy={work.label !== null} onSave={save} />
      </PageHeader>
      <Banners banners={banners} />
      <WorkBar work={work} />
      <Onglets rapport={rapport} panel={panel} onChange={(next) => setUrl({ rapport: next })} />
      <div id={panel} role="tabpanel" aria-label={ONGLETS.find(({ value }) => value === rapport)?.label}>
        {rapport === 'recus' ? (
          <RegistreDesRecus
            asked={registre}
            page={page}
            onChange={({ search, ...patch }, options) =>
              setUrl({ ...patch, ...(search !== undefined && { recherche: search }) }, options)
            }
          />
        ) : (
          <JournalDeCaisse asked={caisse} page={page} onChange={setUrl} />
        )}
      </div>
    </>
  )
}

interface OngletsProps {
  rapport: Rapport
  panel: string
  onChange: (rapport: Rapport) => void
}

function Onglets({ rapport, panel, onChange }: OngletsProps) {
  const phone = useMediaQuery('(max-width: 43.74em)', false, { getInitialValueInEffect: false })
  if (phone)
    return (
      <SelectField
        label="Rapport"
        className={`no-print ${styles.choix}`}
        data={ONGLETS}
        value={rapport}
        onChange={(value) => onChange(value === 'caisse' ? 'caisse' : 'recus')}
      />
    )
  return <TabBar label="Rapports" tabs={ONGLETS} value={rapport} panel={panel} onChange={onChange} />
}
