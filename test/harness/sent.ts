declare module 'vitest' {
  interface TaskMeta {
    /** The changes that were sent first by this test, as `remember` writes them. */
    sent?: string[]
  }
}

const known = new Set<string>()
const fresh: string[] = []

/** Remembers that a change was sent: its call without the ids of its records, and the names of the fields it came with. */
export function remember(method: string, path: string, body: unknown): void {
  const [address = ''] = path.split('?')
  const call = `${method} ${address.replace(/\/\d+(?=\/|$)/g, '/{id}')}`
  const fields = Object.entries(body ?? {}).flatMap(([name, value]) => (value === undefined ? [] : [name]))
  const change = [call, ...fields.toSorted()].join(' ')
  if (known.has(change)) return
  known.add(change)
  fresh.push(change)
}

/** Returns the changes remembered since the last time, and in this process for the first time. */
export const takeSent = (): string[] => fresh.splice(0)
