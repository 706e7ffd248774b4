import type { Locator } from '@playwright/test'
import { atRest, type Page } from '../diyar.ts'

/** How a field and its list stand: whether both say that it is open, and that the field names the line that is highlighted. */
const faultsOf = (field: Locator, when: string): Promise<string[]> =>
  field.evaluate((input, moment) => {
    const list = document.getElementById(input.getAttribute('aria-controls') ?? '')
    const active = input.getAttribute('aria-activedescendant')
    const line = active === null ? null : document.getElementById(active)
    const [marked] = list?.querySelectorAll('[data-combobox-selected]') ?? []
    const open = input.getAttribute('aria-expanded') === 'true'
    const found: string[] = []
    if (open !== (list !== null)) found.push(`${moment}: expanded ${open}, a list ${list !== null}`)
    if (line === null ? active !== null : line.getAttribute('role') !== 'option')
      found.push(`${moment}: names a line that is not there`)
    if (open && (marked?.id ?? null) !== active)
      found.push(`${moment}: ${marked?.id ?? 'nothing'} is highlighted, ${active ?? 'nothing'} named`)
    if (moment === 'walked' && !open) found.push('the arrows open no list')
    if (moment === 'walked' && !marked && (list?.querySelector('[role="option"]') ?? null) !== null)
      found.push(`${moment}: the arrows highlight nothing`)
    return found
  }, when)

/** Walks and searches each list of what is open on top: the field always names the line that Entrée takes. */
export async function listFaults(page: Page): Promise<string[]> {
  const found: string[] = []
  for (const field of await page.getByRole('dialog').last().getByRole('combobox').all()) {
    if (!(await field.isVisible()) || !(await field.isEnabled())) continue
    const name = (await field.getAttribute('aria-label')) ?? (await field.getAttribute('id'))
    const look = async (when: string) =>
      found.push(...(await faultsOf(field, when)).map((fault) => `list ${name}: ${fault}`))
    await field.focus()
    await page.keyboard.press('ArrowDown')
    await atRest(page)
    await page.keyboard.press('ArrowDown')
    await look('walked')
    if (await field.isEditable()) {
      const before = await field.inputValue()
      for (const text of ['a', 'zzzz']) {
        await field.fill(text)
        await atRest(page)
        await look(`« ${text} »`)
      }
      await page.keyboard.press('Escape')
      await field.fill(before)
    }
    await page.keyboard.press('Escape')
    if ((await field.getAttribute('aria-activedescendant')) !== null)
      found.push(`list ${name}: left, names a line`)
  }
  return found
}
