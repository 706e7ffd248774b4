import axe from 'axe-core'
import { expect } from 'vitest'
import { page } from 'vitest/browser'
import { atRest } from '#test/harness/screens/renderScreen.tsx'

/** No accessibility violation on what the screen shows now, or in a part of it. */
export async function expectAccessible(part: Element | Document = document): Promise<void> {
  await atRest()
  const { violations } = await axe.run(part, { resultTypes: ['violations'], preload: false })
  expect(
    violations.map(({ id, help, nodes }) => ({
      id,
      help,
      nodes: nodes.map(({ html, failureSummary }) => `${html}\n${failureSummary ?? ''}`),
    })),
  ).toEqual([])
}

/** Expects an opened part to be whole on a desk, on a phone and at 200 %: nothing stands beyond its edge, axe finds nothing. */
export async function expectWholeAndAccessible(open: () => Promise<void>): Promise<void> {
  for (const [width, height] of [
    [1280, 800],
    [390, 844],
    [640, 400],
  ] as const) {
    await page.viewport(width, height)
    await open()
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
    for (const one of document.querySelectorAll('[role="dialog"]'))
      expect(one.scrollWidth).toBeLessThanOrEqual(one.clientWidth)
    await expectAccessible()
  }
  await page.viewport(1280, 800)
}
