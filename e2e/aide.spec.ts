import {
  account,
  expect,
  expectAccessible,
  openScreen,
  preferDark,
  signIn,
  test,
  withServer,
} from './diyar.ts'
import { look, options } from './palette.ts'
import { dialog } from './screen.ts'

withServer()

const heading = (name: string) => ({ name, level: 1 })

// spec: IN-30
test('« ? » and Ctrl+K open a page in a tab of its own, and what is typed stays', async ({
  page,
  context,
}) => {
  const api = await signIn(page)
  const residence = await api.create('/api/residences', { nom: 'El Yasmine', adresse: 'Draria' })
  await openScreen(page, `/residence/${residence}/generer`, 'Générer les lots')
  const blocs = page.getByRole('textbox', { name: 'Nombre de blocs', exact: false })
  await blocs.fill('7')

  const opened = context.waitForEvent('page')
  await page.getByRole('link', { name: 'Aide sur cet écran, nouvel onglet' }).click()
  const help = await opened
  await expect(help).toHaveURL(/\/aide\/creer-une-residence#generer-les-lots$/)
  await expect(help.getByRole('heading', heading('Créer une résidence et ses lots'))).toBeVisible()
  await expect(help.getByRole('heading', { name: 'Générer les lots' })).toBeInViewport()
  expect(await help.evaluate(() => [window.opener, document.scripts.length])).toEqual([null, 1])
  await help.getByRole('link', { name: "Toutes les pages d'aide" }).click()
  await expect(help.getByRole('main').getByRole('listitem')).toHaveCount(12)
  await help.close()
  await expect(blocs).toHaveValue('7')

  await look(page, 'aide : les ch')
  await expect(options(page)).toHaveCount(1)
  const second = context.waitForEvent('page')
  await page.keyboard.press('Enter')
  const cheques = await second
  await expect(cheques.getByRole('heading', heading('Les chèques'))).toBeVisible()
  await expect(dialog(page)).toHaveCount(0)
  await expect(blocs).toHaveValue('7')
})

// spec: IN-30
test('signed out, a page is reached by way of sign-in', async ({ page }) => {
  await signIn(page)
  await page.context().clearCookies()
  await page.goto('/aide/les-cheques')
  await expect(page).toHaveURL(/\/login\?retour=%2Faide%2Fles-cheques$/)
  await page.getByLabel('Email').fill(account.email)
  await page.getByRole('textbox', { name: 'Mot de passe' }).fill(account.password)
  await page.getByRole('button', { name: 'Se connecter' }).click()
  await expect(page.getByRole('heading', heading('Les chèques'))).toBeVisible()
  await expect(page).toHaveURL(/\/aide\/les-cheques$/)
  await page.goto('/aide/inconnue')
  await expect(page.getByRole('heading', heading("Cette page d'aide n'existe pas"))).toBeVisible()
})

// spec: IN-30
for (const dark of [true, false])
  for (const [width, height] of [
    [1280, 800],
    [390, 844],
    [640, 400],
  ] as const)
    test(`the list and a page are accessible and whole: ${dark ? 'dark' : 'light'}, ${width} px`, async ({
      page,
    }) => {
      await preferDark(page, dark)
      await page.setViewportSize({ width, height })
      await signIn(page)
      for (const address of ['/aide', '/aide/sauvegarder#code-a-la-connexion', '/aide/desistement']) {
        await page.goto(address)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await expectAccessible(page)
        const [shown, ground] = await page.evaluate(() => [
          document.documentElement.scrollWidth,
          getComputedStyle(document.documentElement).backgroundColor,
        ])
        expect(shown).toBe(width)
        expect(ground).toBe(dark ? 'rgb(14, 23, 32)' : 'rgb(250, 248, 244)')
      }
    })
