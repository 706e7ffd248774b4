import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Db } from '#server/database/db.ts'
import { dbFolder } from '#server/package-root.ts'

interface Rule {
  name: string
  query: string
}

/** Rules of db/invariants.sql. */
export const readBusinessRules = async () =>
  readRules(await readFile(join(dbFolder, 'invariants.sql'), 'utf8'))

/** Cuts the SQL text into rules; the last comment line above a SELECT is the name of the rule. */
export function readRules(text: string): Rule[] {
  return text
    .split(/;\s*$/m)
    .map((part) => {
      const lines = part.trim().split('\n')
      const query = lines
        .filter((line) => !line.startsWith('--'))
        .join('\n')
        .trim()
      const name =
        lines
          .filter((line) => line.startsWith('--'))
          .at(-1)
          ?.slice(2)
          .trim() ?? ''
      return { name, query }
    })
    .filter(({ query }) => query !== '')
}

/** Runs every rule. @returns the broken ones, with the rows found */
export async function brokenRules(db: Db, rules: Rule[]): Promise<{ rule: string; rows: unknown[] }[]> {
  const broken = []
  for (const { name, query } of rules) {
    const { rows } = await sql.raw(query).execute(db)
    if (rows.length > 0) broken.push({ rule: name, rows })
  }
  return broken
}
