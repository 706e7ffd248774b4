import { readdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { backUp } from '#server/backup/backup.ts'

/** Backups of this kind that are kept, the newest. */
const KEPT = 3
const NAME = /^avant-import-(\d+)\.tar$/

/**
 * Makes the backup that precedes the writing of an import, over a connection of its own.
 * @returns its name
 * @throws whatever keeps it from being whole; nothing of it stays then
 */
export async function backUpBefore(
  { files, sauvegardes }: Pick<FastifyInstance, 'files' | 'sauvegardes'>,
  id: number,
  signal: AbortSignal,
): Promise<string> {
  if (!sauvegardes) throw new Error('this server was told of no folder for backups')
  const { connection, folder } = sauvegardes
  const name = `avant-import-${id}.tar`
  const target = join(folder, name)
  // An import of this number that was undone by a restore.
  await rm(target, { force: true })
  await backUp({ connection, files, target, dataDir: dirname(folder), signal })
  await removeOld(folder)
  return name
}

async function removeOld(folder: string): Promise<void> {
  const numbers = (await readdir(folder)).flatMap((name) => Number(NAME.exec(name)?.[1] ?? []))
  const old = numbers.toSorted((a, b) => b - a).slice(KEPT)
  for (const id of old) await rm(join(folder, `avant-import-${id}.tar`), { force: true })
}
