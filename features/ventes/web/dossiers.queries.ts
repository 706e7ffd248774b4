import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { acquereursEndpoints } from '#features/ventes/acquereurs.contract.ts'
import { type dossier, type dossierLigne, dossiersEndpoints } from '#features/ventes/dossiers.contract.ts'
import {
  desistementEndpoints,
  remboursementsEndpoints,
  transfertsEndpoints,
} from '#features/ventes/fins.contract.ts'
import type { Wire } from '#shared/endpoint.ts'
import { ApiError, callApi, callFile } from '#web/kit/call/api.ts'
import { useChange } from '#web/kit/call/useChange.ts'
import { LOOKUP_LIMIT } from '#web/kit/select/useLookup.ts'
import { relancesEndpoints } from '#features/ventes/relances.contract.ts'
import { saveFile } from '#web/kit/file/files.ts'
import type { WorkState } from '#web/kit/feedback/WorkBar.tsx'
import { enLangue, fichierDuPapier, type Langue } from '#shared/papiers.ts'

const key = ['dossiers'] as const

/** A dossier on the screens, amounts in decimal dinars. */
export type DossierLu = Wire<typeof dossier>
export type DossierLigneLue = Wire<typeof dossierLigne>
export type EcheanceLue = DossierLu['echeances'][number]

export interface FiltresDesDossiers {
  page: number
  search: string
  residence_id: number | undefined
  bloc_id: number | undefined
  bien_id?: number | undefined
  vendeur_id?: number | undefined
  etat: 'ouvertes' | 'closes'
  a_rembourser?: '1' | undefined
  sans_echeancier?: '1' | undefined
  sans_contrat?: '1' | undefined
  du?: string | undefined
  au?: string | undefined
  tri?: 'reste' | undefined
}

export const dossiersQueries = {
  /** The last page stays in sight until another page of the same list has loaded. */
  page: (filtres: FiltresDesDossiers) =>
    queryOptions({
      queryKey: [...key, 'page', filtres.etat, filtres],
      queryFn: ({ signal }) => callApi(dossiersEndpoints.list, { query: { ...filtres }, signal }),
      placeholderData: (page, query) => (query?.queryKey[2] === filtres.etat ? page : undefined),
    }),
  /** The first open dossiers of a bloc that a text finds, to choose one of them. */
  duBloc: (bloc_id: number, search: string) =>
    queryOptions({
      queryKey: [...key, 'bloc', bloc_id, search],
      queryFn: async ({ signal }) => {
        const query = { bloc_id, search, etat: 'ouvertes' as const, per_page: LOOKUP_LIMIT }
        const { data } = await callApi(dossiersEndpoints.list, { query, signal })
        return data.map(({ id, dossier: numero, client, bien }) => ({ id, dossier: numero, client, bien }))
      },
    }),
  /** How many dossiers of a bien are closed. */
  closDuBien: (bien_id: number) =>
    queryOptions({
      queryKey: [...key, 'bien', bien_id],
      queryFn: async ({ signal }) => {
        const query = { bien_id, etat: 'closes' as const, per_page: 1 }
        return (await callApi(dossiersEndpoints.list, { query, signal })).total
      },
    }),
  read: (id: number) =>
    queryOptions({
      queryKey: [...key, id],
      queryFn: ({ signal }) => callApi(dossiersEndpoints.read, { params: { id }, signal }),
    }),
}

/** Reads a dossier again, past the cache, for a form whose version was refused as stale. */
export const rereadDossier = (id: number, client: QueryClient) =>
  client.fetchQuery({ ...dossiersQueries.read(id), staleTime: 0 })

type DossierSaisi = Wire<(typeof dossiersEndpoints)['update']['body']>

export function useUpdateDossier() {
  return useChange(({ id, ...body }: DossierSaisi & { id: number }) =>
    callApi(dossiersEndpoints.update, { params: { id }, body }),
  )
}

type AcquereursSaisis = Wire<(typeof acquereursEndpoints)['save']['body']>

export function useSaveAcquereurs() {
  return useChange(({ id, ...body }: AcquereursSaisis & { id: number }) =>
    callApi(acquereursEndpoints.save, { params: { id }, body }),
  )
}

type Relances = Wire<(typeof relancesEndpoints)['create']['body']>

/** Notes relances. Gives the sentence to show, remarks included, and the ids that {@link useRetirerRelances} takes back. */
export function useNoterRelances() {
  return useChange(async ({ idempotencyKey, ...body }: Relances & { idempotencyKey: string }) => {
    const { message, remarques, relances } = await callApi(relancesEndpoints.create, { body, idempotencyKey })
    return { message: [message, ...(remarques ?? [])].join(' '), ids: relances.map(({ id }) => id) }
  })
}

/** Takes notes back; one that is gone already counts as taken back, so that whoever tries again after a refusal gets through. */
export function useRetirerRelances() {
  return useChange(
    async (ids: readonly number[]) => {
      for (const id of ids) await callApi(relancesEndpoints.remove, { params: { id } }).catch(unlessGone)
    },
    // The notes before the refused one have been taken back.
    { evenRefused: true },
  )
}

function unlessGone(error: unknown): void {
  if (!(error instanceof ApiError && error.status === 404)) throw error
}

/** Saves the letters of these dossiers as one file; false when it failed. */
export const saveLettres = (work: WorkState, ids: readonly number[], langue: Langue): Promise<boolean> =>
  work.run(
    ids.length === 1 ? 'Préparation de la lettre…' : 'Préparation des lettres…',
    (signal) =>
      saveFile(
        () =>
          callFile(relancesEndpoints.lettres, {
            query: { ...enLangue(langue), ventes: ids.join(',') },
            signal,
          }),
        fichierDuPapier('relances', langue),
      ),
    'Erreur lors de la préparation du document.',
  )

interface Keyed {
  id: number
  idempotencyKey: string
}

const { desister, updateDesistement, rouvrir } = desistementEndpoints
type DesistementSaisi = Wire<typeof desister.body>

export function useDesister() {
  return useChange(({ id, idempotencyKey, ...body }: DesistementSaisi & Keyed) =>
    callApi(desister, { params: { id }, body, idempotencyKey }),
  )
}

export function useUpdateDesistement() {
  return useChange(({ id, ...body }: DesistementSaisi & { id: number }) =>
    callApi(updateDesistement, { params: { id }, body }),
  )
}

/** A refusal also reads everything again: the bien may be sold, or a refund recorded meanwhile. */
export function useRouvrir() {
  return useChange((id: number) => callApi(rouvrir, { params: { id } }), { evenRefused: true })
}

export type RemboursementLu = DossierLu['remboursements'][number]
type RemboursementSaisi = Wire<(typeof remboursementsEndpoints)['create']['body']>

export function useCreateRemboursement() {
  return useChange(({ id, idempotencyKey, ...body }: RemboursementSaisi & Keyed) =>
    callApi(remboursementsEndpoints.create, { params: { id }, body, idempotencyKey }),
  )
}

export function useDeleteRemboursement() {
  return useChange((id: number) => callApi(remboursementsEndpoints.remove, { params: { id } }))
}

const { transferer, ceder } = transfertsEndpoints

export function useTransferer() {
  return useChange(({ id, idempotencyKey, ...body }: Wire<typeof transferer.body> & Keyed) =>
    callApi(transferer, { params: { id }, body, idempotencyKey }),
  )
}

export function useCedeDossier() {
  return useChange(({ id, idempotencyKey, ...body }: Wire<typeof ceder.body> & Keyed) =>
    callApi(ceder, { params: { id }, body, idempotencyKey }),
  )
}

export const printDemande = (
  work: WorkState,
  { id, dossier }: Pick<DossierLu, 'id' | 'dossier'>,
  langue: Langue,
): Promise<boolean> =>
  work.run(
    'Préparation de la demande…',
    (signal) =>
      saveFile(
        () => callFile(desistementEndpoints.demande, { params: { id }, query: enLangue(langue), signal }),
        fichierDuPapier(`desistement_${dossier}`, langue),
      ),
    'Erreur lors de la génération de la demande de désistement.',
  )

export const printRemboursement = (
  work: WorkState,
  { id, numero }: Pick<RemboursementLu, 'id' | 'numero'>,
  langue: Langue,
): Promise<boolean> =>
  work.run(
    'Préparation du reçu…',
    (signal) =>
      saveFile(
        () =>
          callFile(remboursementsEndpoints.recu, {
            params: { id },
            query: { ...enLangue(langue), tirage: '1' },
            signal,
          }),
        fichierDuPapier(`remboursement_${numero}`, langue),
      ),
    'Erreur lors de la génération du reçu de remboursement.',
  )
