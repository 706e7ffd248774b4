import type { Kysely } from 'kysely'
import type { DB } from '#server/database/schema.ts'

/** What every service takes first: the pool, or the transaction of the request. */
export type Db = Kysely<DB>
