import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/**
 * One hash of the names and contents of files and folders; what does not exist counts for nothing.
 * @param {string[]} paths
 * @param {(path: string) => boolean} [keep] which of the files below the folders count
 */
export function fingerprint(paths, keep = () => true) {
  const hash = createHash('sha256')
  for (const path of paths.flatMap(filesOf).filter(keep))
    hash.update(path).update('\0').update(readFileSync(path)).update('\0')
  return hash.digest('hex')
}

/** @param {string} path @returns {string[]} */
function filesOf(path) {
  if (!existsSync(path)) return []
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path)
    .toSorted()
    .flatMap((name) => filesOf(join(path, name)))
}
