import { Button } from '@mantine/core'
import { IconPlus, IconTemplate } from '@tabler/icons-react'
import { useId } from 'react'
import type { VendreUnBienProps } from '#features/biens/web/VendreLeBien.tsx'
import { biensEndpoints } from '#features/biens/biens.contract.ts'
import fins from '#features/ventes/web/fins.module.css'
import { useSuiteDeLaVente } from '#features/ventes/web/SuiteDeLaVente.tsx'
import {
  DossiersTab,
  DEFAULTS,
  isSansEcheancier,
  ONGLETS,
  toFiltres,
  toOnglet,
} from '#features/ventes/web/DossiersTab.tsx'
import { echeancierEndpoints } from '#features/echeanciers/echeances.contract.ts'
import type { GenererPourVenteProps } from '#features/echeanciers/web/GenererEcheancier.tsx'
import { callFile } from '#web/kit/call/api.ts'
import { ExportButtons, FORMATS_EXPORT } from '#web/kit/file/ExportButtons.tsx'
import { saveFile } from '#web/kit/file/files.ts'
import { useWork, WorkBar } from '#web/kit/feedback/WorkBar.tsx'
import { dossiersEndpoints } from '#features/ventes/dossiers.contract.ts'
import { Banners, useBanners } from '#web/kit/feedback/Banner.tsx'
import { lazyDialog } from '#web/kit/lazy/lazyPart.tsx'
import { PageHeader } from '#web/kit/list/PageHeader.tsx'
import { TabBar } from '#web/kit/list/TabBar.tsx'
import { useOpened } from '#web/kit/dialog/useOpened.ts'
import { usePeut } from '#web/kit/call/usePeut.ts'
import { useUrlState } from '#web/kit/list/useUrlState.ts'

const AppliquerModele = lazyDialog(
  () => import('#features/echeanciers/web/AppliquerModele.tsx'),
  'AppliquerModele',
)
const VendreUnBien = lazyDialog<'VendreUnBien', VendreUnBienProps>(
  () => import('#features/biens/web/VendreLeBien.tsx'),
  'VendreUnBien',
)
const GenererPourVente = lazyDialog<'GenererPourVente', GenererPourVenteProps>(
  () => import('#features/echeanciers/web/GenererEcheancier.tsx'),
  'GenererPourVente',
)

type Opened = { kind: 'appliquer' } | { kind: 'generer'; venteId: number }

export function DossiersPage() {
  const [state, setState] = useUrlState(DEFAULTS)
  const [opened, setOpened] = useOpened<Opened>('dossiers')
  const panel = useId()
  const banners = useBanners()
  const { suite, offer } = useSuiteDeLaVente(banners)
  const peut = usePeut()
  const sells = peut(biensEndpoints.aVendre)
  const onglet = toOnglet(state.onglet)
  const close = () => setOpened(null)
  const work = useWork(banners)
  const save = () =>
    void work.run(
      FORMATS_EXPORT.xlsx.work,
      (signal) =>
        saveFile(
          () => callFile(dossiersEndpoints.export, { query: toFiltres(state), signal }),
          'ventes.xlsx',
        ),
      "Erreur lors de l'exportation du fichier Excel. Veuillez réessayer.",
    )
  return (
    <div className={fins.avecSuite}>
      <PageHeader title="Dossiers de vente">
        {isSansEcheancier(state) && peut(echeancierEndpoints.generateAll) && (
          <Button
            variant="default"
            leftSection={<IconTemplate size={18} stroke={1.6} />}
            onClick={() => setOpened({ kind: 'appliquer' })}
          >
            Appliquer un modèle
          </Button>
        )}
        {onglet !== 'options' && peut(dossiersEndpoints.export) && (
          <ExportButtons busy={work.label !== null} onSave={save} formats={['xlsx']} />
        )}
        {sells && (
          <Button
            leftSection={<IconPlus size={18} stroke={1.6} />}
            onClick={() => setState({ vendre: 'oui', page: state.page })}
          >
            Vendre un bien
          </Button>
        )}
      </PageHeader>
      <Banners banners={banners} />
      <WorkBar work={work} />
      <TabBar
        label="Dossiers de vente"
        tabs={ONGLETS}
        value={onglet}
        panel={panel}
        onChange={(next) =>
          setState({ onglet: next, tri: '', reste: '', sans_echeancier: '', sans_contrat: '', etat: '' })
        }
      />
      <div
        key={onglet}
        id={panel}
        role="tabpanel"
        aria-label={ONGLETS.find(({ value }) => value === onglet)?.label}
        className="shrinks"
      >
        <DossiersTab
          onglet={onglet}
          state={state}
          setState={setState}
          onGenerer={
            peut(echeancierEndpoints.generate)
              ? ({ id }) => setOpened({ kind: 'generer', venteId: id })
              : undefined
          }
        />
      </div>
      {suite}
      {sells && state.vendre !== '' && (
        <VendreUnBien
          clientId={/^[1-9]\d{0,14}$/.test(state.vendre) ? Number(state.vendre) : null}
          onClose={() => setState({ vendre: '', page: state.page }, { replace: true })}
          onSaved={(message, vente) => offer(vente, message)}
        />
      )}
      {opened?.kind === 'appliquer' && (
        <AppliquerModele onClose={close} onDone={(message) => banners.success(message)} />
      )}
      {opened?.kind === 'generer' && (
        <GenererPourVente
          venteId={opened.venteId}
          onClose={close}
          onSaved={(message) => banners.success(message)}
        />
      )}
    </div>
  )
}
