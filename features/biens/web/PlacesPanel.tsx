import { paiementsEndpoints } from '#features/paiements/paiements.contract.ts'
import { placesEndpoints } from '#features/biens/parkings.contract.ts'
import { usePermis } from '#web/kit/call/usePeut.ts'
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { BIENS } from '#features/biens/biens.kinds.ts'
import { SuiviDialog } from '#features/biens/web/SuiviDuBien.tsx'
import type { ActeDeSuivi } from '#features/biens/web/SuiviDialog.tsx'
import type { BienSuivi } from '#features/biens/web/lots.ts'
import { usePaiementSurPlace } from '#features/paiements/web/usePaiementDialog.tsx'
import {
  parkingsQueries,
  placeCalls,
  type ParkingLu,
  type PlaceLue,
} from '#features/biens/web/parkings.queries.ts'
import { Places } from '#features/biens/web/Places.tsx'
import { PlaceForm } from '#features/biens/web/PlaceForm.tsx'
import styles from '#features/biens/web/biens.module.css'
import { AssignerForm } from '#features/ventes/web/AssignerForm.tsx'
import { useSuiteDeLaVente } from '#features/ventes/web/SuiteDeLaVente.tsx'
import type { VenteSaisie } from '#features/ventes/web/ventes.queries.ts'
import { useChange } from '#web/kit/call/useChange.ts'
import { formatCompte } from '#shared/texte.ts'
import { Dialog } from '#web/kit/dialog/Dialog.tsx'
import { Montant } from '#web/kit/card/Montant.tsx'
import { Results } from '#web/kit/feedback/Results.tsx'
import { useOpened } from '#web/kit/dialog/useOpened.ts'

type Open =
  | { kind: 'form'; place?: PlaceLue }
  | { kind: 'attribuer'; place: PlaceLue }
  | { kind: 'suivi'; acte: ActeDeSuivi; bien: BienSuivi }
  | { kind: 'confirmation' }

/** Places of a parking. One dialog at a time opens on top of the panel and returns to it (Q17). */
export function PlacesPanel({ parkingId, onClose }: { parkingId: number; onClose: () => void }) {
  const query = useQuery(parkingsQueries.read(parkingId))
  const { banners, ...paiement } = usePaiementSurPlace()
  const [open, setOpen] = useOpened<Open>('place')
  const { suite, offer } = useSuiteDeLaVente(banners, paiement)
  const attribuer = useChange(
    ({ id, ...vente }: VenteSaisie & { id: number }) => placeCalls.assigner(id, vente),
    { evenRefused: true },
  )
  const parking = query.data
  const close = () => setOpen(null)
  const vendue =
    open?.kind === 'attribuer' && (parking?.places.find(({ id }) => id === open.place.id) ?? open.place)
  const permis = usePermis()
  return (
    <>
      <Dialog
        title={<PanelTitle nom={parking?.parking_nom} />}
        onClose={onClose}
        size="wide"
        dismissible={open === null}
      >
        {paiement.element}
        {suite}
        <Results
          query={query}
          loading="Chargement des places..."
          error="Erreur lors du chargement des places."
          cards={9}
        >
          {({ places, ...rest }) => (
            <>
              <PlacesHeader
                parking={rest}
                onAdd={permis(placesEndpoints.create, () => setOpen({ kind: 'form' }))}
              />
              <Places
                places={places}
                onEdit={permis(placesEndpoints.update, (place: PlaceLue) => setOpen({ kind: 'form', place }))}
                onAttribuer={permis(placesEndpoints.attribuer, (place: PlaceLue) =>
                  setOpen({ kind: 'attribuer', place }),
                )}
                onPayer={permis(
                  paiementsEndpoints.create,
                  ({ id, client_id }: PlaceLue) =>
                    client_id !== null &&
                    paiement.open({ clientId: client_id, bien: { type: 'place_parking', id } }),
                )}
                onSuivi={(acte, bien) => setOpen({ kind: 'suivi', acte, bien })}
                onAsk={(asking) => setOpen(asking ? { kind: 'confirmation' } : null)}
                onDone={banners.success}
              />
            </>
          )}
        </Results>
      </Dialog>
      {open?.kind === 'form' && parking && (
        <PlaceForm parking={parking} place={open.place} onClose={close} onSaved={banners.success} />
      )}
      {open?.kind === 'suivi' && (
        <SuiviDialog acte={open.acte} bien={open.bien} onClose={close} onSaved={banners.success} />
      )}
      {vendue && (
        <AssignerForm
          titre={BIENS.place_parking.assigner.titre(vendue.numero_place)}
          mots={BIENS.place_parking.assigner}
          facts={[
            { label: 'Parking', value: vendue.parking.parking_nom },
            { label: 'Montant', value: <Montant decimal={vendue.montant} /> },
          ]}
          waits
          option={vendue.option}
          bien={{ ...vendue, type: 'place_parking' }}
          onAssign={(vente) => attribuer.mutateAsync({ id: vendue.id, ...vente })}
          onClose={close}
          onSaved={(message, vente) => offer(vente, message)}
        />
      )}
    </>
  )
}

function PanelTitle({ nom }: { nom: string | undefined }) {
  return (
    <>
      Places du parking <bdi>{nom}</bdi>
    </>
  )
}

function PlacesHeader({
  parking,
  onAdd,
}: {
  parking: Pick<ParkingLu, 'nb_places' | 'places_count' | 'occupied_places'>
  onAdd: (() => void) | undefined
}) {
  const { nb_places, places_count, occupied_places } = parking
  const full = places_count >= nb_places
  return (
    <div className={`row between gap-12-16 ${styles.bar}`}>
      <p className="dim flat">
        {formatCompte(places_count, 'place créée', 'places créées')} sur {nb_places} ·{' '}
        {formatCompte(occupied_places, 'vendue')} ·{' '}
        {formatCompte(places_count - occupied_places, 'disponible')}
        {full && onAdd && <br />}
        {full &&
          onAdd &&
          'La capacité est atteinte : augmentez le nombre de places du parking pour en ajouter.'}
      </p>
      {onAdd && (
        <Button leftSection={<IconPlus size={18} stroke={1.8} />} disabled={full} onClick={onAdd}>
          Ajouter une place
        </Button>
      )}
    </div>
  )
}
