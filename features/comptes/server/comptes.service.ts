import { sql } from 'kysely'
import { comptesErreurs } from '#features/comptes/comptes.erreurs.ts'
import type { CompteBancaire, CompteBancaireInput } from '#features/comptes/comptes.contract.ts'
import type { CompteNomme } from '#features/comptes/server/comptes.read.ts'
import { writeJournal } from '#features/journal/server/journal.service.ts'
import type { Db } from '#server/database/db.ts'
import { changeVersioned } from '#server/database/records.ts'
import { refuse } from '#server/http/errors.ts'
import type { Actor } from '#server/http/session.ts'
import { aujourdhui } from '#shared/dates.ts'
import { communesErreurs } from '#shared/erreurs.ts'

const selectComptes = (db: Db) =>
  db
    .selectFrom('comptes_bancaires as c')
    .select(['c.id', 'c.banque', 'c.agence', 'c.numero', 'c.actif', 'c.version'])
    .select(sql<number>`(select count(*) from remises r where r.compte_id = c.id)`.as('remises'))

/** The promoter's accounts, the active ones first, then by bank. */
export const listComptes = (db: Db): Promise<CompteBancaire[]> =>
  selectComptes(db)
    .orderBy('c.actif', 'desc')
    .orderBy(sql`normaliser(c.banque)`)
    .orderBy('c.id')
    .execute()

/**
 * The account last used among those still in use, by the day of what came to it or left it, then by when that was recorded; null for none.
 * A record dated after today tells nothing yet.
 */
export async function readDernierCompte(db: Db): Promise<number | null> {
  const last = (table: string, jour: string) => sql`(
    select t.${sql.ref(jour)} as jour, t.cree_le from ${sql.table(table)} t
    where t.compte_id = c.id and t.${sql.ref(jour)} <= ${aujourdhui()}::date
    order by t.${sql.ref(jour)} desc, t.id desc limit 1)`
  const { rows } = await sql<{ id: number }>`
    select c.id from comptes_bancaires c, lateral (
      ${last('paiements', 'date_paiement')} union all ${last('remises', 'jour')}
      union all ${last('remboursements', 'jour')} union all ${last('reglements', 'date_reglement')}) u
    where c.actif order by u.jour desc, u.cree_le desc, c.id limit 1`.execute(db)
  return rows[0]?.id ?? null
}

/** Adds an account. @throws compteBancairePris (422 on numero), also for other spaces, punctuation or letter case */
export async function createCompte(
  db: Db,
  actor: Actor,
  { actif = true, agence = null, ...input }: CompteBancaireInput,
): Promise<CompteBancaire> {
  await refuseTaken(db, input.numero, null)
  const { id } = await db
    .insertInto('comptes_bancaires')
    .values({ ...input, actif, agence })
    .returning('id')
    .executeTakeFirstOrThrow()
  const apres = await readCompte(db, id)
  await writeJournal(db, actor, { action: 'ajouter', objet: 'compte bancaire', id, apres })
  return apres
}

/** Changes an account. @throws introuvable (404), compteBancairePris (422 on numero), versionPerimee (409) */
export async function updateCompte(
  db: Db,
  actor: Actor,
  id: number,
  { version, ...fields }: CompteBancaireInput & { version?: number | null | undefined },
): Promise<CompteBancaire> {
  const locked = await db
    .selectFrom('comptes_bancaires')
    .select('id')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!locked) throw refuse(communesErreurs.introuvable)
  const avant = await readCompte(db, id)
  await refuseTaken(db, fields.numero, id)
  await changeVersioned(db, 'comptes_bancaires', avant, version, fields)
  const apres = await readCompte(db, id)
  await writeJournal(db, actor, { action: 'modifier', objet: 'compte bancaire', id, avant, apres })
  return apres
}

/** Holds the account that something comes to or leaves from, until the commit. @throws compteBancaireInconnu, compteBancaireInactif (422 on compte_id) */
export async function holdCompte(db: Db, id: number): Promise<void> {
  const compte = await db
    .selectFrom('comptes_bancaires')
    .select('actif')
    .where('id', '=', id)
    .forShare()
    .executeTakeFirst()
  if (!compte) throw refuse(comptesErreurs.compteBancaireInconnu).on('compte_id')
  if (!compte.actif) throw refuse(comptesErreurs.compteBancaireInactif).on('compte_id')
}

/** The account of a row as the journal names it; null for none. */
export const readCompteNomme = async (db: Db, id: number | null): Promise<CompteNomme | null> =>
  id === null
    ? null
    : db
        .selectFrom('comptes_bancaires')
        .select(['id', 'banque', 'numero'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow()

const readCompte = (db: Db, id: number): Promise<CompteBancaire> =>
  selectComptes(db).where('c.id', '=', id).executeTakeFirstOrThrow()

async function refuseTaken(db: Db, numero: string, except: number | null): Promise<void> {
  const taken = await db
    .selectFrom('comptes_bancaires')
    .select('id')
    .where(
      sql<boolean>`translate(normaliser(numero), ' -./', '') = translate(normaliser(${numero}), ' -./', '')`,
    )
    .where('id', 'is distinct from', except)
    .executeTakeFirst()
  if (taken) throw refuse(comptesErreurs.compteBancairePris).on('numero')
}
