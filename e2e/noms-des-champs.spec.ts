import type { Locator } from '@playwright/test'
import { atRest, expect, signIn, test, withServer, type Page } from './diyar.ts'
import { dialog } from './screen.ts'

withServer('demo')

const DEMO = { email: 'demo@diyar.dz', password: 'Demonstration1!' }
/** Names of the buttons that open a form, screen by screen. */
const FORMS: readonly (readonly [path: string, ...openers: RegExp[]])[] = [
  ['/residence', /^Ajouter/, /^Modifier/],
  ['/bloc', /^Ajouter/, /^Modifier/],
  ['/etage', /^Ajouter/, /^Modifier/],
  ['/appartement', /^Ajouter un app/, /^Modifier/, /^Assigner/, /^Poser une option/],
  ['/locaux', /^Ajouter/, /^Modifier/],
  ['/parking', /^Ajouter/, /^Modifier/],
  ['/clients', /^Ajouter/, /^Modifier/],
  ['/paiements', /^Ajouter un paiement/],
  ['/users', /^Ajouter/, /^Modifier/],
  ['/charges', /^Ajouter une catégorie/, /^Ajouter un bon/],
  ['/echeances', /^Appliquer un modèle/],
]
/** The acts in the menu of a dossier, each of which opens a form. */
const ACTES = ['Annuler la vente… (désistement)', 'Transférer vers un autre bien', 'Céder à un autre client']

async function open(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await atRest(page)
}

/** The fields of the form, each with what it is called and how it stands. */
const fields = (page: Page, form: Locator = dialog(page).last()) =>
  form.locator('input:not([type=hidden], [type=file]), textarea, select, [role=combobox]')

/** Returns the faults in the names and states of an open form. */
async function faults(page: Page, where: string, form?: Locator): Promise<string[]> {
  const told: string[] = []
  // A field that waits for its list is disabled, and some are not there before it.
  await atRest(page)
  for (const field of await fields(page, form).all()) {
    if (!(await field.isVisible())) continue
    const { name, role, required, marked } = await field.evaluate((element: HTMLElement) => {
      const { labels } = element as HTMLInputElement
      const by = element.getAttribute('aria-labelledby') ?? ''
      const texts = [
        element.getAttribute('aria-label'),
        ...[...(labels ?? [])].map(({ textContent }) => textContent),
        ...by.split(' ').map((id) => document.getElementById(id)?.textContent),
      ]
      const label = texts.filter(Boolean).join(' ').trim()
      return {
        name: label,
        role: element.getAttribute('role'),
        required: (element as HTMLInputElement).required || element.getAttribute('aria-required') === 'true',
        marked: label.includes('*'),
      }
    })
    if (name === '') told.push(`${where}: a field without a name`)
    if (required && !marked && role !== 'radio')
      told.push(`${where}: « ${name} » is required, and does not show it`)
    if (role === 'combobox' && (await field.isEnabled()))
      told.push(...(await faultsOfList(page, field, `${where}, ${name}`)))
  }
  return told
}

/** Types into a list, walks it and leaves it: at each step the field names the line that is highlighted, one that is there. */
async function faultsOfList(page: Page, field: Locator, where: string): Promise<string[]> {
  const told: string[] = []
  const look = async (when: string) => {
    const seen = await field.evaluate((input) => {
      const list = document.getElementById(input.getAttribute('aria-controls') ?? '')
      const active = input.getAttribute('aria-activedescendant')
      const line = active === null ? null : document.getElementById(active)
      const marks = [...(list?.querySelectorAll('[data-combobox-selected]') ?? [])]
      return {
        open: input.getAttribute('aria-expanded') === 'true',
        list: list !== null,
        active,
        exists: line?.getAttribute('role') === 'option',
        marked: marks.map(({ id }) => id),
        lines: list?.querySelectorAll('[role=option]').length ?? 0,
      }
    })
    if (seen.open !== seen.list) told.push(`${where}: ${when}: expanded ${seen.open}, a list ${seen.list}`)
    if (seen.active !== null && !seen.exists) told.push(`${where}: ${when}: names a line that is not there`)
    if (seen.open && (seen.marked[0] ?? null) !== seen.active)
      told.push(
        `${where}: ${when}: ${seen.marked.join() || 'nothing'} is highlighted, ${seen.active ?? 'nothing'} named`,
      )
    return seen
  }
  await field.focus()
  await page.keyboard.press('ArrowDown')
  await expect(field).toHaveAttribute('aria-expanded', 'true')
  await page.keyboard.press('ArrowDown')
  const walked = await look('walked')
  const typed = !(await field.evaluate((input: HTMLInputElement) => input.readOnly))
  if (typed) {
    const before = await field.inputValue()
    // A list that the server searches asks for each text once nothing is typed for a moment; one that is whole never asks.
    let asks = true
    for (const text of ['a', 'an', 'zzzz']) {
      const asked: Promise<boolean> | false =
        asks &&
        page.waitForRequest('**/api/**', { timeout: 450 }).then(
          () => true,
          () => false,
        )
      await field.fill(text)
      asks = await asked
      await atRest(page)
      await look(`« ${text} »`)
    }
    await page.keyboard.press('Escape')
    // A text that none of the usual answers holds has no line.
    if (walked.lines > 0 && walked.marked.length === 0) told.push(`${where}: the arrows highlight nothing`)
    await field.fill(before)
  }
  await page.keyboard.press('Escape')
  await expect(field).not.toHaveAttribute('aria-activedescendant', /./)
  return told
}

// spec: RE-47
test('every field of every dialog has its name and its states; a list names the line that Entrée takes', async ({
  page,
}) => {
  test.setTimeout(400_000)
  await signIn(page, DEMO)
  const told: string[] = []
  for (const [path, ...openers] of FORMS)
    for (const opener of openers) {
      await open(page, path)
      const button = page.getByRole('main').getByRole('button', { name: opener })
      if ((await button.count()) === 0) continue
      await button.first().click()
      await expect(fields(page).first()).toBeVisible()
      told.push(...(await faults(page, `${path} ${opener.source}`)))
    }
  await open(page, '/ventes')
  const [first] = await page.getByRole('link', { name: /^20\d\d-D-/ }).all()
  await first?.click()
  await expect(page.getByRole('heading', { name: /^Dossier/ }).first()).toBeVisible()
  for (const acte of ACTES) {
    await page.getByRole('button', { name: "Plus d'actions" }).click()
    await page.getByRole('menuitem', { name: acte, exact: true }).click()
    await expect(fields(page).first()).toBeVisible()
    told.push(...(await faults(page, acte)))
    await page.reload()
    await expect(dialog(page)).toHaveCount(0)
  }
  expect(told).toEqual([])
})

type Step = (page: Page) => Promise<void>
const press =
  (name: string | RegExp): Step =>
  (page) =>
    page.getByRole('button', { name }).first().click()
const choisir =
  (name: string): Step =>
  (page) =>
    page.getByRole('menuitem', { name }).click()
const select: Step = (page) =>
  page
    .getByRole('checkbox', { name: /^Sélectionner le chèque/ })
    .first()
    .check()
/** A lot of the plan that is in this state. */
const lot =
  (etat: string): Step =>
  (page) =>
    page
      .getByRole('gridcell', { name: new RegExp(`, ${etat}$`) })
      .first()
      .click()

/** The steps that open the dialogs of cheques, of the settings and of the plan de vente: none of them may be missing. */
const ACCES: readonly (readonly [path: string, ...steps: Step[]])[] = [
  ['/cheques', select, press('Nouvelle remise')],
  ['/cheques?onglet=remis', press(/^Autres actions/), choisir('Rejeter…')],
  ['/cheques?onglet=remis', select, press('Marquer encaissés')],
  ['/cheques?onglet=rejete', press(/^Autres actions/), choisir('Représenter')],
  ['/parametres?section=promoteur', press(/^Modifier/)],
  ['/parametres?section=promoteur', press('Gérer les comptes'), press('Ajouter un compte')],
  ['/parametres?section=promoteur', press('Gérer les comptes'), press(/^Modifier le compte/)],
  ['/parametres?section=stades', press('Ajouter un stade')],
  ['/parametres?section=stades', press(/^Modifier /)],
  ['/plan-de-vente', press('Réviser les prix')],
  ['/plan-de-vente', lot('disponible'), press('Vendre')],
  ['/plan-de-vente', lot('disponible'), press('Poser une option')],
  ['/plan-de-vente', lot('disponible'), press('Bloquer')],
]
/** The sections whose fields the settings keep on the screen itself. */
const SECTIONS: readonly (readonly [nom: string, ...steps: Step[]])[] = [
  ['documents'],
  ['pieces'],
  ['ventes'],
  ['modeles', press(/^Modifier /)],
  ['paiements'],
  ['acces'],
]

// spec: RE-47
test('so has every dialog of cheques, of the settings and of the plan de vente, and what the settings show', async ({
  page,
}) => {
  test.setTimeout(400_000)
  await signIn(page, DEMO)
  const told: string[] = []
  for (const [path, ...steps] of ACCES) {
    await open(page, path)
    for (const step of steps) await step(page)
    await expect(fields(page).first()).toBeVisible()
    told.push(...(await faults(page, `${path} ${await dialog(page).last().innerText()}`.slice(0, 60))))
  }
  for (const [section, ...steps] of SECTIONS) {
    await open(page, `/parametres?section=${section}`)
    for (const step of steps) await step(page)
    const form = page.getByRole('main').locator('form').last()
    await expect(fields(page, form).first()).toBeVisible()
    told.push(...(await faults(page, section, form)))
  }
  expect(told).toEqual([])
})
