import { placesEndpoints } from '#features/biens/parkings.contract.ts'
import { usePermis } from '#web/kit/call/usePeut.ts'
import { IconCashPlus, IconPencil, IconTrash, IconUserMinus, IconUserPlus } from '@tabler/icons-react'
import { useHistorique } from '#features/journal/web/Historique.tsx'
import { EtatDuBien } from '#features/biens/web/EtatDuBien.tsx'
import { PrixAuMetreCarre } from '#features/biens/web/LotParts.tsx'
import {
  BoutonDActe,
  faitsDuSuivi,
  ouvrirLeDossier,
  useActesDuSuivi,
  type ActeDeSuivi,
  type BienSuivi,
} from '#features/biens/web/SuiviDuBien.tsx'
import { useBienActions } from '#features/biens/web/useBienActions.tsx'
import { placeCalls, type PlaceLue } from '#features/biens/web/parkings.queries.ts'
import { PourquoiCeSolde } from '#features/paiements/web/PourquoiCeSolde.tsx'
import { MontantSuivi } from '#features/prix/web/MontantSuivi.tsx'
import { BienLink, ClientLink } from '#web/kit/card/EntityLinks.tsx'
import { PlutotDesister } from '#features/ventes/web/PlutotDesister.tsx'
import { fromDecimal, formatMontant } from '#shared/argent.ts'
import { PaymentBar } from '#web/kit/feedback/States.tsx'
import { EntityCard } from '#web/kit/card/EntityCard.tsx'
import { IconAction } from '#web/kit/card/IconAction.tsx'
import { Surface } from '#web/kit/card/Montant.tsx'
import { libelleDuBien } from '#shared/biens.ts'

export interface PlaceCardProps {
  place: PlaceLue
  /** The next three actions are absent for a member without the right. */
  onEdit: ((place: PlaceLue) => void) | undefined
  onAttribuer: ((place: PlaceLue) => void) | undefined
  onPayer: ((place: PlaceLue) => void) | undefined
  onSuivi: (acte: ActeDeSuivi, bien: BienSuivi) => void
  onAsk: (asking: boolean) => void
  onDone: (message: string) => void
}

export function PlaceCard({ place, onEdit, onAttribuer, onPayer, onSuivi, onAsk, onDone }: PlaceCardProps) {
  const { numero_place: numero, type_place, position, montant, superficie, client } = place
  const actions = useBienActions({ type: 'place_parking', calls: placeCalls, onAsk, onDone })
  const permis = usePermis()
  const libelle = libelleDuBien('place_parking', numero)
  const bien: BienSuivi = { ...place, type: 'place_parking', numero }
  const actesDuSuivi = useActesDuSuivi()
  const historique = useHistorique({ objet: 'place', id: place.id, nom: `la place ${numero}` })
  return (
    <EntityCard
      name={
        <BienLink type="place_parking" id={place.id} venteId={place.vente_id}>
          {libelle}
        </BienLink>
      }
      badge={<EtatDuBien bien={{ ...place, estDispo: client === null }} />}
      facts={[
        { label: 'Type', value: type_place },
        { label: 'Position', value: position ?? 'Non spécifiée' },
        superficie !== null && { label: 'Superficie', value: <Surface decimal={superficie} /> },
        { label: 'Montant', value: <MontantSuivi bien={bien} montant={montant} /> },
        superficie !== null && {
          label: 'Prix au m²',
          value: <PrixAuMetreCarre montant={montant} surface={superficie} />,
        },
        client && { label: 'Client', value: <ClientLink id={client.id} nomComplet={client.nomComplet} /> },
        client && {
          label: 'Reste à payer',
          value: (
            <PourquoiCeSolde
              bien={{ type: 'place_parking', id: place.id }}
              libelle={libelle}
              reste={place.resteAPayer}
            />
          ),
        },
        ...faitsDuSuivi(place),
      ]}
      bar={
        client && <PaymentBar percent={place.pourcentagePaiement} label={`Payé pour la place ${numero}`} />
      }
      main={
        place.vente_id !== null ? (
          <BoutonDActe acte={ouvrirLeDossier(place)} />
        ) : (
          place.etat_bien !== 'bloque' &&
          onAttribuer && (
            <BoutonDActe
              acte={{
                mot: 'Attribuer',
                label: `Attribuer la place ${numero}`,
                icon: IconUserPlus,
                onClick: () => onAttribuer(place),
              }}
            />
          )
        )
      }
      actions={
        <>
          {onEdit && (
            <IconAction
              icon={IconPencil}
              label={`Modifier la place ${numero}`}
              onClick={() => onEdit(place)}
            />
          )}
          {historique.dialogue}
        </>
      }
      danger={
        <>
          {client &&
            permis(
              placesEndpoints.liberer,
              <IconAction
                icon={IconUserMinus}
                label={`Libérer la place ${numero}`}
                danger
                onClick={() => actions.retirer(place.id, <Liberation place={place} />)}
              />,
            )}
          {permis(
            placesEndpoints.remove,
            <IconAction
              icon={IconTrash}
              label={`Supprimer la place ${numero}`}
              danger
              onClick={() => actions.supprimer(place.id, questionDeSuppression(numero))}
            />,
          )}
        </>
      }
      autres={{
        nom: libelle,
        actes: [
          client &&
            onPayer &&
            place.resteAPayer > 0 && {
              label: `Nouveau paiement : ${libelle}`,
              icon: IconCashPlus,
              onClick: () => onPayer(place),
            },
          ...actesDuSuivi(bien, (acte) => onSuivi(acte, bien)),
          historique.acte,
        ],
      }}
    />
  )
}

export const questionDeSuppression = (numero: number) =>
  `Êtes-vous sûr de vouloir supprimer la place ${numero} ? Cette action est définitive.`

export function Liberation({ place }: { place: PlaceLue }) {
  const { numero_place, montant, resteAPayer, client } = place
  const paid = fromDecimal(montant) - fromDecimal(resteAPayer)
  return (
    <>
      Êtes-vous sûr de vouloir libérer la place {numero_place}, attribuée à <bdi>{client?.nomComplet}</bdi> ?
      {paid > 0 && <p>Les {formatMontant(paid)} déjà payés restent dans l'historique de ce client.</p>}
      <PlutotDesister vente_id={place.vente_id} dossier={place.dossier} />
    </>
  )
}
