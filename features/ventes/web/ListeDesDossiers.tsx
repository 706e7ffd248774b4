import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import {
  type DossierLigneLue,
  dossiersQueries,
  type FiltresDesDossiers,
} from '#features/ventes/web/dossiers.queries.ts'
import { finOf, NOMS_DES_ETAPES } from '#features/ventes/web/dossiers.words.ts'
import styles from '#features/ventes/web/dossiers.module.css'
import { formatJourCourt } from '#shared/dates.ts'
import { PaymentBar, StatusBadge } from '#web/kit/feedback/States.tsx'
import { ClientLink } from '#web/kit/card/EntityLinks.tsx'
import { type Colonne, Lignes } from '#web/kit/table/Lignes.tsx'
import { Montant } from '#web/kit/card/Montant.tsx'
import { dossierAt, paiementsOf } from '#web/paths.ts'
import { IconCalendarPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { formatCompte } from '#shared/texte.ts'
import { EmptyState } from '#web/kit/feedback/EmptyState.tsx'
import { IconAction } from '#web/kit/card/IconAction.tsx'
import { Pager, type PageStep } from '#web/kit/list/Pager.tsx'
import { Results } from '#web/kit/feedback/Results.tsx'

type Colonnes = readonly Colonne<DossierLigneLue>[]

const QUI_ET_QUOI: Colonnes = [
  {
    title: 'Dossier',
    court: true,
    cell: ({ id, dossier }) => (
      <Anchor inherit fw={600} renderRoot={(props) => <Link to={dossierAt(id)} {...props} />}>
        {dossier}
      </Anchor>
    ),
  },
  {
    title: 'Client',
    cell: ({ client }) => (
      <span data-nom>
        <ClientLink id={client.id} nomComplet={client.nomComplet} />
      </span>
    ),
  },
  {
    title: 'Bien',
    cell: ({ bien, client }) => (
      <>
        <span data-nom>
          <Anchor inherit renderRoot={(props) => <Link to={paiementsOf(client.id, bien)} {...props} />}>
            {bien.designation}
          </Anchor>
        </span>
        <span className={styles.under} data-nom>
          {[bien.lieu, bien.residence].filter(Boolean).join(', ')}
        </span>
      </>
    ),
  },
]

const EN_RETARD: Colonne<DossierLigneLue> = {
  title: 'En retard',
  figure: true,
  cell: ({ en_retard }) => (
    <span className={en_retard > 0 ? styles.retard : styles.dim}>
      <Montant decimal={en_retard} />
    </span>
  ),
}

const EN_COURS: Colonnes = [
  ...QUI_ET_QUOI,
  {
    title: 'Étape',
    court: true,
    cell: ({ etape }) => (
      <StatusBadge tone={etape === 'livraison' ? 'green' : 'blue'}>{NOMS_DES_ETAPES[etape]}</StatusBadge>
    ),
  },
  { title: 'Prix', figure: true, cell: ({ montant }) => <Montant decimal={montant} /> },
  {
    title: 'Payé',
    cell: ({ dossier, totalPaye, pourcentagePaiement }) => (
      <div className={styles.paye}>
        <Montant decimal={totalPaye} />
        <PaymentBar percent={pourcentagePaiement} label={`Payé : ${dossier}`} />
      </div>
    ),
  },
  { title: 'Reste', figure: true, cell: ({ resteAPayer }) => <Montant decimal={resteAPayer} /> },
  EN_RETARD,
]

/** A dossier without échéancier is never late. */
const SANS_ECHEANCIER: Colonnes = EN_COURS.filter((colonne) => colonne !== EN_RETARD)

const CLOS: Colonnes = [
  ...QUI_ET_QUOI,
  {
    title: 'Fin',
    cell: (ligne) => {
      const fin = finOf(ligne)
      return (
        <>
          {fin && <StatusBadge tone={fin.tone}>{fin.mot}</StatusBadge>}
          {ligne.terminee_le !== null && (
            <span className={styles.under}>le {formatJourCourt(ligne.terminee_le)}</span>
          )}
        </>
      )
    },
  },
  { title: 'Payé', figure: true, cell: ({ totalPaye }) => <Montant decimal={totalPaye} /> },
  { title: 'Retenue', figure: true, cell: ({ retenue }) => <Somme decimal={retenue} /> },
  {
    title: 'Reste à rembourser',
    figure: true,
    cell: ({ a_rembourser }) => <Somme decimal={a_rembourser} fort />,
  },
]

function Somme({ decimal, fort = false }: { decimal: number | null; fort?: boolean }) {
  if (decimal === null) return null
  return (
    <span className={fort && decimal > 0 ? styles.fort : undefined}>
      <Montant decimal={decimal} />
    </span>
  )
}

const COLONNES: Record<'cours' | 'clos', Colonnes> = { cours: EN_COURS, clos: CLOS }

interface ListeProps {
  onglet: 'cours' | 'clos'
  filtres: FiltresDesDossiers
  onPage: (step: PageStep) => void
  onGenerer?: ((dossier: DossierLigneLue) => void) | undefined
}

export function ListeDesDossiers({ onglet, filtres, onPage, onGenerer }: ListeProps) {
  const query = useQuery(dossiersQueries.page(filtres))
  const { search, residence_id, bloc_id, a_rembourser, sans_echeancier } = filtres
  const filtered = Boolean(search || residence_id || bloc_id || a_rembourser)
  return (
    <Results
      query={query}
      loading="Chargement des dossiers..."
      error="Erreur lors du chargement des dossiers."
      cards={3}
      wide
    >
      {({ data, last_page, total }) =>
        total === 0 ? (
          <Aucun clos={onglet === 'clos'} sans={sans_echeancier !== undefined} filtered={filtered} />
        ) : (
          <>
            <Lignes
              label="Dossiers"
              rows={data}
              rowKey={({ id }) => id}
              columns={sans_echeancier ? SANS_ECHEANCIER : COLONNES[onglet]}
              renderActions={
                onGenerer &&
                ((dossier) => (
                  <IconAction
                    icon={IconCalendarPlus}
                    label={`Générer l'échéancier : ${dossier.dossier}`}
                    onClick={() => onGenerer(dossier)}
                  />
                ))
              }
            />
            <Pager
              page={filtres.page}
              lastPage={last_page}
              onChange={onPage}
              count={formatCompte(total, 'dossier')}
            />
          </>
        )
      }
    </Results>
  )
}

function Aucun({ clos, sans, filtered }: { clos: boolean; sans: boolean; filtered: boolean }) {
  if (filtered) return <EmptyState>Aucun dossier trouvé avec ces critères.</EmptyState>
  if (sans) return <EmptyState>Toutes les ventes en cours ont un échéancier.</EmptyState>
  if (clos) return <EmptyState>Aucun dossier clos.</EmptyState>
  return (
    <EmptyState hint="Une vente ouvre son dossier : assignez un client à un bien libre.">
      Aucun dossier en cours.
    </EmptyState>
  )
}
