import { utimes, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { buffer, text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { pathOf } from '#server/files/store.ts'
import { KINDS, storeBench, type StoreBench } from '#test/harness/stores.ts'

const UUID = (n: number) => `0000000${n}-0000-4000-8000-000000000000`

describe.each(KINDS)('the store on %s', (kind) => {
  let bench: StoreBench
  beforeEach(async () => {
    bench = await storeBench(kind)
  })
  afterEach(() => bench.close())

  const ids = async (shelf: 'plans' | 'corbeille') => {
    const found = []
    for await (const file of bench.store.list(shelf)) found.push(file)
    return found
  }

  it('keeps and reads what it is given, to the byte, and nothing else', async () => {
    const { store } = bench
    expect(await store.isEmpty()).toBe(true)
    const content = String.fromCharCode(...Array.from({ length: 60_000 }, (_, n) => n % 128))
    await bench.keep(UUID(1), content)
    expect(await bench.paths()).toEqual([pathOf('plans', UUID(1))])
    expect(await bench.drafts()).toEqual([])
    expect((await buffer(store.read(UUID(1)))).equals(Buffer.from(content))).toBe(true)
    expect(await ids('plans')).toEqual([{ id: UUID(1), taille: 60_000, since: expect.any(Number) }])
    expect(await store.isEmpty()).toBe(false)
    await expect(buffer(store.read(UUID(2)))).rejects.toMatchObject({ code: 'ENOENT' })
  })

  it('throws away into the bin, from where it is read, put back, and dropped for good', async () => {
    const { store } = bench
    await bench.keep(UUID(1), 'un')
    await bench.age(UUID(1), 'plans', 24 * 365)
    // The file is removed twice, and by two at once.
    await Promise.all([store.remove(UUID(1)), bench.again().remove(UUID(1))])
    await store.remove(UUID(1))
    expect(await bench.paths()).toEqual([pathOf('corbeille', UUID(1))])
    expect(await store.isEmpty()).toBe(false)
    // A file counts as in the bin from now on, however old it is.
    const [thrown] = await ids('corbeille')
    expect(Date.now() - (thrown?.since ?? 0)).toBeLessThan(60_000)
    expect(await text(store.read(UUID(1)))).toBe('un')

    await store.putBack(UUID(1))
    await store.putBack(UUID(1))
    expect(await bench.paths()).toEqual([pathOf('plans', UUID(1))])
    await store.drop(UUID(1), 'corbeille')
    expect(await text(store.read(UUID(1)))).toBe('un')
    await store.drop(UUID(1), 'plans')
    await store.drop(UUID(1), 'plans')
    expect(await bench.paths()).toEqual([])
  })

  it('is marked by one of several at once, and unmarked', async () => {
    const owners = await Promise.all([1, 2, 3, 4, 5, 6].map((n) => bench.again().claim(UUID(n))))
    expect(new Set(owners).size).toBe(1)
    expect(await bench.store.installation()).toBe(owners[0])
    expect(await bench.paths()).toEqual(['installation'])
    expect(await bench.drafts()).toEqual([])
    expect(await bench.store.isEmpty()).toBe(true)
    await bench.store.unclaim()
    expect(await bench.store.installation()).toBeNull()
  })

  it('drops uploads that were given up an hour ago, and no other', async () => {
    await bench.keep(UUID(1), 'x')
    const [old, fresh] = [await bench.store.draft(), await bench.store.draft()]
    for (const draft of [old, fresh]) await writeFile(draft, 'half')
    const then = new Date(Date.now() - 2 * 3_600_000)
    await utimes(old, then, then)
    await bench.store.dropAbandoned()
    expect(await bench.drafts()).toEqual([fresh])
    expect(dirname(fresh)).toMatch(/brouillons$/)
  })
})
