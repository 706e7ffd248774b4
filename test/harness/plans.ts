import { createHash, randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import type { Db } from '#server/database/db.ts'
import type { FileStore } from '#server/files/store.ts'
import { buildResidence } from '#test/harness/builders.ts'

interface UploadedBytes {
  id: string
  nom: string
  content: Buffer
}

/** A file as an upload would have left it: its bytes in the store, its line in the database. */
export async function addFile(db: Db, store: FileStore, { id, nom, content }: UploadedBytes): Promise<void> {
  const draft = await store.draft()
  await writeFile(draft, content)
  await store.keep(draft, id)
  await db
    .insertInto('fichiers')
    .values({
      id,
      nom,
      taille: content.length,
      sha256: createHash('sha256').update(content).digest(),
    })
    .execute()
}

/** A residence with its plan. @returns the id of the plan */
export async function addPlan(db: Db, store: FileStore, content: Buffer): Promise<string> {
  const id = randomUUID()
  await addFile(db, store, { id, nom: 'plan.pdf', content })
  await buildResidence(db, { plan_id: id })
  return id
}

/** The smallest file that is taken for a PDF. */
export const PDF = Buffer.from('%PDF-1.4\n%%EOF\n')
