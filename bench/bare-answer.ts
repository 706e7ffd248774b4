import type pg from 'pg'

interface Asked {
  page: number
  size: number
  from: number
  query: Record<string, string>
}

/** A call of the product written by hand, to compare with. */
export interface Bare {
  path: string
  ask: (asked: Asked) => [text: string, values: unknown[]]
  answer: (row: { data: unknown; total: number }, asked: Asked) => unknown
}

/** Answers a call written by hand: one statement through the driver, its rows unchanged. */
export async function bareAnswer(
  pool: pg.Pool,
  { ask, answer }: Pick<Bare, 'ask' | 'answer'>,
  query: Record<string, string>,
): Promise<unknown> {
  const page = Number(query['page'] ?? 1)
  const size = Number(query['per_page'] ?? 6)
  const values = { page, size, from: (page - 1) * size, query }
  const { rows } = await pool.query<{ data: unknown; total: number }>(...ask(values))
  return answer(rows[0] ?? { data: null, total: 0 }, values)
}
