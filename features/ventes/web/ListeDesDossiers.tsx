import { Gestes, IMPORTER_LA_LISTE, VENDRE } from '#web/kit/feedback/Gestes.tsx'
import { nomCourtDeResidence } from '#shared/biens.ts'
import { Nom } from '#web/kit/card/Nom.tsx'
import { paiementsEndpoints } from '#features/paiements/paiements.contract.ts'
import {
  type DossierLigneLue,
  dossiersQueries,
  type FiltresDesDossiers,
} from '#features/ventes/web/dossiers.queries.ts'
import styles from '#features/ventes/web/dossiers.module.css'
import { NOMS_DES_ETAPES } from '#features/ventes/dossier.codes.ts'
import { finOf } from '#features/ventes/web/dossiers.words.ts'
import { formatJourCourt } from '#shared/dates.ts'
import { PaymentBar, StatusBadge } from '#web/kit/feedback/States.tsx'
import { usePeut } from '#web/kit/call/usePeut.ts'
import { type Colonne, Tableau } from '#web/kit/table/Tableau.tsx'
import { EnRetard, Montant } from '#web/kit/card/Montant.tsx'
import { clientAt, dossierAt, newPaiement, paiementsOf } from '#shared/paths.ts'
import { IconCalendarPlus, IconCash, IconFolder, IconUser } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { formatCompte, isoleLieux } from '#shared/texte.ts'
import { EmptyState } from '#web/kit/feedback/EmptyState.tsx'
import { Pager, type PageStep } from '#web/kit/list/Pager.tsx'
import { Results } from '#web/kit/feedback/Results.tsx'

type Colonnes = readonly Colonne<DossierLigneLue>[]

const lienDuDossier = ({ id, dossier }: DossierLigneLue) => <Nom to={dossierAt(id)}>{dossier}</Nom>

const QUI: Colonne<DossierLigneLue> = {
  title: 'Client',
  genre: 'nom',
  min: 140,
  phone: 'qui',
  cell: ({ client }) => <Nom to={clientAt(client.id)}>{client.nomComplet || 'Non spécifié'}</Nom>,
}
const QUOI: Colonne<DossierLigneLue> = {
  title: 'Bien',
  genre: 'lieu',
  min: 256,
  phone: 'quoi',
  cell: ({ bien, client }) => (
    <>
      <Nom to={paiementsOf(client.id, bien)}>{bien.designation}</Nom>
      {bien.residence && (
        <span className="dim">
          {' '}
          · <bdi>{nomCourtDeResidence(bien.residence)}</bdi>
        </span>
      )}
    </>
  ),
  under: ({ bien }) => isoleLieux(bien.lieu),
}

const EN_RETARD: Colonne<DossierLigneLue> = {
  title: 'En retard (DA)',
  genre: 'figure',
  min: 102,
  cell: ({ en_retard, sans_echeancier }) => (sans_echeancier ? '—' : <EnRetard decimal={en_retard} />),
  under: ({ sans_echeancier }) => sans_echeancier && <span className="warn">sans échéancier</span>,
}

const EN_COURS: Colonnes = [
  {
    title: 'Dossier',
    genre: 'jour',
    min: 110,
    phoneUnder: 'etat',
    cell: lienDuDossier,
    under: ({ etape }) => (
      <StatusBadge tone={etape === 'livraison' ? 'green' : 'blue'}>{NOMS_DES_ETAPES[etape]}</StatusBadge>
    ),
  },
  QUI,
  QUOI,
  {
    title: 'Prix (DA)',
    genre: 'figure',
    min: 98,
    cell: ({ montant }) => <Montant decimal={montant} sansUnite />,
  },
  {
    title: 'Payé (DA)',
    genre: 'figure',
    min: 98,
    cell: ({ totalPaye }) => <Montant decimal={totalPaye} sansUnite />,
    under: ({ dossier, pourcentagePaiement }) => (
      <PaymentBar percent={pourcentagePaiement} label={`Payé : ${dossier}`} />
    ),
  },
  {
    title: 'Reste (DA)',
    genre: 'figure',
    min: 98,
    phone: 'combien',
    cell: ({ resteAPayer }) => <Montant decimal={resteAPayer} sansUnite />,
  },
  EN_RETARD,
]

/** A dossier without échéancier is never late. */
const SANS_ECHEANCIER: Colonnes = EN_COURS.filter((colonne) => colonne !== EN_RETARD)

const CLOS: Colonnes = [
  {
    title: 'Dossier',
    genre: 'jour',
    min: 130,
    phoneUnder: 'etat',
    cell: lienDuDossier,
    under: (ligne) => {
      const fin = finOf(ligne)
      const jour = ligne.desistement_le ?? ligne.terminee_le
      return (
        <span className={styles.termine}>
          {fin && <StatusBadge tone={fin.tone}>{fin.mot}</StatusBadge>}
          {jour !== null && (
            <>
              {' '}
              <span className="nowrap">le {formatJourCourt(jour)}</span>
            </>
          )}
        </span>
      )
    },
  },
  QUI,
  QUOI,
  {
    title: 'Payé',
    genre: 'figure',
    min: 114,
    cell: ({ totalPaye }) => <Montant decimal={totalPaye} />,
  },
  {
    title: 'Retenue',
    genre: 'figure',
    min: 106,
    cell: ({ retenue }) => <Somme decimal={retenue} />,
  },
  {
    title: 'Reste à rembourser',
    genre: 'figure',
    min: 106,
    phone: 'combien',
    cell: ({ a_rembourser }) => <Somme decimal={a_rembourser} fort />,
  },
]

function Somme({ decimal, fort = false }: { decimal: number | null; fort?: boolean }) {
  if (decimal === null) return null
  return (
    <span className={fort && decimal > 0 ? 'bold' : undefined}>
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
  const peut = usePeut()
  const {
    search,
    residence_id,
    bloc_id,
    bien_id,
    vendeur_id,
    a_rembourser,
    sans_echeancier,
    sans_contrat,
    du,
    au,
  } = filtres
  const filtered = [
    search,
    residence_id,
    bloc_id,
    bien_id,
    vendeur_id,
    a_rembourser,
    sans_contrat,
    du,
    au,
  ].some(Boolean)
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
            <Tableau
              label="Dossiers"
              rows={data}
              rowKey={({ id }) => id}
              columns={sans_echeancier ? SANS_ECHEANCIER : COLONNES[onglet]}
              actesMin={36}
              actes={(dossier) => ({
                nom: dossier.dossier ?? '',
                actes: [
                  onGenerer && {
                    label: `Générer l'échéancier : ${dossier.dossier}`,
                    icon: IconCalendarPlus,
                    onClick: () => onGenerer(dossier),
                  },
                ],
                autres: [
                  { label: 'Ouvrir le dossier', icon: IconFolder, to: dossierAt(dossier.id) },
                  onglet === 'cours' &&
                    peut(paiementsEndpoints.create) && {
                      label: 'Nouveau paiement',
                      icon: IconCash,
                      ...newPaiement(dossier.client.id),
                    },
                  { label: 'Fiche client', icon: IconUser, to: clientAt(dossier.client.id) },
                ],
              })}
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
    <EmptyState
      hint="Une vente ouvre son dossier : assignez un client à un bien libre."
      action={<Gestes gestes={[VENDRE, IMPORTER_LA_LISTE]} />}
    >
      Aucun dossier en cours.
    </EmptyState>
  )
}
