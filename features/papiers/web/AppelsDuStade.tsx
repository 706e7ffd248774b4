import { Button } from '@mantine/core'
import { useState } from 'react'
import { appelsEndpoints } from '#features/papiers/appels.contract.ts'
import { APPELS_MAX } from '#features/papiers/papiers.rules.ts'
import styles from '#features/papiers/web/appels.module.css'
import {
  saveAppels,
  useEtablirAppels,
  type AppelsLus,
  type Lieu,
} from '#features/papiers/web/appels.queries.ts'
import {
  direAvantDEtablir,
  direEtablir,
  estAFaire,
  estAppele,
  toRang,
  type Appele,
} from '#features/papiers/web/appels.words.ts'
import { AppelsTable } from '#features/papiers/web/AppelsTable.tsx'
import { useNotesDAppel } from '#features/papiers/web/useNotesDAppel.ts'
import { designationDuBloc } from '#shared/nommer.ts'
import { aujourdhui, formatJourCourt } from '#shared/dates.ts'
import { LANGUES, type Langue } from '#shared/papiers.ts'
import { usePeut } from '#web/kit/call/usePeut.ts'
import { Montant } from '#web/kit/card/Montant.tsx'
import { useConfirm } from '#web/kit/dialog/confirm.tsx'
import { useOpened } from '#web/kit/dialog/useOpened.ts'
import { Banners, useBanners } from '#web/kit/feedback/Banner.tsx'
import { NotesPrises } from '#features/ventes/web/NotesPrises.tsx'
import type { NoterPourVenteProps } from '#features/ventes/web/NoterLaDate.tsx'
import { EmptyState } from '#web/kit/feedback/EmptyState.tsx'
import { useWork, whileBusy, WorkBar } from '#web/kit/feedback/WorkBar.tsx'
import { DateField } from '#web/kit/field/DateField.tsx'
import { useActKey } from '#web/kit/form/adding.tsx'
import { lazyDialog } from '#web/kit/lazy/lazyPart.tsx'
import { CaseDeLaPage } from '#web/kit/list/Cases.tsx'
import { PageHeader } from '#web/kit/list/PageHeader.tsx'
import { Segments } from '#web/kit/list/ViewSwitch.tsx'

const NoterPourVente = lazyDialog<'NoterPourVente', NoterPourVenteProps>(
  () => import('#features/ventes/web/NoterLaDate.tsx'),
  'NoterPourVente',
)
const EnvoyerUnAUn = lazyDialog(() => import('#features/papiers/web/EnvoyerUnAUn.tsx'), 'EnvoyerUnAUn')

const POUR_TOUS = [
  { value: 'client', label: 'Selon le client' },
  { value: 'fr', label: 'Français' },
  { value: 'ar', label: <span lang="ar">العربية</span> },
] as const
type PourTous = (typeof POUR_TOUS)[number]['value']

interface AppelsDuStadeProps {
  titre: string
  lieu: Lieu
  appels: AppelsLus
}

export function AppelsDuStade({ titre, lieu, appels }: AppelsDuStadeProps) {
  const { stade, bloc, atteint_le, totals } = appels
  const { rangs, pourTous, setPourTous, setLangue } = useLangues(appels)
  const { cochees, cocher, cocherTout } = useCoches(rangs)
  const [limite_le, setLimite] = useState('')
  const [noter, setNoter] = useOpened<{ venteId: number }>('noter')
  const [envoi, setEnvoi] = useOpened<{ appeles: readonly Appele[] }>('envoi')
  const banners = useBanners()
  const work = useWork(banners)
  const confirm = useConfirm()
  const peut = usePeut()
  const etablir = useEtablirAppels(lieu)
  const act = useActKey()
  const notes = useNotesDAppel(banners)

  const choisis = rangs.filter(({ echeance_id }) => cochees.has(echeance_id))
  const aFaire = choisis.filter(estAFaire)
  // Without a ticked one that stands, what is printed and sent is all that stands.
  const appeles = choisis.filter(estAppele)
  const prets = appeles.length > 0 ? appeles : rangs.filter(estAppele)

  async function issue() {
    const lignes = aFaire.map(({ echeance_id, langue }) => ({ echeance_id, langue }))
    const refaits = aFaire.filter(({ document }) => document !== null).length
    const done = await confirm({
      title: 'Établir les appels de fonds',
      body: direAvantDEtablir(lignes.length, refaits).map((phrase) => (
        <p key={phrase} className="flat">
          {phrase}
        </p>
      )),
      confirmLabel: 'Établir',
      danger: false,
      busyLabel: 'Traitement...',
      fallback: "Erreur lors de l'établissement des appels de fonds.",
      action: () =>
        act(
          (idempotencyKey) =>
            etablir.mutateAsync({ lignes, ...(limite_le !== '' && { limite_le }), idempotencyKey }),
          [JSON.stringify(lignes), limite_le],
        ),
    })
    if (!done) return
    cocher(choisis.map(({ echeance_id }) => echeance_id))
    banners.success(done.message)
  }
  async function print() {
    const ids = prets.map(({ document }) => document.id)
    if (await saveAppels(work, lieu, ids)) await notes.noter('lettre', ids)
  }
  const idle = { variant: 'default', ...whileBusy(work.label !== null) } as const
  return (
    <>
      <PageHeader
        title={titre}
        subtitle={
          <span data-nom>
            {stade.nom} · {designationDuBloc(bloc.nomloc)} · atteint le {formatJourCourt(atteint_le)}
          </span>
        }
      />
      {!envoi && <Banners banners={banners} />}
      <WorkBar work={work} />
      {notes.prises && !envoi && (
        <NotesPrises
          nombre={notes.prises.ids.length}
          busy={notes.retire}
          onCancel={() => void notes.annuler()}
          onClose={notes.oublier}
        >
          {notes.prises.dit}
        </NotesPrises>
      )}
      {rangs.length === 0 ? (
        <EmptyState>Aucune échéance à appeler pour ce stade.</EmptyState>
      ) : (
        <>
          <div className={`row between gap-8-16 ${styles.tete}`}>
            <p className="bold flat">
              {totals.nombre} · <Montant decimal={totals.reste} />
            </p>
            <Segments label="Langue" choices={POUR_TOUS} value={pourTous} onChange={setPourTous} />
          </div>
          <div className={styles.tous}>
            <CaseDeLaPage
              total={rangs.filter(({ due }) => due).length}
              selected={choisis.length}
              onChange={cocherTout}
            >
              Tout sélectionner
            </CaseDeLaPage>
          </div>
          <AppelsTable
            rangs={rangs}
            isTicked={({ echeance_id }) => cochees.has(echeance_id)}
            onTick={({ echeance_id }) =>
              cocher(
                cochees.has(echeance_id)
                  ? [...cochees].filter((id) => id !== echeance_id)
                  : [...cochees, echeance_id],
              )
            }
            onLangue={setLangue}
            onNoter={(venteId) => setNoter({ venteId })}
          />
          <div className={`row gap-8-16 ${styles.actes}`}>
            {peut(appelsEndpoints.etablir) && (
              <>
                <DateField
                  label="À payer avant le"
                  className={styles.limite}
                  value={limite_le}
                  onChange={setLimite}
                  openOnFocus={false}
                />
                <Button disabled={aFaire.length === 0} onClick={() => void issue()}>
                  {direEtablir(aFaire.length)}
                </Button>
              </>
            )}
            <Button {...idle} disabled={prets.length === 0} onClick={() => void print()}>
              Imprimer (PDF)
            </Button>
            <Button
              variant="default"
              disabled={prets.length === 0}
              onClick={() => setEnvoi({ appeles: prets })}
            >
              Envoyer un à un
            </Button>
          </div>
        </>
      )}
      {noter && (
        <NoterPourVente
          venteId={noter.venteId}
          onClose={() => setNoter(null)}
          onSaved={(message) => banners.success(message)}
        />
      )}
      {envoi && (
        <EnvoyerUnAUn
          stade={stade}
          appeles={envoi.appeles}
          notes={notes}
          banners={banners}
          onClose={() => setEnvoi(null)}
        />
      )}
    </>
  )
}

/** The lines in the language of each: that of the client's name, one for all, or its own. */
function useLangues({ data }: Pick<AppelsLus, 'data'>) {
  const [{ pourTous, propres }, setLangues] = useState<{
    pourTous: PourTous
    propres: Readonly<Record<number, Langue>>
  }>({ pourTous: 'client', propres: {} })
  const today = aujourdhui()
  const tous = LANGUES.find((langue) => langue === pourTous)
  return {
    rangs: data.map((appel) => toRang(appel, propres[appel.echeance_id] ?? tous, today)),
    pourTous,
    // A choice for all takes back those of single lines.
    setPourTous: (choix: PourTous) => setLangues({ pourTous: choix, propres: {} }),
    setLangue: ({ echeance_id }: { echeance_id: number }, langue: Langue) =>
      setLangues({ pourTous, propres: { ...propres, [echeance_id]: langue } }),
  }
}

/** The ticked lines, at first those of which an appel is to be made or made again. */
function useCoches(rangs: readonly ReturnType<typeof toRang>[]) {
  const [choix, setChoix] = useState<readonly number[] | null>(null)
  const dues = rangs.filter(({ due }) => due).map(({ echeance_id }) => echeance_id)
  const premieres = () => rangs.filter(estAFaire).map(({ echeance_id }) => echeance_id)
  // A line that was paid meanwhile is ticked no longer.
  const cochees = new Set((choix ?? premieres().slice(0, APPELS_MAX)).filter((id) => dues.includes(id)))
  return {
    cochees,
    cocher: setChoix,
    cocherTout: () => setChoix(cochees.size === dues.length ? [] : dues),
  }
}
