import { readFile } from 'node:fs/promises'
import { expect, expectAccessible, test, withServer, type Page, PDF } from './diyar.ts'
import { alert, card, choose, dialog } from './screen.ts'

withServer()

const PLAN = {
  name: 'plan-lot-104.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n'),
}

const follow = (page: Page, entry: string) =>
  page
    .getByRole('navigation', { name: 'Menu principal' })
    .getByRole('link', { name: entry, exact: true })
    .click()
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first()

async function signUp(page: Page, name: string, email: string): Promise<void> {
  await page.goto('/signup')
  await page.getByLabel('Nom complet').fill(name)
  await page.getByLabel('Email').fill(email)
  await page.locator('input[type=password]').first().fill('Motdepasse1!')
  await page.locator('input[type=password]').last().fill('Motdepasse1!')
  await expectAccessible(page)
  await button(page, 'Créer un compte').click()
  await expect(page.getByRole('heading', { name: 'Compte créé avec succès !' })).toBeVisible()
}

async function signIn(page: Page, email: string): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('Email').fill(email)
  await page.locator('input[type=password]').first().fill('Motdepasse1!')
  await button(page, 'Se connecter').click()
}

/** Opens the add dialog of the current screen, fills it, saves it and reads the green banner. */
async function add(page: Page, label: string, fill: () => Promise<void>, done: string): Promise<void> {
  await button(page, label).click()
  await expect(dialog(page)).toHaveAccessibleName(label)
  await expectAccessible(page)
  await fill()
  await dialog(page)
    .getByRole('button', { name: /^(Enregistrer|Ajouter)$/ })
    .click()
  await expect(page.getByText(done)).toBeVisible()
}

async function downloaded(page: Page, start: () => Promise<void>): Promise<{ name: string; bytes: Buffer }> {
  const [file] = await Promise.all([page.waitForEvent('download'), start()])
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) }
}

// spec: SHELL-01, SHELL-41..SHELL-44, SHELL-47, SHELL-48, SHELL-50, SHELL-51, AUTH-24, AUTH-46, AUTH-58, APT-01, PAY-01, RCP-01, MEM-01
test(
  "one promoter's portfolio, from sign-up to the printed recap",
  { tag: ['@acces', '@jour', PDF] },
  async ({ page, browser }) => {
    // The first account is active at once; it still passes by the waiting page.
    await signUp(page, 'Karim Benali', 'karim@diyar.dz')
    await expectAccessible(page)
    await page
      .getByRole('link', { name: /connexion|connecter/i })
      .first()
      .click()
    await signIn(page, 'karim@diyar.dz')
    await expect(page.getByRole('heading', { name: 'Tableau de Bord Immobilier' })).toBeVisible()
    await expectAccessible(page)

    // The promoter builds.
    await follow(page, 'Residences')
    await add(
      page,
      'Ajouter une résidence',
      async () => {
        await dialog(page).getByLabel('Nom').fill('Résidence El Yasmine')
        await dialog(page).getByLabel('Adresse').fill('Chemin des Crêtes, Draria, Alger')
      },
      'Résidence ajoutée avec succès !',
    )
    await follow(page, 'Blocs')
    await add(
      page,
      'Ajouter un bloc',
      async () => {
        await choose(dialog(page), /Résidence/, 'Résidence El Yasmine')
        await dialog(page).getByLabel('Nom du bloc').fill('Bloc A')
        await dialog(page).getByLabel('Description').fill('R+4, deux ascenseurs')
      },
      'Bloc ajouté avec succès !',
    )
    await follow(page, 'Etages')
    await add(
      page,
      'Ajouter un étage',
      async () => {
        await choose(dialog(page), /Résidence/, 'Résidence El Yasmine')
        await choose(dialog(page), /Bloc/, 'Bloc A')
        await dialog(page).getByLabel('Désignation').fill('1er étage')
        await dialog(page).getByLabel('Niveau').fill('1')
        await dialog(page).getByLabel('Logements par palier').fill('6')
      },
      'Étage ajouté avec succès !',
    )
    await follow(page, 'Appartements')
    await add(
      page,
      'Ajouter un appartement',
      async () => {
        await choose(dialog(page), /Résidence/, 'Résidence El Yasmine')
        await choose(dialog(page), /Bloc/, 'Bloc A')
        await choose(dialog(page), /Étage/, '1er étage')
        await dialog(page).getByLabel('Numéro de lot').fill('104')
        await dialog(page).getByLabel('Type de logement').fill('F3')
        await dialog(page).getByLabel('Surface habitable').fill('80,5')
        await dialog(page).getByLabel('Surface utile').fill('12,25')
        await dialog(page).getByLabel('Montant total').fill('12000000,50')
        await dialog(page).locator('input[type=file]').setInputFiles(PLAN)
      },
      'Appartement ajouté avec succès !',
    )
    const lot = card(page, '104')
      .or(page.getByRole('article').filter({ hasText: '104' }))
      .first()
    await expect(lot).toContainText('Disponible')
    await expectAccessible(page)

    // The buyers are added.
    await follow(page, 'Clients')
    for (const nom of ['Élodie Benaïssa', 'محمد الأمين بن عبد الله']) {
      await add(
        page,
        'Ajouter un client',
        async () => {
          await dialog(page).getByLabel('Nom complet').fill(nom)
          await dialog(page).getByLabel('Téléphone').fill('0555 12 34 56')
          await dialog(page).getByLabel('Email').fill('client@exemple.dz')
        },
        'Client ajouté avec succès !',
      )
    }
    await expect(card(page, 'محمد الأمين بن عبد الله')).toBeVisible()
    await follow(page, 'Appartements')
    await button(page, /Assigner un client/).click()
    await choose(dialog(page), /Client/, 'Élodie Benaïssa · 0555 12 34 56')
    await dialog(page).getByRole('button', { name: 'Assigner' }).click()
    await expect(page.getByText('Client assigné avec succès !')).toBeVisible()
    await expect(lot).toContainText('Vendu')

    // The clients pay: the second payment exceeds the remainder, is refused, then corrected.
    await follow(page, 'Paiements')
    await pay(page, '7000000')
    await save(page).click()
    await expect(page.getByText('Paiement ajouté avec succès !')).toBeVisible()
    await pay(page, '5000000,51')
    await expect(
      dialog(page)
        .getByText(/Le versement dépasse le reste à payer \(5\s000\s000,50\sDA\)\./)
        .first(),
    ).toBeVisible()
    await expect(save(page)).toBeDisabled()
    await dialog(page).getByLabel('Montant').fill('2000000,5')
    await save(page).click()
    await expect(page.getByText('Paiement ajouté avec succès !')).toBeVisible()
    const group = page.getByRole('article', { name: /Élodie Benaïssa/ })
    await expect(group).toContainText(/Total payé.*9\s000\s000,50\sDA/s)
    await expect(group).toContainText(/Montant total.*12\s000\s000,50\sDA/s)
    await expectAccessible(page)

    await follow(page, 'Appartements')
    await expect(lot).toContainText(/12\s000\s000,50\sDA/)
    await expect(lot).toContainText(/3\s000\s000,00\sDA/)
    await expect(lot).toContainText(/75\s%/)

    // The receipt of the second payment.
    await follow(page, 'Paiements')
    await group
      .getByRole('link', { name: /104/ })
      .or(group.getByRole('button', { name: /104/ }))
      .first()
      .click()
    await expect(page).toHaveURL(/\/clients\/\d+\/paiements\/\d+/)
    await expectAccessible(page)
    const receipt = await downloaded(page, () => button(page, /Imprimer le reçu/).click())
    expect(receipt.name).toMatch(/^paiement_\d+\.pdf$/)
    expect(receipt.bytes.subarray(0, 5).toString()).toBe('%PDF-')

    // The recap: found without accents, filtered, totalled, and on paper.
    await follow(page, 'Récapitulation')
    await page.getByRole('searchbox').fill('elodie BENAISSA')
    await expect(page.getByRole('row', { name: /104/ })).toContainText(/Élodie Benaïssa/)
    await choose(page, 'Résidence', 'Résidence El Yasmine')
    await expect(page.getByText('Nombre de biens')).toBeVisible()
    await expect(page.getByLabel('Totaux de toutes les pages')).toContainText(
      /Total restant.*3\s000\s000,00\sDA/s,
    )
    await expectAccessible(page)
    const excel = await downloaded(page, () => button(page, 'Excel').click())
    expect(excel.name).toBe('recap-paiements.xlsx')
    expect(excel.bytes.subarray(0, 2).toString()).toBe('PK')
    const pdf = await downloaded(page, () => button(page, 'PDF').click())
    expect(pdf.name).toBe('recap-paiements.pdf')
    const [printed] = await Promise.all([page.waitForEvent('popup'), button(page, 'Imprimer').click()])
    await expect.poll(() => printed.url()).toContain('blob:')
    await printed.close()

    // A colleague waits until the first member activates him.
    const colleague = await (await browser.newContext()).newPage()
    await signUp(colleague, 'Amina Cherif', 'amina@diyar.dz')
    await signIn(colleague, 'amina@diyar.dz')
    await expect(alert(colleague)).toContainText(
      "Votre compte n'est pas encore activé. Un administrateur doit valider votre demande.",
    )
    await follow(page, 'Membres')
    await expect(card(page, 'Amina Cherif')).toContainText('Désactivé')
    await expectAccessible(page)
    await button(page, 'Activer Amina Cherif').click()
    await dialog(page).getByRole('button', { name: 'Confirmer' }).click()
    await expect(card(page, 'Amina Cherif')).toContainText('Activé')
    await button(colleague, 'Se connecter').click()
    await expect(colleague.getByRole('heading', { name: 'Tableau de Bord Immobilier' })).toBeVisible()
    await colleague.context().close()

    await button(page, /Karim Benali/).click()
    await page.getByRole('menuitem', { name: 'Déconnexion' }).click()
    await expect(page).toHaveURL(/\/login$/)
    await page.goto('/clients')
    await expect(page).toHaveURL(/\/login$/)
  },
)

async function pay(page: Page, montant: string): Promise<void> {
  await button(page, 'Ajouter un paiement').click()
  await choose(dialog(page), /Client/, 'Élodie Benaïssa · 0555 12 34 56')
  await choose(dialog(page), /Appartement/, /^104 \(F3\)/)
  await dialog(page).getByLabel('Montant').fill(montant)
}

const save = (page: Page) => dialog(page).getByRole('button', { name: 'Enregistrer', exact: true })
