import type { Locator } from '@playwright/test'
import { atRest, expect, signIn, test, withServer, type Page } from './diyar.ts'
import { createClient, createLieu, createLot, pay, sellLocal } from './portefeuille.ts'
import { dialog } from './screen.ts'

withServer()
test.describe.configure({ timeout: 600_000 })

/** A field by its label, and what is typed in it; in a select, a part of the wanted option. */
type Entry = [label: string, typed: string]

interface Form {
  /** Name of the button that opens it. */
  opener: string
  title: string | RegExp
  /** The fields in the order in which Tab leads to them. */
  entries: Entry[]
  submit?: string
  /** True for a screen whose forms Escape closes (Q16). */
  dismissible?: boolean
  /** The button or link that has the focus after saving where it is not the same; null: the page, since there is none. */
  next?: string | null
}

/** A button of the screen or, while there is one, of the dialog on top of it. */
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).first()
/** A required one bears an asterisk. */
const fieldOf = (inside: Locator, label: string) =>
  inside
    .getByLabel(new RegExp(`^${label.replace(/[()]/g, '\\$&')}( \\*)?$`))
    .and(inside.page().locator('input, textarea'))

/** Goes there as one does without a mouse. */
async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(target).toBeVisible()
  for (let presses = 0; presses < 90; presses++) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press(key)
  }
  throw new Error(`${key} does not lead to ${String(target)}`)
}

async function press(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press('Enter')
}

/** To another screen by its entry in the menu: it begins at its beginning. */
async function go(page: Page, entry: string, heading: string): Promise<void> {
  const link = page.getByRole('navigation', { name: 'Menu principal' }).getByRole('link', { name: entry })
  await tabTo(page, link, 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible()
  await expect(page.getByRole('main')).toBeFocused()
}

/** The elements that got the focus, one after the other, and the one that had it before; kept in the page. */
declare global {
  interface Window {
    visited: Element[]
    start: Element | null
  }
}
const WATCH = `window.visited = []; addEventListener('focusin', ({ target }) => visited.push(target))`

/** Tab leads once round the dialog, over all that can be used in it, and nowhere else. */
async function expectTrap(page: Page, inside: Locator): Promise<void> {
  const usable = await inside.evaluate((box) => {
    window.start = document.activeElement
    window.visited = window.start ? [window.start] : []
    return [...box.querySelectorAll('button, input, textarea, a[href], [tabindex="0"]')].filter(
      (one) =>
        one.checkVisibility() &&
        // Among choices that exclude one another, Tab reaches the one that is made.
        !one.matches(':disabled, [tabindex="-1"], [type=hidden], [type=radio]:not(:checked)'),
    ).length
  })
  for (let presses = 0; presses < usable; presses++) await page.keyboard.press('Tab')
  const walk = await inside.evaluate((box) => ({
    places: new Set(window.visited.filter((one) => box.contains(one))).size,
    outside: window.visited.filter((one) => !box.contains(one)).map(({ outerHTML }) => outerHTML),
    back: document.activeElement === window.start,
  }))
  expect(walk).toEqual({ places: usable, outside: [], back: true })
  await page.keyboard.press('Shift+Tab')
  await expect(inside.locator(':focus')).toHaveCount(1)
}

/** Opens it with Enter, walks round it, and leaves with Escape or, where Escape does not, by its button. */
async function visit(
  page: Page,
  opener: string | RegExp,
  title: string | RegExp,
  leave: 'Escape' | 'Annuler',
): Promise<Locator> {
  await press(page, button(page, opener))
  const inside = dialog(page, title)
  await expect(inside.locator(':focus')).toHaveCount(1)
  await atRest(page)
  await expect(inside.getByText(/^Chargement/)).toHaveCount(0)
  // A report can be printed once its head is there.
  if (leave === 'Escape') await expect(inside.getByRole('button', { disabled: true })).toHaveCount(0)
  await expectTrap(page, inside)
  await page.keyboard.press('Escape')
  if (leave === 'Annuler') {
    await expect(inside).toBeVisible()
    await press(page, inside.getByRole('button', { name: leave }))
  }
  await expect(inside).toHaveCount(0)
  await expect(button(page, opener)).toBeFocused()
  return inside
}

async function enter(page: Page, inside: Locator, [label, typed]: Entry): Promise<void> {
  const field = fieldOf(inside, label)
  await tabTo(page, field)
  if ((await field.getAttribute('aria-haspopup')) !== 'listbox') {
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type(typed)
    return
  }
  await page.keyboard.press('ArrowDown')
  // The line that adds who is not there is none of them.
  const options = page.getByRole('option').filter({ hasNotText: /^(Ajouter un|Nouveau) client/ })
  await expect(options.first()).toBeVisible()
  if (await field.isEditable()) {
    await page.keyboard.type(typed)
    await expect(options).toHaveCount(1)
  }
  const chosen = options.filter({ hasText: typed }).and(page.locator('[data-combobox-selected]'))
  const steps = await options.count()
  for (let step = 0; step < steps && (await chosen.count()) === 0; step++)
    await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  // Another list may have opened by then: the client leads to his biens.
  await expect(field).not.toHaveAttribute('aria-expanded', 'true')
  await expect(field).toHaveValue(new RegExp(typed))
}

/** Leaves a form once without saving, then fills it in and saves it. */
async function fillIn(page: Page, form: Form): Promise<void> {
  const { opener, title, entries, submit = 'Enregistrer', dismissible = false, next = opener } = form
  const inside = await visit(page, opener, title, dismissible ? 'Escape' : 'Annuler')
  await page.keyboard.press('Enter')
  await expect(inside.locator('input:focus, textarea:focus'), 'the first field').toHaveCount(1)
  for (const entry of entries) await enter(page, inside, entry)
  // Enter is a new line in a text of several.
  if ((await inside.locator('textarea:focus').count()) > 0)
    await tabTo(page, inside.getByRole('button', { name: submit, exact: true }))
  await page.keyboard.press('Enter')
  await expect(inside).toHaveCount(0)
  const after = next === null ? page.getByRole('main') : button(page, next).or(link(page, next)).first()
  await expect(after).toBeFocused()
}

const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true })
const add = (page: Page, title: string, entries: Entry[], more: Partial<Form> = {}) =>
  fillIn(page, { opener: title, title, entries, ...more })
const edit = (page: Page, opener: string, title: string, entries: Entry[], more: Partial<Form> = {}) =>
  fillIn(page, { opener, title, entries, ...more })

// spec: SHELL-67
test('every form is opened, filled in, left and saved by the keyboard alone, and gives the focus back', async ({
  page,
}) => {
  await signIn(page)
  await page.addInitScript(WATCH)
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: 'Tableau de Bord Immobilier' })).toBeVisible()

  await go(page, 'Residences', 'Nos Résidences')
  await add(page, 'Ajouter une résidence', [
    ['Nom', 'Les Pins'],
    ['Adresse', 'Alger'],
  ])
  await edit(page, 'Modifier Les Pins', 'Modifier la résidence', [['Adresse', 'Oran']])

  await go(page, 'Blocs', 'Gestion des Blocs')
  await add(page, 'Ajouter un bloc', [
    ['Nom du bloc', 'Bloc A'],
    ['Description', 'R+5'],
    ['Résidence', 'Pins'],
  ])
  await edit(page, 'Modifier Bloc A', 'Modifier le bloc', [['Description', 'R+6']])

  await go(page, 'Etages', 'Gestion des Étages')
  await add(page, 'Ajouter un étage', [
    ['Résidence', 'Pins'],
    ['Bloc', 'Bloc A'],
    ['Désignation', 'Premier'],
    ['Niveau', '1'],
    ['Logements par palier', '4'],
  ])
  await edit(page, 'Modifier Premier', "Modifier l'étage", [['Niveau', '2']])

  await go(page, 'Clients', 'Gestion des Clients')
  const client: Entry[] = [
    ['Nom complet', 'Amina Haddad'],
    ['Téléphone', '0555 12 34 56'],
    ['Email', 'amina@exemple.dz'],
  ]
  await add(page, 'Ajouter un client', client, { submit: 'Ajouter' })
  await edit(page, 'Modifier Amina Haddad', 'Modifier le client', [['Adresse', 'Blida']])

  await go(page, 'Appartements', 'Gestion des Appartements')
  await add(page, 'Ajouter un appartement', [
    ['Résidence', 'Pins'],
    ['Bloc', 'Bloc A'],
    ['Étage', 'Premier'],
    ['Numéro de lot', 'A-1'],
    ['Type de logement', 'F3'],
    ['Surface habitable', '80,5'],
    ['Surface utile', '12'],
    ['Montant total', '1000000'],
  ])
  await edit(page, "Modifier l'appartement A-1", "Modifier l'appartement", [['Montant total', '1200000']])
  await fillIn(page, {
    opener: "Assigner un client à l'appartement A-1",
    title: /^Assigner un client/,
    entries: [['Client', 'Amina']],
    // The dossier that the sale has opened.
    next: 'Ouvrir',
  })

  await go(page, 'Locaux', 'Gestion des Locaux')
  await add(page, 'Ajouter un local', [
    ['Résidence', 'Pins'],
    ['Bloc', 'Bloc A'],
    ['Numéro', 'L-1'],
    ['Surface (m²)', '40'],
    ['Montant', '900000'],
  ])
  await edit(page, 'Modifier le local L-1', 'Modifier le local', [['Surface (m²)', '45']])

  await go(page, 'Parking', 'Gestion des Parkings')
  await add(page, 'Ajouter un parking', [
    ['Nom du parking', 'Nord'],
    ['Résidence', 'Pins'],
    ['Nombre de places', '5'],
  ])
  await edit(page, 'Modifier Nord', 'Modifier le parking', [['Nombre de places', '6']])
  await press(page, button(page, 'Places Nord'))
  await add(page, 'Ajouter une place', [
    ['Type de place', 'Couvert'],
    ['Position', 'Allée B'],
    ['Montant', '900'],
  ])
  await edit(page, 'Modifier la place 1', 'Modifier la place 1', [['Position', 'Allée C']])
  await edit(page, 'Attribuer la place 1', 'Attribuer la place 1', [['Client', 'Amina']], {
    next: 'Ouvrir',
  })
  await page.keyboard.press('Escape')
  await expect(button(page, 'Places Nord')).toBeFocused()

  await go(page, 'Paiements', 'Paiements par Bien')
  const paiement: Entry[] = [
    ['Client', 'Amina'],
    ['Appartement', 'A-1'],
    ['Date', '15/02/2026'],
    ['Montant', '5000'],
  ]
  await add(page, 'Ajouter un paiement', paiement, { next: 'Imprimer le reçu' })

  await go(page, 'Promoteur', 'Promoteur Immobilier')
  const promoteur: Entry[] = [
    ['Nom', 'SARL'],
    ['Email', 'p@exemple.dz'],
    ['Téléphone', '021 12 34 56'],
    ['Adresse', 'Alger'],
  ]
  await add(page, 'Ajouter un promoteur', promoteur, { next: null })
  await edit(page, 'Modifier', 'Modifier le promoteur', [['Adresse', 'Oran']])

  await go(page, 'Membres', 'Liste des Membres')
  await add(page, 'Ajouter un membre', [
    ['Nom', 'Nadia'],
    ['Email', 'nadia@exemple.dz'],
    ['Mot de passe', 'Motdepasse1!'],
    ['Confirmer le mot de passe', 'Motdepasse1!'],
  ])
  await edit(page, 'Modifier Nadia', 'Modifier le membre', [['Email', 'nadia.h@exemple.dz']])

  await go(page, 'Charges', 'Gestion des Charges')
  const dismissible = true
  await add(page, 'Ajouter une catégorie', [['Nom', 'Fer']], { dismissible })
  await edit(page, 'Modifier la catégorie Fer', 'Modifier la catégorie', [['Nom', 'Fer']], { dismissible })
  await edit(page, 'Ajouter un bon à Fer', "Ajouter un bon d'achat", [['Référence', 'BC-1']], { dismissible })
  await edit(page, 'Modifier le bon BC-1', "Modifier le bon d'achat", [['Date du bon', '15/02/2026']], {
    dismissible,
  })
  const ligne: Entry[] = [
    ['Désignation', 'Rond à béton'],
    ['Prix unitaire', '900'],
    ['Quantité', '20'],
  ]
  await edit(page, 'Ajouter une ligne à BC-1', 'Ajouter une ligne', ligne, { dismissible })
  await edit(page, 'Modifier la ligne Rond à béton', 'Modifier la ligne', [['Quantité', '21']], {
    dismissible,
  })
})

test('what is read opens with Enter and closes with Escape; a deletion is asked for, given up and done; the focus is never lost', async ({
  page,
}) => {
  const api = await signIn(page)
  await page.addInitScript(WATCH)
  const lieu = await createLieu(api, 'Les Jardins')
  const client_id = await createClient(api, 'Ali Benali')
  await createClient(api, 'Zohra Saadi')
  const lot = await createLot(api, lieu.etage, 'B-7', 'F3', client_id)
  await sellLocal(api, lieu, client_id, 'M-7', 1000)
  await pay(api, client_id, { appartement_id: lot }, 500)
  const read = (opener: string | RegExp, title: string | RegExp) => visit(page, opener, title, 'Escape')
  const remove = async (opener: string, title: RegExp) => {
    const inside = await visit(page, opener, title, 'Annuler')
    await page.keyboard.press('Enter')
    await press(page, inside.getByRole('button', { name: 'Supprimer' }))
    await expect(button(page, opener)).toHaveCount(0)
    await expect(page.getByRole('main')).toBeFocused()
  }
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: 'Tableau de Bord Immobilier' })).toBeVisible()

  await go(page, 'Residences', 'Nos Résidences')
  await read('Rapport détaillé de Les Jardins', /^Rapport détaillé/)
  await read('Détails de Les Jardins', 'Détails de la résidence')
  await read('Total des paiements de Les Jardins', /^Total des paiements/)
  await go(page, 'Blocs', 'Gestion des Blocs')
  await read('Rapport détaillé de Bloc B', /^Rapport détaillé/)
  await go(page, 'Etages', 'Gestion des Étages')
  await read('Rapport détaillé de 2e étage', /^Rapport détaillé/)
  await go(page, 'Appartements', 'Gestion des Appartements')
  await read("Rapport détaillé de l'appartement B-7", 'Rapport détaillé')
  await read("Détails de l'appartement B-7", "Détails de l'appartement")
  await visit(page, "Retirer le client de l'appartement B-7", /Retirer/, 'Annuler')
  await go(page, 'Locaux', 'Gestion des Locaux')
  await read('Détails du local M-7', 'Détails du local')
  await go(page, 'Parking', 'Gestion des Parkings')
  await read('Détails Parking Nord', /^Occupation/)
  await remove('Supprimer Parking Nord', /Supprimer/)
  await go(page, 'Clients', 'Gestion des Clients')
  await read('Biens de Ali Benali', 'Biens de Ali Benali')
  await read('Détails de Ali Benali', 'Détails du client')
  await remove('Supprimer Zohra Saadi', /Supprimer/)
  await go(page, 'Récapitulation', 'Récapitulatif des paiements')
  await read(/Pourquoi ce solde \? Appartement B-7$/, /^Pourquoi ce solde/)
})

test('a confirmation opens on the control that changes nothing: Entrée pressed twice deletes nothing', async ({
  page,
}) => {
  const api = await signIn(page)
  await createClient(api, 'Yacine Brahimi')
  await page.goto('/clients')
  await press(page, button(page, 'Supprimer Yacine Brahimi'))
  const confirm = dialog(page, 'Supprimer le client')
  await expect(confirm.getByRole('button', { name: 'Annuler' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(confirm).toHaveCount(0)
  await expect(button(page, 'Supprimer Yacine Brahimi')).toBeFocused()
  await expect(page.getByRole('article', { name: 'Yacine Brahimi' })).toBeVisible()
  // The next control is the one that does it.
  await page.keyboard.press('Enter')
  await expect(confirm.getByRole('button', { name: 'Annuler' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('article', { name: 'Yacine Brahimi' })).toHaveCount(0)
})
