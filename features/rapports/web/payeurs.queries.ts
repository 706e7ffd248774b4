import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { ACHETEUR_VIDE } from '#features/clients/web/clients.queries.ts'
import { payeursEndpoints, type payeur, type payeursTotaux } from '#features/rapports/recap.contract.ts'
import { fromDecimal, toDecimal } from '#shared/argent.ts'
import { avancement } from '#features/etats/etats.rules.ts'
import type { Jour } from '#shared/dates.ts'
import type { Wire } from '#shared/endpoint.ts'
import type { FiltresDePaiement } from '#features/paiements/modes.ts'
import { callPage } from '#web/kit/call/api.ts'

export type GroupeLu = Wire<typeof payeur>
export type BienLu = GroupeLu['biens'][number]
export type TotauxLus = Wire<typeof payeursTotaux>

/** Texts for missing fields. They can be words, because this answer is only displayed. */
const GROUPE_VIDE = {
  id: 0,
  client: { ...ACHETEUR_VIDE, nomComplet: 'Non spécifié' },
  biens: [
    {
      id: 0,
      type: 'appartement',
      nlot: 'Non spécifié',
      residence: 'Sans résidence',
      code: 'N/A',
      surface: null,
      montant: null,
      reglement: null,
      resteAPayer: null,
      pourcentagePaiement: 0,
      vente_id: 0,
      dossier: '',
    },
  ],
} as const

const SANS_TABLEAU = "La réponse de l'API ne contient pas un tableau de données valide."

/** `solde` keeps biens with a remainder; `tri` puts the largest remainder first. */
export interface Dettes {
  solde?: 'reste' | undefined
  tri?: 'reste' | undefined
}

interface Rangement {
  per_page?: number
  ordre?: string
  situation?: Jour
}

export const payeursQueries = {
  /** A page of clients with their biens, six by name by default. @param residence an id, '' for all */
  page: (page: number, search: string, residence = '', how: Dettes & Rangement & FiltresDePaiement = {}) =>
    queryOptions({
      queryKey: ['recap', page, search, residence, how],
      async queryFn({ signal }) {
        const query = { page, per_page: 6, search, residence, ...how }
        const answer = await callPage(
          payeursEndpoints.list,
          { query, signal },
          { blank: GROUPE_VIDE, keys: ['id', 'client'], invalid: SANS_TABLEAU },
        )
        const groupes = answer.data.map((groupe) => ({ ...groupe, id: groupe.id || groupe.client.id }))
        return {
          groupes,
          lastPage: answer.last_page,
          total: answer.total,
          totals: answer.totals ?? sumsOf(groupes.flatMap(({ biens }) => biens)),
        }
      },
      placeholderData: keepPreviousData,
    }),
}

/** True for a client who has something left to pay of two biens. */
export const aDeuxBiens = ({ biens }: GroupeLu): boolean =>
  biens.filter(({ resteAPayer }) => resteAPayer > 0).length >= 2

/** The sums over all of a client's biens; of an answer without them, the sums of the biens shown. */
export function totauxDuGroupe({ biens, totaux }: GroupeLu) {
  const shown = sumsOf(biens)
  const all = totaux ?? {
    biens: shown.nombre_biens,
    montant: shown.montant_global,
    totalPaye: shown.total_paye,
    resteAPayer: shown.total_restant,
  }
  const { pourcentagePaiement } = avancement(fromDecimal(all.montant), fromDecimal(all.totalPaye))
  return { ...all, pourcentagePaiement }
}

/** The sums of the rows shown, for an answer without totals (Q179). */
function sumsOf(biens: readonly BienLu[]): TotauxLus {
  const sum = (field: 'montant' | 'reglement' | 'resteAPayer') =>
    toDecimal(biens.reduce((total, bien) => total + fromDecimal(bien[field] ?? 0), 0))
  return {
    nombre_biens: biens.length,
    montant_global: sum('montant'),
    total_paye: sum('reglement'),
    total_restant: sum('resteAPayer'),
    versements_retenus: null,
  }
}

export function sumRetenus(biens: readonly BienLu[]): BienLu['versements_retenus'] {
  const retenus = biens.flatMap(({ versements_retenus }) => versements_retenus ?? [])
  if (retenus.length === 0) return null
  return {
    nombre: retenus.reduce((total, { nombre }) => total + nombre, 0),
    montant: toDecimal(retenus.reduce((total, { montant }) => total + fromDecimal(montant), 0)),
  }
}
