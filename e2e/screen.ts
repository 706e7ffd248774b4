import type { Locator } from '@playwright/test'
import { screens } from '../shared/paths.ts'
import { expect, type Page } from './diyar.ts'

/** Where the calls live, for stubs: `page.route(`${CALLS}/api/blocs*`, …)`. */
export const CALLS = '**/backend/public'

/** Every screen behind the sign-in: a new one is looked at with the others. */
export const SCREENS = Object.values(screens).filter(
  (path) =>
    ![
      screens.login,
      screens.signup,
      screens.inactive,
      screens.premiereConnexion,
      screens.verifier,
      screens.suivi,
    ].some((open) => open === path),
)

/** The rows of a table as a phone shows it; the filters in place are a list too. */
export const PHONE_ROWS = 'ul[aria-label]:not([aria-label="Filtres en place"]) > li'

export const card = (page: Page, name: string) => page.getByRole('article', { name, exact: true })
/** The dialog that is open; of that name, where there may be another. */
export const dialog = (page: Page, name?: string | RegExp) =>
  page.getByRole('dialog', name === undefined ? {} : { name })
export const alert = (page: Page) => page.getByRole('alert')
export const menu = (page: Page) => page.getByRole('navigation', { name: 'Menu principal' })

/** Without the spaces between thousands, which differ from place to place. */
export const plain = (text: string | null) => (text ?? '').replace(/\s/g, ' ')

/** Opens a part of a dossier by its tab. */
export const openPart = (
  page: Page,
  name: 'Échéancier' | 'Paiements' | 'Pièces et documents' | 'Suivi',
): Promise<void> => page.getByRole('tab', { name: new RegExp(`^${name}`) }).click()

/** Presses what a row offers: as an icon, in its « ⋯ », or on a phone once the row is unfolded. */
export async function pressActe(row: Locator, name: string | RegExp): Promise<void> {
  await expect(row).toBeVisible()
  const here = row.getByRole('button', { name }).or(row.getByRole('link', { name }))
  if ((await here.count()) === 0)
    await row
      .getByRole('button', { name: /^Autres actions/ })
      .or(row.locator('[aria-expanded="false"]'))
      .first()
      .click()
  await here.or(row.page().getByRole('menuitem', { name })).first().click()
}

/** The figure of a report under its label. */
export const tile = (report: Locator, label: string) =>
  report
    .locator('dl > div', { has: report.page().locator('dt', { hasText: new RegExp(`^${label}$`) }) })
    .locator('dd')

/** Does an act of a card or a row, which stands there by itself or under « ⋯ ». */
export async function actOn(one: Locator, name: string | RegExp): Promise<void> {
  const itself = one.getByRole('button', { name }).or(one.getByRole('link', { name }))
  const more = one.getByRole('button', { name: /^Autres actions/ })
  await expect(itself.or(more).first()).toBeVisible()
  if ((await itself.count()) > 0) return itself.click()
  await more.click()
  await one.getByRole('menuitem', { name }).click()
}

/** The acts that a card or a row has under « ⋯ »; none where it has no such menu. */
export async function actsUnderMore(one: Locator): Promise<string[]> {
  const more = one.getByRole('button', { name: /^Autres actions/ })
  if ((await more.count()) === 0) return []
  await more.click()
  const acts = one.getByRole('menuitem')
  await expect(acts.first()).toBeVisible()
  const names = await acts.allTextContents()
  await one.page().keyboard.press('Escape')
  await expect(acts).toHaveCount(0)
  return names
}

/** Chooses an option of a select by its label; by how it begins, where more is said below or beside it. */
export async function choose(
  inside: Page | Locator,
  label: string | RegExp,
  option: string | RegExp,
): Promise<void> {
  const field = inside.getByRole('combobox', { name: label })
  await field.click()
  const page = 'page' in inside ? inside.page() : inside
  await page.getByRole('option', { name: option, exact: true }).click()
}

/** These are the options a select offers; it is closed again. */
export async function expectOptions(page: Page, field: Locator, labels: string[]): Promise<void> {
  await field.click()
  await expect(page.getByRole('option')).toHaveText(labels)
  await page.keyboard.press('Escape')
}

/** From here on the page's time moves only when the test moves it. */
export async function freeze(page: Page): Promise<void> {
  const now = await page.evaluate<number>('Date.now()')
  // So far ahead that a busy machine does not get there before the clock has stopped.
  await page.clock.pauseAt(now + 20_000)
}

/** Moves a frozen page's time by small steps until something shows. */
export async function stepUntilVisible(page: Page, shown: Locator): Promise<void> {
  await expect
    .poll(
      async () => {
        await page.clock.runFor(20)
        return shown.isVisible()
      },
      { intervals: [20] },
    )
    .toBe(true)
}

/** Expects an element that has just appeared to stay `ms` and no longer. */
export async function expectGoneAfter(page: Page, shown: Locator, ms: number): Promise<void> {
  await stepUntilVisible(page, shown)
  await page.clock.runFor(ms - 150)
  await expect(shown).toBeVisible()
  await page.clock.runFor(300)
  await expect(shown).toHaveCount(0)
}

/**
 * Does what opens a tab that will close by itself, and waits until it has. The clock of a test moves every page of
 * its browser, so that time must not be moved while one of them is closing.
 */
export async function untilItsTabClosed(page: Page, act: () => Promise<void>): Promise<void> {
  const [tab] = await Promise.all([page.waitForEvent('popup'), act()])
  if (!tab.isClosed()) await tab.waitForEvent('close')
}
