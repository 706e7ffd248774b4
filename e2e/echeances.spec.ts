import { readFile } from 'node:fs/promises'
import { addJours, aujourdhui, formatJourCourt } from '../shared/dates.ts'
import {
  expect,
  expectAccessible,
  expectReadable,
  openScreen,
  signIn,
  test,
  withServer,
  type Api,
  type Page,
} from './diyar.ts'
import { createClient, createLieu, sellAppartement, type Lieu } from './portefeuille.ts'
import { dialog, menu, plain } from './screen.ts'

withServer()

const today = aujourdhui()
const LONG = "Société civile immobilière des copropriétaires réunis d'Aïn Témouchent ".padEnd(255, 'x')
const ARABE = 'محمد الأمين بن عبد الله'

const rows = (page: Page) => page.locator('main tbody').getByRole('row')
const tab = (page: Page, name: string) => page.getByRole('tab', { name })
const chosen = (page: Page) => page.getByRole('region', { name: 'Sélection' })
const box = (page: Page, libelle: string) => page.getByRole('checkbox', { name: new RegExp(libelle) })
const open = (page: Page, search = '') => openScreen(page, `/echeances${search}`, 'Échéances')

let lieu: Lieu
let ventes: number[] = []
let lots: number[] = []

/** A sale with its lines, each on a day so far from today. */
async function sellWith(api: Api, nom: string, lot: string, lignes: [number, number][]): Promise<void> {
  const client = await createClient(api, nom)
  const prix = lignes.reduce((sum, [montant]) => sum + montant, 0)
  const bien = await sellAppartement(api, lieu, client, lot, prix)
  const { vente_id } = (await api.get(`/api/appartements/${bien}`)) as { vente_id: number }
  await api.put(`/api/ventes/${vente_id}/echeancier`, {
    lignes: lignes.map(([montant, days], n) => ({
      libelle: `${lot} ligne ${n + 1}`,
      montant,
      declencheur: 'date',
      date_prevue: addJours(today, days),
    })),
  })
  ventes.push(vente_id)
  lots.push(bien)
}

test.beforeEach(async ({ page }) => {
  const api = await signIn(page)
  if (lieu) return
  await open(page)
  await expect(page.getByText('Aucune échéance en retard.')).toBeVisible()
  await expect(page.getByText("Générez les échéanciers à partir d'un modèle.")).toBeVisible()
  await expect(page.getByRole('status').getByRole('link', { name: 'Vendre un bien' })).toBeVisible()
  await expect(page.getByText("Rien n'est en retard.")).toBeVisible()
  lieu = await createLieu(api, 'Les Jardins')
  await sellWith(api, 'Samira Haddad', 'A-1', [
    [1_000_000, -100],
    [2_000_000, -19],
    [3_000_000, 20],
  ])
  await sellWith(api, ARABE, 'A-2', [
    [500_000.25, -1],
    [500_000, 80],
  ])
  await sellWith(
    api,
    'Mensuel Karim',
    'A-3',
    Array.from({ length: 24 }, (_, n) => [10_000, -24 + n]),
  )
})

// spec: VE-19, VE-39
test('what is late stands oldest first under its age; tabs, horizon and search live in the address', async ({
  page,
}) => {
  await openScreen(page, '/dashboard', 'Tableau de Bord Immobilier')
  await menu(page).getByRole('link', { name: 'Échéances' }).click()
  await expect(page).toHaveTitle('Diyar - Échéances')
  await expect(page.getByRole('columnheader')).toHaveText([
    'Sélection',
    'ClientBien',
    'Échéance et dossier',
    'Exigible le',
    'Montant',
    'Reste',
    'Relancé',
    'Actions',
  ])
  const ages = page.getByRole('region', { name: 'Retards par ancienneté' })
  expect(plain(await ages.textContent()).replace(/(\d) (?=\d{3})/g, '$1')).toContain(
    '0-30 j2740000,25 DA31-60 j0,00 DA61-90 j0,00 DA+ 90 j1000000,00 DA',
  )
  await expect(rows(page)).toHaveCount(20)
  await expect(rows(page).first()).toContainText('A-1 ligne 1')
  await expect(rows(page).first()).toContainText('100 jours')
  const foot = page.locator('main p').filter({ hasText: /^27 échéances/ })
  expect(plain(await foot.textContent())).toBe(
    '27 échéances · Montant 3 740 000,25 DA · Reçu 0,00 DA · Reste 3 740 000,25 DA',
  )
  await expect(page.getByText('Page 1 sur 2')).toBeVisible()
  await tab(page, 'En retard').focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect(page).toHaveURL(/onglet=a_venir/)
  await expect(rows(page)).toHaveCount(1)
  await page.getByText('90 jours', { exact: true }).click()
  await expect(page).toHaveURL(/horizon=90/)
  await expect(rows(page)).toHaveCount(2)
  await page.getByPlaceholder('Client, dossier ou numéro de bien...').fill('الامين')
  await expect(rows(page)).toHaveCount(1)
  await page.getByPlaceholder('Client, dossier ou numéro de bien...').fill('personne')
  await expect(page.getByText('Aucune échéance trouvée avec ces critères.')).toBeVisible()
  await page.getByRole('button', { name: 'Réinitialiser' }).click()
  await expect(rows(page)).toHaveCount(2)
  await page.goBack()
})

// spec: VE-22
test('WhatsApp has the number and the message, every brace replaced, an Arabic name too; then it is noted', async ({
  page,
}) => {
  const api = await open(page, '?recherche=A-2')
  const [, vente] = ventes
  await page.getByRole('button', { name: /^Relancer/ }).click()
  await expect(dialog(page, `Relancer ${ARABE}`)).toBeVisible()
  const link = dialog(page).getByRole('link', { name: 'WhatsApp' })
  await expect(link).toHaveAttribute('target', '_blank')
  const { hostname, pathname, searchParams } = new URL((await link.getAttribute('href')) ?? '')
  expect(hostname).toBe('wa.me')
  expect(pathname).toMatch(/^\/213\d{8,9}$/)
  // spec: RF-26
  // The client's name is written in Arabic, and so is the message until a member chooses French.
  const texte = async () => plain(new URL((await link.getAttribute('href')) ?? '').searchParams.get('text'))
  await expect(dialog(page).getByRole('radio', { name: 'العربية' })).toBeChecked()
  expect(plain(searchParams.get('text'))).toMatch(
    new RegExp(`^السلام عليكم \u2068${ARABE}\u2069، .*500 000,25.*دج.*الشقة رقم A-2.*نرجو منكم`),
  )
  await dialog(page).getByRole('radio', { name: 'Français' }).check()
  await expect
    .poll(texte)
    .toMatch(
      new RegExp(
        `^Bonjour \u2068${ARABE}\u2069, sauf erreur de notre part, 500 000,25 DA restent à régler au ${formatJourCourt(today)} pour l'appartement A-2, dossier \\d{4}-D-\\d{4}\\. Merci de régulariser ou de nous appeler\\.`,
      ),
    )
  expect(await texte()).not.toMatch(/[{}]/)
  await dialog(page).getByLabel('Message').fill('Bonjour & à bientôt')
  expect(new URL((await link.getAttribute('href')) ?? '').searchParams.get('text')).toBe(
    'Bonjour & à bientôt',
  )
  const mail = await dialog(page).getByRole('link', { name: 'E-mail' }).getAttribute('href')
  expect(decodeURIComponent(mail ?? '')).toMatch(
    /^mailto:.+@.+\?subject=Dossier \d{4}-D-\d{4} : échéances à régler&body=Bonjour & à bientôt$/,
  )
  // spec: RF-41
  const noter = dialog(page).getByRole('button', { name: 'Noter la relance' })
  await expect(noter).toBeDisabled()
  await expect(noter).toHaveAccessibleDescription('Choisissez un moyen.')
  // Nothing leaves: the tab is not opened here.
  await link.evaluate((element) => element.addEventListener('click', (event) => event.preventDefault()))
  await link.click()
  const notee = (moyen: string) =>
    dialog(page)
      .getByRole('status')
      .filter({ hasText: `Relance notée : ${moyen}` })
  await expect(notee('WhatsApp')).toBeVisible()
  // Opened twice it is one relance; a letter is another, which is taken back.
  await link.click()
  await dialog(page).getByRole('radio', { name: 'العربية' }).check()
  const lettre = page.waitForEvent('download')
  await dialog(page).getByRole('button', { name: 'Lettre (PDF)' }).click()
  expect((await lettre).suggestedFilename()).toMatch(/^relance_\d{4}-D-0002_ar\.pdf$/)
  await expect(notee('Lettre')).toBeVisible()
  await expectAccessible(page)
  await notee('Lettre').getByRole('button', { name: 'Annuler cette note' }).click()
  await expect(dialog(page).getByText('Note retirée.')).toBeVisible()
  await expect(notee('Lettre')).toHaveCount(0)
  // A note written afterwards is kept with the relance.
  await link.click()
  await dialog(page).getByLabel('Note', { exact: true }).fill('Passe jeudi')
  await dialog(page).getByRole('button', { name: 'Enregistrer la note' }).click()
  await expect(dialog(page)).toHaveCount(0)
  const { relances } = (await api.get(`/api/ventes/${vente}`)) as {
    relances: { canal: string; note: string | null }[]
  }
  expect(relances).toMatchObject([{ canal: 'whatsapp', note: 'Passe jeudi' }])
  await expect(rows(page).first()).toContainText('WhatsApp')
  await expect(rows(page).first()).toContainText("Aujourd'hui")
  await page.getByRole('button', { name: /^Relancer/ }).click()
  await expect(dialog(page)).toContainText("Déjà relancé aujourd'hui : WhatsApp, par")
  // Closed after it was opened, it is noted all the same.
  await dialog(page)
    .getByRole('link', { name: 'E-mail' })
    .evaluate((element) => {
      element.addEventListener('click', (event) => event.preventDefault())
    })
  await dialog(page).getByRole('link', { name: 'E-mail' }).click()
  await expect(notee('E-mail')).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Fermer', exact: true }).last().click()
  await expect(rows(page).first()).toContainText('E-mail')
})

// spec: VE-23, VE-39
test(
  'dossiers are chosen over pages; their letters are one file, then noted when asked',
  { tag: ['@echeanciers', '@jour'] },
  async ({ page }) => {
    await open(page)
    await box(page, 'A-1 ligne 1').check()
    // A line chooses its dossier: the other line of it too.
    await expect(box(page, 'A-1 ligne 2')).toBeChecked()
    await page.getByRole('button', { name: /suivante/i }).click()
    await expect(rows(page)).toHaveCount(7)
    await box(page, 'A-2 ligne 1').check()
    await expect(chosen(page)).toContainText('2 dossiers sélectionnés')
    const download = page.waitForEvent('download')
    await chosen(page).getByRole('button', { name: 'Lettres (PDF)' }).click()
    const file = await download
    expect(file.suggestedFilename()).toBe('relances.pdf')
    expect((await readFile(await file.path())).subarray(0, 5).toString()).toBe('%PDF-')
    // spec: RF-41
    const notees = page.getByRole('status').filter({ hasText: /^2 relances notées\./ })
    await expect(notees).toBeVisible()
    await chosen(page).getByRole('radio', { name: 'العربية' }).check()
    const arabe = page.waitForEvent('download')
    await chosen(page).getByRole('button', { name: 'Lettres (PDF)' }).click()
    expect((await arabe).suggestedFilename()).toBe('relances_ar.pdf')
    await notees.getByRole('button', { name: 'Annuler ces notes' }).click()
    await expect(page.getByText('Notes retirées.')).toBeVisible()
    await expect(notees).toHaveCount(0)
    await chosen(page).getByRole('button', { name: 'Noter une relance' }).click()
    await dialog(page).getByLabel('Moyen').click()
    await page.getByRole('option', { name: 'Téléphone' }).click()
    await dialog(page).getByRole('button', { name: 'Noter', exact: true }).click()
    await expect(page.getByText(/2 relances notées\./)).toBeVisible()
    await expect(chosen(page)).toHaveCount(0)
  },
)

test('the files are those of the tab and its filters', async ({ page }) => {
  await open(page, '?onglet=exigibles&reglees=1&recherche=A-2')
  await expect(rows(page)).toHaveCount(1)
  for (const [button, name] of [
    ['Excel', 'echeances-exigibles.xlsx'],
    ['PDF', 'echeances-exigibles.pdf'],
  ] as const) {
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: button, exact: true }).click()
    expect((await download).suggestedFilename()).toBe(name)
  }
})

// spec: VE-11, VE-38
test('the payment form offers the next échéance, and what is late goes down on the dashboard', async ({
  page,
}) => {
  await openScreen(page, '/dashboard', 'Tableau de Bord Immobilier')
  const actions = page.getByRole('region', { name: 'Actions Rapides' })
  expect(plain(await actions.textContent())).toMatch(/Alertes en attente 3Projets actifs 5/)
  const late = page
    .getByRole('region', { name: 'À traiter' })
    .getByRole('link', { name: /Échéances en retard/ })
  expect(plain(await late.textContent())).toBe('Échéances en retard 3 740 000,25 DA27')
  await page.goto(`/ventes/${ventes[0]}`)
  await page.getByRole('button', { name: 'Ajouter un paiement' }).click()
  await expect(dialog(page)).toContainText('Échéance : A-1 ligne 1, reste')
  expect(plain(await dialog(page).textContent())).toContain('(en retard : 3 000 000,00 DA)')
  await dialog(page).getByRole('button', { name: 'Verser cette échéance' }).click()
  await expect(dialog(page).getByRole('button', { name: 'Verser cette échéance' })).toHaveCount(0)
  await expectAccessible(page)
  await dialog(page).getByRole('button', { name: 'Enregistrer', exact: true }).click()
  await expect(dialog(page)).toHaveCount(0)
  await openScreen(page, '/dashboard', 'Tableau de Bord Immobilier')
  expect(plain(await late.textContent())).toBe('Échéances en retard 2 740 000,25 DA26')
  await late.click()
  await expect(rows(page).first()).not.toContainText('A-1 ligne 1')
})

// spec: VE-39
test('light, dark, on a phone, at twice the size: readable, and nothing sideways', async ({ page }) => {
  const api = await signIn(page)
  await sellWith(api, LONG, 'L'.repeat(100), [
    [90_000_000_000, -45],
    [9_999_999_999.99, -2],
  ])
  for (const [width, height] of [
    [1280, 800],
    [640, 400],
    [360, 740],
  ] as const) {
    await page.setViewportSize({ width, height })
    await open(page)
    await page.getByRole('checkbox').nth(1).check()
    const sideways = await page.evaluate<number>(
      'document.documentElement.scrollWidth - document.documentElement.clientWidth',
    )
    expect([width, sideways]).toEqual([width, 0])
    await expectReadable(page)
  }
  const line = page
    .getByRole('list', { name: /^Échéances/ })
    .getByRole('listitem')
    .first()
  await line.getByRole('button').click()
  await line.getByRole('button', { name: /^Relancer/ }).click()
  await expect(dialog(page)).toBeVisible()
  await expect(dialog(page).getByLabel('Message')).not.toHaveValue('')
  await expectReadable(page)
})
