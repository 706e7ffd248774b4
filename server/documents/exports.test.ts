import { describe, expect, it } from 'vitest'
import { communesErreurs } from '#shared/erreurs.ts'
import { runExport, createQueue } from '#server/http/overload.ts'
import { refuse } from '#server/http/errors.ts'

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

  // spec: RE-65
  it('of one member run one at a time, two wait, the next ones are refused; the others go past them', async () => {
    const [karim, nadia, samir] = [1, 2, 3]
    const his = [held(), held(), held()]
    const looping = his.map((one) => runExport(one.work, { owner: karim }))
    await expect(runExport(() => Promise.resolve(), { owner: karim })).rejects.toMatchObject({
      message: communesErreurs.documentsOccupes.message,
      retryAfter: 10,
    })
    expect(his.map((one) => one.hasStarted())).toEqual([true, false, false])
    await expect(runExport(() => Promise.resolve('hers'), { owner: nadia })).resolves.toBe('hers')
    const [hers, third] = [held(), held()]
    const others = [runExport(hers.work, { owner: nadia }), runExport(third.work, { owner: samir })]
    expect([hers.hasStarted(), third.hasStarted()]).toEqual([true, false])
    // The second export of the first member has waited longer.
    his[0]?.end()
    await looping[0]
    expect([his[1]?.hasStarted(), third.hasStarted()]).toEqual([true, false])
    hers.end()
    await others[0]
    expect([his[2]?.hasStarted(), third.hasStarted()]).toEqual([false, true])
    for (const one of [...his, third]) one.end()
    await Promise.all([...looping, ...others])
  })

  it('wait for a place; an abort gives it up', async () => {
    const running = [held(), held()]
    const busy = running.map((one) => runExport(one.work))
    const leaving = new AbortController()
    const left = runExport(() => Promise.resolve('never'), { signal: leaving.signal })
    const waiting = Array.from({ length: 7 }, (_, rank) => runExport(() => Promise.resolve(rank)))
    leaving.abort()
    await expect(left).rejects.toMatchObject({ name: 'AbortError' })
    for (const one of running) one.end()
    await Promise.all(busy)
    await expect(Promise.all(waiting)).resolves.toEqual([0, 1, 2, 3, 4, 5, 6])
    await expect(runExport(() => Promise.resolve('free'))).resolves.toBe('free')
  })
})

describe('a queue', () => {
  const refusal = () => refuse(communesErreurs.documentsOccupes)
  const kind = { concurrency: 1, waiting: 2, patience: 50 }

  it('refuses what has waited too long, and what finds too many waiting', async () => {
    const queue = createQueue(kind, refusal)
    const first = held()
    const running = queue.run(first.work)
    const waiting = [queue.run(async () => 'second'), queue.run(async () => 'third')]
    await expect(queue.run(async () => 'fourth')).rejects.toMatchObject({
      message: communesErreurs.documentsOccupes.message,
    })
    for (const one of waiting)
      await expect(one).rejects.toMatchObject({ message: communesErreurs.documentsOccupes.message })
    expect(queue.state()).toEqual({ running: 1, waiting: 0 })
    first.end()
    await running
    await expect(queue.run(async () => 'next')).resolves.toBe('next')
  })
})
