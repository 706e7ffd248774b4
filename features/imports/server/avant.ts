import type { FastifyInstance } from 'fastify'
import { keepBackup } from '#server/backup/kept.ts'

/**
 * Makes the backup that precedes the writing of an import, over a connection of its own, once no other one is being made.
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
  // A file of that name is of an import that was undone by a restore: it goes.
  const fichier = `avant-import-${id}.tar`
  await keepBackup({ connection, files, folder, fichier, origine: 'import', signal, onWait: () => {} })
  return fichier
}
