import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { FAULTS } from './seeded-faults.mjs'

test('each seeded fault still has its place in the sources, and its test', () => {
  expect(FAULTS).not.toHaveLength(0)
  for (const { fault, changes, caughtBy } of FAULTS) {
    expect([fault, existsSync(caughtBy), changes.length > 0]).toEqual([fault, true, true])
    for (const { file, search } of changes)
      expect([fault, file, readFileSync(file, 'utf8').split(search).length - 1]).toEqual([fault, file, 1])
  }
})

test('the table of docs/tests.md says each fault and its test, in their order', () => {
  const said = readFileSync('docs/tests.md', 'utf8').matchAll(/^\| ([^|]+?) \| `([^`|]+)` \| [^|]+ \|$/gm)
  const rows = [...said].map(([, fault, caughtBy]) => ({ fault, caughtBy }))
  expect(rows.slice(-FAULTS.length)).toEqual(FAULTS.map(({ fault, caughtBy }) => ({ fault, caughtBy })))
})
