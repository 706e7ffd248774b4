import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { payeursEndpoints, type payeur, type payeursTotaux } from '#features/paiements/payeurs.contract.ts'
import { fromDecimal, toDecimal } from '#shared/argent.ts'
import { progression } from '#features/ventes/ventes.rules.ts'
import type { Wire } from '#shared/endpoint.ts'
import type { FiltresDePaiement } from '#features/paiements/filtres.ts'
import { GROUPE_VIDE } from '#features/paiements/web/payeurs.blanks.ts'
import { callPage } from '#web/kit/api.ts'

export type GroupeLu = Wire<typeof payeur>
export type BienLu = GroupeLu['biens'][number]
export type TotauxLus = Wire<typeof payeursTotaux>

const SANS_TABLEAU = "La réponse de l'API ne contient pas un tableau de données valide."

/** Only what is not paid, and the largest remainder first; each undefined when not. */
export interface Dettes {
  solde?: 'reste' | undefined
  tri?: 'reste' | undefined
}

/** How a table of clients asks for them. */
interface Rangement {
  per_page?: number
  ordre?: string
}

export const payeursQueries = {
  /** A page of clients with their biens, six by name unless asked otherwise; `residence` an id, '' for all. */
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

/** What a client has in all; of an answer that does not say it, what is shown of it. */
export function totauxDuGroupe({ biens, totaux }: GroupeLu) {
  const shown = sumsOf(biens)
  const all = totaux ?? {
    biens: shown.nombre_biens,
    montant: shown.montant_global,
    totalPaye: shown.total_paye,
    resteAPayer: shown.total_restant,
  }
  const { pourcentagePaiement } = progression(fromDecimal(all.montant), fromDecimal(all.totalPaye))
  return { ...all, pourcentagePaiement }
}

/** Sums of the rows shown, for an answer that says no totals (Q179). */
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

/** What the filters of payments retain of several biens; null without such a filter. */
export function sumRetenus(biens: readonly BienLu[]): BienLu['versements_retenus'] {
  const retenus = biens.flatMap(({ versements_retenus }) => versements_retenus ?? [])
  if (retenus.length === 0) return null
  return {
    nombre: retenus.reduce((total, { nombre }) => total + nombre, 0),
    montant: toDecimal(retenus.reduce((total, { montant }) => total + fromDecimal(montant), 0)),
  }
}
