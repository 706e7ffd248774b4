import { queryOptions } from '@tanstack/react-query'
import type { document, papiers } from '#features/documents/documents.contract.ts'
import { documentsEndpoints } from '#features/documents/documents.contract.ts'
import type { Wire } from '#shared/endpoint.ts'
import { callApi, callFile, callRecord } from '#web/kit/api.ts'
import { openInNewTab } from '#web/kit/files.ts'
import { printInNewWindow } from '#web/kit/print.ts'
import { useChange } from '#web/kit/useChange.ts'
import type { WorkState } from '#web/kit/useWork.ts'

const { list, apercu, etablir, pdf, annuler } = documentsEndpoints

/** A paper as the screens read it: its amount in decimal dinars. */
export type DocumentLu = Wire<typeof document>
export type PapiersLus = Wire<typeof papiers>
export type PapierPossible = PapiersLus['possibles'][number]
export type PapierSaisi = Wire<typeof etablir.body>

const PAPIERS_VIDES = { data: [], possibles: [] } as const

/** The papers of a dossier: those that were issued, and those that can be. */
export const documentsQuery = (venteId: number) =>
  queryOptions({
    queryKey: ['documents', venteId],
    queryFn: ({ signal }) => callRecord(list, { params: { id: venteId }, signal }, PAPIERS_VIDES),
  })

/** Refused, everything is read again too: the sale has changed. */
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

/** Shows the paper as it would be now, in a new tab. */
export const voirApercu = (venteId: number, query: Record<string, string | number>): Promise<void> =>
  openInNewTab(() => callFile(apercu, { params: { id: venteId }, query }), {
    titre: 'Aperçu',
    attente: "Préparation de l'aperçu…",
  })

const fichierDe = (id: number, signal?: AbortSignal) =>
  callFile(pdf, { params: { id }, ...(signal && { signal }) })

/** Prints a paper that was issued. */
export const imprimer = (work: WorkState, { id }: Pick<DocumentLu, 'id'>): Promise<boolean> =>
  work.run(
    'Préparation du document…',
    (signal) => printInNewWindow(() => fichierDe(id, signal)),
    "Erreur lors de l'impression du document.",
  )

/**
 * Issues a paper and prints it, in a window that the click itself opens. Gives the paper as soon as it is issued; a print that fails after
 * that is told apart.
 */
export function etablirEtImprimer<T extends { id: number }>(
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
