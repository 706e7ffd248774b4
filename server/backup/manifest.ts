import * as z from 'zod/mini'
import { padding, TAR_END, tarHeader } from '#server/backup/tar.ts'

/** Version of the layout; a reader refuses any other. */
export const FORMAT = 1

/** Every file of a backup is in this folder of the tar, so that unpacking by hand litters nothing. */
export const FOLDER = 'diyar-sauvegarde'
export const MANIFEST = 'sauvegarde.json'
export const SUMS = 'SHA256SUMS'
export const SEAL = 'SHA256'

const natural = z.int().check(z.gte(0))

const table = z.object({
  name: z.string(),
  /** Columns with data; generated columns are computed again. */
  columns: z.array(z.string()),
  rows: natural,
  /** Names of gzip files whose concatenated contents are the table as CSV. */
  parts: z.array(z.string()),
  identity: z.nullable(z.object({ column: z.string(), last: natural, called: z.boolean() })),
})

const plan = z.object({ id: z.uuid(), part: z.string() })

/** Content of a backup; SHA256SUMS holds the checksum of each part. */
export const manifestSchema = z.object({
  format: z.literal(FORMAT),
  madeAt: z.string(),
  /** Applied migrations in order; older backups do not say when. */
  migrations: z.array(
    z.object({ name: z.string(), checksum: z.string(), appliedAt: z.optional(z.string()) }),
  ),
  tables: z.array(table),
  plans: z.array(plan),
  /** Ids of plans that could not be read, or differed from the upload, when the backup was made. */
  faultyPlans: z.array(z.string()),
  /** Ids of files that were taken away while the backup was made, as with an erased client: rows of its instant name them, and a restore drops those. */
  removedFiles: z.optional(z.array(z.uuid())),
})

export type Manifest = z.infer<typeof manifestSchema>
export type TableEntry = z.infer<typeof table>

/** The last file of a backup: the SHA-256 of every byte before it. The sum determines each of its own bytes. */
export function seal(sum: string, seconds: number): Buffer {
  const content = Buffer.from(`${sum}\n`)
  return Buffer.concat([
    tarHeader(`${FOLDER}/${SEAL}`, content.length, seconds),
    content,
    padding(content.length),
    TAR_END,
  ])
}
