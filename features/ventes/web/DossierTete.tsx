import { Anchor, Button, Menu } from '@mantine/core'
import '@mantine/core/styles/Menu.layer.css'
import {
  IconArrowsExchange,
  IconBellRinging,
  IconBuilding,
  IconCalendarPlus,
  IconDots,
  IconEdit,
  IconFileText,
  IconFileX,
  IconFolders,
  IconHistory,
  IconLanguage,
  IconPlus,
  IconPrinter,
  type Icon,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { isoleLieux } from '#shared/texte.ts'
import type { OpenDialog } from '#features/ventes/web/DialogsDuDossier.tsx'
import { finOf, isOuvert, NOMS_DES_ETAPES } from '#features/ventes/web/dossiers.words.ts'
import styles from '#features/ventes/web/dossiers.module.css'
import { desistementEndpoints, transfertsEndpoints } from '#features/ventes/fins.contract.ts'
import { dossiersEndpoints } from '#features/ventes/dossiers.contract.ts'
import { relancesEndpoints } from '#features/ventes/relances.contract.ts'
import { echeancierEndpoints } from '#features/echeanciers/echeances.contract.ts'
import { printEcheancier } from '#features/echeanciers/web/echeances.queries.ts'
import { journalEndpoints } from '#features/journal/journal.contract.ts'
import { printDemande, type DossierLu } from '#features/ventes/web/dossiers.queries.ts'
import type { WorkState } from '#web/kit/feedback/WorkBar.tsx'
import { paiementsEndpoints } from '#features/paiements/paiements.contract.ts'
import { PageHeader } from '#web/kit/list/PageHeader.tsx'
import { PaymentBar, StatusBadge } from '#web/kit/feedback/States.tsx'
import { usePeut } from '#web/kit/call/usePeut.ts'
import { paiementsOf, screens } from '#web/paths.ts'
import { ETAPES } from '#features/ventes/dossier.codes.ts'
import { PourquoiCeSolde } from '#features/paiements/web/PourquoiCeSolde.tsx'
import { formatJourCourt } from '#shared/dates.ts'
import { ClientLink } from '#web/kit/card/EntityLinks.tsx'
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
      oneLine
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
            <ClientLink {...client} />
          </span>
          <span aria-hidden>·</span>
          <span data-nom>
            <Anchor inherit renderRoot={(props) => <Link to={paiementsOf(client.id, bien)} {...props} />}>
              {bien.designation}
            </Anchor>
            <span>, {isoleLieux(bien.lieu, bien.residence)}</span>
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

interface EtatDuDossierProps {
  dossier: DossierLu
  onOpen: OpenDialog
  /** The bar of the échéancier. */
  children: ReactNode
}

export function EtatDuDossier({ dossier, onOpen, children }: EtatDuDossierProps) {
  const { bien } = dossier
  const ouvert = isOuvert(dossier)
  return (
    <section className={styles.panneau} aria-label="Où en est la vente">
      <div className={styles.ou}>
        <Etapes dossier={dossier} />
        <dl className={styles.sommes}>
          {sommesOf(dossier).map(([label, decimal, ton]) => (
            <div key={label} data-ton={ton}>
              <dt>{label}</dt>
              <dd>
                {label === RESTE ? (
                  <PourquoiCeSolde bien={bien} libelle={bien.designation} reste={decimal} />
                ) : (
                  <Montant decimal={decimal} />
                )}
              </dd>
            </div>
          ))}
        </dl>
      </div>
      {ouvert && dossier.echeances.length === 0 && <SansEcheancier dossier={dossier} onOpen={onOpen} />}
      {ouvert && children}
    </section>
  )
}

type Somme = [label: string, decimal: number, ton?: 'retard' | 'manque' | undefined]
const RESTE = 'Reste à payer'

/** Figures of the head: of an ended sale, what was given back (ecrans §9). */
function sommesOf({ desistement, ...dossier }: DossierLu): Somme[] {
  const { montant, totalPaye, resteAPayer, en_retard } = dossier
  if (desistement)
    return [
      ['Payé', desistement.paye],
      ['Retenue', desistement.retenue],
      ['Remboursé', desistement.rembourse],
      ['Reste à rembourser', desistement.a_rembourser, desistement.a_rembourser > 0 ? 'manque' : undefined],
    ]
  if (!isOuvert(dossier))
    return [
      ['Prix convenu', montant],
      ['Payé', totalPaye],
    ]
  return [
    ['Prix', montant],
    ['Payé', totalPaye],
    [RESTE, resteAPayer],
    ['En retard', en_retard, en_retard > 0 ? 'retard' : undefined],
  ]
}

function SansEcheancier({ dossier, onOpen }: { dossier: DossierLu; onOpen: OpenDialog }) {
  const peut = usePeut()
  return (
    <div className={styles.sansEcheancier}>
      <PaymentBar percent={dossier.pourcentagePaiement} label={`Payé : ${dossier.bien.designation}`} />
      <span className={styles.dim}>Sans échéancier</span>
      {peut(echeancierEndpoints.generate) && (
        <Button
          variant="default"
          size="sm"
          leftSection={<IconCalendarPlus size={18} stroke={1.6} />}
          onClick={() => onOpen('generer')}
        >
          Générer l'échéancier
        </Button>
      )}
    </div>
  )
}

/** Dots on a line, hollow for steps to come. The line of an ended sale goes from step reached to step reached, then to its end. */
function Etapes({ dossier }: { dossier: DossierLu }) {
  const { reservation_le, contrat_le, livraison_le, livraison_prevue_le, desistement, terminee_le } = dossier
  const jours = { reservation: reservation_le, contrat: contrat_le, livraison: livraison_le }
  const fin = finOf(dossier)
  const finie = desistement?.demande_le ?? terminee_le
  return (
    <ol className={styles.etapes} aria-label="Étapes">
      {ETAPES.filter((etape) => !fin || jours[etape] !== null).map((etape) => {
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
      {fin && (
        <li data-fin>
          <span className={styles.point} aria-hidden />
          <span className={styles.etape}>
            {fin.mot}
            {finie && ` le ${formatJourCourt(finie)}`}
          </span>
        </li>
      )}
    </ol>
  )
}

type Action = [when: boolean, icon: Icon, label: string, onClick: () => void]

/** The actions that are rarer than those of the panels. */
function PlusDActions({ dossier, work, onOpen }: Pick<DossierTeteProps, 'dossier' | 'work' | 'onOpen'>) {
  const peut = usePeut()
  const ouvert = isOuvert(dossier)
  const echeancier = peut(echeancierEndpoints.print) && dossier.echeances.length > 0
  const demande = peut(desistementEndpoints.demande) && dossier.etat !== 'retrait'
  const may = (call: Parameters<typeof peut>[0]) => peut(call) && ouvert
  const actions: Action[] = [
    [may(dossiersEndpoints.update), IconEdit, 'Modifier le dossier', () => onOpen('modifier')],
    [echeancier, IconPrinter, "Imprimer l'échéancier", () => void printEcheancier(work, dossier)],
    [echeancier, IconLanguage, 'Échéancier en arabe (PDF)', () => void printEcheancier(work, dossier, 'ar')],
    [demande, IconFileText, 'Demande de désistement (PDF)', () => void printDemande(work, dossier)],
    [
      demande,
      IconLanguage,
      'Demande de désistement en arabe (PDF)',
      () => void printDemande(work, dossier, 'ar'),
    ],
    [
      may(desistementEndpoints.desister),
      IconFileX,
      'Annuler la vente… (désistement)',
      () => onOpen('desistement'),
    ],
    [
      may(transfertsEndpoints.transferer),
      IconBuilding,
      'Transférer vers un autre bien',
      () => onOpen('transferer'),
    ],
    [may(transfertsEndpoints.ceder), IconArrowsExchange, 'Céder à un autre client', () => onOpen('ceder')],
    [peut(journalEndpoints.list), IconHistory, 'Journal de ce dossier', () => onOpen('journal')],
  ]
  return (
    <Menu
      position="bottom-end"
      width={280}
      withinPortal={false}
      withInitialFocusPlaceholder={false}
      shadow="md"
    >
      <Menu.Target>
        <Button variant="default" className={styles.plus} aria-label="Plus d'actions">
          <IconDots size={20} stroke={1.6} aria-hidden />
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {actions.map(
          ([when, Icon, label, onClick]) =>
            when && (
              <Menu.Item key={label} leftSection={<Icon size={18} stroke={1.6} />} onClick={onClick}>
                {label}
              </Menu.Item>
            ),
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
