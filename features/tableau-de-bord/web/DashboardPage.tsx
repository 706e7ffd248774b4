import {
  tableauDeBordEndpoints,
  type Statistique,
} from '#features/tableau-de-bord/tableau-de-bord.contract.ts'
import { parametresEndpoints } from '#features/parametres/parametres.contract.ts'
import { paiementsEndpoints } from '#features/paiements/paiements.contract.ts'
import { cloturesEndpoints } from '#features/rapports/clotures.contract.ts'
import { useCloture } from '#features/rapports/web/useCloture.tsx'
import { useWork, WorkBar } from '#web/kit/feedback/WorkBar.tsx'
import { usePeut } from '#web/kit/call/usePeut.ts'
import { Anchor, Button, Title } from '@mantine/core'
import {
  IconCash,
  IconFileSpreadsheet,
  IconListDetails,
  IconSettings,
  IconUsers,
  IconBuilding,
  IconBuildingCommunity,
  IconChartBar,
  IconParking,
  IconStack2,
  IconUserShield,
  type Icon,
} from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import styles from '#features/tableau-de-bord/web/Dashboard.module.css'
import { ATraiter, Encaissements } from '#features/tableau-de-bord/web/ATraiter.tsx'
import {
  PremiersPas,
  usePremiersPas,
  type PremiersPasMontres,
} from '#features/tableau-de-bord/web/PremiersPas.tsx'
import { Commencez } from '#features/tableau-de-bord/web/Commencez.tsx'
import { ParResidence } from '#features/tableau-de-bord/web/ParResidence.tsx'
import { RepartitionSection, VentesSection } from '#features/tableau-de-bord/web/Graphiques.tsx'
import {
  exportTableauDeBord,
  tableauDeBordQuery,
  type TableauDeBord,
} from '#features/tableau-de-bord/web/tableau-de-bord.queries.ts'
import { formatNombre } from '#shared/argent.ts'
import { aujourdhui, formatInstant, formatJourComplet } from '#shared/dates.ts'
import { messageOf } from '#web/kit/call/api.ts'
import { Banner, Banners, useArrival, useBanners } from '#web/kit/feedback/Banner.tsx'
import { DarkToggle } from '#web/kit/frame/DarkToggle.tsx'
import { Tip } from '#web/kit/frame/Tip.tsx'
import { saveFile } from '#web/kit/file/files.ts'
import { PageHeader } from '#web/kit/list/PageHeader.tsx'
import { LoadingState, Results } from '#web/kit/feedback/Results.tsx'
import { screens } from '#shared/paths.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import { membresEndpoints } from '#features/membres/membres.contract.ts'

const CHARGEMENT = 'Chargement du tableau de bord...'
const PROFIL = 'Votre profil ; les paramètres sont à la direction.'

export function DashboardPage() {
  const query = useQuery(tableauDeBordQuery)
  const banners = useBanners()
  const pas = usePremiersPas(banners)
  useArrival(({ message }) => banners.success(message))
  const peut = usePeut()
  const peutRegler = peut(parametresEndpoints.read)
  const work = useWork(banners)
  const cloture = useCloture(work, aujourdhui(), 'moi')
  // True for a member who keeps a till and no books: whoever may correct what others record closes tills on the Journal de caisse.
  const tientLaCaisse = peut(cloturesEndpoints.create) && !peut(paiementsEndpoints.update)
  const parametres = (
    <Button
      variant="default"
      leftSection={<IconSettings size={18} stroke={1.6} />}
      renderRoot={(props) => <Link to={peutRegler ? screens.parametres : screens.profil} {...props} />}
    >
      Paramètres
    </Button>
  )
  const save = useMutation({
    mutationFn: () => saveFile(exportTableauDeBord, 'tableau-de-bord.xlsx'),
    onError: (error) => banners.error(messageOf(error, "Erreur lors de l'export du tableau de bord.")),
  })
  return (
    <>
      <PageHeader
        title="Tableau de Bord Immobilier"
        subtitle={<span className={styles.jour}>{formatJourComplet(aujourdhui())}</span>}
      >
        {tientLaCaisse && cloture.bouton}
        <DarkToggle />
        {peutRegler ? parametres : <Tip label={PROFIL}>{parametres}</Tip>}
        {peut(tableauDeBordEndpoints.export) && (
          <Button
            leftSection={<IconFileSpreadsheet size={18} stroke={1.6} />}
            disabled={save.isPending}
            aria-busy={save.isPending}
            onClick={() => save.mutate()}
          >
            {save.isPending ? 'Export en cours...' : 'Exporter'}
          </Button>
        )}
      </PageHeader>
      <Banners banners={banners}>{cloture.faite}</Banners>
      <WorkBar work={work} />
      {cloture.dialog}
      {(query.data?.telechargements ?? []).map(({ nom, le }) => (
        <p key={le} className={`dim ${styles.telechargement}`}>
          Sauvegarde téléchargée par <bdi>{nom}</bdi> le {formatInstant(new Date(le))}.
        </p>
      ))}
      {/* What stands above the rest comes with it, so that nothing moves; a failure of it is told in its place. */}
      {pas.query.isLoading ? (
        <LoadingState text={CHARGEMENT} />
      ) : (
        <Results query={query} loading={CHARGEMENT} error="Erreur lors du chargement des statistiques.">
          {(tableau) => <Tableau {...tableau} pas={pas} />}
        </Results>
      )}
    </>
  )
}

interface TableauProps extends TableauDeBord {
  pas: PremiersPasMontres
}

function Tableau({ stats, ventes, alertes, sauvegarde_en_retard, pas }: TableauProps) {
  const vendu =
    ventes === undefined || aVendu(ventes) || (alertes !== undefined && waitsForSomething(alertes))
  return (
    <div className="column packed gap-16">
      {sauvegarde_en_retard === true && (
        <div className={styles.avis}>
          <Banner
            kind="warning"
            action={
              <Anchor
                inherit
                renderRoot={(props) => (
                  <Link to={screens.parametres} search={{ section: 'sauvegardes' }} {...props} />
                )}
              >
                Voir les sauvegardes
              </Anchor>
            }
          >
            Aucune sauvegarde depuis plus de 48 heures.
          </Banner>
        </div>
      )}
      <Commencez />
      <StatCards stats={stats} />
      <div className={`column gap-16 at-top ${styles.columns}`}>
        <RepartitionSection stats={stats} />
        <div className={`column packed gap-16 ${styles.side}`}>
          <ResumeGlobal stats={stats} />
          <ActionsRapides />
        </div>
      </div>
      <PremiersPas {...pas} />
      {/* These two stand first on the screen, and after the specified parts in the document (ecrans §8). */}
      {vendu && (ventes || alertes) && (
        <div className={`column gap-16 ${styles.ours}`}>
          {alertes && <ATraiter alertes={alertes} />}
          {ventes && <Encaissements ventes={ventes} alertes={alertes} />}
        </div>
      )}
      {alertes && <ParResidence attendues={residencesOf(stats)} />}
      {vendu && ventes && <VentesSection ventes={ventes} />}
    </div>
  )
}

/** Whether a bien was ever sold. A sale that ended before anything was paid leaves no figure, and nothing to do either. */
const aVendu = ({ biens_vendus, anciens, derniers, mois }: NonNullable<TableauDeBord['ventes']>) =>
  biens_vendus > 0 || anciens !== 0 || derniers.length > 0 || mois.some(({ montant }) => montant !== 0)

/** Whether there is to do what only a sale brings along. */
const waitsForSomething = (alertes: NonNullable<TableauDeBord['alertes']>) =>
  alertes.montant_en_retard > 0 || alertes.ventes_sans_echeancier > 0 || alertes.remboursements_a_faire > 0

const residencesOf = (stats: readonly Statistique[]) =>
  stats.find(({ title }) => title === 'Total Résidences')?.value ?? 0

function ResumeGlobal({ stats }: { stats: readonly Statistique[] }) {
  return (
    <section className={`card flex shrinks gap-12 ${styles.panel}`} aria-labelledby="resume">
      <Title order={2} id="resume">
        Résumé Global
      </Title>
      <p className={`dim flat ${styles.resume}`}>
        <strong>{formatNombre(stats.reduce((sum, { value }) => sum + value, 0))}</strong> éléments gérés
      </p>
    </section>
  )
}

/** The specification fixes these texts and figures; nothing computes them (Q86). */
const BADGES = [
  { label: 'Alertes en attente', value: 3 },
  { label: 'Projets actifs', value: 5 },
] as const

const LINKS = [
  { to: screens.clients, label: 'Gérer les clients', icon: IconUsers },
  { to: screens.paiements, label: 'Suivre les paiements', icon: IconCash },
  { to: screens.recap, label: 'Voir le récapitulatif', icon: IconListDetails },
] as const

function ActionsRapides() {
  return (
    <section className={`card flex shrinks gap-12 ${styles.panel}`} aria-labelledby="actions-rapides">
      <Title order={2} id="actions-rapides">
        Actions Rapides
      </Title>
      <ul className="list stack gap-10">
        {BADGES.map(({ label, value }) => (
          <li key={label} className="line between gap-12">
            {label}{' '}
            <span className={styles.badge} data-tone="gray">
              {value}
            </span>
          </li>
        ))}
      </ul>
      <ul className={`list no-print ${styles.links}`}>
        {LINKS.map(({ to, label, icon: LinkIcon }) => (
          <li key={to}>
            <Link to={to} className={`line gap-10 ${styles.link}`}>
              <LinkIcon size={20} stroke={1.6} aria-hidden />
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The icon and the screen of each title; `call` is the right that the link needs. An unknown title has no link (Q82). */
const KNOWN: Record<string, { icon: Icon; to: string; call?: Pick<Endpoint, 'access'> }> = {
  'Total Résidences': { icon: IconBuildingCommunity, to: screens.residences },
  'Total Blocs': { icon: IconBuilding, to: screens.blocs },
  'Total Étages': { icon: IconStack2, to: screens.etages },
  'Total Parkings': { icon: IconParking, to: screens.parkings },
  'Total Clients': { icon: IconUsers, to: screens.clients },
  'Total Utilisateurs': { icon: IconUserShield, to: screens.membres, call: membresEndpoints.list },
}

function StatCards({ stats }: { stats: readonly Statistique[] }) {
  return (
    <ul className={`stack list gap-16 ${styles.stats}`} aria-label="Statistiques">
      {stats.map((stat) => (
        <li key={stat.title}>
          <StatCard {...stat} />
        </li>
      ))}
    </ul>
  )
}

function StatCard({ title, value }: Statistique) {
  const peut = usePeut()
  const known = KNOWN[title]
  const CardIcon = known?.icon ?? IconChartBar
  const content = (
    <>
      <CardIcon size={24} stroke={1.6} className={styles.statIcon} aria-hidden />
      <span className="dim">{title}</span>
      <strong className={`bold ${styles.statValue}`}>{formatNombre(value)}</strong>
    </>
  )
  return known && (!known.call || peut(known.call)) ? (
    <Link to={known.to} className={`stack card ${styles.stat}`}>
      {content}
    </Link>
  ) : (
    <div className={`stack card ${styles.stat}`}>{content}</div>
  )
}
