import { chargesErreurs } from '#features/charges/charges.erreurs.ts'
import { chargesEndpoints, type LigneInput } from '#features/charges/charges.contract.ts'
import type { Ligne } from '#features/charges/charges.schema.ts'
import { lockBon } from '#features/charges/server/bons.read.ts'
import { introuvable, PAR_PAGE, readTotaux, type Enfants } from '#features/charges/server/charges.tree.ts'
import { readSommes } from '#features/charges/server/reglements.read.ts'
import { writeJournal } from '#features/journal/server/journal.service.ts'
import type { Centimes } from '#shared/argent.ts'
import { pathOf, toPage, readTranche, type PageQuery } from '#shared/pagination.ts'
import type { Db } from '#server/database/db.ts'
import { inSnapshot } from '#server/database/transaction.ts'
import { assertVersion, changeVersioned } from '#server/database/records.ts'
import { refuse } from '#server/http/errors.ts'
import type { Actor } from '#server/http/session.ts'

const chemin = (bonId: number) => pathOf(chargesEndpoints.lignes, { id: bonId })
const columns = ['id', 'bon_id', 'designation', 'prix_unitaire', 'quantite', 'version'] as const

/** A call names a line together with its voucher: under another voucher the line is unknown. */
interface Cles {
  bonId: number
  ligneId: number
}

type Row = Omit<Ligne, 'montant'>
const toLigne = (row: Row): Ligne => ({ ...row, montant: row.prix_unitaire * row.quantite })

/** One page of a voucher's lines, in the order they were added (D3 §7, Q192). Amounts in centimes. @throws introuvable */
export const listLignes = (db: Db, bonId: number, query: PageQuery) =>
  inSnapshot(db, (instant) => readPage(instant, bonId, query))

async function readPage(db: Db, bonId: number, query: PageQuery) {
  const slice = readTranche(query, PAR_PAGE)
  const total = await countLignes(db, bonId)
  const rows = await db
    .selectFrom('lignes')
    .select(columns)
    .where('bon_id', '=', bonId)
    .orderBy('id')
    .limit(slice.limit)
    .offset(slice.offset)
    .execute()
  return toPage(rows.map(toLigne), total, slice, chemin(bonId))
}

/** Lines hang on their voucher, in the order they were added. */
export const LIGNES: Enfants<Ligne> = {
  parent: 'bon',
  parentOf: ({ bon_id }) => bon_id,
  readFirst: async (db, bonIds) => (await firstLignes(db, bonIds)).map(toLigne),
  chemin,
}

/** Adds a line to a voucher, and says on which page it stands. @throws introuvable */
export async function createLigne(
  db: Db,
  actor: Actor,
  bonId: number,
  input: LigneInput,
): Promise<Ligne & { page: number }> {
  await lockBon(db, bonId)
  const row = await db
    .insertInto('lignes')
    .values({ ...input, bon_id: bonId })
    .returning(columns)
    .executeTakeFirstOrThrow()
  const ligne = toLigne(row)
  await writeJournal(db, actor, { action: 'ajouter', objet: 'ligne', id: ligne.id, apres: ligne })
  return { ...ligne, page: Math.ceil((await countLignes(db, bonId)) / PAR_PAGE) }
}

/**
 * Changes a line. @throws introuvable when the voucher has no such line, versionPerimee, totalSousLeRegle (422 on prix_unitaire) when the
 * voucher would come to less than what is paid of it
 */
export async function updateLigne(
  db: Db,
  actor: Actor,
  cles: Cles,
  { version, ...fields }: LigneInput & { version?: number | null },
): Promise<Ligne> {
  const avant = await lockLigne(db, cles)
  assertVersion(avant, version)
  const regle = await regleAbove(db, avant, avant.montant - fields.prix_unitaire * fields.quantite)
  if (regle !== null) throw refuse(chargesErreurs.totalSousLeRegle, { regle }).on('prix_unitaire')
  await changeVersioned(db, 'lignes', avant, version, fields)
  const apres = toLigne({ ...avant, ...fields, version: avant.version + 1 })
  await writeJournal(db, actor, { action: 'modifier', objet: 'ligne', id: avant.id, avant, apres })
  return apres
}

/** Deletes a line. @throws introuvable when the voucher has no such line, ligneReglee (409) when what is paid of the voucher needs it */
export async function deleteLigne(db: Db, actor: Actor, cles: Cles): Promise<void> {
  const avant = await lockLigne(db, cles)
  const regle = await regleAbove(db, avant, avant.montant)
  if (regle !== null) throw refuse(chargesErreurs.ligneReglee, { regle })
  await db.deleteFrom('lignes').where('id', '=', avant.id).execute()
  await writeJournal(db, actor, { action: 'supprimer', objet: 'ligne', id: avant.id, avant })
}

/** One line; amounts in centimes. @throws introuvable when the voucher has no such line */
export const readLigne = async (db: Db, cles: Cles): Promise<Ligne> =>
  toLigne(await selectLigne(db, cles).executeTakeFirstOrThrow(introuvable))

/** Locks a line under its voucher, so that no règlement comes between its change and the sum. @throws introuvable */
async function lockLigne(db: Db, cles: Cles): Promise<Ligne> {
  await lockBon(db, cles.bonId)
  return toLigne(await selectLigne(db, cles).forUpdate().executeTakeFirstOrThrow(introuvable))
}

/** Returns the paid amount of the voucher of a locked line, where it is more than would be left once its line loses `moins`; else null. In centimes. */
async function regleAbove(db: Db, { bon_id }: Ligne, moins: Centimes): Promise<Centimes | null> {
  if (moins <= 0) return null
  const { total, regle } = await readSommes(db, bon_id)
  return total - moins < regle ? regle : null
}

const selectLigne = (db: Db, { bonId, ligneId }: Cles) =>
  db.selectFrom('lignes').select(columns).where('id', '=', ligneId).where('bon_id', '=', bonId)

async function countLignes(db: Db, bonId: number): Promise<number> {
  const totaux = (await readTotaux(db, 'bon', [bonId])).get(bonId)
  if (!totaux) throw introuvable()
  return totaux.nombre
}

function firstLignes(db: Db, bonIds: number[]) {
  return db
    .selectFrom('bons as b')
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('lignes')
          .select(columns)
          .whereRef('bon_id', '=', 'b.id')
          .orderBy('id')
          .limit(PAR_PAGE)
          .as('l'),
      (join) => join.onTrue(),
    )
    .where('b.id', 'in', bonIds)
    .select(columns.map((column) => `l.${column}` as const))
    .orderBy('l.id')
    .execute()
}
