import { direSurface, type BienAPayer, type LectureDuGenre } from '#features/paiements/web/biensAPayer.ts'
import { placesEndpoints } from '#features/parkings/places.contract.ts'
import type { PlaceLue } from '#features/parkings/web/parkings.queries.ts'
import { callList, callRecord } from '#web/kit/api.ts'
import { PLACE_VIDE } from '#features/parkings/web/parkings.blanks.ts'

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
}
