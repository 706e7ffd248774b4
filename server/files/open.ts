import { join } from 'node:path'
import type { Config } from '#server/config.ts'
import { diskStore } from '#server/files/disk.ts'
import { s3Store } from '#server/files/s3.ts'
import type { FileStore } from '#server/files/store.ts'

/** Opens the store of an installation: the bucket of the S3_* settings, or the disk. @throws CommandError when it cannot be used */
export async function openFiles({ dataDir, s3 }: Pick<Config, 'dataDir' | 's3'>): Promise<FileStore> {
  const root = join(dataDir, 'fichiers')
  const store = s3 ? s3Store(s3, root) : diskStore(root)
  await store.check()
  return store
}
