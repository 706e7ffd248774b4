import { queryOptions } from '@tanstack/react-query'
import {
  type document,
  type papiers,
  documentsDeBlocEndpoints,
  documentsEndpoints,
} from '#features/papiers/papiers.contract.ts'
import type { Wire } from '#shared/endpoint.ts'
import { callApi, callFile, callRecord } from '#web/kit/call/api.ts'
import { openInNewTab } from '#web/kit/file/files.ts'
import { printInNewWindow } from '#web/kit/print/printWindow.ts'
import { useChange } from '#web/kit/call/useChange.ts'
import type { WorkState } from '#web/kit/feedback/WorkBar.tsx'

const { list, apercu, etablir, pdf, annuler } = documentsEndpoints

/** Paper as the screens read it: amounts in decimal dinars. */
export type DocumentLu = Wire<typeof document>
export type PapiersLus = Wire<typeof papiers>
export type PapierPossible = PapiersLus['possibles'][number]
type PapierSaisi = Wire<typeof etablir.body>

const PAPIERS_VIDES = { data: [], possibles: [] } as const

export const documentsQuery = (venteId: number) =>
  queryOptions({
    queryKey: ['documents', venteId],
    queryFn: ({ signal }) =>
      callRecord(list, { params: { id: venteId }, query: { tous: '1' }, signal }, PAPIERS_VIDES),
  })

const { list: listDuBloc, apercu: apercuDuBloc, etablir: etablirPourBloc } = documentsDeBlocEndpoints
type PapierDeBlocSaisi = Wire<typeof etablirPourBloc.body>

/** @param venteId the sale that the paper to be issued names; null for none */
export const documentsDuBlocQuery = (blocId: number, venteId: number | null = null) =>
  queryOptions({
    queryKey: ['documents', 'bloc', blocId, venteId],
    queryFn: ({ signal }) =>
      callRecord(
        listDuBloc,
        { params: { id: blocId }, query: venteId === null ? {} : { vente_id: String(venteId) }, signal },
        PAPIERS_VIDES,
      ),
  })

export function useEtablirPourBloc() {
  return useChange(
    ({ id, idempotencyKey, ...body }: PapierDeBlocSaisi & { id: number; idempotencyKey: string }) =>
      callApi(etablirPourBloc, { params: { id }, body, idempotencyKey }),
    { evenRefused: true },
  )
}

/** A refusal also refreshes the queries, because it means that the sale has changed. */
export function useEtablir() {
  return useChange(
    ({ id, idempotencyKey, ...body }: PapierSaisi & { id: number; idempotencyKey: string }) =>
      callApi(etablir, { params: { id }, body, idempotencyKey }),
    { evenRefused: true },
  )
}

export function useAnnuler() {
  return useChange(({ id, motif }: { id: number; motif: string }) =>
    callApi(annuler, { params: { id }, body: { motif } }),
  )
}

const APERCU = { titre: 'Aperçu', attente: "Préparation de l'aperçu…" }
type Saisie = Record<string, string | number | boolean>

export const openApercu = (venteId: number, query: Saisie): Promise<void> =>
  openInNewTab(() => callFile(apercu, { params: { id: venteId }, query }), APERCU)

export const openApercuDuBloc = (blocId: number, query: Saisie): Promise<void> =>
  openInNewTab(() => callFile(apercuDuBloc, { params: { id: blocId }, query }), APERCU)

const fichierDe = (id: number, signal?: AbortSignal) =>
  callFile(pdf, { params: { id }, query: { tirage: '1' }, ...(signal && { signal }) })

export const printPapier = (work: WorkState, { id }: Pick<DocumentLu, 'id'>): Promise<boolean> =>
  work.run(
    'Préparation du document…',
    (signal) => printInNewWindow(() => fichierDe(id, signal)),
    "Erreur lors de l'impression du document.",
  )

/** Issues and prints a paper in a window opened by the click. Resolves once issued; a later failure goes to `onPrintFailed`. */
export function issueAndPrint<T extends { id: number }>(
  issue: () => Promise<T>,
  onPrintFailed: (error: unknown) => void,
): Promise<T> {
  return new Promise((resolve, reject) => {
    let issued = false
    printInNewWindow(async () => {
      const made = await issue()
      issued = true
      resolve(made)
      return fichierDe(made.id)
    }).catch((error: unknown) => (issued ? onPrintFailed(error) : reject(error as Error)))
  })
}
