// The texts of the licences of what is in the archive: packages, and what the screens and the server were bundled from.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { MODULES } from './paquet-modules.mjs'

const TEXT = /^(licen[cs]e|copying|ofl|notice)[^/]*$/i

/** @typedef {{ version: string, license?: string, author?: string | { name?: string }, dependencies?: Record<string, string>, peerDependencies?: Record<string, string> }} Manifest */

/** @param {string} name @returns {Manifest} */
const manifestOf = (name) => JSON.parse(readFileSync(join(MODULES, name, 'package.json'), 'utf8'))

/**
 * Writes a text for each package into `folder`. One that brings none gets the text of its licence from another package of that licence,
 * with its own authors. @param {string[]} inArchive @param {string} folder
 */
export function writeLicences(inArchive, folder) {
  mkdirSync(folder, { recursive: true })
  const all = [...new Set([...inArchive, ...bundled()])].toSorted()
  for (const name of all) writeFileSync(join(folder, `${name.replace('/', '+')}.txt`), textOf(name, all))
}

/** Production packages, and those that the screens are made of. @returns {string[]} */
function bundled() {
  const { dependencies, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
  /** @type {Set<string>} */
  const found = new Set()
  const visit = (/** @type {string} */ name) => {
    if (found.has(name)) return
    const manifest = installed(name)
    if (!manifest) return
    found.add(name)
    for (const other of Object.keys({ ...manifest.dependencies })) visit(other)
  }
  for (const name of [
    ...Object.keys(dependencies),
    ...Object.keys(devDependencies).filter((tool) => OF_SCREENS.test(tool)),
  ])
    visit(name)
  return [...found]
}

/** Development packages that end up in the screens or in the pages of help. */
const OF_SCREENS = /^(@fontsource|@mantine|@tabler|@tanstack)\/|^(chart\.js|dayjs|react|react-dom)$/

/** @param {string} name @returns {Manifest | null} */
function installed(name) {
  try {
    return manifestOf(name)
  } catch {
    return null
  }
}

/** @param {string} name @param {string[]} all */
function textOf(name, all) {
  const { version, license = '', author } = manifestOf(name)
  const head = `${name} ${version}, ${license}\n\n`
  const own = textsIn(name)
  if (own) return head + own
  const of = typeof author === 'object' ? author.name : author
  const alike = all.find((other) => manifestOf(other).license === license && textsIn(other) !== '')
  if (!alike) throw new Error(`no text of ${license} for ${name}`)
  const text = textsIn(alike).replace(
    /^.*copyright \(c\).*$/im,
    `Copyright (c) ${of ?? `the authors of ${name}`}`,
  )
  return head + text
}

/** @param {string} name */
function textsIn(name) {
  const files = readdirSync(join(MODULES, name)).filter((file) => TEXT.test(file))
  return files.map((file) => readFileSync(join(MODULES, name, file), 'utf8')).join('\n\n')
}
