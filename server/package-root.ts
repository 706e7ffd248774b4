import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The folder of package.json, for sources and bundle alike. */
export const packageRoot = findRoot(import.meta.dirname, 'package.json')

/** The folder `db` of this code: that of the sources, or the copy in the build. */
export const dbFolder = join(findRoot(import.meta.dirname, join('db', 'migrations')), 'db')

/** The folder, of the sources or of the build, below which a file of the documents lies. */
export const rootOf = (file: string): string => findRoot(import.meta.dirname, file)

/** The screens built together with this bundle; null without any. */
export function builtScreens(): string | null {
  const folders = ['..', join('..', '..')].map((up) => join(import.meta.dirname, up, 'web'))
  return folders.find((folder) => existsSync(join(folder, 'index.html'))) ?? null
}

function findRoot(folder: string, holding: string): string {
  if (existsSync(join(folder, holding))) return folder
  const parent = dirname(folder)
  // ENOENT, as for any absent file: the build may have been removed under the server.
  if (parent === folder) throw Object.assign(new Error(`no ${holding} above the code`), { code: 'ENOENT' })
  return findRoot(parent, holding)
}
