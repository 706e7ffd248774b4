import { buildImport, buildListe } from '#features/imports/server/imports.scenes.ts'
import { sql } from 'kysely'
import type { Db } from '#server/database/db.ts'
import type { Visitor } from '#test/harness/app.ts'
import { buildActe } from '#test/harness/actes.ts'
import { readRecords, type Records } from '#test/harness/records.ts'
import { readPoolsAdministratifs, type PoolsAdministratifs } from '#test/fuzz/fuzz-administration.ts'
import { readPoolsDesComptes, type PoolsDeComptes } from '#test/fuzz/fuzz-comptes.ts'
import { readPoolsDeVentes, type PoolsDeVentes } from '#test/fuzz/fuzz-ventes.ts'

/** The records that made-up requests speak of, read again now and then. */
export interface Pools {
  /** Living ids by table. */
  records: Records
  /** Lines and règlements, with their voucher. */
  lignes: { id: number; bon: number }[]
  reglements: { id: number; bon: number }[]
  /** Residences and appartements that have a plan, by their table. */
  plans: Record<'residences' | 'appartements', number[]>
  /** Imports whose workbook is there, checked. */
  classeurs: number[]
  /** Imports whose columns wait for an answer. */
  listes: number[]
  /** Imports and generations that are not taken back. */
  defaisables: Record<'imports' | 'generations', number[]>
  /** Residences and blocs in which nothing stands. */
  vides: Record<'residences' | 'blocs', number[]>
  /** Payments that have a proof. */
  justificatifs: number[]
  /** Payments that can still be corrected: of open sales, not at the bank. */
  corrigibles: number[]
  /** Cheques by where they are, as far as calls care: to be deposited, and rejected without another in their place. */
  cheques: Record<'recus' | 'rejetes', number[]>
  ventes: PoolsDeVentes
  administration: PoolsAdministratifs
  comptes: PoolsDeComptes
  /** Biens by their client, for a payment that may be accepted. */
  vendus: { client: number; bien: number; type: string }[]
}

/** Returns the sessions that the member of the run may close: his own, the first, is none of them. */
async function otherSessions(db: Db, self: number): Promise<number[]> {
  const rows = await db
    .selectFrom('sessions')
    .select('id')
    .where('membre_id', '=', self)
    .orderBy('id')
    .execute()
  return rows.slice(1).map(({ id }) => id)
}

/** `self` is left out of the members: a run that disables itself sees nothing but 401. */
export async function readPools(db: Db, karim: Visitor, self: number): Promise<Pools> {
  const ventes = await readPoolsDeVentes(db, karim)
  const administration = await readPoolsAdministratifs(db, karim)
  const comptes = await readPoolsDesComptes(db, karim)
  const records = new Map(await readRecords(db))
  records.set(
    'membres',
    (records.get('membres') ?? []).filter((id) => id !== self),
  )
  records.set('sessions', await otherSessions(db, self))
  records.set('imports', await importsToConfirm(db))
  const withPlan = async (table: 'residences' | 'appartements') =>
    (await db.selectFrom(table).select('id').where('plan_id', 'is not', null).execute()).map(({ id }) => id)
  const payments = db.selectFrom('paiements').select('id').orderBy('id', 'desc').limit(200)
  const idsOf = async (query: typeof payments) => (await query.execute()).map(({ id }) => id)
  const cheques = payments.where('mode', '=', 'cheque')
  return {
    classeurs: await importsWithWorkbook(db),
    listes: await listesToAnswer(db),
    defaisables: await actsToTakeBack(db),
    vides: {
      residences: await emptyOf(db, 'residences', ['blocs', 'parkings'], 'residence_id'),
      blocs: await emptyOf(db, 'blocs', ['etages', 'locaux'], 'bloc_id'),
    },
    justificatifs: await idsOf(payments.where('justificatif_id', 'is not', null)),
    corrigibles: await idsOf(
      payments
        .where('remise_id', 'is', null)
        .where('encaisse_le', 'is', null)
        .where('rejete_le', 'is', null)
        .where('vente_id', 'in', db.selectFrom('ventes').select('id').where('terminee_le', 'is', null)),
    ),
    cheques: {
      recus: await idsOf(
        cheques
          .where('remise_id', 'is', null)
          .where('encaisse_le', 'is', null)
          .where('rejete_le', 'is', null),
      ),
      rejetes: await idsOf(
        cheques
          .where('rejete_le', 'is not', null)
          .where('vente_id', 'in', db.selectFrom('ventes').select('id').where('terminee_le', 'is', null))
          .where(
            'id',
            'not in',
            db
              .selectFrom('paiements')
              .where('represente_id', 'is not', null)
              .select('represente_id')
              .$castTo<{ represente_id: number }>(),
          ),
      ),
    },
    records,
    ventes,
    administration,
    comptes,
    lignes: await db
      .selectFrom('lignes')
      .select(['id', 'bon_id as bon'])
      .orderBy('id', 'desc')
      .limit(200)
      .execute(),
    reglements: await db
      .selectFrom('reglements')
      .select(['id', 'bon_id as bon'])
      .orderBy('id', 'desc')
      .limit(200)
      .execute(),
    plans: { residences: await withPlan('residences'), appartements: await withPlan('appartements') },
    vendus: await db
      .selectFrom('ventes as v')
      .innerJoin('biens as b', 'b.id', 'v.bien_id')
      .where('v.terminee_le', 'is', null)
      .select(['v.client_id as client', 'v.bien_id as bien', 'b.type'])
      .orderBy('v.id', 'desc')
      .limit(200)
      .execute(),
  }
}

/** Imports that can still be confirmed or given up; made-up requests use them up. */
async function importsToConfirm(db: Db): Promise<number[]> {
  const pret = db.selectFrom('imports').select('id').where('statut', '=', 'pret')
  if ((await pret.execute()).length < 5) for (let n = 0; n < 20; n++) await buildImport(db)
  return (await pret.execute()).map(({ id }) => id)
}

/** Imports whose columns wait for an answer; made-up requests use them up. */
async function listesToAnswer(db: Db): Promise<number[]> {
  const waiting = db.selectFrom('imports').select('id').where('statut', '=', 'correspondance')
  for (let n = (await waiting.execute()).length; n < 5; n++) await buildListe(db)
  return (await waiting.execute()).map(({ id }) => id)
}

/** Acts that are not taken back; made-up requests use them up. */
async function actsToTakeBack(db: Db): Promise<Pools['defaisables']> {
  const acts = db.selectFrom('actes').where('defait_le', 'is', null)
  const imports = acts.select('import_id').where('import_id', 'is not', null)
  const generations = acts.select('id').where('import_id', 'is', null)
  for (let n = (await imports.execute()).length; n < 5; n++) await buildActe(db, {})
  for (let n = (await generations.execute()).length; n < 5; n++) {
    const import_id = await buildActe(db, {})
    await db.updateTable('actes').set({ import_id: null }).where('import_id', '=', import_id).execute()
  }
  return {
    imports: (await imports.execute()).flatMap(({ import_id }) => import_id ?? []),
    generations: (await generations.execute()).map(({ id }) => id),
  }
}

const importsWithWorkbook = async (db: Db): Promise<number[]> =>
  (
    await db
      .selectFrom('imports')
      .select('id')
      .where('fichier_id', 'is not', null)
      .where('statut', '!=', 'lecture')
      .execute()
  ).map(({ id }) => id)

async function emptyOf(db: Db, table: string, children: string[], parent: string): Promise<number[]> {
  const without = children.map(
    (child) => sql`not exists (select from ${sql.table(child)} c where c.${sql.ref(parent)} = t.id)`,
  )
  const { rows } = await sql<{ id: number }>`
    select id from ${sql.table(table)} t where ${sql.join(without, sql` and `)} order by id desc limit 50`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}
