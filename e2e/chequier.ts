import { openScreen, test, withServer, type Api, type Page } from './diyar.ts'
import { createClient, createEtage, createLot } from './portefeuille.ts'

export const open = (page: Page, search = '') => openScreen(page, `/cheques${search}`, 'Chèques')
export const box = (page: Page, recu: string) =>
  page.getByRole('checkbox', { name: `Sélectionner le chèque du reçu ${recu}` })
export const all = (page: Page) => page.getByRole('checkbox', { name: 'Tout sélectionner' })
export const chosen = (page: Page) => page.getByRole('region', { name: 'Sélection' })
export const tab = (page: Page, name: string | RegExp) => page.getByRole('tab', { name })
/** Opens « ⋯ » of a cheque and takes one of its acts. */
export async function acte(page: Page, recu: string, name: string): Promise<void> {
  await page.getByRole('button', { name: `Autres actions : chèque du reçu ${recu}` }).click()
  await page.getByRole('menuitem', { name }).click()
}
export const row = (page: Page, recu: string) => page.getByRole('row').filter({ hasText: recu })

let vente: { client: number; lot: number } | undefined

/** A server of their own for the tests of a file, and on it a sale of their own. */
export function withChequier(): void {
  withServer()
  test.beforeAll(() => {
    vente = undefined
  })
}

/** A cheque on a lot that is sold for a lot; the number of its receipt. */
export const cheque = async (api: Api, versement: number, given: object = {}): Promise<string> =>
  (await chequeRecu(api, versement, given)).recu

/** A remise of one cheque on an account of its own; its number. */
export async function remiseFaite(api: Api, versement: number, numero: string): Promise<string> {
  const { id } = await chequeRecu(api, versement, {})
  const compte = await api.create('/api/comptes-bancaires', { banque: 'BNA', numero })
  const made = await api.post('/api/remises', { compte_id: compte, jour: '2026-03-02', ids: [id] })
  return (made as { numero: string }).numero
}

async function chequeRecu(api: Api, versement: number, given: object) {
  if (!vente) {
    const client = await createClient(api, 'محمد الأمين بن عبد الله')
    const { etage } = await createEtage(api, 'Résidence El Yasmine')
    vente = { client, lot: await createLot(api, etage, '302', 'F3', client, { montant: 90_000_000_000 }) }
  }
  const paid = await api.post('/api/paiements', {
    client_id: vente.client,
    appartement_id: vente.lot,
    date_paiement: '2026-03-01',
    versement,
    mode: 'cheque',
    banque: 'BNA',
    reference: String(7_000_000 + versement),
    date_cheque: '2026-03-01',
    ...given,
  })
  return paid as { id: number; recu: string }
}
