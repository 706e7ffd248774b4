import { sql, type RawBuilder } from 'kysely'
import {
  BIENS,
  FICHES,
  idsOf,
  pendantsOf,
  TABLES,
  type Fiche,
  type Pendant,
} from '#features/actes/server/actes.fiches.ts'
import type { Db } from '#server/database/db.ts'
import type { DB } from '#server/database/schema.ts'

/**
 * Removes what an act made, what stands on a record before the record. Rows that hang on one go first, all at once: a cascade would take
 * them one record at a time.
 * @param restore gives what the act changed its former values, once no sale of the act stands in their way and before what they may have
 *   stood in is gone
 */
export async function removeFiches(db: Db, acte: number, restore: () => Promise<void>): Promise<void> {
  const remove = (table: keyof DB, column: string, ...fiches: Fiche[]) =>
    sql`delete from ${sql.table(table)} where ${sql.ref(column)} in (${idsOf(acte, fiches, 'faites')})`.execute(
      db,
    )
  await remove('paiements', 'id', 'paiement')
  await remove('remboursements', 'id', 'remboursement')
  await remove('desistements', 'vente_id', 'vente')
  await remove('echeances', 'vente_id', 'vente')
  await remove('co_acquereurs', 'vente_id', 'vente')
  await remove('options', 'id', 'option')
  await remove('ventes', 'id', 'vente')
  await restore()
  await remove('changements_prix', 'bien_id', ...BIENS)
  for (const bien of BIENS) await remove(TABLES[bien][1], 'id', bien)
  await remove('biens', 'id', ...BIENS)
  await remove('parkings', 'id', 'parking')
  await remove('etages', 'id', 'etage')
  await remove('stades_atteints', 'bloc_id', 'bloc')
  await remove('blocs', 'id', 'bloc')
  await remove('residences', 'id', 'residence')
  await remove('clients', 'id', 'client')
}

/** Gives the fiches that an act changed their former values, with what hung on them. */
export async function restoreFiches(db: Db, acte: number): Promise<void> {
  for (const fiche of FICHES) {
    for (const table of TABLES[fiche]) await restoreTable(db, acte, fiche, table)
    for (const pendant of pendantsOf(fiche)) await restorePendants(db, acte, fiche, pendant)
  }
  await sql`
    select rafraichir_echeances(array(${idsOf(acte, ['vente'], 'changees')}))`.execute(db)
}

/** The columns that are written, as the database knows them: neither generated nor the row's own id and version. */
async function readColumns(db: Db, table: keyof DB): Promise<{ ecrites: string[]; versionnee: boolean }> {
  const { rows } = await sql<{ nom: string }>`
    select attname as nom from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`.execute(
    db,
  )
  const noms = rows.map(({ nom }) => nom)
  return {
    ecrites: noms.filter((nom) => nom !== 'id' && nom !== 'version'),
    versionnee: noms.includes('version'),
  }
}

const refs = (colonnes: readonly string[], de?: string): RawBuilder<unknown> =>
  sql.join(colonnes.map((colonne) => (de === undefined ? sql.ref(colonne) : sql.ref(`${de}.${colonne}`))))

async function restoreTable(db: Db, acte: number, fiche: Fiche, table: keyof DB): Promise<void> {
  const changees = sql`from actes_fiches f where f.acte_id = ${acte} and f.objet = ${fiche} and f.avant is not null`
  const { rows } = await sql`select ${changees} limit 1`.execute(db)
  if (rows.length === 0) return
  const { ecrites, versionnee } = await readColumns(db, table)
  // A key that is absent from the former values keeps what the row has.
  await sql`
    update ${sql.table(table)} t set (${refs(ecrites)}) = (select ${refs(ecrites, 'r')} from jsonb_populate_record(t, f.avant) r)
      ${versionnee ? sql`, version = t.version + 1` : sql``}
    ${changees} and f.objet_id = t.id`.execute(db)
}

/** Puts back the rows that hung on changed fiches: those that are new go, the others are as they were. */
async function restorePendants(
  db: Db,
  acte: number,
  fiche: Fiche,
  { table, parent, cle }: Pendant,
): Promise<void> {
  const gardees = sql`actes_fiches f where f.acte_id = ${acte} and f.objet = ${fiche} and f.avant ? ${sql.lit(table)}`
  const { rows } = await sql`select from ${gardees} limit 1`.execute(db)
  if (rows.length === 0) return
  const formes = sql`(select r.* from actes_fiches f cross join lateral
    jsonb_populate_recordset(null::${sql.table(table)}, f.avant -> ${sql.lit(table)}) r
    where f.acte_id = ${acte} and f.objet = ${fiche} and f.avant ? ${sql.lit(table)})`
  await sql`
    delete from ${sql.table(table)} t where t.${sql.ref(parent)} in (select f.objet_id from ${gardees})
      and (${refs(cle, 't')}) not in (select ${refs(cle, 'r')} from ${formes} r)`.execute(db)
  const { ecrites } = await readColumns(db, table)
  const toutes = [...new Set([...cle, ...ecrites])]
  await sql`
    insert into ${sql.table(table)} (${refs(toutes)}) overriding system value select ${refs(toutes, 'r')} from ${formes} r
    on conflict (${refs(cle)}) do update set (${refs(ecrites)}) = row (${refs(ecrites, 'excluded')})`.execute(
    db,
  )
}
