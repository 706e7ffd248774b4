import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { readAgain } from '#features/generation/web/generation.queries.ts'

/** Queries that are read again on a screen that shows the plan, the preview and the former generations. */
async function readAfter(refused: boolean): Promise<string[]> {
  const client = new QueryClient()
  const read: string[] = []
  const stops = ['plan', 'generation', 'generations'].map((noun) =>
    new QueryObserver(client, {
      queryKey: [noun, 1],
      queryFn: () => {
        read.push(noun)
        return noun
      },
    }).subscribe(() => {}),
  )
  await client.refetchQueries()
  read.length = 0
  await readAgain(client, refused)
  for (const stop of stops) stop()
  expect(client.getQueryState(['generation', 1])?.isInvalidated).toBe(!refused)
  client.clear()
  return read
}

// spec: PO-03
it('a creation reads the plan again, not the preview that would take its lots for collisions', async () => {
  expect(await readAfter(false)).toEqual(['plan'])
})

// spec: PO-03
it('a refusal reads the preview again, which shows what has come meanwhile', async () => {
  expect(await readAfter(true)).toEqual(['plan', 'generation', 'generations'])
})
