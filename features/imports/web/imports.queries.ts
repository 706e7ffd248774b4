import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { retraitQuery } from '#features/actes/web/retrait.queries.ts'
import {
  importsEndpoints,
  portefeuilleEndpoints,
  type importLu,
  type unImport,
} from '#features/imports/imports.contract.ts'
import { GRAVITES, type Gravite, type StatutImport } from '#features/imports/imports.words.ts'
import type { Wire } from '#shared/endpoint.ts'
import { callApi, callFile, callPage, callRecord } from '#web/kit/call/api.ts'
import type { RowOf } from '#web/kit/call/answerShapes.ts'
import { useChange } from '#web/kit/call/useChange.ts'

const key = ['imports'] as const

/** An import on the screen; amounts are decimal dinars. */
export type ImportLu = Wire<typeof importLu>
/** An import among others. */
export type ImportEnListe = Wire<typeof unImport>
export type FeuilleDeListe = NonNullable<ImportLu['correspondance']>['feuilles'][number]
export type ColonneDeListe = FeuilleDeListe['colonnes'][number]
export type FeuilleLue = ImportLu['feuilles'][number]
export type MessageLu = RowOf<(typeof importsEndpoints)['messages']['response']>

const FEUILLE_VIDE = {
  feuille: '',
  lignes: 0,
  crees: 0,
  existants: 0,
  modifies: 0,
  laisses: 0,
  erreurs: 0,
  montant: null,
} as const
const IMPORT_VIDE = {
  nom: '',
  membre: '',
  modifier: false,
  statut: 'echec',
  motif: null,
  fait: 0,
  total: 0,
  feuilles: [FEUILLE_VIDE],
  nombre_erreurs: 0,
  nombre_avertissements: 0,
  nombre_modifications: 0,
  recus_a_numeroter: 0,
  peut_confirmer: false,
  peut_annuler: false,
  peut_defaire: false,
  defait_le: null,
  defait_par: null,
  sauvegarde: null,
  cree_le: '',
  fini_le: null,
} as const
/** The answer of one import adds the meanings of the columns of its lists, and its sales without échéancier. */
const LU_VIDE = { ...IMPORT_VIDE, correspondance: null, ventes_sans_echeancier: 0 } as const
const MESSAGE_VIDE = { feuille: '', ligne: 0, colonne: null, cellule: null, texte: '' } as const

const EVERY = 1_000
export const isUnderWay = (statut: StatutImport | undefined) => statut === 'lecture' || statut === 'ecriture'

interface FiltresDesMessages {
  feuille: string
  gravite: string
}

export const toGravite = (gravite: string): Gravite | undefined => GRAVITES.find((known) => known === gravite)

export const importsQueries = {
  page: (page: number) =>
    queryOptions({
      queryKey: [...key, 'page', page],
      queryFn: ({ signal }) =>
        callPage(importsEndpoints.list, { query: { page, per_page: 10 }, signal }, { blank: IMPORT_VIDE }),
      placeholderData: keepPreviousData,
    }),
  read: (id: number) =>
    queryOptions({
      queryKey: [...key, id],
      queryFn: ({ signal }) => callRecord(importsEndpoints.read, { params: { id }, signal }, LU_VIDE),
      refetchInterval: ({ state }) => (isUnderWay(state.data?.statut) ? EVERY : false),
    }),
  retrait: (id: number) =>
    retraitQuery([...key, id], async (signal) => {
      const answer = await callApi(importsEndpoints.defaire, {
        params: { id },
        body: { essai: true },
        signal,
      })
      return 'data' in answer ? answer.data : null
    }),
  messages: (id: number, { feuille, gravite }: FiltresDesMessages, page: number) =>
    queryOptions({
      queryKey: [...key, id, 'messages', feuille, gravite, page],
      queryFn: ({ signal }) =>
        callPage(
          importsEndpoints.messages,
          { params: { id }, query: { feuille, gravite: toGravite(gravite), page, per_page: 50 }, signal },
          { blank: MESSAGE_VIDE, keys: ['texte'] },
        ),
      placeholderData: (shown, query) => (query?.queryKey[1] === id ? shown : undefined),
    }),
}

export function useSendClasseur() {
  return useChange(
    ({
      file,
      idempotencyKey,
      ...body
    }: {
      file: File | null
      modifier: boolean
      revoir?: boolean
      idempotencyKey: string
      signal: AbortSignal
    }) => {
      const { signal, modifier, revoir = false } = body
      return callApi(importsEndpoints.create, {
        body: { modifier, ...(revoir && { revoir }) },
        file,
        idempotencyKey,
        signal,
      })
    },
  )
}

/** Says what the columns of the lists of an import are; its workbook is then read. */
export function useAnswerCorrespondance() {
  return useChange(({ id, feuilles }: { id: number; feuilles: readonly FeuilleDeListe[] }) =>
    callApi(importsEndpoints.correspondance, {
      params: { id },
      body: {
        feuilles: feuilles.map(({ nom, lire, residence_id, arretee_au, unite, colonnes }) => ({
          nom,
          lire,
          residence_id,
          arretee_au: arretee_au === '' ? null : arretee_au,
          unite,
          colonnes: colonnes.map(({ lettre, champ }) => ({ lettre, champ })),
        })),
      },
    }),
  )
}

export function useConfirmImport() {
  return useChange((id: number) => callApi(importsEndpoints.confirmer, { params: { id } }), {
    evenRefused: true,
  })
}

export function useCancelImport() {
  return useChange((id: number) => callApi(importsEndpoints.annuler, { params: { id } }), {
    evenRefused: true,
  })
}

/** Takes an import back; a refusal reads again too, because something has served. */
export function useDefaireImport() {
  return useChange((id: number) => callApi(importsEndpoints.defaire, { params: { id }, body: {} }), {
    evenRefused: true,
  })
}

/** The portfolio, or one residence, as a workbook that can be imported. */
export const fetchPortefeuille = (residence: number | null, signal: AbortSignal) =>
  callFile(portefeuilleEndpoints.export, {
    query: residence === null ? {} : { residence_id: residence },
    signal,
  })

export const fetchModele = (signal: AbortSignal) =>
  callFile(portefeuilleEndpoints.export, { query: { modele: 1 }, signal })

export const fetchAnnote = (id: number, signal: AbortSignal) =>
  callFile(importsEndpoints.annote, { params: { id }, signal })

/** State that the screen keeps in its address: the shown import, its messages, the page of the list. */
export const DEFAULTS = { import: 0, messages: 1, feuille: '', gravite: '', page: 1, exporter: '' }
export type Adresse = typeof DEFAULTS
export type SetAdresse = (patch: Partial<Adresse>, options?: { replace?: boolean }) => void
