import type { Kysely } from 'kysely'
import type { DB } from '#server/database/schema.ts'

/** The pool or the transaction of a request; every service takes it first. */
export type Db = Kysely<DB>
