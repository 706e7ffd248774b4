import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useRouter } from '@tanstack/react-router'
import { useCallback, useDeferredValue, useRef, useState, useMemo, type FocusEvent } from 'react'
import { Apercu } from '#features/generation/web/Apercu.tsx'
import { ErreursContext, type Erreurs } from '#features/generation/web/champs.tsx'
import styles from '#features/generation/web/generation.module.css'
import { useGenerate, apercuQuery } from '#features/generation/web/generation.queries.ts'
import {
  describeConfirmation,
  describeCreer,
  premierBloc,
} from '#features/generation/web/generation.words.ts'
import { GenerationsPrecedentes } from '#features/generation/web/GenerationsPrecedentes.tsx'
import { PartAppartements } from '#features/generation/web/PartAppartements.tsx'
import { PartBlocs } from '#features/generation/web/PartBlocs.tsx'
import { PartLocaux } from '#features/generation/web/PartLocaux.tsx'
import { PartParking } from '#features/generation/web/PartParking.tsx'
import { debut, toDemande, type Saisie, estVide, type Demande } from '#features/generation/web/saisie.ts'
import { planQueries, type PlanLu } from '#features/plan-de-vente/web/plan.queries.ts'
import { carry, Banner, Banners, useBanners } from '#web/kit/feedback/Banner.tsx'
import { messageOf, ApiError } from '#web/kit/call/api.ts'
import { PageHeader } from '#web/kit/list/PageHeader.tsx'
import { Results } from '#web/kit/feedback/Results.tsx'
import { useRestoredPart, useSavedPart } from '#web/kit/form/savedInput.ts'
import { useConfirm } from '#web/kit/dialog/confirm.tsx'
import { useIdempotencyKey } from '#web/kit/form/adding.tsx'
import { useQuestionOnLeaving } from '#web/kit/form/useQuestionOnLeaving.ts'
import { planDeVenteOf, screens } from '#shared/paths.ts'
import { useDebounced } from '#web/kit/list/useDebounced.ts'

const TITRE = 'Générer les lots'
const APERCU_ECHOUE = "Erreur lors du calcul de l'aperçu."

/** Screen that creates the blocs, étages, lots, locaux and places of a residence at once, after a preview. */
export function GenererPage() {
  const { residenceId } = useParams({ strict: false })
  const id = Number(residenceId)
  const query = useQuery(planQueries.read(id, false))
  return (
    <>
      {!query.data && <PageHeader title={TITRE} />}
      <Results
        query={query}
        loading="Chargement de la résidence..."
        error="Erreur lors du chargement de la résidence."
        cards={2}
        wide
      >
        {(plan) => <Generation key={id} plan={plan} />}
      </Results>
    </>
  )
}

function Generation({ plan }: { plan: PlanLu }) {
  const { id, nom } = plan.residence
  const { saisie, modifiee, change, changeAppartements } = useSaisie(plan)
  const demande = toDemande(saisie)
  const { apercu, error, refus, erreurs, pret, enCours, refetch, leave, ecoute } = useApercu(id, demande)
  const shown = useDeferredValue(apercu)
  const bloc = premierBloc(saisie.blocs, plan.blocs)
  const banners = useBanners()
  const { create, cancel, enCreation } = useCreation({ plan, banners, modifiee })
  const possible = pret && apercu !== undefined && apercu.nombre_collisions === 0
  return (
    <ErreursContext value={erreurs}>
      <PageHeader title={TITRE} subtitle={<bdi data-nom>{nom}</bdi>} />
      <Banners banners={banners} />
      <div className={`column gap-24 at-top ${styles.page}`}>
        <form
          className="stack shrinks gap-16"
          aria-label={TITRE}
          noValidate
          onSubmit={(event) => event.preventDefault()}
          {...ecoute}
        >
          <PartBlocs
            blocs={saisie.blocs}
            plan={plan}
            onChange={(patch) => change('blocs', patch)}
            onLeave={leave}
          />
          <PartAppartements appartements={saisie.appartements} bloc={bloc} onChange={changeAppartements} />
          <PartLocaux locaux={saisie.locaux} bloc={bloc} onChange={(patch) => change('locaux', patch)} />
          <PartParking parking={saisie.parking} plan={plan} onChange={(patch) => change('parking', patch)} />
        </form>
        <section className={`stack shrinks gap-12 ${styles.apercu}`} aria-label="Aperçu" aria-busy={enCours}>
          <div className="row between gap-8-16">
            <h2 className={`bold flat ${styles.titre}`}>Aperçu</h2>
            <div className="wrap gap-8">
              <Button variant="default" onClick={cancel}>
                Annuler
              </Button>
              <Button
                disabled={!possible || enCreation}
                onClick={() => apercu && void create(demande, apercu.totaux)}
              >
                {enCreation ? 'Création...' : describeCreer(apercu?.totaux)}
              </Button>
            </div>
          </div>
          {error && !refus && (
            <Banner
              kind="error"
              action={
                <Button variant="default" size="xs" onClick={() => void refetch()}>
                  Réessayer
                </Button>
              }
            >
              {messageOf(error, APERCU_ECHOUE)}
            </Banner>
          )}
          {refus && <Refus refus={refus} message={messageOf(error, APERCU_ECHOUE)} />}
          <p className="visuallyHidden" role="status">
            {pret && shown ? 'Aperçu à jour.' : ''}
          </p>
          {shown && !error && (
            <div className={`stack shrinks gap-12 ${styles.vue}`} data-ancienne={!pret || undefined}>
              <Apercu apercu={shown} />
            </div>
          )}
          {!shown && !error && <p className="dim flat">Calcul de l'aperçu...</p>}
        </section>
      </div>
      <GenerationsPrecedentes residence={id} onUndone={banners.success} />
    </ErreursContext>
  )
}

/** Shows a refusal that no field shows, or else a hint about the required fields. */
function Refus({ refus, message }: { refus: Record<string, string[]>; message: string }) {
  const champs = Object.keys(refus)
  const sansChamp = champs.length === 0 || champs.some((champ) => ['blocs', 'niveaux', 'pas'].includes(champ))
  return sansChamp ? (
    <Banner kind="error">{message}</Banner>
  ) : (
    <p className="dim flat" role="status">
      L'aperçu paraît ici dès que les champs obligatoires sont remplis.
    </p>
  )
}

/** Content of the form, which survives a new sign-in as in any form. */
function useSaisie(plan: PlanLu) {
  const back = useRestoredPart<{ values: Saisie; initial: Saisie } | null>('saisie:generer', null)
  const [initial] = useState(() => back?.initial ?? debut(plan))
  const [saisie, setSaisie] = useState(() => back?.values ?? initial)
  useSavedPart('saisie:generer', { values: saisie, initial })
  const change = useCallback(
    <K extends keyof Saisie>(part: K, patch: Partial<Saisie[K]>) =>
      setSaisie((avant) => ({ ...avant, [part]: { ...avant[part], ...patch } })),
    [],
  )
  const changeAppartements = useCallback(
    (make: (avant: Saisie['appartements']) => Partial<Saisie['appartements']>) =>
      setSaisie((avant) => ({
        ...avant,
        appartements: { ...avant.appartements, ...make(avant.appartements) },
      })),
    [],
  )
  return {
    saisie,
    modifiee: JSON.stringify(saisie) !== JSON.stringify(initial),
    change,
    changeAppartements,
  }
}

interface CreationProps {
  plan: PlanLu
  banners: ReturnType<typeof useBanners>
  modifiee: boolean
}

/** Creates the lots after a confirmation, and asks before a changed form is left. */
function useCreation({ plan, banners, modifiee }: CreationProps) {
  const { id } = plan.residence
  const confirm = useConfirm()
  const navigate = useNavigate()
  const router = useRouter()
  const generer = useGenerate()
  const idempotencyKey = useIdempotencyKey()
  const fini = useRef(false)
  useQuestionOnLeaving({ title: 'Quitter sans créer les lots ?', dirty: modifiee, done: fini })
  async function create(
    demande: ReturnType<typeof toDemande>,
    totaux: Parameters<typeof describeCreer>[0] & object,
  ) {
    banners.clear()
    const done = await confirm({
      title: 'Créer les lots',
      body: describeConfirmation(totaux),
      confirmLabel: describeCreer(totaux),
      busyLabel: 'Création...',
      danger: false,
      action: () => generer.mutateAsync({ residence: id, demande, idempotencyKey }),
      fallback: 'Erreur lors de la génération des lots.',
      onError: (error) => banners.error(messageOf(error, 'Erreur lors de la génération des lots.'), null),
    })
    if (!done) return
    fini.current = true
    if ('message' in done) carry(done.message, done.data.generation_id)
    await navigate(planDeVenteOf(id))
  }
  const cancel = () =>
    router.history.canGoBack() ? router.history.back() : void navigate({ to: screens.residences })
  return { create, cancel, enCreation: generer.isPending }
}

const REPOS_MS = 400

/** Previews the form once the typing rests; an empty field shows its error only after it was left. `pret`: the preview is current. */
export function useApercu(residence: number, demande: Demande) {
  const texte = JSON.stringify(demande)
  const reposee = useDebounced(texte, REPOS_MS)
  const asked = useMemo(() => JSON.parse(reposee) as Demande, [reposee])
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery(apercuQuery(residence, asked))
  const [quittes, setQuittes] = useState<ReadonlySet<string>>(new Set())
  const leave = useCallback(
    (chemin: string) => setQuittes((avant) => (avant.has(chemin) ? avant : new Set(avant).add(chemin))),
    [],
  )
  const refus = error instanceof ApiError && error.status === 422 ? error.errors : null
  const erreurs = useMemo<Erreurs>(
    () => (chemin) => {
      const [phrase] = refus?.[chemin] ?? []
      return phrase !== undefined && (quittes.has(chemin) || !estVide(asked, chemin)) ? phrase : undefined
    },
    [refus, quittes, asked],
  )
  const pret = data !== undefined && error === null && !isFetching && !isPlaceholderData && texte === reposee
  return {
    apercu: data,
    error,
    refus,
    erreurs,
    pret,
    enCours: isFetching || texte !== reposee,
    refetch,
    leave,
    ecoute: {
      onBlur: ({ target }: FocusEvent) => {
        if (target instanceof HTMLElement && 'name' in target) leave(String(target.name))
      },
    },
  }
}
