import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { INSTALLATION_MARK } from '#server/files/store.ts'
import type { TestApp } from '#test/harness/app.ts'

const BIN = '/corbeille/'

async function everyFileOf({ files }: Pick<TestApp, 'files'>): Promise<string[]> {
  const entries = await readdir(files, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile() && entry.name !== INSTALLATION_MARK)
    .map(({ parentPath, name }) => join(parentPath, name))
    .toSorted()
}

/** Every plan in use, half-received ones too, in one order. */
export const filesOf = async (t: Pick<TestApp, 'files'>): Promise<string[]> =>
  (await everyFileOf(t)).filter((path) => !path.includes(BIN))

/** Every plan that was thrown away. */
export const binOf = async (t: Pick<TestApp, 'files'>): Promise<string[]> =>
  (await everyFileOf(t)).filter((path) => path.includes(BIN))
