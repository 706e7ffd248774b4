import { queryOptions } from '@tanstack/react-query'
import {
  echeancesEndpoints,
  type EcheancesFiltres,
  type ligne,
  echeancierEndpoints,
} from '#features/echeanciers/echeances.contract.ts'
import { fromDecimal } from '#shared/argent.ts'
import type { Wire } from '#shared/endpoint.ts'
import type { Format } from '#shared/exports.ts'
import { callApi, callFile } from '#web/kit/call/api.ts'
import { useChange } from '#web/kit/call/useChange.ts'
import type { DossierLu } from '#features/ventes/web/dossiers.queries.ts'
import { saveFile } from '#web/kit/file/files.ts'
import type { WorkState } from '#web/kit/feedback/WorkBar.tsx'
import { enLangue, fichierDuPapier, type Langue } from '#shared/papiers.ts'

/** A line on the screens, amounts in decimal dinars. */
export type LigneLue = Wire<typeof ligne>

const key = ['echeances'] as const
export type Filtres = { [K in keyof Omit<EcheancesFiltres, 'tri'>]?: EcheancesFiltres[K] } & { tri?: string }

const PAR_PAGE = 20

export const echeancesQueries = {
  /** The last page of a tab stays in sight until another one has loaded. */
  page: (filtres: Filtres, page: number) =>
    queryOptions({
      queryKey: [...key, 'page', filtres.onglet, filtres, page],
      queryFn: ({ signal }) =>
        callApi(echeancesEndpoints.list, { query: { ...filtres, page, per_page: PAR_PAGE }, signal }),
      placeholderData: (shown, query) => (query?.queryKey[2] === filtres.onglet ? shown : undefined),
    }),
  /** Whether no échéancier exists at all; asked only where a list is empty. */
  aucune: () =>
    queryOptions({
      queryKey: [...key, 'aucune'],
      async queryFn({ signal }) {
        const count = (filtres: Filtres) =>
          callApi(echeancesEndpoints.list, { query: { ...filtres, per_page: 1 }, signal })
        const pages = await Promise.all([
          count({ onglet: 'exigibles', reglees: '1' }),
          count({ onglet: 'a_venir', horizon: 'tout' }),
        ])
        return pages.every(({ total }) => total === 0)
      },
    }),
}

/** Lines of a dossier as the rules of an échéancier take them, amounts in centimes. */
export const lignesDuDossier = ({ echeances }: Pick<DossierLu, 'echeances'>) =>
  echeances.map(({ stade, montant, couvert, ...ligne }) => ({
    ...ligne,
    stade_id: stade?.id ?? null,
    montant: fromDecimal(montant),
    couvert: fromDecimal(couvert),
  }))

export const fetchExport = (filtres: Filtres, format: Format, signal: AbortSignal) =>
  callFile(echeancesEndpoints.export, { query: { ...filtres, format }, signal })

export const sansEcheancierDeLImportQuery = (importId: number) =>
  queryOptions({
    queryKey: ['echeanciers', 'sans', 'import', importId],
    queryFn: ({ signal }) =>
      callApi(echeancierEndpoints.countWithout, { query: { import_id: importId }, signal }),
  })

export const sansEcheancierQuery = (residence: number | null, bloc: number | null) =>
  queryOptions({
    queryKey: ['echeanciers', 'sans', residence, bloc],
    queryFn: ({ signal }) =>
      callApi(echeancierEndpoints.countWithout, {
        query: { residence_id: residence ?? undefined, bloc_id: bloc ?? undefined },
        signal,
      }),
    enabled: residence !== null,
  })

interface Keyed {
  idempotencyKey: string
}
type Generation = Wire<(typeof echeancierEndpoints)['generate']['body']>

/** A refusal also reads everything again: a payment may have arrived meanwhile. */
export function useGenerateEcheancier() {
  return useChange(
    ({ id, idempotencyKey, ...body }: Generation & Keyed & { id: number }) =>
      callApi(echeancierEndpoints.generate, { params: { id }, body, idempotencyKey }),
    { evenRefused: true },
  )
}

export function useEditEcheancier() {
  return useChange(({ id, ...body }: Wire<(typeof echeancierEndpoints)['edit']['body']> & { id: number }) =>
    callApi(echeancierEndpoints.edit, { params: { id }, body }),
  )
}

export function useGenerateEcheanciers() {
  return useChange(
    ({ idempotencyKey, ...body }: Wire<(typeof echeancierEndpoints)['generateAll']['body']> & Keyed) =>
      callApi(echeancierEndpoints.generateAll, { body, idempotencyKey }),
  )
}

export function printEcheancier(
  work: WorkState,
  { id, dossier }: Pick<DossierLu, 'id' | 'dossier'>,
  langue: Langue,
): Promise<boolean> {
  return work.run(
    "Préparation de l'échéancier…",
    (signal) =>
      saveFile(
        () => callFile(echeancierEndpoints.print, { params: { id }, query: enLangue(langue), signal }),
        fichierDuPapier(`echeancier_${dossier}`, langue),
      ),
    "Erreur lors de la préparation de l'échéancier.",
  )
}
