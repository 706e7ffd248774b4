import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** The script behind a command of node_modules/.bin, which is none on Windows. @param {string} package_ @param {string} command */
export function binaryOf(package_, command) {
  const manifest = createRequire(import.meta.url).resolve(`${package_}/package.json`)
  const { bin } = JSON.parse(readFileSync(manifest, 'utf8'))
  return join(dirname(manifest), typeof bin === 'string' ? bin : bin[command])
}
