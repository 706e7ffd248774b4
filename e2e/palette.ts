import type { Locator } from '@playwright/test'
import type { Api, Page } from './diyar.ts'
import { createLieu, createLot, pay, sellAppartement } from './portefeuille.ts'
import { dialog } from './screen.ts'

export const palette = (page: Page): Locator =>
  page.getByRole('combobox', { name: /^Client, téléphone, lot/ })
export const options = (page: Page): Locator => dialog(page).getByRole('option')

export async function look(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await palette(page).fill(text)
}

/** Rachid has paid eight times for his lot; two vouchers of a category with five newer ones. `second` and `recu` are his second payment and its number. */
export async function fillToFind(api: Api) {
  const lieu = await createLieu(api, 'El Yasmine')
  const person = (nomComplet: string, tel: string) =>
    api.create('/api/clients', { nomComplet, tel, email: 'client@exemple.dz' })
  const rachid = await person('Amrouche Rachid', '0798 99 75 78')
  await person('Amrouche Hichem', '+213 (0) 555-12-34-56')
  await person('محمد الأمين بن عبد الله', '0661 44 55 66')
  const lot = await sellAppartement(api, lieu, rachid, '302', 1_000_000)
  await createLot(api, lieu.etage, '303', 'F3')
  let second = 0
  for (let day = 1; day <= 8; day++) {
    const id = await pay(api, rachid, { appartement_id: lot }, day, `2026-01-0${day}`)
    if (day === 2) second = id
  }
  const { recu } = (await api.get(`/api/paiements/${second}`)) as { recu: string }
  const categorie_bon_id = await api.create('/api/categories', { nom: 'Gros œuvre' })
  for (let day = 1; day <= 7; day++) {
    const [reference, designation] = day === 1 ? ['FA-2207', 'Ciment CPJ 42,5'] : [`FA-${day}`, 'Sable']
    const lignes = [{ designation, prix_unitaire: 850, quantite: 20 }]
    await api.create('/api/bons', { categorie_bon_id, reference, date_bon: `2026-02-0${day}`, lignes })
  }
  return { rachid, lot, second, recu }
}
