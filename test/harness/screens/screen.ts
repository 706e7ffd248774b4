import { expect, vi } from 'vitest'
import { cdp, locators, page, userEvent, type Locator } from 'vitest/browser'

export { page, type Locator }

declare module 'vitest/browser' {
  interface LocatorSelectors {
    /** Elements of a CSS selector, for what has no name: a highlighted line, a mark. */
    getByCss(css: string): Locator
  }
}
locators.extend({ getByCss: (css: string) => css })

export const dialog = page.getByRole('dialog')
export const alert = page.getByRole('alert')
export const main = page.getByRole('main')
export const menu = page.getByRole('navigation', { name: 'Menu principal' })
/** The lines of the list that is open, and the one that a key takes. */
export const options = page.getByRole('option')
export const highlighted = page.getByCss('[role=option][data-combobox-selected]')

export const card = (name: string): Locator => page.getByRole('article', { name, exact: true })

/** A button of the screen itself, not of a dialog over it. */
export const button = (name: string): Locator => main.getByRole('button', { name, exact: true })
export const dialogNamed = (name: string): Locator => page.getByRole('dialog', { name, exact: true })
/** The rows of the table of the screen. */
export const rows = page.getByCss('main tbody tr')
/** The cards of a list. */
export const cards = main.getByRole('article')

/** A sentence stands on the screen. */
export const said = (text: string | RegExp): Promise<unknown> =>
  expect.element(page.getByText(text, { exact: true }).first()).toBeVisible()

/** So many of these are on the screen. */
export const expectCount = (shown: Locator, count: number): Promise<unknown> =>
  expect.poll(() => shown.elements().length).toBe(count)

/** A field of a form, by its label. */
export const fieldOf = (form: Pick<Locator, 'getByRole'>, name: string | RegExp): Locator =>
  form.getByRole('combobox', { name, exact: true }).or(form.getByRole('textbox', { name, exact: true }))
/** A field of the dialog that is open. */
export const field = (name: string | RegExp): Locator => fieldOf(dialog, name)

/** Presses a button or a link by its name, in the whole page unless told where. */
export async function press(name: string | RegExp, inside: Pick<Locator, 'getByRole'> = page): Promise<void> {
  await inside.getByRole('button', { name }).or(inside.getByRole('link', { name })).first().click()
}

/** Does an act of a card or a row, which stands there by itself or under « ⋯ ». */
export async function actOn(one: Locator, name: string | RegExp): Promise<void> {
  const itself = one.getByRole('button', { name }).or(one.getByRole('link', { name }))
  const more = one.getByRole('button', { name: /^Autres actions/ })
  await expect.element(itself.or(more).first()).toBeVisible()
  if (itself.elements().length > 0) return itself.click()
  await more.click()
  await page.getByRole('menuitem', { name }).click()
}

/** Saves the form that is open. */
export const save = (): Promise<void> =>
  dialog.getByRole('button', { name: 'Enregistrer', exact: true }).click()

/** Types text, key by key, into what has the focus. */
export const type = (text: string): Promise<void> => userEvent.keyboard(text.replace(/[{[]/g, '$&$&'))

/** Puts text where the focus is in one piece, as when it is pasted. */
export const insert = (text: string): Promise<unknown> => cdp().send('Input.insertText', { text })

/** Presses one key, or several together: `Enter`, `Shift+Tab`. */
export const key = (names: string): Promise<void> => {
  const [last = '', ...held] = names.split('+').toReversed()
  const down = held.toReversed().map((name) => `{${name}>}`)
  const up = held.map((name) => `{/${name}}`)
  return userEvent.keyboard([...down, `{${last}}`, ...up].join(''))
}

/** Fills fields of the dialog that is open by their labels. */
export async function fill(values: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(values)) await field(label).fill(value)
}

/** Presses at a place of the window, whatever is there. */
export async function pressAt(x: number, y: number): Promise<void> {
  const { left, top } = document.body.getBoundingClientRect()
  await userEvent.click(document.body, { position: { x: x - left, y: y - top }, force: true })
}

/** Chooses an option of a select by its label. */
export async function choose(
  label: string | RegExp,
  option: string | RegExp,
  inside: Pick<Locator, 'getByRole'> = page,
): Promise<void> {
  await inside.getByRole('combobox', { name: label, exact: true }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

/** Without the spaces between thousands, which differ from place to place. */
export const plain = (text: string | null): string => (text ?? '').replaceAll(/\s/g, ' ')
/** Returns the texts of several elements. */
export const textsOf = (all: Locator): string[] => all.elements().map(({ textContent }) => plain(textContent))

/** Returns the text that a field shows. */
export const valueOf = (input: Locator): string => {
  const element = input.element()
  return element instanceof HTMLInputElement ? plain(element.value) : ''
}

/** These are the options that a select offers; it is closed again. */
export async function expectOptions(select: Locator, labels: string[]): Promise<void> {
  await select.click()
  await expect.poll(() => textsOf(options)).toEqual(labels)
  await key('Escape')
}

/** The figure of a report under its label. */
export const tile = (label: string): Locator =>
  dialog
    .getByCss('dl > div')
    .filter({ has: page.getByCss('dt').filter({ hasText: new RegExp(`^${label}$`) }) })
    .getByCss('dd')

/** Chooses a file, in the form that is open unless told where. */
export async function attach(file: File, inside: Pick<Locator, 'getByCss'> = dialog): Promise<void> {
  const input = inside.getByCss('input[type=file]')
  await expect.element(input).toBeInTheDocument()
  const chosen = new DataTransfer()
  chosen.items.add(file)
  const element = input.element()
  if (element instanceof HTMLInputElement) element.files = chosen.files
  element.dispatchEvent(new Event('change', { bubbles: true }))
}

/** The names of the files that the page saves from now on; none of them is written. */
export function savedFiles(): string[] {
  const names: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function keep(this: HTMLAnchorElement) {
    names.push(this.download)
  })
  return names
}
