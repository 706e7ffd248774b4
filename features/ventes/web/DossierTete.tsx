import { Anchor, Button, Menu } from '@mantine/core'
import '@mantine/core/styles/Menu.layer.css'
import {
  IconArrowsExchange,
  IconBellRinging,
  IconBuilding,
  IconDots,
  IconEdit,
  IconFileText,
  IconFileX,
  IconFolders,
  IconHistory,
  IconLanguage,
  IconPlus,
  IconPrinter,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { DossierLu } from '#features/ventes/web/dossiers.queries.ts'
import { finOf, isOuvert, NOMS_DES_ETAPES, type OpenDialog } from '#features/ventes/web/dossiers.words.ts'
import styles from '#features/ventes/web/dossiers.module.css'
import { desistementEndpoints, transfertsEndpoints } from '#features/ventes/fins.contract.ts'
import { dossiersEndpoints } from '#features/ventes/dossiers.contract.ts'
import { relancesEndpoints } from '#features/ventes/relances.contract.ts'
import { echeancierEndpoints } from '#features/echeanciers/echeances.contract.ts'
import { printEcheancier } from '#features/echeanciers/web/echeances.queries.ts'
import { journalEndpoints } from '#features/journal/journal.contract.ts'
import { printDemande } from '#features/ventes/web/fins.queries.ts'
import type { WorkState } from '#web/kit/feedback/WorkBar.tsx'
import { paiementsEndpoints } from '#features/paiements/paiements.contract.ts'
import { PageHeader } from '#web/kit/list/PageHeader.tsx'
import { StatusBadge, PaymentBar } from '#web/kit/feedback/States.tsx'
import { usePeut } from '#web/kit/call/usePeut.ts'
import { clientAt, paiementsOf, screens } from '#web/paths.ts'
import { ETAPES } from '#features/ventes/dossier.codes.ts'
import { PourquoiCeSolde } from '#features/paiements/web/PourquoiCeSolde.tsx'
import { formatJourCourt } from '#shared/dates.ts'
import { Montant } from '#web/kit/card/Montant.tsx'

interface DossierTeteProps {
  dossier: DossierLu
  /** Button of the papers that can be established. */
  documents: ReactNode
  work: WorkState
  onOpen: OpenDialog
  onPay: () => void
}

export function DossierTete({ dossier, documents, work, onOpen, onPay }: DossierTeteProps) {
  const { bien, client, etape } = dossier
  const peut = usePeut()
  const ouvert = isOuvert(dossier)
  const fin = finOf(dossier)
  return (
    <PageHeader
      title={
        <span className={styles.titre}>
          Dossier {dossier.dossier}
          <span className={styles.badges}>
            <StatusBadge tone={etape === 'livraison' ? 'green' : 'blue'}>
              {NOMS_DES_ETAPES[etape]}
            </StatusBadge>
            {fin && <StatusBadge tone={fin.tone}>{fin.mot}</StatusBadge>}
          </span>
        </span>
      }
      subtitle={
        <span className={styles.sousTitre}>
          <span data-nom>
            <Anchor inherit renderRoot={(props) => <Link to={clientAt(client.id)} {...props} />}>
              {client.nomComplet}
            </Anchor>
          </span>
          <span data-nom>
            <Anchor inherit renderRoot={(props) => <Link to={paiementsOf(client.id, bien)} {...props} />}>
              {bien.designation}
            </Anchor>
            <span>{[bien.lieu, bien.residence].filter(Boolean).map((lieu) => `, ${lieu}`)}</span>
          </span>
        </span>
      }
    >
      {peut(relancesEndpoints.create) && ouvert && dossier.en_retard > 0 && (
        <Button
          variant="default"
          leftSection={<IconBellRinging size={18} stroke={1.6} />}
          onClick={() => onOpen('relancer')}
        >
          Relancer
        </Button>
      )}
      {documents}
      <PlusDActions dossier={dossier} work={work} onOpen={onOpen} />
      {peut(paiementsEndpoints.create) && ouvert && (
        <Button leftSection={<IconPlus size={18} stroke={1.6} />} onClick={onPay}>
          Ajouter un paiement
        </Button>
      )}
    </PageHeader>
  )
}

export function EtatDuDossier({ dossier, children }: { dossier: DossierLu; children: ReactNode }) {
  const { bien, montant, totalPaye, resteAPayer, en_retard, pourcentagePaiement } = dossier
  // An ended sale owes nothing; its refunds stand in their own panel.
  const ouvert = isOuvert(dossier)
  return (
    <section className={styles.panneau} aria-label="Où en est la vente">
      <Etapes dossier={dossier} />
      <dl className={styles.sommes}>
        <div>
          <dt>{ouvert ? 'Prix' : 'Prix convenu'}</dt>
          <dd>
            <Montant decimal={montant} />
          </dd>
        </div>
        <div>
          <dt>Payé</dt>
          <dd>
            <Montant decimal={totalPaye} />
          </dd>
        </div>
        {ouvert && (
          <>
            <div>
              <dt>Reste à payer</dt>
              <dd>
                <PourquoiCeSolde bien={bien} libelle={bien.designation} reste={resteAPayer} />
              </dd>
            </div>
            <div data-retard={en_retard > 0 || undefined}>
              <dt>En retard</dt>
              <dd>
                <Montant decimal={en_retard} />
              </dd>
            </div>
          </>
        )}
      </dl>
      {ouvert && (
        <>
          <PaymentBar percent={pourcentagePaiement} label={`Payé : ${bien.designation}`} />
          {children}
        </>
      )}
    </section>
  )
}

/** Three dots on a line, hollow for steps to come; an ended sale shows only the steps it reached. */
function Etapes({ dossier }: { dossier: DossierLu }) {
  const { reservation_le, contrat_le, livraison_le, livraison_prevue_le } = dossier
  const jours = { reservation: reservation_le, contrat: contrat_le, livraison: livraison_le }
  return (
    <ol className={styles.etapes} aria-label="Étapes">
      {ETAPES.filter((etape) => isOuvert(dossier) || jours[etape] !== null).map((etape) => {
        const jour = jours[etape]
        return (
          <li key={etape} data-faite={jour ? true : undefined}>
            <span className={styles.point} aria-hidden />
            <span className={styles.etape}>{NOMS_DES_ETAPES[etape]}</span>
            <span className={styles.dim}>
              {jour
                ? formatJourCourt(jour)
                : etape === 'livraison' && livraison_prevue_le
                  ? `Livraison prévue le ${formatJourCourt(livraison_prevue_le)}`
                  : 'à venir'}
            </span>
          </li>
        )
      })}
    </ol>
  )
}

/** The actions that are rarer than those of the panels. */
function PlusDActions({ dossier, work, onOpen }: Pick<DossierTeteProps, 'dossier' | 'work' | 'onOpen'>) {
  const peut = usePeut()
  const ouvert = isOuvert(dossier)
  return (
    <Menu
      position="bottom-end"
      width={280}
      withinPortal={false}
      withInitialFocusPlaceholder={false}
      shadow="md"
    >
      <Menu.Target>
        <Button variant="default" leftSection={<IconDots size={18} stroke={1.6} />}>
          Plus d'actions
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {peut(dossiersEndpoints.update) && ouvert && (
          <Menu.Item leftSection={<IconEdit size={18} stroke={1.6} />} onClick={() => onOpen('modifier')}>
            Modifier le dossier
          </Menu.Item>
        )}
        {peut(echeancierEndpoints.print) && dossier.echeances.length > 0 && (
          <Menu.Item
            leftSection={<IconPrinter size={18} stroke={1.6} />}
            onClick={() => void printEcheancier(work, dossier)}
          >
            Imprimer l'échéancier
          </Menu.Item>
        )}
        {peut(echeancierEndpoints.print) && dossier.echeances.length > 0 && (
          <Menu.Item
            leftSection={<IconLanguage size={18} stroke={1.6} />}
            onClick={() => void printEcheancier(work, dossier, 'ar')}
          >
            Échéancier en arabe (PDF)
          </Menu.Item>
        )}
        {peut(desistementEndpoints.demande) && dossier.etat !== 'retrait' && (
          <Menu.Item
            leftSection={<IconFileText size={18} stroke={1.6} />}
            onClick={() => void printDemande(work, dossier)}
          >
            Demande de désistement (PDF)
          </Menu.Item>
        )}
        {peut(desistementEndpoints.demande) && dossier.etat !== 'retrait' && (
          <Menu.Item
            leftSection={<IconLanguage size={18} stroke={1.6} />}
            onClick={() => void printDemande(work, dossier, 'ar')}
          >
            Demande de désistement en arabe (PDF)
          </Menu.Item>
        )}
        {peut(desistementEndpoints.desister) && ouvert && (
          <Menu.Item
            leftSection={<IconFileX size={18} stroke={1.6} />}
            color="var(--diyar-red)"
            onClick={() => onOpen('desistement')}
          >
            Annuler la vente… (désistement)
          </Menu.Item>
        )}
        {peut(transfertsEndpoints.transferer) && ouvert && (
          <Menu.Item
            leftSection={<IconBuilding size={18} stroke={1.6} />}
            onClick={() => onOpen('transferer')}
          >
            Transférer vers un autre bien
          </Menu.Item>
        )}
        {peut(transfertsEndpoints.ceder) && ouvert && (
          <Menu.Item
            leftSection={<IconArrowsExchange size={18} stroke={1.6} />}
            onClick={() => onOpen('ceder')}
          >
            Céder à un autre client
          </Menu.Item>
        )}
        {peut(journalEndpoints.list) && (
          <Menu.Item leftSection={<IconHistory size={18} stroke={1.6} />} onClick={() => onOpen('journal')}>
            Journal de ce dossier
          </Menu.Item>
        )}
        <Menu.Item
          leftSection={<IconFolders size={18} stroke={1.6} />}
          renderRoot={(props) => <Link to={screens.ventes} {...props} />}
        >
          Tous les dossiers
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
