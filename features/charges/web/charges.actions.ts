import { chargesEndpoints } from '#features/charges/charges.contract.ts'
import type { Plis } from '#features/charges/web/usePlis.ts'
import type { BonLu, CategorieLue, LigneLue } from '#features/charges/web/charges.queries.ts'
import { ApiError, callFile } from '#web/kit/api.ts'
import { saveFile } from '#web/kit/files.ts'

/** The form that is open: one at a time, none when closed (D3 §4). */
export type Formulaire =
  | { type: 'addCategorie' }
  | { type: 'editCategorie'; categorie: CategorieLue }
  | { type: 'addBon'; categorie: CategorieLue }
  | { type: 'editBon'; bon: BonLu }
  | { type: 'addLigne'; bon: BonLu }
  | { type: 'editLigne'; bon: BonLu; ligne: LigneLue }

export interface FormProps {
  onClose: () => void
  onSaved: (message: string) => void
}

/** Where a new record stands: its list, what the list belongs to, the page; of a voucher, which one it is. */
export type OnAdded = (
  list: 'categories' | 'bons' | 'lignes',
  of: number,
  page: number,
  bonId?: number,
) => void

/** What to delete, each after its confirmation. */
export type Suppression =
  | { type: 'deleteCategorie'; categorie: CategorieLue }
  | { type: 'deleteBon'; bon: BonLu }
  | { type: 'deleteLigne'; bon: BonLu; ligne: LigneLue }

/** Which vouchers to print. */
export type Impression = { bon: BonLu } | { categorie: CategorieLue } | 'tous'

/** What every card, voucher and line of the screen can ask for. */
export interface ChargesActions {
  /** Absent for whoever may not. */
  open: { [T in Formulaire['type']]: ((form: Extract<Formulaire, { type: T }>) => void) | undefined }
  remove: { [T in Suppression['type']]: ((what: Extract<Suppression, { type: T }>) => void) | undefined }
  print: (what: Impression) => void
  /** A document is being made: printing waits. */
  printing: boolean
  /** What is looked for, '' for nothing. */
  recherche: string
  /** Which vouchers show their lines. */
  plis: Plis
  /** The voucher that the address names, 0 for none. */
  nomme: number
  /** Pages of the vouchers of each category and of the lines of each voucher. */
  bonsPage: (categorieId: number) => number
  lignesPage: (bonId: number) => number
  turnBons: (categorieId: number, page: number) => void
  turnLignes: (bonId: number, page: number) => void
}

export const ECHEC = "Erreur lors de l'action."
export const ECHEC_PDF = 'Erreur lors de la génération du PDF.'

/** Failures are told at the top of the page; of a refused form every sentence is told, in one (D3 §8, Q200). */
export async function orTellAll<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    window.scrollTo(0, 0)
    if (!(error instanceof ApiError) || error.status !== 422) throw error
    const sentences = [...new Set(Object.values(error.errors).flat())]
    throw sentences.length > 0
      ? new ApiError(422, { message: sentences.join(' '), errors: error.errors })
      : error
  }
}

/** Saves the PDF under the server's name. A 500 on all vouchers has a sentence of its own (D3 §8). */
export async function download(what: Impression, signal: AbortSignal): Promise<void> {
  if (what === 'tous') {
    try {
      await saveFile(() => callFile(chargesEndpoints.print, { signal }), 'All_PurchaseOrders.pdf')
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 500 || error.serverMessage !== undefined)
        throw error
      throw new ApiError(500, { message: 'Erreur serveur lors de la génération du PDF.' })
    }
  } else if ('bon' in what) {
    await saveFile(
      () => callFile(chargesEndpoints.print, { query: { bon_id: what.bon.id }, signal }),
      `Bon_${what.bon.reference}.pdf`,
    )
  } else {
    await saveFile(
      () => callFile(chargesEndpoints.print, { query: { categorie_id: what.categorie.id }, signal }),
      `Categorie_${what.categorie.nom}.pdf`,
    )
  }
}
