import { mkdir, mkdtemp, realpath, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Refusal } from '#server/http/refusal.ts'

/**
 * Makes the folder of everything Diyar keeps, if need be, and checks that it can be written.
 * @returns its real path
 * @throws Refusal when it cannot be written
 */
export async function prepareDataFolder(dataDir: string): Promise<string> {
  try {
    // Others may pass through, not look: the database below it belongs to another account when root starts us.
    await mkdir(dataDir, { recursive: true, mode: 0o711 })
    await rmdir(await mkdtemp(join(dataDir, '.essai-')))
    return await realpath(dataDir)
  } catch (error) {
    throw new Refusal(
      `le dossier des données ${dataDir} n'est pas accessible en écriture (${reason(error)}) : corrigez ses droits ou choisissez-en un autre avec DATA_DIR.`,
    )
  }
}

const REASONS: Record<string, string> = {
  EACCES: 'accès refusé',
  EPERM: 'accès refusé',
  EROFS: 'disque en lecture seule',
  ENOSPC: 'disque plein',
  ENOTDIR: "ce n'est pas un dossier",
  EEXIST: "ce n'est pas un dossier",
}

function reason(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return REASONS[code] ?? (code || String(error))
}
