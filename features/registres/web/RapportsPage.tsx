import { useMediaQuery } from '@mantine/hooks'
import { useId } from 'react'
import { registresEndpoints } from '#features/registres/registres.contract.ts'
import { RAPPORTS } from '#features/registres/registres.rapports.ts'
import styles from '#features/registres/web/rapports.module.css'
import { RegistreDesRecus } from '#features/registres/web/RegistreDesRecus.tsx'
import { aujourdhui } from '#shared/dates.ts'
import type { Format } from '#shared/exports.ts'
import { callFile } from '#web/kit/api.ts'
import { ErrorState } from '#web/kit/ErrorState.tsx'
import { lazyPart } from '#web/kit/lazyPart.tsx'
import { LoadingState } from '#web/kit/LoadingState.tsx'
import { Banners } from '#web/kit/Banners.tsx'
import { ExportButtons, FORMATS_EXPORT } from '#web/kit/ExportButtons.tsx'
import { saveFile } from '#web/kit/files.ts'
import { PageHeader } from '#web/kit/PageHeader.tsx'
import { SelectField } from '#web/kit/SelectField.tsx'
import { TabBar } from '#web/kit/TabBar.tsx'
import { useBanners } from '#web/kit/useBanners.ts'
import { useUrlState } from '#web/kit/useUrlState.ts'
import { useWork } from '#web/kit/useWork.ts'
import { WorkBar } from '#web/kit/WorkBar.tsx'

/** What an address says by itself; the filters of one report wait in it while another is shown. */
const DEFAULTS = {
  rapport: 'recus',
  page: 1,
  annee: '',
  etat: '',
  de: '',
  a: '',
  jour: '',
  membre: '',
}
const ONGLETS = RAPPORTS.map(({ label, search }) => ({ value: search.rapport, label }))
type Rapport = (typeof ONGLETS)[number]['value']

/** With its calendar: it comes when the till is looked at. */
const JournalDeCaisse = lazyPart(
  () => import('#features/registres/web/JournalDeCaisse.tsx'),
  'JournalDeCaisse',
  (_error, retry) => <ErrorState message="Erreur lors du chargement du rapport." onRetry={retry} />,
  () => <LoadingState text="Chargement du rapport..." wide />,
)

/** The register of receipts and the till. */
export function RapportsPage() {
  const [{ rapport: named, page, annee, etat, de, a, jour, membre }, setUrl] = useUrlState(DEFAULTS)
  const rapport: Rapport = named === 'caisse' ? 'caisse' : 'recus'
  const banners = useBanners()
  const work = useWork(banners)
  const panel = useId()
  const registre = { annee, etat, de, a }
  const caisse = { jour, membre }
  const fetchFile = (format: Format, signal: AbortSignal) =>
    rapport === 'recus'
      ? callFile(registresEndpoints.exportRecus, { query: { ...registre, format }, signal })
      : callFile(registresEndpoints.exportCaisse, { query: { ...caisse, format }, signal })
  const fallbackName =
    rapport === 'recus'
      ? `registre_recus_${annee || aujourdhui().slice(0, 4)}`
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
          <RegistreDesRecus asked={registre} page={page} onChange={setUrl} />
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

/** The reports side by side; on a phone a select. */
function Onglets({ rapport, panel, onChange }: OngletsProps) {
  const phone = useMediaQuery('(max-width: 43.74em)', false, { getInitialValueInEffect: false })
  if (phone)
    return (
      <SelectField
        label="Rapport"
        className={styles.choix}
        data={ONGLETS}
        value={rapport}
        onChange={(value) => onChange(value === 'caisse' ? 'caisse' : 'recus')}
      />
    )
  return <TabBar label="Rapports" tabs={ONGLETS} value={rapport} panel={panel} onChange={onChange} />
}
