import { IconFileCertificate, IconStairs } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { blocsEndpoints, type Bloc } from '#features/structure/blocs.contract.ts'
import { ResidenceSelect } from '#features/structure/web/LieuSelects.tsx'
import type {
  Niveau,
  NiveauDialogProps,
  NiveauFormProps,
  NiveauReportProps,
} from '#features/structure/web/niveau.ts'
import {
  contenuQuiEmpeche,
  Disponibilite,
  factsOfBloc,
  isBlocSature,
  Niveaux,
} from '#features/structure/web/Niveaux.tsx'
import { blocsQueries } from '#features/structure/web/structure.queries.ts'
import { formatPourcent } from '#shared/argent.ts'
import { callApi, messageOf } from '#web/kit/call/api.ts'
import { BlocLink, ResidenceLink } from '#web/kit/card/EntityLinks.tsx'
import { phrasePasEncore } from '#features/structure/web/Vides.tsx'
import { lazyDialog } from '#web/kit/lazy/lazyPart.tsx'
import { useList } from '#web/kit/list/useList.ts'
import { nounBefore } from '#shared/texte.ts'
import { etagesOf, screens } from '#shared/paths.ts'

const load = () => import('#features/structure/web/BlocDialogs.tsx')
const StadesDuBloc = lazyDialog(() => import('#features/echeanciers/web/StadesDuBloc.tsx'), 'StadesDuBloc')
const DocumentsDuBloc = lazyDialog(
  () => import('#features/papiers/web/DocumentsDuBloc.tsx'),
  'DocumentsDuBloc',
)
const OWN = { residence: 0, rapport: 0 }

const BLOCS: Niveau<Bloc> = {
  genre: 'bloc',
  titre: 'Gestion des Blocs',
  pluriel: 'Blocs',
  recherche: 'Rechercher par nom ou description...',
  chargement: 'Chargement des blocs...',
  echec: 'Erreur lors du chargement des blocs.',
  ajouter: 'Ajouter un bloc',
  aucun: 'Aucun bloc disponible.',
  dans: { genre: 'residence', de: 'de bloc' },
  aucunTrouve: 'Aucun bloc trouvé avec ces critères.',
  endpoints: blocsEndpoints,
  nom: ({ nomloc }) => nomloc,
  texts: ({ nomloc, description }) => [nomloc, description],
  card: (bloc, { onPropre }) => ({
    name: <BlocLink id={bloc.id} nomloc={bloc.nomloc} residenceId={bloc.residence_id} />,
    under: (
      <>
        <ResidenceLink id={bloc.residence_id} nom={bloc.residence.nom} />
        <div data-nom>{bloc.description}</div>
      </>
    ),
    badge: <Disponibilite sature={isBlocSature(bloc)} />,
    facts: factsOfBloc(bloc),
    taux: bloc.tauxOccupation,
    occupe: `${formatPourcent(bloc.tauxOccupation)} occupé`,
    actes: [
      { label: `Stades de ${bloc.nomloc}`, icon: IconStairs, onClick: () => onPropre('stades') },
      {
        label: `Attestation d'avancement de ${bloc.nomloc}`,
        icon: IconFileCertificate,
        onClick: () => onPropre('attestation'),
      },
    ],
  }),
  suppression: {
    titre: 'Supprimer le bloc',
    echec: 'Erreur lors de la suppression du bloc.',
    call: (id) => callApi(blocsEndpoints.remove, { params: { id } }),
    empeche: ({ id, residence_id, etages_count, locaux_count }) =>
      contenuQuiEmpeche(
        [
          {
            nombre: etages_count,
            mot: 'étage',
            lien: { label: 'Voir les étages', ...etagesOf(residence_id, id) },
          },
          {
            nombre: locaux_count,
            mot: 'local',
            pluriel: 'locaux',
            lien: { label: 'Voir les locaux', to: screens.locaux },
          },
        ],
        'Il',
      ),
    question: ({ nomloc, residence, etages_count, locaux_count }) => (
      <>
        Êtes-vous sûr de vouloir supprimer le {nounBefore('bloc', nomloc)}
        <bdi>{nomloc}</bdi> de <bdi>{residence.nom}</bdi> ? Cette action est définitive.{' '}
        {etages_count + locaux_count === 0 && "Il est vide : rien d'autre ne sera supprimé."}
      </>
    ),
  },
  suite: ({ id, nomloc, residence_id }) => ({
    phrase: phrasePasEncore('bloc', nomloc, "d'étage"),
    lien: 'Ajouter ses étages',
    ...etagesOf(residence_id, id),
  }),
  Form: lazyDialog<'BlocForm', NiveauFormProps<Bloc>>(load, 'BlocForm'),
  Details: lazyDialog<'BlocDetails', NiveauDialogProps<Bloc>>(load, 'BlocDetails'),
  Propres: {
    stades: ({ record, onClose }) => <StadesDuBloc bloc={record} onClose={onClose} />,
    attestation: ({ record, onClose }) => <DocumentsDuBloc bloc={record} onClose={onClose} />,
  },
  Report: lazyDialog<'BlocReport', NiveauReportProps>(load, 'BlocReport'),
}

export function BlocsPage() {
  const list = useList(OWN, { filters: ['residence'] })
  const { residence } = list.state
  const lieu = { residence: residence || null, bloc: null, etage: null }
  return (
    <Niveaux
      niveau={BLOCS}
      list={list}
      query={useQuery(
        blocsQueries.page({ ...list.query, ...(list.wholeList && { residence_id: residence }) }),
      )}
      lieu={lieu}
      keeps={(bloc) => residence === 0 || bloc.residence_id === residence}
      renderFilters={(banners) => (
        <ResidenceSelect
          aria-label="Résidence"
          tous="Toutes les résidences"
          value={lieu.residence}
          onChange={(id) => list.choose({ residence: id ?? 0 })}
          onUnloaded={(error) =>
            banners.error(messageOf(error, 'Erreur lors du chargement des résidences.'), 5000)
          }
        />
      )}
    />
  )
}
