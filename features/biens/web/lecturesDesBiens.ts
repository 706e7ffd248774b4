import { appartementsEndpoints } from '#features/biens/appartements.contract.ts'
import type { AppartementLu } from '#features/biens/web/appartements.queries.ts'
import { lieuDuBloc } from '#features/paiements/web/bienDuPaiement.ts'
import { describeSurface, type BienAPayer, type LectureDuGenre } from '#features/paiements/web/biensAPayer.ts'
import { fromDecimal, formatCentiemes } from '#shared/argent.ts'
import { callList, callRecord } from '#web/kit/call/api.ts'
import { APPARTEMENT_VIDE, LOCAL_VIDE, PLACE_VIDE } from '#features/biens/web/biens.blanks.ts'
import { locauxEndpoints } from '#features/biens/locaux.contract.ts'
import type { LocalLu } from '#features/biens/web/locaux.queries.ts'
import { surfaceTotaleLue, type TypeBien } from '#shared/biens.ts'
import { describeEtats } from '#shared/etats.ts'
import { placesEndpoints } from '#features/biens/parkings.contract.ts'
import type { PlaceLue } from '#features/biens/web/parkings.queries.ts'

type AppartementNomme = Pick<
  AppartementLu,
  'id' | 'numLot' | 'typeLogement' | 'etage' | 'montant' | 'resteAPayer'
>

/** « 302 (F3) · Bloc C, El Yasmine »; the étage is added when two lots are named alike. */
export const offerAppartement = (lot: AppartementNomme): BienAPayer => ({
  id: lot.id,
  nom: `${lot.numLot} (${lot.typeLogement})`,
  lieu: lieuDuBloc(lot.etage.bloc),
  precision: lot.etage.designation,
  montant: lot.montant,
  resteAPayer: lot.resteAPayer,
})

/** Reads an appartement for the payment screens (D3 §2.4, §7). */
const appartementAPayer: LectureDuGenre = {
  async ofClient(id, signal) {
    const blank = APPARTEMENT_VIDE
    const lots = await callList(appartementsEndpoints.ofClient, { params: { id }, signal }, { blank })
    return lots.map(offerAppartement)
  },
  async read(id, signal) {
    const lot = await callRecord(appartementsEndpoints.read, { params: { id }, signal }, APPARTEMENT_VIDE)
    const { etage } = lot
    return {
      ...lot,
      numero: lot.numLot,
      facts: [
        { label: 'N° Lot', value: lot.numLot || 'Non spécifié' },
        { label: 'Type', value: lot.typeLogement || 'Non spécifié' },
        { label: 'Surface habitable', value: describeSurface(lot.surfaceHabitable) },
        { label: 'Surface utile', value: describeSurface(lot.surfaceUtile) },
        { label: 'Surface totale', value: describeSurface(surfaceTotaleLue(lot)) },
        { label: 'Montant', value: { montant: lot.montant } },
        { label: 'Étage', value: etage.designation || 'Non spécifié' },
        { label: 'Bloc', value: etage.bloc.nomloc || 'Non spécifié' },
        { label: 'Résidence', value: etage.bloc.residence.nom || 'Sans résidence' },
      ],
    }
  },
}

type LocalNomme = Pick<LocalLu, 'id' | 'num' | 'bloc' | 'montant' | 'resteAPayer'>

export const offerLocal = ({ id, num, bloc, montant, resteAPayer }: LocalNomme): BienAPayer => ({
  id,
  nom: num,
  lieu: lieuDuBloc(bloc),
  montant,
  resteAPayer,
})

/** Reads a local for the payment screens (D3 §2.4, §7). */
const localAPayer: LectureDuGenre = {
  async ofClient(id, signal) {
    const blank = LOCAL_VIDE
    const locaux = await callList(locauxEndpoints.ofClient, { params: { id }, signal }, { blank })
    return locaux.map(offerLocal)
  },
  async read(id, signal) {
    const local = await callRecord(locauxEndpoints.read, { params: { id }, signal }, LOCAL_VIDE)
    const { num, bloc, client } = local
    return {
      ...local,
      numero: num,
      facts: [
        { label: 'Numéro', value: num || 'Non spécifié' },
        { label: 'Surface (m²)', value: sansUnite(local.surface) },
        { label: 'Description', value: local.description || 'Aucune description' },
        { label: 'Montant', value: { montant: local.montant } },
        { label: 'Résidence', value: bloc.residence.nom || 'Sans résidence' },
        { label: 'Bloc', value: bloc.nomloc || 'Non spécifié' },
        { label: 'Client', value: client ? client.nomComplet || 'Non spécifié' : 'Aucun client' },
        { label: 'État', value: describeEtats(local) },
      ],
    }
  },
}

const sansUnite = (decimal: number | null) =>
  decimal === null ? 'Non spécifiée' : formatCentiemes(fromDecimal(decimal), 'utiles')

type PlaceNommee = Pick<PlaceLue, 'id' | 'numero_place' | 'parking' | 'montant' | 'resteAPayer'>

export const offerPlace = ({ id, numero_place, parking, montant, resteAPayer }: PlaceNommee): BienAPayer => ({
  id,
  nom: `N° ${numero_place}, ${parking.parking_nom}`,
  lieu: [parking.residence.nom],
  montant,
  resteAPayer,
})

/** Reads a place for the payment screens (D3 §2.4, §7). */
const placeAPayer: LectureDuGenre = {
  async ofClient(id, signal) {
    const input = { params: { id }, signal }
    const places = await callList(placesEndpoints.ofClient, input, { blank: PLACE_VIDE, name: 'places' })
    return places.map(offerPlace)
  },
  async read(id, signal) {
    const place = await callRecord(placesEndpoints.detail, { params: { id }, signal }, PLACE_VIDE)
    return {
      ...place,
      numero: String(place.numero_place),
      facts: [
        { label: 'Numéro', value: String(place.numero_place) },
        { label: 'Superficie', value: describeSurface(place.superficie) },
        { label: 'Montant', value: { montant: place.montant } },
        { label: 'Parking', value: place.parking.parking_nom || 'Non spécifié' },
      ],
    }
  },
}

export const LECTURES: Record<TypeBien, LectureDuGenre> = {
  appartement: appartementAPayer,
  place_parking: placeAPayer,
  local: localAPayer,
}
