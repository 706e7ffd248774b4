import { settled, type Page } from '../diyar.ts'
import { PHONE_ROWS } from '../screen.ts'

/** Returns the places that a record has undone by its long names: something wider than the window or its dialog, an amount out of its place. */
export const outside = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = []
    const root = document.documentElement
    if (root.scrollWidth > root.clientWidth) found.push(`page sideways: ${root.scrollWidth}`)
    for (const one of document.querySelectorAll('[role="dialog"], .mantine-Modal-content'))
      if (one.scrollWidth > one.clientWidth) found.push(`dialog sideways: ${one.scrollWidth}`)
    for (const amount of document.querySelectorAll('main *, [role="dialog"] *')) {
      if (amount.children.length > 0 || !/\d,\d\d$/.test(amount.textContent.trim())) continue
      const place = amount.closest('[role="dialog"]') ?? amount.closest('article, section, footer, main')
      if (amount.getBoundingClientRect().right > (place?.getBoundingClientRect().right ?? 0) + 1)
        found.push(`amount outside: ${amount.textContent}`)
    }
    return found
  })

/** Returns the texts that are cut or broken: cells, words of names, labels of buttons, tabs, results of a search, rows of a phone. */
export const cut = (page: Page): Promise<string[]> =>
  page.evaluate((rowsOfPhone) => {
    const found: string[] = []
    const told = (what: string, one: Element) =>
      found.push(
        `${what}: ${(one.textContent.trim() || (one.ariaLabel ?? '')).slice(0, 60)}, ${one.scrollWidth} > ${one.clientWidth}`,
      )
    const drawn = (one: Element) => one.getClientRects().length > 0
    const wider = (one: Element, spare = 0) => one.scrollWidth > one.clientWidth + spare
    for (const label of document.querySelectorAll('.mantine-Button-label'))
      if (drawn(label) && wider(label)) told('button', label)
    for (const tab of document.querySelectorAll('[role="tab"]'))
      if (drawn(tab) && tab.getBoundingClientRect().right > innerWidth) told('tab', tab)
    for (const table of document.querySelectorAll<HTMLElement>('main table, [role="dialog"] table')) {
      // A table that stands for a chart where nobody sees is no table of the screen.
      if (!drawn(table) || table.closest('.visuallyHidden')) continue
      const place = table.parentElement
      if (place && (table.offsetWidth > place.clientWidth || wider(place))) told('table', table)
      for (const cell of table.querySelectorAll('th, td')) {
        if (!drawn(cell)) continue
        if (wider(cell, 1)) told('cell', cell)
        for (const part of [cell, ...cell.querySelectorAll('*')])
          if (getComputedStyle(part).textOverflow === 'ellipsis') told('ellipsis', cell)
      }
      // A word of a name is on one line; an address that has no place to break may break anywhere.
      for (const { firstChild: text } of table.querySelectorAll('tbody a'))
        if (text instanceof Text && !text.data.includes('@'))
          for (const { index, 0: word } of text.data.matchAll(/[^\s'’./-]+/g)) {
            const range = document.createRange()
            range.setStart(text, index)
            range.setEnd(text, index + word.length)
            if (range.getClientRects().length > 1) found.push(`broken: ${word}`)
          }
      if (innerWidth < 700)
        for (const one of table.querySelectorAll<HTMLElement>('[class*="ActionIcon-root"]'))
          if (drawn(one) && Math.min(one.offsetWidth, one.offsetHeight) < 44) told('small', one)
    }
    const pixels = (length: string) => Number(length.replace('px', ''))
    for (const field of document.querySelectorAll<HTMLInputElement>('main search input')) {
      const style = getComputedStyle(field)
      const measure = document.createElement('span')
      measure.style.cssText = `position:absolute;white-space:pre;font:${style.font}`
      measure.textContent = field.value || field.placeholder
      document.body.append(measure)
      const room = field.clientWidth - pixels(style.paddingLeft) - pixels(style.paddingRight)
      if (drawn(field) && measure.offsetWidth > room) told(`field, ${room} px`, measure)
      measure.remove()
    }
    if (innerWidth < 700)
      for (const row of document.querySelectorAll(`main ${rowsOfPhone}`))
        for (const part of row.querySelectorAll('*')) {
          if (part.classList.contains('visuallyHidden') || !drawn(part)) continue
          const { overflowX, textOverflow } = getComputedStyle(part)
          if (textOverflow === 'ellipsis') told('ellipsis', part)
          if (overflowX !== 'visible' && wider(part)) told('cut', part)
          if (part.getBoundingClientRect().right > row.getBoundingClientRect().right + 1)
            told('outside', part)
        }
    return found
  }, PHONE_ROWS)

/** Fields without a name, and those that are required without showing it: axe is content with a placeholder. */
export const unnamed = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = []
    const fields = 'input:not([type="hidden"], [type="file"]), textarea, select, [role="combobox"]'
    for (const field of document.querySelectorAll<HTMLInputElement>(fields)) {
      if (field.getClientRects().length === 0) continue
      const by = (field.getAttribute('aria-labelledby') ?? '').split(' ')
      const name = [
        field.ariaLabel,
        ...[...(field.labels ?? [])].map(({ textContent }) => textContent),
        ...by.map((id) => document.getElementById(id)?.textContent),
      ]
        .join(' ')
        .trim()
      if (name === '') found.push(`no name: ${field.outerHTML.slice(0, 120)}`)
      // A field of a table has its mark in the heading of its column.
      const labelled = (field.labels ?? []).length > 0
      const required = labelled && (field.required || field.ariaRequired === 'true')
      if (required && !name.includes('*') && field.type !== 'radio') found.push(`required: ${name}`)
    }
    return found
  })

/** The parts that serve on a screen only. */
export const CONTROLS = [
  'header',
  'aside',
  'nav',
  'footer:not([aria-label])',
  'a[href="#contenu"]',
  '.mantine-Button-root',
  '.mantine-ActionIcon-root',
  'fieldset:has([type="radio"])',
].join(', ')
/** A4 upright, less its margins: narrower than a desk, and than what makes cards of some tables. */
export const PAPER = { width: 680, height: 1000 }

/** Returns the faults of a screen's print: it is its content alone, dark on white, as wide as the paper. */
export async function onPaper(page: Page): Promise<string[]> {
  const before = page.viewportSize() ?? PAPER
  await page.setViewportSize(PAPER)
  await page.emulateMedia({ media: 'print' })
  await page.evaluate(settled)
  const found = await page.evaluate((controls) => {
    const wrong: string[] = []
    for (const one of document.querySelectorAll(controls))
      if (one.checkVisibility({ visibilityProperty: true }) && one.getBoundingClientRect().width > 0)
        wrong.push(`printed: ${(one.ariaLabel ?? one.textContent).slice(0, 60)}`)
    const light = (color: string) =>
      (color.match(/\d+/g) ?? []).slice(0, 3).reduce((sum, part) => sum + Number(part), 0)
    const ground = light(getComputedStyle(document.body).backgroundColor)
    if (ground !== 765) wrong.push(`paper that is not white: ${ground}`)
    const title = document.querySelector('h1')
    if (title && light(getComputedStyle(title).color) >= 200) wrong.push('ink that is not dark')
    const { scrollWidth } = document.documentElement
    if (scrollWidth > innerWidth) wrong.push(`wider than the paper: ${scrollWidth}`)
    return wrong
  }, CONTROLS)
  await page.emulateMedia({ media: null })
  await page.setViewportSize(before)
  return found
}
