import { Anchor, Button, Menu } from '@mantine/core'
import '@mantine/core/styles/Menu.layer.css'
import {
  IconArrowsExchange,
  IconBellRinging,
  IconBuilding,
  IconCalendarPlus,
  IconDots,
  IconEdit,
  IconFileX,
  IconHistory,
  IconPlus,
  type Icon,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { isoleLieux } from '#shared/texte.ts'
import type { OpenDialog } from '#features/ventes/web/DialogsDuDossier.tsx'
import { NOMS_DES_ETAPES } from '#features/ventes/dossier.codes.ts'
import { NoterLaDateButton } from '#features/ventes/web/NoterLaDateButton.tsx'
import { finOf, isOuvert } from '#features/ventes/web/dossiers.words.ts'
import styles from '#features/ventes/web/dossiers.module.css'
import { desistementEndpoints, transfertsEndpoints } from '#features/ventes/fins.contract.ts'
import { dossiersEndpoints } from '#features/ventes/dossiers.contract.ts'
import { relancesEndpoints } from '#features/ventes/relances.contract.ts'
import { echeancierEndpoints } from '#features/echeanciers/echeances.contract.ts'
import { journalEndpoints } from '#features/journal/journal.contract.ts'
import type { DossierLu } from '#features/ventes/web/dossiers.queries.ts'
import { paiementsEndpoints } from '#features/paiements/paiements.contract.ts'
import { PageHeader } from '#web/kit/list/PageHeader.tsx'
import { PaymentBar, StatusBadge } from '#web/kit/feedback/States.tsx'
import { usePeut } from '#web/kit/call/usePeut.ts'
import { paiementsOf } from '#shared/paths.ts'
import { ETAPES } from '#features/ventes/dossier.codes.ts'
import { PourquoiCeSolde } from '#features/paiements/web/PourquoiCeSolde.tsx'
import { formatJourCourt } from '#shared/dates.ts'
import { ClientLink } from '#web/kit/card/EntityLinks.tsx'
import { Montant } from '#web/kit/card/Montant.tsx'

interface DossierTeteProps {
  dossier: DossierLu
  /** Button of its papers. */
  documents: ReactNode
  onOpen: OpenDialog
  onPay: () => void
}

export function DossierTete({ dossier, documents, onOpen, onPay }: DossierTeteProps) {
  const { bien, client, etape } = dossier
  const peut = usePeut()
  const ouvert = isOuvert(dossier)
  const fin = finOf(dossier)
  return (
    <PageHeader
      oneLine
      title={
        <span className="row gap-4-12">
          Dossier {dossier.dossier}
          <span className={`row gap-8 ${styles.badges}`}>
            <StatusBadge tone={etape === 'livraison' ? 'green' : 'blue'}>
              {NOMS_DES_ETAPES[etape]}
            </StatusBadge>
            {fin && <StatusBadge tone={fin.tone}>{fin.mot}</StatusBadge>}
          </span>
        </span>
      }
      subtitle={
        <span className={`row gap-8 ${styles.sousTitre}`}>
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
          {dossier.vendeur && (
            <>
              <span aria-hidden>·</span>
              <span>
                Vendu par <bdi>{dossier.vendeur.nom}</bdi>
              </span>
            </>
          )}
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
      <PlusDActions dossier={dossier} onOpen={onOpen} />
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
    <section className="column packed card gap-12" aria-label="Où en est la vente">
      <div className={`column ${styles.ou}`}>
        <Etapes dossier={dossier} onOpen={onOpen} />
        <dl className={`wrap facts gap-8-16 ${styles.sommes}`}>
          {sommesOf(dossier).map(([label, decimal, ton]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd className={`bold ${ton ? TONS[ton] : ''}`}>
                {label === EN_RETARD && attendUnEcheancier(dossier) ? (
                  <>
                    — <small>sans échéancier</small>
                  </>
                ) : label === RESTE ? (
                  <PourquoiCeSolde bien={bien} libelle={bien.designation} reste={decimal} />
                ) : (
                  <Montant decimal={decimal} />
                )}
              </dd>
            </div>
          ))}
        </dl>
      </div>
      {ouvert && attendUnEcheancier(dossier) && <SansEcheancier dossier={dossier} onOpen={onOpen} />}
      {ouvert && children}
    </section>
  )
}

const TONS = { retard: 'alarm', manque: 'warn unit' }
type Somme = [label: string, decimal: number, ton?: keyof typeof TONS | undefined]
const RESTE = 'Reste à payer'
const EN_RETARD = 'En retard'

/** Nothing of a sale without échéancier is ever late; one that costs nothing needs none. */
const attendUnEcheancier = ({ montant, echeances }: Pick<DossierLu, 'montant' | 'echeances'>): boolean =>
  montant > 0 && echeances.length === 0

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
    [EN_RETARD, en_retard, en_retard > 0 ? 'retard' : attendUnEcheancier(dossier) ? 'manque' : undefined],
  ]
}

function SansEcheancier({ dossier, onOpen }: { dossier: DossierLu; onOpen: OpenDialog }) {
  const peut = usePeut()
  return (
    <div className={`row gap-8-16 ${styles.sansEcheancier}`}>
      <PaymentBar percent={dossier.pourcentagePaiement} label={`Payé : ${dossier.bien.designation}`} />
      <span className="dim">Sans échéancier</span>
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
function Etapes({ dossier, onOpen }: Pick<EtatDuDossierProps, 'dossier' | 'onOpen'>) {
  const { reservation_le, contrat_le, livraison_le, livraison_prevue_le, desistement, terminee_le } = dossier
  const jours = { reservation: reservation_le, contrat: contrat_le, livraison: livraison_le }
  const fin = finOf(dossier)
  const finie = desistement?.demande_le ?? terminee_le
  return (
    <ol className={`list flex ${styles.etapes}`} aria-label="Étapes">
      {ETAPES.filter((etape) => !fin || jours[etape] !== null).map((etape) => {
        const jour = jours[etape]
        return (
          <li key={etape} data-faite={jour ? true : undefined}>
            <span className={styles.point} aria-hidden />
            <span className="bold">{NOMS_DES_ETAPES[etape]}</span>{' '}
            <span className={`dim small ${styles.jour}`}>
              {jour
                ? formatJourCourt(jour)
                : etape === 'livraison' && livraison_prevue_le
                  ? `prévue le ${formatJourCourt(livraison_prevue_le)}`
                  : 'à venir'}
            </span>
            {!jour && !fin && etape !== 'reservation' && (
              <span className="small">
                <NoterLaDateButton
                  de={etape === 'contrat' ? 'du contrat' : 'de livraison'}
                  onClick={() => onOpen(etape)}
                />
              </span>
            )}
          </li>
        )
      })}
      {fin && (
        <li data-fin>
          <span className={styles.point} aria-hidden />
          <span className="bold">{fin.mot}</span>{' '}
          {finie && <span className={`dim small ${styles.jour}`}>le {formatJourCourt(finie)}</span>}
        </li>
      )}
    </ol>
  )
}

type Action = [when: boolean, icon: Icon, label: string, onClick: () => void]

/** The acts that are rarer than those of the panels; the end of the sale stands below a line. */
function PlusDActions({ dossier, onOpen }: Pick<DossierTeteProps, 'dossier' | 'onOpen'>) {
  const peut = usePeut()
  const may = (call: Parameters<typeof peut>[0]) => peut(call) && isOuvert(dossier)
  const actions: Action[] = [
    [may(dossiersEndpoints.update), IconEdit, 'Modifier le dossier', () => onOpen('modifier')],
    [
      may(transfertsEndpoints.transferer),
      IconBuilding,
      'Transférer vers un autre bien',
      () => onOpen('transferer'),
    ],
    [may(transfertsEndpoints.ceder), IconArrowsExchange, 'Céder à un autre client', () => onOpen('ceder')],
    [peut(journalEndpoints.list), IconHistory, 'Journal de ce dossier', () => onOpen('journal')],
  ]
  const offertes = actions.filter(([when]) => when)
  const fin = may(desistementEndpoints.desister)
  if (offertes.length === 0 && !fin) return null
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
        {offertes.map(([, Icon, label, onClick]) => (
          <Menu.Item key={label} leftSection={<Icon size={18} stroke={1.6} />} onClick={onClick}>
            {label}
          </Menu.Item>
        ))}
        {fin && (
          <>
            {offertes.length > 0 && <Menu.Divider />}
            <Menu.Item
              className={styles.fin}
              leftSection={<IconFileX size={18} stroke={1.6} />}
              onClick={() => onOpen('desistement')}
            >
              Annuler la vente… (désistement)
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
