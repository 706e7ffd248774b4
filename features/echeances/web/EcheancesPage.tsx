import { Button } from '@mantine/core'
import { IconTemplate } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { echeancierEndpoints } from '#features/dossiers/echeancier.contract.ts'
import { relancesEndpoints } from '#features/dossiers/relances.contract.ts'
import { saveLettres, useNoterRelances } from '#features/dossiers/web/relances.queries.ts'
import { ONGLETS, type Onglet } from '#features/echeances/echeances.codes.ts'
import { echeancesEndpoints } from '#features/echeances/echeances.contract.ts'
import { ECHEANCES, ONGLETS_DITS } from '#features/echeances/echeances.words.ts'
import { DossiersChoisis } from '#features/echeances/web/DossiersChoisis.tsx'
import { fetchExport } from '#features/echeances/web/echeances.queries.ts'
import { EcheancesTab } from '#features/echeances/web/EcheancesTab.tsx'
import { DEFAULTS, toFiltres, toOnglet } from '#features/echeances/web/onglets.ts'
import { useSelection } from '#features/echeances/web/useSelection.ts'
import type { Format } from '#shared/exports.ts'
import { formatCompte } from '#shared/texte.ts'
import { Banners } from '#web/kit/Banners.tsx'
import { ExportButtons, FORMATS_EXPORT } from '#web/kit/ExportButtons.tsx'
import { saveFile } from '#web/kit/files.ts'
import { lazyDialog } from '#web/kit/lazyPart.tsx'
import { PageHeader } from '#web/kit/PageHeader.tsx'
import { TabBar } from '#web/kit/TabBar.tsx'
import { useBanners } from '#web/kit/useBanners.ts'
import { useConfirm } from '#web/kit/useConfirm.ts'
import { newKey } from '#web/kit/useIdempotencyKey.ts'
import { useOpened } from '#web/kit/useOpened.ts'
import { usePeut } from '#web/kit/usePeut.ts'
import { useUrlState } from '#web/kit/useUrlState.ts'
import { useWork, whileBusy } from '#web/kit/useWork.ts'
import { WorkBar } from '#web/kit/WorkBar.tsx'

const Relancer = lazyDialog(() => import('#features/dossiers/web/Relancer.tsx'), 'Relancer')
const AppliquerModele = lazyDialog(
  () => import('#features/dossiers/web/AppliquerModele.tsx'),
  'AppliquerModele',
)
const NoterRelances = lazyDialog(() => import('#features/echeances/web/NoterRelances.tsx'), 'NoterRelances')

type Opened =
  | { kind: 'relancer'; venteId: number; client: string }
  | { kind: 'appliquer' }
  | { kind: 'noter'; ids: readonly number[] }

const TABS = ONGLETS.map((value) => ({ value, label: ONGLETS_DITS[value] }))

/** Who must pay what now: what is late and how long, what is due, what is to come; and the relances of it. */
export function EcheancesPage() {
  const [state, setState] = useUrlState(DEFAULTS)
  const [opened, setOpened] = useOpened<Opened>('relance')
  const onglet: Onglet = toOnglet(state.onglet)
  const banners = useBanners()
  const work = useWork(banners)
  const panel = useId()
  const peut = usePeut()
  const reminds = peut(relancesEndpoints.create)
  const selection = useSelection()
  const confirm = useConfirm()
  const noter = useNoterRelances()
  const [search, setSearch] = useState(state.recherche)
  const close = () => setOpened(null)
  const save = (format: Format) => {
    // What stands in the field, also before it is applied to the list.
    const filtres = { ...toFiltres(state), search }
    const { label, work: text } = FORMATS_EXPORT[format]
    void work.run(
      text,
      (signal) => saveFile(() => fetchExport(filtres, format, signal), `echeances.${format}`),
      `Erreur lors de l'exportation du fichier ${label}. Veuillez réessayer.`,
    )
  }
  async function printLettres() {
    const { dossiers } = selection
    const late = dossiers.filter((dossier) => dossier.late).map(({ id }) => id)
    if (!(await saveLettres(work, late.length > 0 ? late : dossiers.map(({ id }) => id)))) return
    const idempotencyKey = newKey()
    const message = await confirm({
      title: 'Noter les relances',
      body:
        late.length === 1
          ? 'Noter cette relance par lettre ?'
          : `Noter ces ${late.length} relances par lettre ?`,
      confirmLabel: 'Noter',
      cancelLabel: 'Non',
      busyLabel: 'Enregistrement...',
      danger: false,
      fallback: "Erreur lors de l'enregistrement de la relance.",
      action: () => noter.mutateAsync({ vente_ids: late, canal: 'lettre', idempotencyKey }),
    })
    if (message === null) return
    selection.clear()
    banners.success(message)
  }
  const idle = { variant: 'default', ...whileBusy(work.label !== null) } as const
  return (
    <>
      <PageHeader title={ECHEANCES}>
        {peut(echeancierEndpoints.generateAll) && (
          <Button
            variant="default"
            leftSection={<IconTemplate size={18} stroke={1.6} />}
            onClick={() => setOpened({ kind: 'appliquer' })}
          >
            Appliquer un modèle
          </Button>
        )}
        {peut(echeancesEndpoints.export) && <ExportButtons busy={work.label !== null} onSave={save} />}
      </PageHeader>
      <Banners banners={banners} />
      <WorkBar work={work} />
      <TabBar
        label={ECHEANCES}
        tabs={TABS}
        value={onglet}
        panel={panel}
        onChange={(next) => setState({ onglet: next })}
      />
      <div id={panel} role="tabpanel" aria-label={ONGLETS_DITS[onglet]}>
        <EcheancesTab
          state={state}
          setState={setState}
          onTyped={setSearch}
          selection={reminds ? selection : undefined}
          onRelancer={({ vente_id, client }) =>
            setOpened({ kind: 'relancer', venteId: vente_id, client: client.nomComplet })
          }
        />
      </div>
      {selection.dossiers.length > 0 && (
        <DossiersChoisis
          texte={formatCompte(selection.dossiers.length, 'dossier choisi', 'dossiers choisis')}
          onClear={selection.clear}
        >
          <Button size="sm" {...idle} onClick={() => void printLettres()}>
            Lettres (PDF)
          </Button>
          <Button
            size="sm"
            onClick={() => setOpened({ kind: 'noter', ids: selection.dossiers.map(({ id }) => id) })}
          >
            Noter une relance
          </Button>
        </DossiersChoisis>
      )}
      {opened?.kind === 'appliquer' && (
        <AppliquerModele onClose={close} onDone={(message) => banners.success(message)} />
      )}
      {opened?.kind === 'relancer' && (
        <Relancer
          venteId={opened.venteId}
          client={opened.client}
          onClose={close}
          onSaved={(message) => banners.success(message)}
        />
      )}
      {opened?.kind === 'noter' && (
        <NoterRelances
          ids={opened.ids}
          onClose={close}
          onSaved={(message) => {
            selection.clear()
            banners.success(message)
          }}
        />
      )}
    </>
  )
}
