import { describe, expect, it } from 'vitest'
import { runExport } from '#server/documents/exports.ts'

/** An export that ends when told to. */
function held() {
  let end = () => {}
  let started = false
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  return {
    work: () => {
      started = true
      return ended
    },
    end,
    hasStarted: () => started,
  }
}

describe('exports', () => {
  it('run two at a time; the third starts when one ends, even badly', async () => {
    const [first, second, third] = [held(), held(), held()]
    const failing = runExport(() => first.work().then(() => Promise.reject(new Error('no'))))
    const others = [runExport(second.work), runExport(third.work)]
    expect([first, second, third].map((one) => one.hasStarted())).toEqual([true, true, false])
    first.end()
    await expect(failing).rejects.toThrow('no')
    await Promise.resolve()
    expect(third.hasStarted()).toBe(true)
    second.end()
    third.end()
    await Promise.all(others)
  })

  it('wait in a short queue, then are refused; an abort gives the place up', async () => {
    const running = [held(), held()]
    const busy = running.map((one) => runExport(one.work))
    const leaving = new AbortController()
    const left = runExport(() => Promise.resolve('never'), leaving.signal)
    const waiting = Array.from({ length: 7 }, (_, rank) => runExport(() => Promise.resolve(rank)))
    await expect(runExport(() => Promise.resolve())).rejects.toMatchObject({
      code: 'documentsOccupes',
      retryAfter: 10,
    })
    leaving.abort()
    await expect(left).rejects.toMatchObject({ name: 'AbortError' })
    const last = runExport(() => Promise.resolve('last'))
    for (const one of running) one.end()
    await Promise.all(busy)
    await expect(Promise.all(waiting)).resolves.toEqual([0, 1, 2, 3, 4, 5, 6])
    await expect(last).resolves.toBe('last')
    await expect(runExport(() => Promise.resolve('free'))).resolves.toBe('free')
  })
})
