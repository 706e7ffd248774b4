import { appartementsEndpoints } from '#features/appartements/appartements.contract.ts'
import type { AppartementLu } from '#features/appartements/web/appartements.queries.ts'
import { lieuDuBloc } from '#features/paiements/web/bienDuPaiement.ts'
import {
  direSurface,
  TOUS,
  type BienAPayer,
  type LectureDuGenre,
} from '#features/paiements/web/biensAPayer.ts'
import { fromDecimal, toDecimal } from '#shared/argent.ts'
import { callList, callPage, callRecord } from '#web/kit/api.ts'
import { APPARTEMENT_VIDE } from '#features/appartements/web/appartements.blanks.ts'

type Nomme = Pick<AppartementLu, 'id' | 'numLot' | 'typeLogement' | 'etage' | 'montant' | 'resteAPayer'>

/** « 302 (F3) · Bloc C, El Yasmine », and its étage where a second one is called so. */
export const offrirAppartement = (lot: Nomme): BienAPayer => ({
  id: lot.id,
  nom: `${lot.numLot} (${lot.typeLogement})`,
  lieu: lieuDuBloc(lot.etage.bloc),
  precision: lot.etage.designation,
  montant: lot.montant,
  resteAPayer: lot.resteAPayer,
})

/** What the payment screens read of an appartement (D3 §2.4, §7). */
export const appartementAPayer: LectureDuGenre = {
  async ofClient(id, signal) {
    const blank = APPARTEMENT_VIDE
    const lots = await callList(appartementsEndpoints.ofClient, { params: { id }, signal }, { blank })
    return lots.map(offrirAppartement)
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
        { label: 'Surface habitable', value: direSurface(lot.surfaceHabitable) },
        { label: 'Surface utile', value: direSurface(lot.surfaceUtile) },
        { label: 'Surface totale', value: direSurface(somme(lot.surfaceHabitable, lot.surfaceUtile)) },
        { label: 'Montant', value: { montant: lot.montant } },
        { label: 'Étage', value: etage.designation || 'Non spécifié' },
        { label: 'Bloc', value: etage.bloc.nomloc || 'Non spécifié' },
        { label: 'Résidence', value: etage.bloc.residence.nom || 'Sans résidence' },
      ],
    }
  },
  async libres(residence_id, signal) {
    const query = { ...TOUS, residence_id, etat: 'disponible', tri: 'numLot' }
    const blank = APPARTEMENT_VIDE
    const { data } = await callPage(appartementsEndpoints.list, { query, signal }, { blank })
    return data.map((lot) => ({ ...offrirAppartement(lot), etat_bien: lot.etat_bien, option: lot.option }))
  },
}

const somme = (a: number | null, b: number | null) =>
  a === null || b === null ? null : toDecimal(fromDecimal(a) + fromDecimal(b))
