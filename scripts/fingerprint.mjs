import { createHash } from 'node:crypto'
import { readFileSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/**
 * One hash of the names and contents of files and folders; what does not exist, or goes while we look, counts for nothing.
 * @param {string[]} paths
 * @param {(path: string) => boolean} [keep] which of the files below the folders count
 */
export function fingerprint(paths, keep = () => true) {
  const hash = createHash('sha256')
  for (const path of paths.flatMap(filesOf).filter(keep)) {
    const content = ifThere(() => readFileSync(path))
    if (content) hash.update(path).update('\0').update(content).update('\0')
  }
  return hash.digest('hex')
}

/** @param {string} path @returns {string[]} */
function filesOf(path) {
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found?.isDirectory()) return found ? [path] : []
  return (ifThere(() => readdirSync(path)) ?? []).toSorted().flatMap((name) => filesOf(join(path, name)))
}

/** @template T @param {() => T} look */
function ifThere(look) {
  try {
    return look()
  } catch (error) {
    const { code } = /** @type {NodeJS.ErrnoException} */ (error)
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined
    throw error
  }
}
