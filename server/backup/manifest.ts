import * as z from 'zod/mini'

/** The only layout of a backup so far; a reader refuses any other. */
export const FORMAT = 1

/** All files of a backup are in this folder of the tar, so that unpacking it by hand litters nothing. */
export const FOLDER = 'diyar-sauvegarde'
export const MANIFEST = 'sauvegarde.json'
export const SUMS = 'SHA256SUMS'
export const SEAL = 'SHA256'

const natural = z.int().check(z.gte(0))

const table = z.object({
  name: z.string(),
  /** Those that hold data: generated ones are computed again. */
  columns: z.array(z.string()),
  rows: natural,
  /** Files of the backup whose contents, unpacked and put together, are the table as CSV. */
  parts: z.array(z.string()),
  /** Where the numbering of an identity column stands. */
  identity: z.nullable(z.object({ column: z.string(), last: natural, called: z.boolean() })),
})

const plan = z.object({ id: z.uuid(), part: z.string() })

/** What is in a backup. The SHA-256 of each part is in its SHA256SUMS. */
export const manifestSchema = z.object({
  format: z.literal(FORMAT),
  madeAt: z.string(),
  /** The migrations the data have been through, in order. */
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  tables: z.array(table),
  plans: z.array(plan),
  /** Plans that the data name and that could not be read, or are not what was uploaded, when the backup was made. */
  faultyPlans: z.array(z.string()),
})

export type Manifest = z.infer<typeof manifestSchema>
export type TableEntry = z.infer<typeof table>
