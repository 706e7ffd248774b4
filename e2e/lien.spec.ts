import {
  expect,
  expectAccessible,
  preferDark,
  signIn,
  test,
  withServer,
  type Api,
  type Page,
} from './diyar.ts'
import { createClient } from './portefeuille.ts'
import { dialog } from './screen.ts'

withServer()

const PUBLIQUE = 'https://diyar.elbahia.dz'
const panel = (page: Page) => page.getByRole('region', { name: 'Page du client' })
const avertissement = (lieu: ReturnType<typeof dialog>) =>
  lieu.getByText("Sans adresse publique, ce lien ne s'ouvre que sur le réseau du bureau.")
const whatsApp = (page: Page) => dialog(page).getByRole('link', { name: 'Envoyer par WhatsApp' })

const publier = (api: Api, adresse_publique: string | null) =>
  api.put('/api/parametres/acces', { valeur: { adresse_publique } })

// spec: RE-34, EC-36
test('without a public address the link of a client is not for WhatsApp, and what is missing is a click away', async ({
  page,
}) => {
  const api = await signIn(page)
  await publier(api, null)
  const client = await createClient(api, 'Samira Haddad')
  for (const dark of [false, true]) {
    await preferDark(page, dark)
    await page.goto(`/clients/${client}`)
    await expect(avertissement(panel(page))).toBeVisible()
    await expectAccessible(page)
  }
  await panel(page).getByRole('button', { name: 'Créer un lien' }).click()
  await expect(avertissement(dialog(page))).toBeVisible()
  await expect(dialog(page).getByLabel('Adresse')).toHaveValue(
    new RegExp(`^${new URL(page.url()).origin}/suivi#`),
  )
  await expect(dialog(page).getByRole('button', { name: 'Copier' })).toBeVisible()
  await expect(whatsApp(page)).toHaveCount(0)
  await expectAccessible(page)
  await dialog(page).getByRole('button', { name: 'Fermer' }).click()
  await panel(page).getByRole('link', { name: "Renseigner l'adresse publique" }).click()
  await expect(page.getByRole('textbox', { name: 'Adresse publique' })).toBeVisible()
})

// spec: RE-34, EC-36
test('with a public address the link is one that opens anywhere, and goes by WhatsApp', async ({ page }) => {
  const api = await signIn(page)
  await publier(api, PUBLIQUE)
  const client = await createClient(api, 'Yacine Ouali')
  await page.goto(`/clients/${client}`)
  await panel(page).getByRole('button', { name: 'Créer un lien' }).click()
  const adresse = dialog(page).getByLabel('Adresse')
  await expect(adresse).toHaveValue(new RegExp(`^${PUBLIQUE}/suivi#`))
  const message = `Bonjour, voici votre espace de suivi : ${await adresse.inputValue()}`
  await expect(whatsApp(page)).toHaveAttribute(
    'href',
    `https://wa.me/213555123456?text=${encodeURIComponent(message)}`,
  )
  await expect(avertissement(dialog(page))).toHaveCount(0)
  await dialog(page).getByRole('button', { name: 'Fermer' }).click()
  await expect(avertissement(panel(page))).toHaveCount(0)
})

// spec: RE-34, EC-36
test('who may not set the address is told whom to ask', async ({ page }) => {
  const api = await signIn(page)
  await publier(api, null)
  const client = await createClient(api, 'Nadia Lounis')
  const commercial = { email: 'commercial@diyar.dz', password: 'Motdepasse1!' }
  await api.post('/api/members', {
    ...commercial,
    name: 'Lila Commercial',
    password_confirmation: commercial.password,
    role: 'commercial',
  })
  await signIn(page, commercial)
  await page.goto(`/clients/${client}`)
  await expect(panel(page)).toContainText('Demandez à la direction de la renseigner.')
  await expect(panel(page).getByRole('link', { name: "Renseigner l'adresse publique" })).toHaveCount(0)
})
