import { Button } from '@mantine/core'
import { IconTemplate } from '@tabler/icons-react'
import { useId, useState, type ReactNode } from 'react'
import {
  echeancierEndpoints,
  echeancesEndpoints,
  ONGLETS,
  type Onglet,
} from '#features/echeanciers/echeances.contract.ts'
import { relancesEndpoints } from '#features/ventes/relances.contract.ts'
import { saveLettres, useNoterRelances, useRetirerRelances } from '#features/ventes/web/dossiers.queries.ts'
import type { NoterPourVenteProps } from '#features/ventes/web/NoterLaDate.tsx'
import { NotesPrises } from '#features/ventes/web/NotesPrises.tsx'
import { ECHEANCES, ONGLETS_DITS } from '#features/echeanciers/echeances.words.ts'
import { fetchExport } from '#features/echeanciers/web/echeances.queries.ts'
import { EcheancesTab, DEFAULTS, toFiltres, toOnglet } from '#features/echeanciers/web/EcheancesTab.tsx'
import { useSelection } from '#features/echeanciers/web/useSelection.ts'
import type { Format } from '#shared/exports.ts'
import type { Langue } from '#shared/papiers.ts'
import { formatCompte } from '#shared/texte.ts'
import { messageOf } from '#web/kit/call/api.ts'
import { Banners, useBanners } from '#web/kit/feedback/Banner.tsx'
import { ExportButtons, FORMATS_EXPORT, XLSX_ET_PDF } from '#web/kit/file/ExportButtons.tsx'
import { saveFile } from '#web/kit/file/files.ts'
import { lazyDialog } from '#web/kit/lazy/lazyPart.tsx'
import { PageHeader } from '#web/kit/list/PageHeader.tsx'
import { TabBar } from '#web/kit/list/TabBar.tsx'
import { newKey } from '#web/kit/form/adding.tsx'
import { useOpened } from '#web/kit/dialog/useOpened.ts'
import { usePeut } from '#web/kit/call/usePeut.ts'
import { useUrlState } from '#web/kit/list/useUrlState.ts'
import { LangueDuPapier } from '#web/kit/print/LangueDuPapier.tsx'
import { useWork, whileBusy, WorkBar } from '#web/kit/feedback/WorkBar.tsx'
import styles from '#features/echeanciers/web/echeances.module.css'
import { ChoixBar } from '#web/kit/list/Cases.tsx'

const Relancer = lazyDialog(() => import('#features/ventes/web/Relancer.tsx'), 'Relancer')
const AppliquerModele = lazyDialog(
  () => import('#features/echeanciers/web/AppliquerModele.tsx'),
  'AppliquerModele',
)
const NoterPourVente = lazyDialog<'NoterPourVente', NoterPourVenteProps>(
  () => import('#features/ventes/web/NoterLaDate.tsx'),
  'NoterPourVente',
)
const NoterRelances = lazyDialog(() => import('#features/echeanciers/web/NoterRelances.tsx'), 'NoterRelances')

type Opened =
  | { kind: 'relancer'; venteId: number; client: string }
  | { kind: 'contrat'; venteId: number }
  | { kind: 'appliquer' }
  | { kind: 'noter'; ids: readonly number[] }

/** Relances noted by printing their letters, which one act takes back. */
interface Notees {
  message: string
  ids: readonly number[]
  /** Dossiers of the letters, « 12,15 ». */
  of: string
}

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
  const noter = useNoterRelances()
  const retirer = useRetirerRelances()
  const [notees, setNotees] = useState<Notees | null>(null)
  const [choisie, setLangue] = useState<Langue | null>(null)
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
  const enRetard = selection.dossiers.filter((dossier) => dossier.late)
  const late = enRetard.map(({ id }) => id)
  const langue = choisie ?? (enRetard.every((dossier) => dossier.langue === 'ar') ? 'ar' : 'fr')
  async function printLettres() {
    if (!(await saveLettres(work, late, langue))) return
    // The same letters in the other language are the same relance.
    if (notees?.of === late.join()) return
    const body = { vente_ids: late, canal: 'lettre', idempotencyKey: newKey() } as const
    setNotees(null)
    // A printed letter is a relance, unless the member takes its note back (RF-41).
    await noter.mutateAsync(body).then(
      (made) => setNotees({ ...made, of: late.join() }),
      (error: unknown) =>
        banners.error(messageOf(error, "Erreur lors de l'enregistrement de la relance."), null),
    )
  }
  async function cancelNotes(ids: readonly number[]) {
    try {
      await retirer.mutateAsync(ids)
      setNotees(null)
      banners.success(ids.length > 1 ? 'Notes retirées.' : 'Note retirée.')
    } catch (error) {
      banners.error(messageOf(error, 'Erreur lors du retrait de la note.'), null)
    }
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
        {peut(echeancesEndpoints.export) && (
          <ExportButtons formats={XLSX_ET_PDF} busy={work.label !== null} onSave={save} />
        )}
      </PageHeader>
      <Banners banners={banners} />
      <WorkBar work={work} />
      {notees && (
        <NotesPrises
          nombre={notees.ids.length}
          busy={retirer.isPending}
          onCancel={() => void cancelNotes(notees.ids)}
          onClose={() => setNotees(null)}
        >
          {notees.message}
        </NotesPrises>
      )}
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
          onNoter={({ vente_id }) => setOpened({ kind: 'contrat', venteId: vente_id })}
        />
      </div>
      {selection.dossiers.length > 0 && (
        <DossiersChoisis
          texte={formatCompte(selection.dossiers.length, 'dossier sélectionné', 'dossiers sélectionnés')}
          onClear={selection.clear}
        >
          {late.length > 0 && (
            <>
              <LangueDuPapier label="Langue des lettres" langue={langue} onChange={setLangue} />
              <Button size="sm" {...idle} onClick={() => void printLettres()}>
                Lettres (PDF)
              </Button>
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
      {opened?.kind === 'contrat' && (
        <NoterPourVente
          venteId={opened.venteId}
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
      <div className={`wrap gap-8 ${styles.boutons}`}>
        {children}
        <Button size="sm" variant="subtle" className={styles.effacer} onClick={onClear}>
          Tout désélectionner
        </Button>
      </div>
    </ChoixBar>
  )
}
