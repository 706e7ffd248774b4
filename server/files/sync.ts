import { open } from 'node:fs/promises'

/** Returns once the bytes of a file, or the names in a folder, would survive a power cut. */
export async function syncFile(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** The same of a folder. Windows cannot open one and orders such writes itself. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform !== 'win32') await syncFile(folder)
}
