import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestApp } from '#test/app.ts'

/** Every file of an installation, half-received ones too, in one order. */
export const filesOf = async ({ files }: Pick<TestApp, 'files'>): Promise<string[]> =>
  (await readdir(files, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .toSorted()
