import pg from 'pg'
import { vi } from 'vitest'

/** How many statements the product in this process sends to the database while something is done. */
export async function countStatements(act: () => Promise<unknown>): Promise<number> {
  const query = vi.spyOn(pg.Client.prototype, 'query')
  try {
    await act()
    return query.mock.calls.length
  } finally {
    query.mockRestore()
  }
}

/**
 * Does something while somebody else writes before each statement that names one of these tables: what is not read at one instant
 * shows it.
 */
export async function writingBetween<T>(
  tables: RegExp,
  write: () => Promise<unknown>,
  act: () => Promise<T>,
): Promise<T> {
  const { query } = pg.Client.prototype
  let writing = false
  const between = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...given: unknown[]
  ) {
    const [first] = given
    const text = typeof first === 'string' ? first : ((first as { text?: string } | undefined)?.text ?? '')
    const ask = () => Reflect.apply(query, this, given) as unknown
    if (writing || !tables.test(text)) return ask()
    writing = true
    return write()
      .finally(() => (writing = false))
      .then(ask)
  })
  try {
    return await act()
  } finally {
    between.mockRestore()
  }
}
