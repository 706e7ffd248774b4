import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useRouter } from '@tanstack/react-router'
import { useCallback, useDeferredValue, useRef, useState } from 'react'
import { Apercu } from '#features/generation/web/Apercu.tsx'
import { ErreursContext } from '#features/generation/web/champs.tsx'
import styles from '#features/generation/web/generation.module.css'
import { useGenerer } from '#features/generation/web/generation.queries.ts'
import { direConfirmation, direCreer } from '#features/generation/web/generation.words.ts'
import { PartAppartements } from '#features/generation/web/PartAppartements.tsx'
import { PartBlocs } from '#features/generation/web/PartBlocs.tsx'
import { PartLocaux } from '#features/generation/web/PartLocaux.tsx'
import { PartParking } from '#features/generation/web/PartParking.tsx'
import { debut, toDemande, type Saisie } from '#features/generation/web/saisie.ts'
import { useApercu } from '#features/generation/web/useApercu.ts'
import { planQueries, type PlanLu } from '#features/plan-de-vente/web/plan.queries.ts'
import { carry } from '#web/kit/arrival.ts'
import { messageOf } from '#web/kit/api.ts'
import { Banner } from '#web/kit/Banner.tsx'
import { Banners } from '#web/kit/Banners.tsx'
import { PageHeader } from '#web/kit/PageHeader.tsx'
import { Results } from '#web/kit/Results.tsx'
import { useRestoredPart, useSavedPart } from '#web/kit/savedInput.ts'
import { useBanners } from '#web/kit/useBanners.ts'
import { useConfirm } from '#web/kit/useConfirm.ts'
import { useIdempotencyKey } from '#web/kit/useIdempotencyKey.ts'
import { useQuestionOnLeaving } from '#web/kit/useQuestionOnLeaving.ts'
import { planDeVenteOf, screens } from '#web/paths.ts'

const TITRE = 'Générer les lots'
const APERCU_ECHOUE = "Erreur lors du calcul de l'aperçu."

/** Blocs, étages, lots, locaux and places of a residence, all at once, seen before they are made. */
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
  const { saisie, modifiee, changer, changerAppartements } = useSaisie(plan)
  const demande = toDemande(saisie)
  const { apercu, error, refus, erreurs, pret, enCours, refetch, quitter, ecoute } = useApercu(id, demande)
  const shown = useDeferredValue(apercu)
  const banners = useBanners()
  const { creer, annuler, enCreation } = useCreation({ plan, banners, modifiee })
  const possible = pret && apercu !== undefined && apercu.nombre_collisions === 0
  return (
    <ErreursContext value={erreurs}>
      <PageHeader title={TITRE} subtitle={<bdi data-nom>{nom}</bdi>} />
      <Banners banners={banners} />
      <div className={styles.page}>
        <form
          className={styles.saisie}
          aria-label={TITRE}
          noValidate
          onSubmit={(event) => event.preventDefault()}
          {...ecoute}
        >
          <PartBlocs
            blocs={saisie.blocs}
            plan={plan}
            onChange={(patch) => changer('blocs', patch)}
            onLeave={quitter}
          />
          <PartAppartements appartements={saisie.appartements} onChange={changerAppartements} />
          <PartLocaux locaux={saisie.locaux} onChange={(patch) => changer('locaux', patch)} />
          <PartParking parking={saisie.parking} plan={plan} onChange={(patch) => changer('parking', patch)} />
        </form>
        <section className={styles.apercu} aria-label="Aperçu" aria-busy={enCours}>
          <div className={styles.tete}>
            <h2 className={styles.titre}>Aperçu</h2>
            <div className={styles.actes}>
              <Button variant="default" onClick={annuler}>
                Annuler
              </Button>
              <Button
                disabled={!possible || enCreation}
                onClick={() => apercu && void creer(demande, apercu.totaux)}
              >
                {enCreation ? 'Création...' : direCreer(apercu?.totaux)}
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
            <div className={styles.vue} data-ancienne={!pret || undefined}>
              <Apercu apercu={shown} />
            </div>
          )}
          {!shown && !error && <p className={styles.note}>Calcul de l'aperçu...</p>}
        </section>
      </div>
    </ErreursContext>
  )
}

/** What no field can say, in a banner; else that fields are to be filled in. */
function Refus({ refus, message }: { refus: Record<string, string[]>; message: string }) {
  const champs = Object.keys(refus)
  const sansChamp = champs.length === 0 || champs.some((champ) => ['blocs', 'niveaux', 'pas'].includes(champ))
  return sansChamp ? (
    <Banner kind="error">{message}</Banner>
  ) : (
    <p className={styles.note} role="status">
      L'aperçu paraît ici dès que les champs obligatoires sont remplis.
    </p>
  )
}

/** What is typed; it outlives the session, as any form does. */
function useSaisie(plan: PlanLu) {
  const back = useRestoredPart<{ values: Saisie; initial: Saisie } | null>('saisie:generer', null)
  const [initial] = useState(() => back?.initial ?? debut(plan))
  const [saisie, setSaisie] = useState(() => back?.values ?? initial)
  useSavedPart('saisie:generer', { values: saisie, initial })
  const changer = useCallback(
    <K extends keyof Saisie>(part: K, patch: Partial<Saisie[K]>) =>
      setSaisie((avant) => ({ ...avant, [part]: { ...avant[part], ...patch } })),
    [],
  )
  const changerAppartements = useCallback(
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
    changer,
    changerAppartements,
  }
}

interface CreationProps {
  plan: PlanLu
  banners: ReturnType<typeof useBanners>
  /** Something has been typed. */
  modifiee: boolean
}

/** Creating them, and leaving without: who has typed is asked. */
function useCreation({ plan, banners, modifiee }: CreationProps) {
  const { id } = plan.residence
  const confirm = useConfirm()
  const navigate = useNavigate()
  const router = useRouter()
  const generer = useGenerer()
  const idempotencyKey = useIdempotencyKey()
  const fini = useRef(false)
  useQuestionOnLeaving({ title: 'Quitter sans créer les lots ?', dirty: modifiee, done: fini })
  async function creer(
    demande: ReturnType<typeof toDemande>,
    totaux: Parameters<typeof direCreer>[0] & object,
  ) {
    banners.clear()
    const done = await confirm({
      title: 'Créer les lots',
      body: direConfirmation(totaux),
      confirmLabel: direCreer(totaux),
      busyLabel: 'Création...',
      danger: false,
      action: () => generer.mutateAsync({ residence: id, demande, idempotencyKey }),
      fallback: 'Erreur lors de la génération des lots.',
      onError: (error) => banners.error(messageOf(error, 'Erreur lors de la génération des lots.'), null),
    })
    if (!done) return
    fini.current = true
    carry('message' in done ? done.message : '')
    await navigate(planDeVenteOf(id))
  }
  const annuler = () =>
    router.history.canGoBack() ? router.history.back() : void navigate({ to: screens.residences })
  return { creer, annuler, enCreation: generer.isPending }
}
