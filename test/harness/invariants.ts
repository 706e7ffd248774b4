import { readFileSync } from 'node:fs'
import type { Db } from '#server/database/db.ts'
import { brokenRules, readRules } from '#server/database/invariants.ts'

const rules = readRules(readFileSync(new URL('../../db/invariants.sql', import.meta.url), 'utf8'))

/** The rules of db/invariants.sql that do not hold. */
export const failedInvariants = (db: Db) => brokenRules(db, rules)
