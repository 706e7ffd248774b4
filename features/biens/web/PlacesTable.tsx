import {
  IconCashPlus,
  IconFolder,
  IconHistory,
  IconPencil,
  IconTrash,
  IconUserMinus,
  IconUserPlus,
} from '@tabler/icons-react'
import { placesEndpoints } from '#features/biens/parkings.contract.ts'
import { EtatDuBien } from '#features/biens/web/EtatDuBien.tsx'
import { placeCalls, type PlaceLue } from '#features/biens/web/parkings.queries.ts'
import { Liberation, questionDeSuppression, type PlaceCardProps } from '#features/biens/web/PlaceCard.tsx'
import { useActesDuSuivi } from '#features/biens/web/SuiviDuBien.tsx'
import { useBienActions } from '#features/biens/web/useBienActions.tsx'
import { journalEndpoints } from '#features/journal/journal.contract.ts'
import { HistoriqueDialog } from '#features/journal/web/Historique.tsx'
import { PourquoiCeSolde } from '#features/paiements/web/PourquoiCeSolde.tsx'
import { libelleDuBien } from '#shared/biens.ts'
import { usePeut } from '#web/kit/call/usePeut.ts'
import { BienLink, ClientLink } from '#web/kit/card/EntityLinks.tsx'
import { Montant } from '#web/kit/card/Montant.tsx'
import { useOpened } from '#web/kit/dialog/useOpened.ts'
import { Tableau, type ActesDeLigne, type Colonne } from '#web/kit/table/Tableau.tsx'
import { dossierAt } from '#web/paths.ts'

const nomDe = ({ numero_place }: PlaceLue) => libelleDuBien('place_parking', numero_place)

const COLUMNS: readonly Colonne<PlaceLue>[] = [
  {
    title: 'Place',
    genre: 'texte',
    min: 90,
    phone: 'qui',
    phoneUnder: 'quoi',
    cell: (place) => (
      <BienLink type="place_parking" id={place.id} venteId={place.vente_id}>
        {nomDe(place)}
      </BienLink>
    ),
    under: ({ type_place }) => type_place,
  },
  {
    title: 'Position',
    genre: 'texte',
    min: 110,
    cell: ({ position }) => position ?? 'Non spécifiée',
  },
  {
    title: 'État',
    genre: 'etat',
    min: 104,
    phone: 'etat',
    cell: (place) => <EtatDuBien bien={{ ...place, estDispo: place.client === null }} />,
  },
  {
    title: 'Client',
    genre: 'nom',
    min: 180,
    phone: 'quoi',
    cell: ({ client }) => client && <ClientLink id={client.id} nomComplet={client.nomComplet} />,
  },
  {
    title: 'Prix',
    genre: 'figure',
    min: 130,
    phone: 'combien',
    cell: ({ montant }) => <Montant decimal={montant} />,
  },
  {
    title: 'Reste',
    genre: 'figure',
    min: 130,
    cell: (place) =>
      place.client && (
        <PourquoiCeSolde
          bien={{ type: 'place_parking', id: place.id }}
          libelle={nomDe(place)}
          reste={place.resteAPayer}
          compact
        />
      ),
  },
]

interface PlacesTableProps extends Omit<PlaceCardProps, 'place'> {
  places: readonly PlaceLue[]
}

/** The places of a parking as a table, each with the acts of its card. */
export function PlacesTable({ places, ...actions }: PlacesTableProps) {
  const [opened, setOpened] = useOpened<{ id: number; nom: string }>('historique des places')
  const actesOf = useActes(actions, (id, nom) => setOpened({ id, nom }))
  return (
    <>
      <Tableau label="Places" rows={places} rowKey={({ id }) => id} columns={COLUMNS} actes={actesOf} />
      {opened && (
        <HistoriqueDialog
          suivi={{ objet: 'place', id: opened.id }}
          nom={opened.nom}
          onClose={() => setOpened(null)}
        />
      )}
    </>
  )
}

function useActes(
  { onEdit, onAttribuer, onPayer, onSuivi, onAsk, onDone }: Omit<PlaceCardProps, 'place'>,
  onHistorique: (id: number, nom: string) => void,
) {
  const peut = usePeut()
  const actions = useBienActions({ type: 'place_parking', calls: placeCalls, onAsk, onDone })
  const actesDuSuivi = useActesDuSuivi()
  return (place: PlaceLue): ActesDeLigne => {
    const { id, numero_place: numero, vente_id, client } = place
    const bien = { ...place, type: 'place_parking', numero } as const
    return {
      nom: nomDe(place),
      actes: [
        vente_id !== null && {
          label: `Ouvrir le dossier ${place.dossier}`,
          icon: IconFolder,
          to: dossierAt(vente_id),
        },
        vente_id === null &&
          place.etat_bien !== 'bloque' &&
          onAttribuer && {
            label: `Attribuer la place ${numero}`,
            icon: IconUserPlus,
            onClick: () => onAttribuer(place),
          },
        onEdit && {
          label: `Modifier la place ${numero}`,
          icon: IconPencil,
          onClick: () => onEdit(place),
        },
      ],
      autres: [
        client &&
          onPayer &&
          place.resteAPayer > 0 && {
            label: `Nouveau paiement : ${nomDe(place)}`,
            icon: IconCashPlus,
            onClick: () => onPayer(place),
          },
        ...actesDuSuivi(bien, (acte) => onSuivi(acte, bien)),
        peut(journalEndpoints.list) && {
          label: `Historique de la place ${numero}`,
          icon: IconHistory,
          onClick: () => onHistorique(id, `la place ${numero}`),
        },
      ],
      fins: [
        client &&
          peut(placesEndpoints.liberer) && {
            label: `Libérer la place ${numero}`,
            icon: IconUserMinus,
            onClick: () => actions.retirer(id, <Liberation place={place} />),
          },
        peut(placesEndpoints.remove) && {
          label: `Supprimer la place ${numero}`,
          icon: IconTrash,
          onClick: () => actions.supprimer(id, questionDeSuppression(numero)),
        },
      ],
    }
  }
}
