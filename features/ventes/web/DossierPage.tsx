import { Button } from '@mantine/core'
import { IconReceipt } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useState, type ComponentType } from 'react'
import { PanneauPieces } from '#features/clients/web/PanneauPieces.tsx'
import {
  BarreEcheancier,
  idDeLigne,
  PanneauEcheancier,
} from '#features/echeanciers/web/PanneauEcheancier.tsx'
import { usePaiementDialog } from '#features/paiements/web/usePaiementDialog.tsx'
import { useDocuments } from '#features/papiers/web/DocumentsDuDossier.tsx'
import styles from '#features/ventes/web/dossiers.module.css'
import { dossiersQueries, type DossierLu } from '#features/ventes/web/dossiers.queries.ts'
import {
  isOuvert,
  type DialogDuDossier,
  type DialogDuDossierProps,
  type OpenDialog,
} from '#features/ventes/web/dossiers.words.ts'
import { DossierTete, EtatDuDossier } from '#features/ventes/web/DossierTete.tsx'
import { printRemboursement, type RemboursementLu } from '#features/ventes/web/fins.queries.ts'
import { PanneauDesistement } from '#features/ventes/web/PanneauDesistement.tsx'
import {
  PanneauAcquereurs,
  PanneauHistorique,
  AutresDossiers,
  PanneauNotes,
  PanneauPaiements,
  PanneauRelances,
} from '#features/ventes/web/PanneauxDuDossier.tsx'
import { Montant } from '#web/kit/card/Montant.tsx'
import { useOpened } from '#web/kit/dialog/useOpened.ts'
import { Banners, useBanners } from '#web/kit/feedback/Banner.tsx'
import { EmptyState } from '#web/kit/feedback/EmptyState.tsx'
import { Results } from '#web/kit/feedback/Results.tsx'
import { useWork, WorkBar } from '#web/kit/feedback/WorkBar.tsx'
import { lazyDialog } from '#web/kit/lazy/lazyPart.tsx'
import { PageHeader } from '#web/kit/list/PageHeader.tsx'
import { PretAImprimer } from '#web/kit/print/PretAImprimer.tsx'
import { screens } from '#web/paths.ts'
import { EnLangue } from '#web/kit/print/EnLangue.tsx'

const Relancer = lazyDialog(() => import('#features/ventes/web/Relancer.tsx'), 'Relancer')
const HistoriqueDialog = lazyDialog(
  () => import('#features/journal/web/HistoriqueDialog.tsx'),
  'HistoriqueDialog',
)

const DIALOGS: Record<DialogDuDossier, ComponentType<DialogDuDossierProps>> = {
  relancer: ({ dossier, ...props }: DialogDuDossierProps) => (
    <Relancer venteId={dossier.id} client={dossier.client.nomComplet} {...props} />
  ),
  modifier: lazyDialog(() => import('#features/ventes/web/ModifierDossier.tsx'), 'ModifierDossier'),
  acquereurs: lazyDialog(() => import('#features/ventes/web/ModifierAcquereurs.tsx'), 'ModifierAcquereurs'),
  generer: lazyDialog(() => import('#features/echeanciers/web/GenererEcheancier.tsx'), 'GenererEcheancier'),
  echeancier: lazyDialog(
    () => import('#features/echeanciers/web/ModifierEcheancier.tsx'),
    'ModifierEcheancier',
  ),
  desistement: lazyDialog(() => import('#features/ventes/web/Desister.tsx'), 'Desister'),
  transferer: lazyDialog(() => import('#features/ventes/web/Transferer.tsx'), 'Transferer'),
  ceder: lazyDialog(() => import('#features/ventes/web/Ceder.tsx'), 'Ceder'),
  journal: ({ dossier: { id, dossier }, onClose }: DialogDuDossierProps) => (
    <HistoriqueDialog suivi={{ objet: 'vente', id }} nom={`Dossier ${dossier}`} onClose={onClose} />
  ),
  rembourser: lazyDialog(
    () => import('#features/ventes/web/AjouterRemboursement.tsx'),
    'AjouterRemboursement',
  ),
  'modifier-desistement': lazyDialog(
    () => import('#features/ventes/web/Desister.tsx'),
    'ModifierDesistement',
  ),
  'annuler-desistement': lazyDialog(() => import('#features/ventes/web/Desister.tsx'), 'AnnulerDesistement'),
}

export function DossierPage() {
  const { venteId = '' } = useParams({ strict: false })
  if (!/^[1-9]\d{0,14}$/.test(venteId)) return <Introuvable />
  return <LeDossier key={venteId} id={Number(venteId)} />
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

function LeDossier({ id }: { id: number }) {
  const query = useQuery(dossiersQueries.read(id))
  return (
    <Results
      query={query}
      head={<PageHeader title="Dossier de vente" />}
      gone={<Introuvable />}
      loading="Chargement du dossier..."
      error="Erreur lors du chargement du dossier."
      cards={2}
      wide
    >
      {(dossier) => <Ouvert dossier={dossier} />}
    </Results>
  )
}

function Ouvert({ dossier }: { dossier: DossierLu }) {
  const { bien, client, echeances, desistement } = dossier
  const banners = useBanners()
  const work = useWork(banners)
  const paiement = usePaiementDialog(banners, work)
  const documents = useDocuments(dossier, banners, work)
  const [opened, setOpened] = useOpened<{ id: DialogDuDossier }>('dossier')
  const [rendu, setRendu] = useState<{ dit: string; remboursement: RemboursementLu } | null>(null)
  const [marked, setMarked] = useState<number | null>(null)
  const open: OpenDialog = (id) => setOpened({ id })
  function show(echeance: number) {
    setMarked(echeance)
    const row = document.getElementById(idDeLigne(echeance))
    row?.scrollIntoView({ block: 'center' })
    row?.focus({ preventScroll: true })
  }
  // The dialog stays open when its own change removes the button that opened it.
  const Dialog = opened && DIALOGS[opened.id]
  return (
    <>
      <DossierTete
        dossier={dossier}
        documents={documents.bouton}
        work={work}
        onOpen={open}
        onPay={() => paiement.open({ clientId: client.id, bien })}
      />
      <Banners banners={banners}>
        {paiement.recu}
        {rendu && dossier.remboursements.some(({ id }) => id === rendu.remboursement.id) && (
          <PretAImprimer
            key={rendu.remboursement.id}
            icon={IconReceipt}
            label="Imprimer le reçu"
            busy={work.label !== null}
            onPrint={() => void printRemboursement(work, rendu.remboursement)}
            beside={
              <EnLangue
                label={`Langue du reçu ${rendu.remboursement.numero}`}
                busy={work.label !== null}
                onPrint={(langue) => void printRemboursement(work, rendu.remboursement, langue)}
              />
            }
            onClose={() => setRendu(null)}
          >
            {rendu.dit} Reçu N° {rendu.remboursement.numero} :{' '}
            <Montant decimal={rendu.remboursement.montant} />.
          </PretAImprimer>
        )}
        {documents.suite}
      </Banners>
      <WorkBar work={work} />
      {paiement.element}
      {documents.element}
      {Dialog && (
        <Dialog
          dossier={dossier}
          onClose={() => setOpened(null)}
          onSaved={(message, nouveau) => {
            setRendu(nouveau ? { dit: message, remboursement: nouveau } : null)
            if (nouveau) banners.clear()
            else banners.success(message)
          }}
        />
      )}
      <div className={styles.corps}>
        <EtatDuDossier dossier={dossier}>
          {echeances.length > 0 && <BarreEcheancier echeances={echeances} onShow={show} />}
        </EtatDuDossier>
        {desistement && (
          <PanneauDesistement
            dossier={dossier}
            desistement={desistement}
            onOpen={open}
            banners={banners}
            work={work}
          />
        )}
        <PanneauEcheancier dossier={dossier} onOpen={open} marked={marked} />
        <PanneauAcquereurs dossier={dossier} onOpen={open} />
        <PanneauPieces vente={dossier.id} clos={!isOuvert(dossier)} />
        {documents.panneau}
        <PanneauPaiements dossier={dossier} />
        <PanneauRelances dossier={dossier} />
        <div className={styles.deux}>
          <PanneauNotes dossier={dossier} />
          <PanneauHistorique dossier={dossier} />
        </div>
        <AutresDossiers dossier={dossier} />
      </div>
    </>
  )
}
