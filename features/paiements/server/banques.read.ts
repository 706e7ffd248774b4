import { sql } from 'kysely'
import type { Db } from '#server/database/db.ts'

/** So many banks are offered. */
const OFFERTES = 200

/** The banks that payments name, each once, at most two hundred: the index is walked from one to the next, whatever it holds of each. */
export async function listBanquesUtilisees(db: Db): Promise<string[]> {
  const { rows } = await sql<{ banque: string }>`
    with recursive suite (banque) as (
      (select p.banque from paiements p where p.banque is not null order by p.banque limit 1)
      union all
      select (select p.banque from paiements p where p.banque > s.banque order by p.banque limit 1)
      from suite s where s.banque is not null)
    select banque from suite where banque is not null limit ${OFFERTES}`.execute(db)
  return rows.map(({ banque }) => banque)
}

/**
 * The banks that a form offers: those of the settings and every bank used, by name, each once, at most two hundred; those of the
 * settings are always among them.
 */
export async function completeBanques(db: Db, proposees: readonly string[]): Promise<string[]> {
  const toutes = new Set([...proposees, ...(await listBanquesUtilisees(db))])
  return [...toutes].slice(0, OFFERTES).toSorted((a, b) => a.localeCompare(b, 'fr'))
}
