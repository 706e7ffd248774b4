import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

test('package-lock.json names the packages of every platform, without which npm ci refuses it; scripts/complete-lock.mjs adds them', () => {
  /** @type {{ packages: Record<string, { optionalDependencies?: Record<string, string> }> }} */
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'))
  const named = new Set(Object.keys(packages).map((path) => path.split('node_modules/').at(-1)))
  const wanted = Object.values(packages).flatMap(({ optionalDependencies = {} }) =>
    Object.keys(optionalDependencies),
  )
  expect(wanted.length).toBeGreaterThan(0)
  expect(wanted.filter((name) => !named.has(name))).toEqual([])
})
