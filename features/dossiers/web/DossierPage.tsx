import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useState, type ComponentType, type ReactNode } from 'react'
import { BarreEcheancier } from '#features/dossiers/web/BarreEcheancier.tsx'
import { dossiersQueries, type DossierLu } from '#features/dossiers/web/dossiers.queries.ts'
import styles from '#features/dossiers/web/dossiers.module.css'
import { DossierTete } from '#features/dossiers/web/DossierTete.tsx'
import { EtatDuDossier } from '#features/dossiers/web/EtatDuDossier.tsx'
import { PanneauAcquereurs } from '#features/dossiers/web/PanneauAcquereurs.tsx'
import { PanneauDesistement } from '#features/dossiers/web/PanneauDesistement.tsx'
import { idDeLigne, PanneauEcheancier } from '#features/dossiers/web/PanneauEcheancier.tsx'
import { PanneauHistorique } from '#features/dossiers/web/PanneauHistorique.tsx'
import { AutresDossiers, PanneauNotes } from '#features/dossiers/web/PanneauNotes.tsx'
import { PanneauPaiements } from '#features/dossiers/web/PanneauPaiements.tsx'
import { PanneauRelances } from '#features/dossiers/web/PanneauRelances.tsx'
import { isOuvert } from '#features/dossiers/web/actionsDuDossier.ts'
import { useActionsDuDossier } from '#features/dossiers/web/useActionsDuDossier.tsx'
import { PanneauPieces } from '#features/pieces/web/PanneauPieces.tsx'
import { usePaiementDialog } from '#features/paiements/web/usePaiementDialog.tsx'
import { ApiError } from '#web/kit/api.ts'
import { Banners } from '#web/kit/Banners.tsx'
import { EmptyState } from '#web/kit/EmptyState.tsx'
import { PageHeader } from '#web/kit/PageHeader.tsx'
import { Results } from '#web/kit/Results.tsx'
import { useBanners, type BannersState } from '#web/kit/useBanners.ts'
import { useWork, type WorkState } from '#web/kit/useWork.ts'
import { WorkBar } from '#web/kit/WorkBar.tsx'
import { screens } from '#web/paths.ts'

/** What the page knows nothing of and has a place for: the papers of a dossier. */
export interface DocumentsProps {
  dossier: DossierLu
  banners: BannersState
  work: WorkState
  children: (parts: { bouton: ReactNode; suite: ReactNode; panneau: ReactNode }) => ReactNode
}
interface DossierPageProps {
  Documents: ComponentType<DocumentsProps>
}

/** A sale as a file: where it stands, what falls due, what was paid, what was said and decided. */
export function DossierPage({ Documents }: DossierPageProps) {
  const { venteId = '' } = useParams({ strict: false })
  if (!/^[1-9]\d{0,14}$/.test(venteId)) return <Introuvable />
  return <LeDossier key={venteId} id={Number(venteId)} Documents={Documents} />
}

function Introuvable() {
  return (
    <>
      <PageHeader title="Dossier de vente" />
      <EmptyState
        action={
          <Button variant="default" renderRoot={(props) => <Link to={screens.ventes} {...props} />}>
            Tous les dossiers
          </Button>
        }
      >
        Ce dossier n'existe pas ou a été supprimé.
      </EmptyState>
    </>
  )
}

function LeDossier({ id, Documents }: DossierPageProps & { id: number }) {
  const query = useQuery(dossiersQueries.read(id))
  const { error, isError } = query
  if (isError && error instanceof ApiError && error.status === 404) return <Introuvable />
  if (query.data && !isError) return <Ouvert dossier={query.data} Documents={Documents} />
  return (
    <>
      <PageHeader title="Dossier de vente" />
      <Results
        query={query}
        loading="Chargement du dossier..."
        error="Erreur lors du chargement du dossier."
        cards={2}
        wide
      >
        {() => null}
      </Results>
    </>
  )
}

function Ouvert({ dossier, Documents }: DossierPageProps & { dossier: DossierLu }) {
  const { bien, client, echeances, desistement } = dossier
  const banners = useBanners()
  const work = useWork(banners)
  const paiement = usePaiementDialog(banners, work)
  const actions = useActionsDuDossier(dossier, banners, work)
  const [marked, setMarked] = useState<number | null>(null)
  function show(echeance: number) {
    setMarked(echeance)
    const row = document.getElementById(idDeLigne(echeance))
    row?.scrollIntoView({ block: 'center' })
    row?.focus({ preventScroll: true })
  }
  const pay = isOuvert(dossier) && (() => paiement.open({ clientId: client.id, bien }))
  return (
    <Documents dossier={dossier} banners={banners} work={work}>
      {({ bouton, suite, panneau }) => (
        <>
          <DossierTete dossier={dossier} actions={actions} bouton={bouton} {...(pay && { onPay: pay })} />
          <Banners banners={banners}>
            {paiement.recu}
            {actions.suite}
            {suite}
          </Banners>
          <WorkBar work={work} />
          {paiement.element}
          {actions.element}
          <div className={styles.corps}>
            <EtatDuDossier dossier={dossier}>
              {echeances.length > 0 && <BarreEcheancier echeances={echeances} onShow={show} />}
            </EtatDuDossier>
            {desistement && (
              <PanneauDesistement
                dossier={dossier}
                desistement={desistement}
                actions={actions}
                banners={banners}
                work={work}
              />
            )}
            <PanneauEcheancier dossier={dossier} actions={actions} marked={marked} />
            <PanneauAcquereurs dossier={dossier} actions={actions} />
            <PanneauPieces vente={dossier.id} />
            {panneau}
            <PanneauPaiements dossier={dossier} />
            <PanneauRelances dossier={dossier} actions={actions} />
            <div className={styles.deux}>
              <PanneauNotes dossier={dossier} />
              <PanneauHistorique dossier={dossier} />
            </div>
            <AutresDossiers dossier={dossier} />
          </div>
        </>
      )}
    </Documents>
  )
}
