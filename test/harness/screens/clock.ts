import { expect, vi } from 'vitest'
import type { Locator } from '#test/harness/screens/screen.ts'

/** From here on the time of the screen moves only when the test moves it. */
export const freeze = (): void =>
  void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })

/** The same, and no frame comes either: as on a machine that has other work. */
export const halt = (): void =>
  void vi.useFakeTimers({
    toFake: [
      'setTimeout',
      'clearTimeout',
      'setInterval',
      'clearInterval',
      'requestAnimationFrame',
      'cancelAnimationFrame',
      'requestIdleCallback',
      'cancelIdleCallback',
    ],
  })

const frame = () => new Promise((drawn) => requestAnimationFrame(drawn))

/** Moves a frozen time, and waits until what it brought is drawn. */
export async function pass(ms: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(ms)
  await frame()
  await frame()
}

/** Moves a frozen time by small steps until something shows. */
export async function stepUntilVisible(shown: Locator): Promise<void> {
  await expect
    .poll(async () => {
      await pass(20)
      return shown.query() !== null
    })
    .toBe(true)
}

/** Expects an element that has just appeared to stay `ms` and no longer. */
export async function expectGoneAfter(shown: Locator, ms: number): Promise<void> {
  await stepUntilVisible(shown)
  await pass(ms - 150)
  expect(shown.query()).not.toBeNull()
  await pass(300)
  await expect.poll(() => shown.query()).toBeNull()
}

/** The time goes on by itself again. */
export const thaw = (): void => void vi.useRealTimers()
