import { cpSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'

const MADE = new Set([
  'node_modules',
  'dist',
  'data',
  'data-demo',
  'test-results',
  '.git',
  '.tsbuild',
  '.preparer',
])

/** Copies the sources, with a link to the original's dependencies. @param {string} from @param {string} to */
export function copyCheckout(from, to) {
  mkdirSync(to, { recursive: true })
  for (const name of readdirSync(from).filter((entry) => !MADE.has(entry)))
    cpSync(join(from, name), join(to, name), { recursive: true, verbatimSymlinks: true })
  symlinkSync(join(from, 'node_modules'), join(to, 'node_modules'), 'junction')
}
