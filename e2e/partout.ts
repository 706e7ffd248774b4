import { atRest, expect, expectReadable, type Page } from './diyar.ts'

const WIDTHS = [
  [1280, 800],
  [390, 844],
  [640, 400],
] as const

/** Light and dark, on a desk, on a phone and at 200 %: nothing is cut, axe finds nothing. */
export async function expectEverywhere(page: Page, open: () => Promise<void>): Promise<void> {
  await open()
  for (const [width, height] of WIDTHS) {
    await page.setViewportSize({ width, height })
    await atRest(page)
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
    const wide = `[...document.querySelectorAll('[role="dialog"]')].filter((d) => d.scrollWidth > d.clientWidth).length`
    expect(await page.evaluate(wide)).toBe(0)
    await expectReadable(page)
  }
  await page.setViewportSize({ width: 1280, height: 800 })
}
