import { sql, type Kysely } from 'kysely'
import type { DB } from '#server/database/schema.ts'

/** The pool or the transaction of a request; every service takes it first. */
export type Db = Kysely<DB>

/** How far a stored instant may be ahead of now: the clocks of two servers differ by less. Later ones are of a clock that ran ahead. */
export const AVANCE = sql`interval '5 minutes'`
