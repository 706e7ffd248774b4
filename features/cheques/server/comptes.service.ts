import { sql } from 'kysely'
import { chequesErreurs } from '#features/cheques/cheques.erreurs.ts'
import { communesErreurs } from '#shared/erreurs.ts'
import type { CompteBancaire, CompteBancaireInput } from '#features/cheques/cheques.contract.ts'
import { writeJournal } from '#features/journal/server/journal.service.ts'
import type { Db } from '#server/database/db.ts'
import { changeVersioned } from '#server/database/records.ts'
import { refuse } from '#server/http/errors.ts'
import type { Actor } from '#server/http/session.ts'

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

/** Locks an account during a new remise. @throws compteBancaireInconnu, compteBancaireInactif (422 on compte_id) */
export async function holdCompte(db: Db, id: number): Promise<void> {
  const compte = await db
    .selectFrom('comptes_bancaires')
    .select('actif')
    .where('id', '=', id)
    .forShare()
    .executeTakeFirst()
  if (!compte) throw refuse(chequesErreurs.compteBancaireInconnu).on('compte_id')
  if (!compte.actif) throw refuse(chequesErreurs.compteBancaireInactif).on('compte_id')
}

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
  if (taken) throw refuse(chequesErreurs.compteBancairePris).on('numero')
}
