import { useQuery } from '@tanstack/react-query'
import { etagesEndpoints, type Etage } from '#features/structure/etages.contract.ts'
import { isSature, tauxOccupation } from '#features/structure/occupation.rules.ts'
import { FiltresDeLieu } from '#features/structure/web/LieuSelects.tsx'
import type {
  Niveau,
  NiveauDialogProps,
  NiveauFormProps,
  NiveauReportProps,
} from '#features/structure/web/niveau.ts'
import { contenuQuiEmpeche, Disponibilite, Niveaux } from '#features/structure/web/Niveaux.tsx'
import { etagesQueries } from '#features/structure/web/structure.queries.ts'
import { formatNombre } from '#shared/argent.ts'
import { callApi } from '#web/kit/call/api.ts'
import { BlocLink, EtageLink, ResidenceLink } from '#web/kit/card/EntityLinks.tsx'
import { phrasePasEncore } from '#features/structure/web/Vides.tsx'
import { lazyDialog } from '#web/kit/lazy/lazyPart.tsx'
import { useList } from '#web/kit/list/useList.ts'
import { formatPourcentPoint } from '#web/kit/print/ReportParts.tsx'
import { nounBefore } from '#shared/texte.ts'
import { appartementsOf } from '#shared/paths.ts'

const load = () => import('#features/structure/web/EtageDialogs.tsx')
const OWN = { residence: 0, bloc: 0, rapport: 0 }
/** A failed list of a filter is only logged on this screen (D2 §8). */
const log = (error: Error) => console.warn('lookup failed', error)

const ETAGES: Niveau<Etage> = {
  genre: 'etage',
  titre: 'Gestion des Étages',
  pluriel: 'Étages',
  recherche: 'Rechercher par désignation...',
  chargement: 'Chargement des étages...',
  echec: 'Erreur lors du chargement des étages.',
  ajouter: 'Ajouter un étage',
  aucun: 'Aucun étage disponible.',
  aucunTrouve: 'Aucun étage trouvé avec ces critères.',
  dans: { genre: 'bloc', de: "d'étage" },
  endpoints: etagesEndpoints,
  nom: ({ designation }) => designation,
  texts: ({ designation }) => [designation],
  card: ({ id, designation, bloc, niveau, logement_par_palier, ...etage }) => {
    const occupation = { total: etage.logements_count, occupied: etage.occupied_logements_count }
    const taux = tauxOccupation(occupation)
    const residenceId = bloc.residence.id
    return {
      name: <EtageLink id={id} designation={designation} blocId={bloc.id} residenceId={residenceId} />,
      badge: <Disponibilite sature={isSature(occupation)} />,
      facts: [
        { label: 'Niveau', value: formatNombre(niveau) },
        { label: 'Logements par palier', value: formatNombre(logement_par_palier) },
        {
          label: 'Bloc',
          value: <BlocLink id={bloc.id} nomloc={bloc.nomloc} residenceId={residenceId} />,
        },
        { label: 'Résidence', value: <ResidenceLink id={residenceId} nom={bloc.residence.nom} /> },
      ],
      taux,
      occupe: `${formatPourcentPoint(taux)} occupé`,
    }
  },
  suppression: {
    titre: "Supprimer l'étage",
    echec: 'Erreur lors de la suppression.',
    call: (id) => callApi(etagesEndpoints.remove, { params: { id } }),
    empeche: ({ id, bloc, bloc_id, logements_count }) =>
      contenuQuiEmpeche(
        [
          {
            nombre: logements_count,
            mot: 'appartement',
            lien: { label: 'Voir les appartements', ...appartementsOf(bloc.residence.id, bloc_id, id) },
          },
        ],
        'Il',
      ),
    question: ({ designation, bloc, logements_count }) => (
      <>
        Êtes-vous sûr de vouloir supprimer l'étage <bdi>{designation}</bdi> du{' '}
        {nounBefore('bloc', bloc.nomloc)}
        <bdi>{bloc.nomloc}</bdi> ? Cette action est définitive.{' '}
        {logements_count === 0 && "Il est vide : rien d'autre ne sera supprimé."}
      </>
    ),
  },
  suite: ({ id, designation, bloc_id, bloc }) => ({
    phrase: phrasePasEncore('etage', designation, "d'appartement"),
    lien: 'Ajouter ses appartements',
    ...appartementsOf(bloc.residence.id, bloc_id, id),
  }),
  Form: lazyDialog<'EtageForm', NiveauFormProps<Etage>>(load, 'EtageForm'),
  Details: lazyDialog<'EtageDetails', NiveauDialogProps<Etage>>(load, 'EtageDetails'),
  Report: lazyDialog<'EtageReport', NiveauReportProps>(load, 'EtageReport'),
}

export function EtagesPage() {
  const list = useList(OWN, { filters: ['residence', 'bloc'] })
  const { residence, bloc } = list.state
  const lieu = { residence: residence || null, bloc: bloc || null, etage: null }
  return (
    <Niveaux
      niveau={ETAGES}
      list={list}
      query={useQuery(
        etagesQueries.page({
          ...list.query,
          ...(list.wholeList && { residence_id: residence || undefined, bloc_id: bloc || undefined }),
        }),
      )}
      lieu={lieu}
      keeps={(etage) =>
        (residence === 0 || etage.bloc.residence.id === residence) && (bloc === 0 || etage.bloc_id === bloc)
      }
      renderFilters={() => (
        <FiltresDeLieu residence={lieu.residence} bloc={lieu.bloc} onChange={list.choose} onUnloaded={log} />
      )}
    />
  )
}
