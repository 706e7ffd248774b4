import {
  direSurface,
  TOUS,
  type BienAPayer,
  type LectureDuGenre,
} from '#features/paiements/web/biensAPayer.ts'
import { parkingsEndpoints } from '#features/parkings/parkings.contract.ts'
import { placesEndpoints } from '#features/parkings/places.contract.ts'
import type { PlaceLue } from '#features/parkings/web/parkings.queries.ts'
import { callList, callPage, callRecord } from '#web/kit/api.ts'
import { PARKING_VIDE, PLACE_VIDE } from '#features/parkings/web/parkings.blanks.ts'

type Nommee = Pick<PlaceLue, 'id' | 'numero_place' | 'parking' | 'montant' | 'resteAPayer'>

/** « N° 41, Parking Nord · El Yasmine ». */
export const offrirPlace = ({ id, numero_place, parking, montant, resteAPayer }: Nommee): BienAPayer => ({
  id,
  nom: `N° ${numero_place}, ${parking.parking_nom}`,
  lieu: [parking.residence.nom],
  montant,
  resteAPayer,
})

/** What the payment screens read of a place (D3 §2.4, §7). */
export const placeAPayer: LectureDuGenre = {
  async ofClient(id, signal) {
    const input = { params: { id }, signal }
    const places = await callList(placesEndpoints.ofClient, input, { blank: PLACE_VIDE, name: 'places' })
    return places.map(offrirPlace)
  },
  async read(id, signal) {
    const place = await callRecord(placesEndpoints.detail, { params: { id }, signal }, PLACE_VIDE)
    return {
      ...place,
      numero: String(place.numero_place),
      facts: [
        { label: 'Numéro', value: String(place.numero_place) },
        { label: 'Superficie', value: direSurface(place.superficie) },
        { label: 'Montant', value: { montant: place.montant } },
        { label: 'Parking', value: place.parking.parking_nom || 'Non spécifié' },
      ],
    }
  },
  async libres(residenceId, signal) {
    const { data } = await callPage(parkingsEndpoints.list, { query: TOUS, signal }, { blank: PARKING_VIDE })
    const blank = { ...PARKING_VIDE, places: [PLACE_VIDE] } as const
    const parkings = await Promise.all(
      data
        .filter(({ residence_id }) => residence_id === residenceId)
        .map(({ id }) => callRecord(parkingsEndpoints.detail, { params: { id }, signal }, blank)),
    )
    return parkings.flatMap((parking) =>
      parking.places
        .filter(({ client_id }) => client_id === null)
        .map((place) => ({ ...offrirPlace(place), etat_bien: place.etat_bien, option: place.option })),
    )
  },
}
