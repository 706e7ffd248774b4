import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The folder of package.json, whether the code runs from the sources or from the bundle. */
export const packageRoot = findRoot(import.meta.dirname, 'package.json')

/** The folder `db` this code was made with: that of the sources, or the copy its build carries. */
export const dbFolder = join(findRoot(import.meta.dirname, join('db', 'migrations')), 'db')

/** The folder in which a file the documents are made of lies at this place: that of the sources, or this build's. */
export const rootOf = (file: string): string => findRoot(import.meta.dirname, file)

/** The screens built together with the bundle this code is in; null when there are none. */
export function builtScreens(): string | null {
  const folders = ['..', join('..', '..')].map((up) => join(import.meta.dirname, up, 'web'))
  return folders.find((folder) => existsSync(join(folder, 'index.html'))) ?? null
}

function findRoot(folder: string, holding: string): string {
  if (existsSync(join(folder, holding))) return folder
  const parent = dirname(folder)
  // As of any file that is away: the build may have been removed under the server.
  if (parent === folder) throw Object.assign(new Error(`no ${holding} above the code`), { code: 'ENOENT' })
  return findRoot(parent, holding)
}
