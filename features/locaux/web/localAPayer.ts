import { locauxEndpoints } from '#features/locaux/locaux.contract.ts'
import type { LocalLu } from '#features/locaux/web/locaux.queries.ts'
import { lieuDuBloc } from '#features/paiements/web/bienDuPaiement.ts'
import { TOUS, type BienAPayer, type LectureDuGenre } from '#features/paiements/web/biensAPayer.ts'
import { fromDecimal, formatCentiemes } from '#shared/argent.ts'
import { callList, callPage, callRecord } from '#web/kit/api.ts'
import { LOCAL_VIDE } from '#features/locaux/web/locaux.blanks.ts'

type Nomme = Pick<LocalLu, 'id' | 'num' | 'bloc' | 'montant' | 'resteAPayer'>

/** « L-7 · Bloc C, El Yasmine ». */
export const offrirLocal = ({ id, num, bloc, montant, resteAPayer }: Nomme): BienAPayer => ({
  id,
  nom: num,
  lieu: lieuDuBloc(bloc),
  montant,
  resteAPayer,
})

/** What the payment screens read of a local (D3 §2.4, §7). */
export const localAPayer: LectureDuGenre = {
  async ofClient(id, signal) {
    const blank = LOCAL_VIDE
    const locaux = await callList(locauxEndpoints.ofClient, { params: { id }, signal }, { blank })
    return locaux.map(offrirLocal)
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
        { label: 'État', value: local.estDispo ? 'Disponible' : 'Vendu' },
      ],
    }
  },
  async libres(residence_id, signal) {
    const query = { ...TOUS, residence_id, etat: 'disponible', tri: 'num' }
    const blank = LOCAL_VIDE
    const { data } = await callPage(locauxEndpoints.list, { query, signal }, { blank })
    return data.map((local) => ({ ...offrirLocal(local), etat_bien: local.etat_bien, option: local.option }))
  },
}

const sansUnite = (decimal: number | null) =>
  decimal === null ? 'Non spécifiée' : formatCentiemes(fromDecimal(decimal), 'utiles')
