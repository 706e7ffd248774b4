import type { PageStep } from '#web/kit/list/Pager.tsx'
import { chargesEndpoints } from '#features/charges/charges.contract.ts'
import { type ChargesAsked, periodeOf } from '#features/charges/web/charges.adresse.ts'
import { moisDeLaPeriode } from '#features/rapports/periode.choix.ts'
import { rapportsEndpoints } from '#features/rapports/rapports.contract.ts'
import type { Plis } from '#features/charges/web/charges.state.ts'
import type { BonLu, CategorieLue, LigneLue } from '#features/charges/web/charges.queries.ts'
import { ApiError, callFile } from '#web/kit/call/api.ts'
import { saveFile } from '#web/kit/file/files.ts'

/** The open form; at most one is open (D3 §4). */
export type Formulaire =
  | { type: 'addCategorie' }
  | { type: 'editCategorie'; categorie: CategorieLue }
  | { type: 'addBon'; categorie: CategorieLue }
  | { type: 'editBon'; bon: BonLu }
  | { type: 'addLigne'; bon: BonLu }
  | { type: 'editLigne'; bon: BonLu; ligne: LigneLue }
  | { type: 'reglements'; bon: BonLu }

export interface FormProps {
  onClose: () => void
  onSaved: (message: string) => void
}

/** Shows a new record. `of` is the id of the list's owner, `page` the record's page in the list, `bonId` the id of a new voucher. */
export type OnAdded = (
  list: 'categories' | 'bons' | 'lignes',
  of: number,
  page: number,
  bonId?: number,
) => void

export type Suppression =
  | { type: 'deleteCategorie'; categorie: CategorieLue }
  | { type: 'deleteBon'; bon: BonLu }
  | { type: 'deleteLigne'; bon: BonLu; ligne: LigneLue }

export type Impression = { bon: BonLu } | { categorie: CategorieLue } | 'tous'

export interface ChargesActions {
  open: (form: Formulaire) => void
  /** Asks before it deletes. */
  remove: (what: Suppression) => void
  print: (what: Impression) => void
  printing: boolean
  recherche: string
  plis: Plis
  /** The id of the voucher named by the address, 0 for none. */
  nomme: number
  bonsPage: (categorieId: number) => number
  lignesPage: (bonId: number) => number
  turnBons: (categorieId: number, step: PageStep) => void
  turnLignes: (bonId: number, step: PageStep) => void
}

export const ECHEC = "Erreur lors de l'action."
export const ECHEC_PDF = 'Erreur lors de la génération du PDF.'

/** Scrolls to the top, where the error stands. A refused form joins all its sentences into one (D3 §8, Q200). */
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

/** Saves the PDF under the server's name. A 500 on the print of all vouchers has a sentence of its own (D3 §8). */
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

/** Saves the workbook of « Par période », of the months that are shown. */
export const downloadPeriode = (asked: ChargesAsked, signal: AbortSignal): Promise<void> =>
  saveFile(
    () =>
      callFile(rapportsEndpoints.export, {
        params: { rapport: 'charges' },
        query: { ...moisDeLaPeriode(periodeOf(asked)), format: 'xlsx' },
        signal,
      }),
    'charges.xlsx',
  )
