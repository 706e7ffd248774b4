import {
  IconCashPlus,
  IconHistory,
  IconPencil,
  IconTrash,
  IconUserMinus,
  IconUserPlus,
} from '@tabler/icons-react'
import { placesEndpoints } from '#features/biens/parkings.contract.ts'
import type { ActesDuBien } from '#features/biens/web/actesDuLot.ts'
import { placeCalls, toBien, type PlaceLue } from '#features/biens/web/parkings.queries.ts'
import { acteDuDossier, seVend, useActesDuSuivi } from '#features/biens/web/SuiviDuBien.tsx'
import type { ActeDeSuivi } from '#features/biens/web/SuiviDialog.tsx'
import type { BienSuivi } from '#features/biens/web/lots.ts'
import { useBienActions } from '#features/biens/web/useBienActions.tsx'
import { journalEndpoints } from '#features/journal/journal.contract.ts'
import { PlutotDesister } from '#features/ventes/web/PlutotDesister.tsx'
import { formatMontant, fromDecimal } from '#shared/argent.ts'
import { leBien, libelleDuBien } from '#shared/biens.ts'
import { usePeut } from '#web/kit/call/usePeut.ts'

/** The panel's part in the acts of the places of a parking. */
export interface GestesDeLaPlace {
  /** The first three are absent for a member without the right. */
  onEdit: ((place: PlaceLue) => void) | undefined
  onAttribuer: ((place: PlaceLue) => void) | undefined
  onPayer: ((place: PlaceLue) => void) | undefined
  onSuivi: (acte: ActeDeSuivi, bien: BienSuivi) => void
  onHistorique: (record: { id: number; nom: string }) => void
  onAsk: (asking: boolean) => void
  onDone: (message: string) => void
}

/** The acts of a place by its state, which its card and its row place each in its own way. */
export function useActesDeLaPlace(gestes: GestesDeLaPlace): (place: PlaceLue) => ActesDuBien {
  const { onEdit, onAttribuer, onPayer, onSuivi, onHistorique, onAsk, onDone } = gestes
  const peut = usePeut()
  const actions = useBienActions({ type: 'place_parking', calls: placeCalls, onAsk, onDone })
  const actesDuSuivi = useActesDuSuivi()
  return (place) => {
    const { id, numero_place: numero, vente_id } = place
    const bien = toBien(place)
    const { estDispo } = bien
    const nom = libelleDuBien('place_parking', numero)
    const attribuer = seVend(bien) &&
      onAttribuer && {
        mot: 'Attribuer',
        label: `Attribuer la place ${numero}`,
        icon: IconUserPlus,
        onClick: () => onAttribuer(place),
      }
    return {
      nom,
      premier: estDispo ? attribuer : vente_id !== null && acteDuDossier(place),
      fiche: [
        onEdit && {
          label: `Modifier la place ${numero}`,
          icon: IconPencil,
          onClick: () => onEdit(place),
        },
      ],
      autres: [
        !estDispo &&
          onPayer &&
          place.resteAPayer > 0 && {
            label: `Nouveau paiement : ${nom}`,
            icon: IconCashPlus,
            onClick: () => onPayer(place),
          },
        ...actesDuSuivi(bien, (acte) => onSuivi(acte, bien)),
        peut(journalEndpoints.list) && {
          label: `Historique de la place ${numero}`,
          icon: IconHistory,
          onClick: () => onHistorique({ id, nom: leBien(bien) }),
        },
      ],
      fins: [
        !estDispo &&
          peut(placesEndpoints.liberer) && {
            label: `Libérer la place ${numero}`,
            motAuTelephone: 'Libérer',
            icon: IconUserMinus,
            onClick: () => actions.retirer(id, <Liberation place={place} />),
          },
        peut(placesEndpoints.remove) && {
          label: `Supprimer la place ${numero}`,
          icon: IconTrash,
          onClick: () =>
            actions.supprimer(
              id,
              `Êtes-vous sûr de vouloir supprimer la place ${numero} ? Cette action est définitive.`,
            ),
        },
      ],
    }
  }
}

function Liberation({ place }: { place: PlaceLue }) {
  const { numero_place, montant, resteAPayer, client } = toBien(place)
  const paid = fromDecimal(montant) - fromDecimal(resteAPayer)
  return (
    <>
      Êtes-vous sûr de vouloir libérer la place {numero_place}, attribuée à <bdi>{client?.nomComplet}</bdi> ?
      {paid > 0 && <p>Les {formatMontant(paid)} déjà payés restent dans l'historique de ce client.</p>}
      <PlutotDesister vente_id={place.vente_id} dossier={place.dossier} />
    </>
  )
}
