import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { type ligneDeCaisse, type recu, registresEndpoints } from '#features/rapports/registres.contract.ts'
import type { Wire } from '#shared/endpoint.ts'
import { orNull } from '#web/kit/call/answerShapes.ts'
import { callPage } from '#web/kit/call/api.ts'

const VERSEMENT = {
  client: null,
  bien: null,
  residence: null,
  mode: null,
  banque: null,
  reference: null,
  lieu: orNull({}),
} as const

const RECU_VIDE = {
  ...VERSEMENT,
  recu: '',
  etat: 'absent',
  paiement_id: null,
  date_paiement: null,
  enregistre_le: null,
  versement: null,
  annule_le: null,
  annule_par: null,
  motif_rejet: null,
} as const

const LIGNE_VIDE = {
  ...VERSEMENT,
  heure: '',
  recu: '',
  paiement_id: null,
  date_paiement: null,
  versement: 0,
  membre: '',
  etat: 'valide',
  corrige: false,
  etait: orNull({ mode: null, versement: 0 }),
} as const

export type RecuLu = Wire<typeof recu>
export type LigneLue = Wire<typeof ligneDeCaisse>

export interface RegistreAsked {
  annee: string
  etat: string
  de: string
  a: string
  search: string
}
export interface CaisseAsked {
  jour: string
  membre: string
}

export const registresQueries = {
  recus: (asked: RegistreAsked, page: number) =>
    queryOptions({
      queryKey: ['recus', asked, page],
      queryFn: ({ signal }) =>
        callPage(
          registresEndpoints.listRecus,
          { query: { ...asked, page, per_page: 50 }, signal },
          { blank: RECU_VIDE, keys: ['recu'] },
        ),
      placeholderData: keepPreviousData,
    }),
  caisse: (asked: CaisseAsked, page: number) =>
    queryOptions({
      queryKey: ['journal-caisse', asked, page],
      queryFn: ({ signal }) =>
        callPage(
          registresEndpoints.listCaisse,
          { query: { ...asked, page, per_page: 200 }, signal },
          { blank: LIGNE_VIDE, keys: ['recu'] },
        ),
      placeholderData: keepPreviousData,
    }),
}
