import { Button } from '@mantine/core'
import { IconTemplate } from '@tabler/icons-react'
import { useId, useState, type ReactNode } from 'react'
import { echeancierEndpoints, echeancesEndpoints } from '#features/echeanciers/echeances.contract.ts'
import { relancesEndpoints } from '#features/ventes/relances.contract.ts'
import { saveLettres, useNoterRelances } from '#features/ventes/web/dossiers.queries.ts'
import { ECHEANCES, ONGLETS_DITS, ONGLETS, type Onglet } from '#features/echeanciers/echeances.words.ts'
import { fetchExport } from '#features/echeanciers/web/echeances.queries.ts'
import { EcheancesTab, DEFAULTS, toFiltres, toOnglet } from '#features/echeanciers/web/EcheancesTab.tsx'
import { useSelection } from '#features/echeanciers/web/useSelection.ts'
import type { Format } from '#shared/exports.ts'
import type { Langue } from '#shared/papiers.ts'
import { formatCompte } from '#shared/texte.ts'
import { Banners, useBanners } from '#web/kit/feedback/Banner.tsx'
import { ExportButtons, FORMATS_EXPORT } from '#web/kit/file/ExportButtons.tsx'
import { saveFile } from '#web/kit/file/files.ts'
import { lazyDialog } from '#web/kit/lazy/lazyPart.tsx'
import { PageHeader } from '#web/kit/list/PageHeader.tsx'
import { TabBar } from '#web/kit/list/TabBar.tsx'
import { useConfirm } from '#web/kit/dialog/confirm.tsx'
import { newKey } from '#web/kit/form/adding.tsx'
import { useOpened } from '#web/kit/dialog/useOpened.ts'
import { usePeut } from '#web/kit/call/usePeut.ts'
import { useUrlState } from '#web/kit/list/useUrlState.ts'
import { EnLangue } from '#web/kit/print/EnLangue.tsx'
import { useWork, whileBusy, WorkBar } from '#web/kit/feedback/WorkBar.tsx'
import styles from '#features/echeanciers/web/echeances.module.css'
import { ChoixBar } from '#web/kit/list/Cases.tsx'

const Relancer = lazyDialog(() => import('#features/ventes/web/Relancer.tsx'), 'Relancer')
const AppliquerModele = lazyDialog(
  () => import('#features/echeanciers/web/AppliquerModele.tsx'),
  'AppliquerModele',
)
const NoterRelances = lazyDialog(() => import('#features/echeanciers/web/NoterRelances.tsx'), 'NoterRelances')

type Opened =
  | { kind: 'relancer'; venteId: number; client: string }
  | { kind: 'appliquer' }
  | { kind: 'noter'; ids: readonly number[] }

const TABS = ONGLETS.map((value) => ({ value, label: ONGLETS_DITS[value] }))

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
    // The export uses the text in the search field, even before the list does.
    const filtres = { ...toFiltres(state), search }
    const { label, work: text } = FORMATS_EXPORT[format]
    void work.run(
      text,
      (signal) => saveFile(() => fetchExport(filtres, format, signal), `echeances.${format}`),
      `Erreur lors de l'exportation du fichier ${label}. Veuillez réessayer.`,
    )
  }
  // Only late dossiers can be reminded.
  const late = selection.dossiers.filter((dossier) => dossier.late).map(({ id }) => id)
  async function printLettres(langue?: Langue) {
    if (!(await saveLettres(work, late, langue))) return
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
          texte={formatCompte(selection.dossiers.length, 'dossier sélectionné', 'dossiers sélectionnés')}
          onClear={selection.clear}
        >
          {late.length > 0 && (
            <>
              <Button size="sm" {...idle} onClick={() => void printLettres()}>
                Lettres (PDF)
              </Button>
              <EnLangue
                label="Langue des lettres"
                busy={work.label !== null}
                onPrint={(langue) => void printLettres(langue)}
              />
              <Button size="sm" onClick={() => setOpened({ kind: 'noter', ids: late })}>
                Noter une relance
              </Button>
            </>
          )}
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

interface DossiersChoisisProps {
  texte: string
  onClear: () => void
  children: ReactNode
}

function DossiersChoisis({ texte, onClear, children }: DossiersChoisisProps) {
  return (
    <ChoixBar className={styles.choix}>
      <strong role="status">{texte}</strong>
      <div className={styles.boutons}>
        {children}
        <Button size="sm" variant="subtle" className={styles.effacer} onClick={onClear}>
          Tout désélectionner
        </Button>
      </div>
    </ChoixBar>
  )
}
