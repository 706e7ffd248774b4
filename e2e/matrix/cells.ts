import type { Locator } from '@playwright/test'
import { atRest, expect, moveTo, settled, showDark, signIn, violationsOf, type Page } from '../diyar.ts'
import { PHONE_ROWS } from '../screen.ts'
import { listFaults } from './lists.ts'
import { cut, onPaper, outside, unnamed } from './looks.ts'

type Step = (page: Page) => Promise<unknown>
/** Each part of a screen that can be seen, by its name, and what opens it there; nothing where it stands by itself. */
type Views = Readonly<Record<string, readonly Step[]>>
/** A screen by its address. */
export interface Screen {
  at: string
  views?: Views
  /** Looked at on the narrowest phone too. */
  narrow?: true
}

const DESK = [1280, 800] as const
const PHONE = [390, 844] as const
/** A window of 1280 px at 200 %. */
const TWICE = [640, 400] as const
type Look = 'axe' | 'colours' | 'none'
type Cell = readonly [size: readonly [number, number], dark: boolean, look: Look]

/** Where a screen is looked at. */
const CELLS: readonly Cell[] = [
  [DESK, true, 'axe'],
  [DESK, false, 'colours'],
  [TWICE, false, 'none'],
  [PHONE, false, 'colours'],
  [PHONE, true, 'axe'],
]
/** Where what it opens is: a dialog and a menu are drawn alike whatever the theme. */
const OPENED: readonly Cell[] = [
  [DESK, true, 'axe'],
  [DESK, false, 'colours'],
  [TWICE, false, 'none'],
  [PHONE, true, 'axe'],
]
const NARROW: readonly Cell[] = [[[360, 740], true, 'none']]
/** The rules whose outcome depends on the theme. */
const COLOURS = ['color-contrast', 'link-in-text-block']

/** The layers that stand over a screen. The list of a field is part of the layer it stands in. */
const LAYERS = '[role="dialog"], [role="menu"]'
const shown = (page: Page) => page.locator(LAYERS).filter({ visible: true }).count()
/** Where the next step looks: in what is open on top, else in the screen. */
async function top(page: Page): Promise<Locator> {
  const dialogs = page.locator('[role="dialog"]:visible')
  return (await dialogs.count()) > 0 ? dialogs.last() : page.getByRole('main')
}

/** Presses the first button, link, tab or entry of a menu that is called so; in the first row of a phone, once it is unfolded. */
export const press =
  (name: string | RegExp): Step =>
  async (page) => {
    const place = await top(page)
    const roles = ['button', 'link', 'tab', 'gridcell', 'switch'] as const
    const named = roles.map((role) => place.getByRole(role, { name }))
    const one = named
      .reduce((all, each) => all.or(each), page.getByRole('menuitem', { name }))
      .filter({ visible: true })
      .first()
    const folded = place.locator(`${PHONE_ROWS} [aria-expanded="false"]`).first()
    await expect(one.or(folded).first()).toBeVisible()
    if (!(await one.isVisible())) await folded.click()
    await one.click()
  }
/** Does the first act whose name begins so: under « ⋯ » on a table, by its own button where a phone has room for it. */
export const act =
  (name: string): Step =>
  async (page) => {
    await press(new RegExp(`^(Autres actions|${name})`))(page)
    await atRest(page)
    const choice = page.getByRole('menuitem', { name: new RegExp(`^${name}`) })
    if (await choice.isVisible()) await choice.click()
  }
/** Checks the first box of that name. */
export const tick =
  (name: string | RegExp): Step =>
  async (page) => {
    const boxes = (await top(page)).getByRole('checkbox', { name })
    await boxes.or(page.getByRole('radio', { name })).first().check({ force: true })
  }
export const choose =
  (label: string | RegExp, option: string | RegExp): Step =>
  async (page) => {
    await (await top(page)).getByRole('combobox', { name: label }).click()
    await page.getByRole('option', { name: option }).first().click()
  }
export const fill =
  (label: string | RegExp, text: string): Step =>
  async (page) =>
    (await top(page)).getByLabel(label).first().fill(text)

/** Closes what is open, so that the next part of the same screen can be; loads it anew where something does not close. */
async function close(page: Page, at: string): Promise<void> {
  for (let times = 0; times < 3 && (await shown(page)) > 0; times++) {
    await page.keyboard.press('Escape')
    const leave = page
      .getByRole('dialog')
      .last()
      .getByRole('button', { name: /^(Annuler|Fermer)$/ })
    if (await leave.first().isVisible())
      await leave
        .first()
        .click({ timeout: 2_000 })
        .catch(() => null)
    await atRest(page)
  }
  if ((await shown(page)) > 0) await page.goto(at)
}

async function open(page: Page, at: string, steps: readonly Step[]): Promise<void> {
  if (new URL(page.url(), 'http://a').pathname + new URL(page.url(), 'http://a').search !== at)
    await moveTo(page, at)
  await expect(page.getByRole('heading').first()).toBeVisible()
  for (const step of steps) {
    await step(page)
    // The next step looks for its button in what this one opens.
    await atRest(page)
  }
  await atRest(page)
  // Lines break elsewhere in the letters that stand in until the faces are there.
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
}

/** Waits until every movement has ended, and until the data it asks for is there. */
async function still(page: Page, loads: boolean): Promise<void> {
  await page.evaluate(settled)
  if (loads) await atRest(page)
}

/** Looks at each part of a screen in each cell, and tells what is wrong by part and cell. */
async function lookAt(page: Page, { at, views = { seul: [] }, narrow }: Screen): Promise<void> {
  const wrong: string[] = []
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const walk = async (nom: string, steps: readonly Step[], cells: readonly Cell[]) => {
    await page.setViewportSize({ width: cells[0]?.[0][0] ?? 1280, height: cells[0]?.[0][1] ?? 800 })
    await open(page, at, steps)
    const stacked = await shown(page)
    for (const [[width, height], dark, look] of cells) {
      await page.setViewportSize({ width, height })
      await showDark(page, dark)
      await still(page, stacked === 0)
      // A menu, and what a row of a table had opened, do not outlive another width.
      if ((await shown(page)) < stacked) {
        await close(page, at)
        await open(page, at, steps)
      }
      const found = [...(await outside(page)), ...(await cut(page)), ...(await unnamed(page))]
      // The screen beneath has been looked at before what stands over it.
      if (look !== 'none')
        found.push(
          ...(await violationsOf(
            page,
            look === 'axe' ? undefined : COLOURS,
            stacked > 0 ? LAYERS : undefined,
          )),
        )
      // Last of all: it leaves another text in a field for a moment.
      if (look === 'axe' && width === DESK[0] && steps.length > 0 && stacked > 0)
        found.push(...(await listFaults(page)))
      if (nom === 'seul' && look === 'colours' && width === DESK[0]) found.push(...(await onPaper(page)))
      wrong.push(...found.map((fault) => `${at}, ${nom}, ${width} ${dark ? 'dark' : 'light'}: ${fault}`))
    }
    await close(page, at)
  }
  // A step that cannot be taken keeps nothing else from being looked at.
  const tried = (nom: string, steps: readonly Step[], cells: readonly Cell[]) =>
    walk(nom, steps, cells).catch(async (error: unknown) => {
      wrong.push(`${at}, ${nom}: ${String(error)}`)
      await page.goto(at)
    })
  for (const [nom, steps] of Object.entries(views))
    await tried(nom, steps, [...(steps.length === 0 ? CELLS : OPENED), ...(narrow ? NARROW : [])])
  expect(wrong).toEqual([])
}

const DEMO = { email: 'demo@diyar.dz', password: 'Demonstration1!' }

/** Looks at a screen of the demo, which nothing changes. */
export async function lookAtDemo(page: Page, screen: Screen): Promise<void> {
  await signIn(page, DEMO)
  await lookAt(page, screen)
}
