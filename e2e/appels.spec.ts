import { readFile } from 'node:fs/promises'
import { expect, openScreen, PDF, signIn, test, withServer, type Page } from './diyar.ts'
import { createClient, createLieu, sellAppartement } from './portefeuille.ts'
import { actOn, card, dialog } from './screen.ts'

withServer()

const LOTS = 21
const MODELE = {
  lignes: [
    { libelle: 'Fondations', montant: 400_000, declencheur: 'stade', stade_id: 1 },
    { libelle: 'Remise des clés', montant: 600_000, declencheur: 'livraison' },
  ],
}

/** Presses Tab until this element has the focus; gives how often. */
async function tabTo(page: Page, role: 'button' | 'link', name: string | RegExp): Promise<number> {
  const target = page.getByRole(role, { name, ...(typeof name === 'string' && { exact: true }) })
  await expect(target).toBeVisible()
  for (let keys = 1; keys <= 400; keys++) {
    await page.keyboard.press('Tab')
    if (await target.evaluate((element) => element === document.activeElement)) return keys
  }
  throw new Error(`Tab does not lead to ${String(name)}`)
}

// spec: CO-11
test(
  'from the stade that was reached to twenty-one letters in one file and three messages, by the keyboard, taken up again',
  { tag: ['@papiers', PDF] },
  async ({ page }) => {
    const api = await signIn(page)
    const lieu = await createLieu(api, 'Résidence des Appels')
    await api.put(`/api/blocs/${lieu.bloc}`, {
      residence_id: lieu.residence,
      nomloc: 'Bloc AF',
      description: 'R+5',
    })
    for (let n = 1; n <= LOTS; n++) {
      const client = await createClient(
        api,
        n === 1 ? 'ياسين مزيان' : `Acquéreur ${String(n).padStart(2, '0')}`,
      )
      const bien = await sellAppartement(api, lieu, client, `AF-${n}`, 1_000_000)
      const { vente_id: vente } = (await api.get(`/api/appartements/${bien}`)) as { vente_id: number }
      const { version } = (await api.get(`/api/ventes/${vente}`)) as { version: number }
      await api.put(`/api/ventes/${vente}`, {
        reservation_le: '2026-01-10',
        contrat_le: '2026-01-20',
        version,
      })
      await api.put(`/api/ventes/${vente}/echeancier`, MODELE)
    }
    await api.put(`/api/blocs/${lieu.bloc}/stades/1`, { atteint_le: '2026-02-01' })
    await openScreen(page, '/bloc', 'Gestion des Blocs')
    await actOn(card(page, 'Bloc AF'), /^Stades/)
    await dialog(page)
      .getByRole('link', { name: `Préparer les appels de fonds (${LOTS})` })
      .press('Enter')
    await expect(page.locator('main tbody tr')).toHaveCount(LOTS)
    await expect(page.getByText(`${LOTS} · 8 400 000,00 DA`.replaceAll(' ', ' '))).toBeVisible()
    const keys: number[] = []
    keys.push(await tabTo(page, 'button', `Établir ${LOTS} appels`))
    await page.keyboard.press('Enter')
    await expect(dialog(page)).toContainText(`${LOTS} appels de fonds seront numérotés.`)
    await dialog(page).getByRole('button', { name: 'Établir', exact: true }).press('Enter')
    await expect(page.getByText(`${LOTS} appels de fonds établis.`)).toBeVisible({ timeout: 60_000 })
    keys.push(await tabTo(page, 'button', 'Imprimer (PDF)'))
    const arrived = page.waitForEvent('download')
    await page.keyboard.press('Enter')
    const file = await arrived
    expect(file.suggestedFilename()).toBe(`appels_${lieu.bloc}_1.pdf`)
    expect((await readFile(await file.path())).subarray(0, 5).toString()).toBe('%PDF-')
    await expect(page.locator('main tbody tr', { hasText: 'Lettre' })).toHaveCount(LOTS)
    await page.context().route(/wa\.me/, (route) => route.fulfill({ body: '' }))
    const send = async (rang: number) => {
      await expect(dialog(page)).toContainText(`${rang} sur ${LOTS}`)
      const [opened] = await Promise.all([
        page.context().waitForEvent('page'),
        dialog(page).getByRole('link', { name: 'WhatsApp' }).press('Enter'),
      ])
      await opened.close()
    }
    keys.push(await tabTo(page, 'button', 'Envoyer un à un'))
    await page.keyboard.press('Enter')
    for (const rang of [1, 2]) await send(rang)
    await dialog(page).getByRole('button', { name: 'Fermer', exact: true }).last().press('Enter')
    // Left and opened again, it goes on with those to whom nothing was sent.
    await page.reload()
    await expect(page.locator('main tbody tr', { hasText: 'WhatsApp' })).toHaveCount(2)
    await tabTo(page, 'button', 'Envoyer un à un')
    await page.keyboard.press('Enter')
    await expect(dialog(page)).not.toContainText('ياسين')
    await send(1)
    await expect(page.locator('main tbody tr', { hasText: 'WhatsApp' })).toHaveCount(3)
    // From the head of the list to each act: a key for each box and menu in between.
    expect(keys.reduce((sum, n) => sum + n, 0)).toBeLessThan(10 * LOTS)
  },
)
