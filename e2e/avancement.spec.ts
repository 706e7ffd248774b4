import {
  expect,
  expectAccessible,
  openScreen,
  preferDark,
  signIn,
  test,
  withServer,
  type Api,
  type Page,
} from './diyar.ts'
import { createClient, createLieu, sellAppartement } from './portefeuille.ts'
import { actOn, card, dialog } from './screen.ts'

withServer()

let serial = 0
/** A bloc of a name of its own, with a sale, and the day of its first stade if asked. */
async function build(api: Api, atteint: boolean) {
  const n = ++serial
  const lieu = await createLieu(api, `Résidence Avancement ${n}`)
  await api.put(`/api/blocs/${lieu.bloc}`, {
    residence_id: lieu.residence,
    nomloc: `Bloc AV${n}`,
    description: 'R+5',
  })
  const client = await createClient(api, `Samira Haddad ${n}`)
  await sellAppartement(api, lieu, client, `AV-${n}`, 1_000_000)
  if (atteint) await api.put(`/api/blocs/${lieu.bloc}/stades/1`, { atteint_le: '2026-01-20' })
  return { bloc: lieu.bloc, nom: `Bloc AV${n}`, client: `Samira Haddad ${n}` }
}
async function ouvrir(page: Page, nom: string) {
  await openScreen(page, '/bloc', 'Gestion des Blocs')
  await actOn(card(page, nom), `Attestation d'avancement de ${nom}`)
  return dialog(page, `Attestation d'avancement - ${nom}`)
}

// spec: PA-40
test('a bloc without a stade says why it has no attestation', async ({ page }) => {
  const api = await signIn(page)
  const { nom } = await build(api, false)
  const liste = await ouvrir(page, nom)
  await expect(liste).toContainText("Aucun stade n'est atteint pour ce bloc.")
  await expect(liste).toContainText('Aucun document établi.')
  await expect(liste.getByRole('button', { name: 'Établir une attestation' })).toHaveCount(0)
  await expectAccessible(page)
})

for (const dark of [false, true])
  test(`an attestation is looked at, issued for one dossier, printed and listed, ${dark ? 'dark, on a phone' : 'light'}`, async ({
    page,
  }) => {
    await preferDark(page, dark)
    if (dark) await page.setViewportSize({ width: 390, height: 844 })
    const api = await signIn(page)
    const { nom, bloc, client } = await build(api, true)
    const liste = await ouvrir(page, nom)
    await liste.getByRole('button', { name: 'Établir une attestation' }).press('Enter')
    const form = dialog(page, `Attestation d'avancement des travaux - ${nom}`)
    await expect(form).toBeVisible()
    await expect(form.getByRole('listitem')).toHaveCount(0)
    await form.getByRole('radio', { name: 'العربية' }).check()
    await expect(form.getByText(`Nom arabe manquant : ${nom}.`)).toBeVisible()
    await form.getByLabel("À l'attention de").fill('CNEP-Banque')
    await form.getByLabel('Dossier').fill(client)
    await page.getByRole('option', { name: new RegExp(client) }).click()
    await expectAccessible(page)
    for (const geste of ['Aperçu', 'Établir et imprimer']) {
      const [paper] = await Promise.all([
        page.context().waitForEvent('page'),
        form.getByRole('button', { name: geste }).click(),
      ])
      await paper.close()
    }
    await expect(form).toHaveCount(0)
    await expect(page.getByText('Document établi avec succès !')).toBeVisible()
    await expect(liste).toContainText(/\d{4}-AV-\d{4}/)
    await expect(liste).toContainText("Attestation d'avancement des travaux (arabe)")
    await expectAccessible(page)
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
    const { data } = (await api.get(`/api/blocs/${bloc}/documents`)) as {
      data: { vente_id: number | null }[]
    }
    expect(data.map(({ vente_id }) => typeof vente_id)).toEqual(['number'])
  })
