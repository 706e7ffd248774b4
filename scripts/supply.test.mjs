import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { DOCUMENT, document, isAllowed, packages, SCRIPTS } from './licences.mjs'

/** @param {string} folder @returns {{ path: string, text: string }[]} */
const filesOf = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({ path, text: readFileSync(path, 'latin1') }))

describe('what comes from others', () => {
  test('runs no script when it is installed, but for the listed ones, which npm is told to leave out', () => {
    const { allowScripts } = JSON.parse(readFileSync('package.json', 'utf8'))
    const scripted = packages().filter(({ scripts }) => scripts)
    expect(scripted.filter(({ name }) => !SCRIPTS.test(name))).toEqual([])
    expect(Object.values(allowScripts).filter((allowed) => allowed !== false)).toEqual([])
  })

  test('is licensed so that the product may use it and stay closed', () => {
    expect(packages().length).toBeGreaterThan(100)
    expect(packages().filter(({ licence }) => !isAllowed(licence))).toEqual([])
    expect(
      ['GPL-3.0', 'AGPL-3.0-only', 'MIT AND GPL-2.0', '', 'UNLICENSED', 'SSPL-1.0'].filter(isAllowed),
    ).toEqual([])
    expect(['(MIT OR GPL-3.0)', 'MIT AND OFL-1.1'].every(isAllowed)).toBe(true)
  })

  test('is listed with its licence; npm run licences writes the list again', () => {
    expect(readFileSync(DOCUMENT, 'utf8')).toBe(document())
  })

  test('is of exact versions, from no particular registry', () => {
    const { dependencies, devDependencies, optionalDependencies } = JSON.parse(
      readFileSync('package.json', 'utf8'),
    )
    const versions = Object.values({ ...dependencies, ...devDependencies, ...optionalDependencies })
    expect(versions.filter((version) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(String(version)))).toEqual([])
    expect(readFileSync('package-lock.json', 'utf8')).not.toContain('"resolved"')
    expect(packages().filter(({ version }) => !version)).toEqual([])
  })

  test('has a bill of materials, made without asking anybody', () => {
    const { stdout, status } = spawnSync(process.execPath, ['scripts/sbom.mjs'], {
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
      env: { ...process.env, npm_config_registry: 'http://127.0.0.1:9/' },
    })
    expect(status).toBe(0)
    const { bomFormat, components } = JSON.parse(stdout)
    expect(bomFormat).toBe('CycloneDX')
    // Two ways to the same: npm's own reading of the lockfile, and ours of the licences.
    const line = (/** @type {string[]} */ ...parts) => parts.join(' ')
    const listed = packages().map(({ name, version, licence }) => line(name, version, licence))
    const named = components.map((/** @type {any} */ { name, version, licenses: [one] }) =>
      line(name, version, one.expression ?? one.license.id),
    )
    expect(named.filter((/** @type {string} */ each) => !listed.includes(each))).toEqual([])
    const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
    const names = new Set(components.map((/** @type {{ name: string }} */ { name }) => name))
    expect(Object.keys(dependencies).filter((name) => !names.has(name))).toEqual([])
  })
})

test('package-lock.json names the packages of every platform, without which npm ci refuses it; scripts/complete-lock.mjs adds them', () => {
  /** @type {{ packages: Record<string, { optionalDependencies?: Record<string, string> }> }} */
  const { packages: entries } = JSON.parse(readFileSync('package-lock.json', 'utf8'))
  const named = new Set(Object.keys(entries).map((path) => path.split('node_modules/').at(-1)))
  const wanted = Object.values(entries).flatMap(({ optionalDependencies = {} }) =>
    Object.keys(optionalDependencies),
  )
  expect(wanted.length).toBeGreaterThan(0)
  expect(wanted.filter((name) => !named.has(name))).toEqual([])
})

describe('what is built', () => {
  const built = [...filesOf('dist/web'), ...filesOf('dist/server')]

  // spec: RE-59
  test('holds nothing of what measures or tests it', () => {
    const names = readdirSync('dist/server')
    expect(names.filter((name) => /^(bench|bare)\b/.test(name))).toEqual([])
    // Words of the bench and of the harness alone; the harness makes its folders under the last one.
    const theirs = built.filter(({ text }) => /fillBench|weighInTurns|diyar-e2e-/.test(text))
    expect(theirs.map(({ path }) => path)).toEqual([])
  })

  test('holds no source map, no test and no way into the sources', () => {
    expect(built.length).toBeGreaterThan(20)
    const named = (/** @type {RegExp} */ name) =>
      built.filter(({ path }) => name.test(path)).map(({ path }) => path)
    expect(named(/\.map(\.|$)|\.test\.|\.spec\.|\.tsx?$/)).toEqual([])
    const code = built.filter(({ path }) => /\.(js|mjs|css|html)$/.test(path))
    const holding = (/** @type {RegExp} */ text) =>
      code.filter((file) => text.test(file.text)).map(({ path }) => path)
    expect(holding(/sourceMappingURL=/)).toEqual([])
    // vitest and the builders of tests; words that only they have.
    expect(holding(/#test\/|from ["']vitest["']|buildAppartement\(db/)).toEqual([])
    expect(
      code
        .filter(
          ({ path, text }) => path.includes('web') && /\/(work|home|Users)\/|node:fs|DATABASE_URL/.test(text),
        )
        .map(({ path }) => path),
    ).toEqual([])
  })

  test('holds no secret', () => {
    const secret =
      /-----BEGIN [A-Z ]*PRIVATE KEY-----|AKIA[0-9A-Z]{16}|gh[pousr]_[A-Za-z0-9]{36}|npm_[A-Za-z0-9]{36}|xox[baprs]-[A-Za-z0-9-]{10,}|postgres(ql)?:\/\/\w+:(?!motdepasse|password|\$)[^@\s"'`]{3,}@/
    expect(secret.test('-----BEGIN RSA PRIVATE KEY-----')).toBe(true)
    expect(built.filter(({ text }) => secret.test(text)).map(({ path }) => path)).toEqual([])
    expect(readdirSync('.').filter((name) => /^\.env|\.(pem|key|p12)$/.test(name))).toEqual([])
  })
})
