import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const { scripts, version } = JSON.parse(readFileSync('package.json', 'utf8'))

// spec: IN-37
test('every npm command is one program and its words, so that the shell of Windows reads it as any other', () => {
  const plain = /^(node( [\w./-]+)+|tsc -b|oxlint --type-aware|oxfmt)$/
  expect(plain.test('PORT=1 node a.js') || plain.test('node a.mjs && node b.mjs')).toBe(false)
  const shell = Object.entries(scripts).filter(([, command]) => !plain.test(String(command)))
  expect(shell).toEqual([])
  const named = Object.values(scripts).flatMap((command) => String(command).match(/scripts\/\S+\.mjs/g) ?? [])
  const there = readdirSync('scripts').map((name) => `scripts/${name}`)
  expect(named.filter((file) => !there.includes(file))).toEqual([])
})

// spec: IN-37
test('the version is said once: package.json, its lockfile and the newest title of the changelog agree', () => {
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'))
  const [, newest] = /^## (\S+)$/m.exec(readFileSync('CHANGELOG.md', 'utf8')) ?? []
  expect([lock.version, lock.packages[''].version, newest]).toEqual([version, version, version])
})

// spec: IN-37
test('the changelog tells each version by what is new, what is mended and what is to be done', () => {
  const titles = [...readFileSync('CHANGELOG.md', 'utf8').matchAll(/^### (.+)$/gm)].map(([, title]) => title)
  const known = ['Nouveau', 'Corrigé', 'À faire en passant à cette version']
  expect(titles.length).toBeGreaterThan(0)
  expect(titles.filter((title = '') => !known.includes(title))).toEqual([])
})
