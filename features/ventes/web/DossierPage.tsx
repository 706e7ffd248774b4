import { Button } from '@mantine/core'
import { IconReceipt } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useEffect, useId, useState, type ReactNode } from 'react'
import { piecesEndpoints } from '#features/clients/fiches.contract.ts'
import { piecesQuery } from '#features/clients/web/pieces.queries.ts'
import {
  BarreEcheancier,
  idDeLigne,
  PanneauEcheancier,
} from '#features/echeanciers/web/PanneauEcheancier.tsx'
import { usePaiementDialog } from '#features/paiements/web/usePaiementDialog.tsx'
import { useDocuments } from '#features/papiers/web/DocumentsDuDossier.tsx'
import {
  dossiersQueries,
  printRemboursement,
  type DossierLu,
  type RemboursementLu,
} from '#features/ventes/web/dossiers.queries.ts'
import { DIALOGS, type DialogDuDossier, type OpenDialog } from '#features/ventes/web/DialogsDuDossier.tsx'
import { isOuvert } from '#features/ventes/web/dossiers.words.ts'
import { DossierTete, EtatDuDossier } from '#features/ventes/web/DossierTete.tsx'
import { Montant } from '#web/kit/card/Montant.tsx'
import { usePeut } from '#web/kit/call/usePeut.ts'
import { useOpened } from '#web/kit/dialog/useOpened.ts'
import { Banners, useBanners } from '#web/kit/feedback/Banner.tsx'
import { EmptyState } from '#web/kit/feedback/EmptyState.tsx'
import { Results } from '#web/kit/feedback/Results.tsx'
import { useWork, WorkBar } from '#web/kit/feedback/WorkBar.tsx'
import { PageHeader } from '#web/kit/list/PageHeader.tsx'
import { lazyPanneau, Parties, usePartie, type Onglet } from '#web/kit/list/Parties.tsx'
import { formatMontant, fromDecimal } from '#shared/argent.ts'
import { aujourdhui, formatJourCourt, type Jour } from '#shared/dates.ts'
import { PretAImprimer } from '#web/kit/print/PretAImprimer.tsx'
import { screens } from '#shared/paths.ts'
import { LangueDuPapier, useLangueDuPapier } from '#web/kit/print/LangueDuPapier.tsx'

const panneaux = () => import('#features/ventes/web/PanneauxDuDossier.tsx')
const PanneauAcquereurs = lazyPanneau(async () => (await panneaux()).PanneauAcquereurs)
const PanneauPaiements = lazyPanneau(async () => (await panneaux()).PanneauPaiements)
const Suivi = lazyPanneau(async () => (await import('#features/ventes/web/SuiviDuDossier.tsx')).Suivi)
const PanneauDesistement = lazyPanneau(
  async () => (await import('#features/ventes/web/PanneauDesistement.tsx')).PanneauDesistement,
)
const PanneauPieces = lazyPanneau(
  async () => (await import('#features/clients/web/PanneauPieces.tsx')).PanneauPieces,
)

const PARTIES = ['echeancier', 'paiements', 'pieces', 'relances'] as const
type PartieDuDossier = (typeof PARTIES)[number]
/** The payments of an ended sale stand first, with what is still to be given back. */
const PARTIES_CLOSES = ['paiements', 'echeancier', 'pieces', 'relances'] as const

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
  const [langue, setLangue] = useLangueDuPapier(client.nomComplet)
  const documents = useDocuments(dossier, banners, work)
  const [opened, setOpened] = useOpened<{ id: DialogDuDossier }>('dossier')
  const [rendu, setRendu] = useState<{ dit: string; remboursement: RemboursementLu } | null>(null)
  const partsId = useId()
  const ouvert = isOuvert(dossier)
  const [partie, setPartie] = usePartie('dossier', PARTIES, ouvert ? undefined : 'paiements')
  const [marked, setMarked] = useState<{ echeance: number } | null>(null)
  const open: OpenDialog = (dialog) => setOpened({ id: dialog })
  function show(echeance: number) {
    setMarked({ echeance })
    if (partie !== 'echeancier') setPartie('echeancier')
  }
  useEffect(() => {
    if (!marked || partie !== 'echeancier') return
    const row = document.getElementById(idDeLigne(marked.echeance))
    row?.scrollIntoView({ block: 'center' })
    row?.focus({ preventScroll: true })
  }, [marked, partie])
  const contents: Record<PartieDuDossier, ReactNode> = {
    echeancier: (
      <>
        <PanneauEcheancier dossier={dossier} onOpen={open} marked={marked?.echeance ?? null} />
        <PanneauAcquereurs dossier={dossier} onOpen={open} />
      </>
    ),
    paiements: (
      <>
        {desistement && (
          <PanneauDesistement
            dossier={dossier}
            desistement={desistement}
            onOpen={open}
            banners={banners}
            work={work}
          />
        )}
        <PanneauPaiements dossier={dossier} />
      </>
    ),
    pieces: (
      <>
        <PanneauPieces vente={dossier.id} clos={!ouvert} contrat={dossier.contrat_le !== null} />
        {documents.panneau}
      </>
    ),
    relances: <Suivi dossier={dossier} documents={documents.etablis} />,
  }
  const onglets = useOnglets(dossier, documents.nombre)
  // The dialog stays open when its own change removes the button that opened it.
  const Dialog = opened && DIALOGS[opened.id]
  return (
    <>
      <DossierTete
        dossier={dossier}
        documents={documents.bouton}
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
            onPrint={() => void printRemboursement(work, rendu.remboursement, langue)}
            beside={
              <LangueDuPapier
                label={`Langue du reçu ${rendu.remboursement.numero}`}
                langue={langue}
                onChange={setLangue}
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
      <div className="column gap-16">
        <EtatDuDossier dossier={dossier} onOpen={open}>
          {echeances.length > 0 && (
            <BarreEcheancier echeances={echeances} paye={dossier.pourcentagePaiement} onShow={show} />
          )}
        </EtatDuDossier>
        <Parties
          label="Parties du dossier"
          parties={(ouvert ? PARTIES : PARTIES_CLOSES).map((value) => ({
            value,
            ...onglets[value],
            children: contents[value],
          }))}
          value={partie}
          id={partsId}
          onChange={(next) => {
            setMarked(null)
            setPartie(next)
          }}
        />
      </div>
    </>
  )
}

/** Label, count and warning of each part (ecrans §9). An ended sale owes neither échéances nor pieces. */
function useOnglets(dossier: DossierLu, documents: number): Record<PartieDuDossier, Onglet> {
  const { id, echeances, paiements, en_retard, desistement, relances } = dossier
  const peut = usePeut()
  const pieces = useQuery({ ...piecesQuery({ vente: id }), enabled: peut(piecesEndpoints.list) }).data
  const ouvert = isOuvert(dossier)
  const manquantes = ouvert ? (pieces?.manquantes.length ?? 0) : 0
  const rejete = ouvert && paiements.some((one) => one.etat === 'rejete' && one.represente_par === null)
  const du = fromDecimal(desistement?.a_rembourser ?? 0)
  const derniere = relances.find(({ document }) => !document)
  return {
    echeancier: {
      label: 'Échéancier',
      compte: echeances.length,
      doit: ouvert &&
        en_retard > 0 && { ton: 'red', dit: `${formatMontant(fromDecimal(en_retard))} en retard` },
    },
    paiements: {
      label: 'Paiements',
      compte: paiements.length,
      doit: rejete
        ? { ton: 'red', dit: 'chèque rejeté' }
        : du > 0 && { ton: 'yellow', dit: `${formatMontant(du)} à rembourser` },
    },
    pieces: {
      label: 'Pièces et documents',
      compte: (pieces?.data.length ?? 0) + documents,
      doit: manquantes > 0 && { ton: 'yellow', dit: `${manquantes} à fournir` },
    },
    relances: { label: 'Suivi', doit: derniere && { dit: `relancé le ${jourDit(derniere.jour)}` } },
  }
}

/** « 12/11 » of this year, else « 12/11/2025 ». */
const jourDit = (jour: Jour): string =>
  jour.slice(0, 4) === aujourdhui().slice(0, 4) ? formatJourCourt(jour).slice(0, 5) : formatJourCourt(jour)
