import { Anchor } from '@mantine/core'
import {
  IconBuildingBank,
  IconBuildingPlus,
  IconCalendarEvent,
  IconCash,
  IconGavel,
  IconLayoutGridAdd,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { previsionsEndpoints } from '#features/echeanciers/previsions.contract.ts'
import { etatBancaireEndpoints } from '#features/rapports/etat-bancaire.contract.ts'
import { openEtatBancaire } from '#features/rapports/web/residences.queries.ts'
import { residencesEndpoints, type Residence } from '#features/structure/residences.contract.ts'
import type {
  Niveau,
  NiveauDialogProps,
  NiveauFormProps,
  NiveauPropreProps,
  NiveauReportProps,
} from '#features/structure/web/niveau.ts'
import { contenuQuiEmpeche, Disponibilite, Niveaux } from '#features/structure/web/Niveaux.tsx'
import { fetchResidencePlan, residencesQueries } from '#features/structure/web/structure.queries.ts'
import { formatNombre, formatPourcent } from '#shared/argent.ts'
import { callApi, messageOf } from '#web/kit/call/api.ts'
import { ResidenceLink } from '#web/kit/card/EntityLinks.tsx'
import { IconAction } from '#web/kit/card/IconAction.tsx'
import type { BannersState } from '#web/kit/feedback/Banner.tsx'
import { phrasePasEncore } from '#features/structure/web/Vides.tsx'
import { openInNewTab } from '#web/kit/file/files.ts'
import { lazyDialog } from '#web/kit/lazy/lazyPart.tsx'
import { useList } from '#web/kit/list/useList.ts'
import { nounBefore } from '#shared/texte.ts'
import { blocsOf, generationAt, screens } from '#shared/paths.ts'

const load = () => import('#features/structure/web/ResidenceDialogs.tsx')
const DossierLegal = lazyDialog(() => import('#features/structure/web/DossierLegal.tsx'), 'DossierLegal')
const DatesPrevues = lazyDialog(() => import('#features/echeanciers/web/DatesPrevues.tsx'), 'DatesPrevues')
const OWN = { rapport: 0 }

const openPlan = (id: number, banners: BannersState) =>
  void openInNewTab(() => fetchResidencePlan(id)).catch((error: unknown) =>
    banners.error(messageOf(error, 'Erreur lors du téléchargement du plan.'), 3000),
  )

const RESIDENCES: Niveau<Residence> = {
  genre: 'residence',
  titre: 'Nos Résidences',
  pluriel: 'Résidences',
  recherche: 'Rechercher par nom ou adresse...',
  chargement: 'Chargement des résidences...',
  echec: 'Erreur lors du chargement des résidences.',
  cartes: 3,
  ajouter: 'Ajouter une résidence',
  icone: IconBuildingPlus,
  aucun: 'Aucune résidence disponible.',
  aucunTrouve: 'Aucune résidence trouvée avec ces critères.',
  endpoints: residencesEndpoints,
  nom: ({ nom }) => nom,
  texts: ({ nom, adresse }) => [nom, adresse],
  card: (residence, { banners, onPropre, peut }) => {
    const { id, nom, adresse, plan_pdf, taux_occupation } = residence
    return {
      name: <ResidenceLink id={id} nom={nom} sans="Non spécifié" />,
      under: adresse || 'Non spécifiée',
      badge: <Disponibilite sature={residence.est_saturee} mot="Saturée" />,
      facts: [
        { label: 'Blocs', value: formatNombre(residence.blocs_count) },
        { label: 'Appartements', value: formatNombre(residence.appartements_count) },
        {
          label: 'Plan',
          value: plan_pdf ? (
            <Anchor
              component="button"
              type="button"
              inherit
              onClick={() => openPlan(id, banners)}
              aria-label={`Voir le plan de ${nom}`}
            >
              Voir le plan
            </Anchor>
          ) : (
            'Aucun'
          ),
        },
      ],
      taux: taux_occupation,
      occupe: `${formatPourcent(taux_occupation)} occupé`,
      actions: (
        <IconAction
          icon={IconCash}
          label={`Total des paiements de ${nom}`}
          onClick={() => onPropre('paiements')}
        />
      ),
      actes: [
        {
          label: `Dossier légal de ${nom}`,
          icon: IconGavel,
          onClick: () => onPropre('dossierLegal'),
        },
        peut(previsionsEndpoints.update) && {
          label: `Dates prévues de ${nom}`,
          icon: IconCalendarEvent,
          onClick: () => onPropre('datesPrevues'),
        },
        // A member who only reads finds it in the report: here it would put his one act, « Dossier légal », under « ⋯ ».
        peut(previsionsEndpoints.update) &&
          peut(etatBancaireEndpoints.pdf) && {
            label: `État pour la banque de ${nom}`,
            icon: IconBuildingBank,
            onClick: () => openEtatBancaire(id, banners.error),
          },
        peut({ access: 'patrimoine' }) && {
          label: `Générer les lots de ${nom}`,
          icon: IconLayoutGridAdd,
          to: generationAt(id),
        },
      ],
    }
  },
  suppression: {
    titre: 'Supprimer la résidence',
    echec: 'Erreur lors de la suppression de la résidence.',
    call: (id) => callApi(residencesEndpoints.remove, { params: { id } }),
    empeche: ({ id, blocs_count, parkings_count }) =>
      contenuQuiEmpeche(
        [
          { nombre: blocs_count, mot: 'bloc', lien: { label: 'Voir les blocs', ...blocsOf(id) } },
          {
            nombre: parkings_count,
            mot: 'parking',
            lien: { label: 'Voir les parkings', to: screens.parkings },
          },
        ],
        'Elle',
      ),
    question: ({ nom, blocs_count, parkings_count, plan_pdf }) => (
      <>
        Êtes-vous sûr de vouloir supprimer la {nounBefore('résidence', nom)}
        <bdi>{nom}</bdi> ? Cette action est définitive.{' '}
        {blocs_count + parkings_count > 0
          ? ''
          : plan_pdf
            ? 'Elle est vide ; son plan PDF sera supprimé avec elle.'
            : "Elle est vide : rien d'autre ne sera supprimé."}
      </>
    ),
  },
  suite: ({ id, nom }) => ({
    phrase: phrasePasEncore('residence', nom, 'de bloc'),
    lien: 'Ajouter ses blocs',
    ...blocsOf(id),
    autre: { lien: 'Générer ses lots', to: generationAt(id) },
  }),
  Form: lazyDialog<'ResidenceForm', NiveauFormProps<Residence>>(load, 'ResidenceForm'),
  Details: lazyDialog<'ResidenceDetails', NiveauDialogProps<Residence>>(load, 'ResidenceDetails'),
  Propres: {
    paiements: lazyDialog<'ResidencePaymentTotals', NiveauPropreProps<Residence>>(
      load,
      'ResidencePaymentTotals',
    ),
    datesPrevues: ({ record, ...dialog }) => <DatesPrevues residence={record} {...dialog} />,
    dossierLegal: ({ record, ...dialog }) => <DossierLegal id={record.id} nom={record.nom} {...dialog} />,
  },
  Report: lazyDialog<'ResidenceReport', NiveauReportProps>(load, 'ResidenceReport'),
}

export function ResidencesPage() {
  const list = useList(OWN)
  return <Niveaux niveau={RESIDENCES} list={list} query={useQuery(residencesQueries.page(list.query))} />
}
