import { sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import type { Db } from '#server/database/db.ts'
import { containsNoms } from '#server/database/lists.ts'
import { migrate } from '#server/database/migrate.ts'
import { CommandError } from '#server/refusal.ts'
import { readRemarques } from '#server/remarques.ts'
import {
  buildAppartement,
  buildBloc,
  buildBon,
  buildClient,
  buildEtage,
  buildLocal,
  buildParking,
  buildResidence,
} from '#test/harness/builders.ts'
import { bareDatabase } from '#test/harness/database.ts'
import { failedInvariants } from '#test/harness/invariants.ts'
import { migrateUpTo } from '#test/harness/older.ts'

async function older() {
  const database = await bareDatabase()
  onTestFinished(() => database.close())
  await migrateUpTo(database.connection, '0025')
  return database
}

/** Every row of every table without what is folded from it, by table: what a later version adds is empty, and is left out. */
async function recorded(db: Db) {
  const { rows: tables } = await sql<{ name: string }>`
    select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace and relname <> 'migrations'
    order by 1`.execute(db)
  const all: Record<string, unknown[]> = {}
  for (const { name } of tables) {
    const { rows } = await sql<{ row: unknown }>`
      select jsonb_strip_nulls(to_jsonb(t)) - '{recherche,recherche_ar,serre,serre_ar,rang}'::text[] as row from ${sql.table(name)} t order by to_jsonb(t)::text`.execute(
      db,
    )
    if (rows.length > 0) all[name] = rows.map(({ row }) => row)
  }
  return all
}

const numerosOf = async (db: Db) => ({
  lots: (await db.selectFrom('appartements').select(['id', 'num_lot']).orderBy('id').execute()).map(
    ({ num_lot }) => num_lot,
  ),
  locaux: (await db.selectFrom('locaux').select(['id', 'num']).orderBy('id').execute()).map(({ num }) => num),
})

// spec: RF-20
it('folds anew what an older version had folded, and changes nothing else that was recorded', async () => {
  const { db, connection } = await older()
  const residence = await buildResidence(db, { nom: 'Cité d’Hydra' })
  const bloc = await buildBloc(db, { residence_id: residence.id, nomloc: 'Bloc «\u00A0C\u00A0»' })
  await buildEtage(db, { bloc_id: bloc.id, designation: 'Rez‑de‑chaussée' })
  await buildParking(db, { residence_id: residence.id, parking_nom: 'L’Oued' })
  const client = await buildClient(db, { nom_complet: 'N’Aït Lætitia', nom_ar: 'ﻣﺤﻤﺪ' })
  const sans = await buildClient(db, { nom_complet: 'Karim Benali' })
  await buildBon(db, { reference: 'FA–12' })
  await sql`insert into journal (membre_nom, action, objet, objet_id, apres)
    values ('Karim', 'ajouter', 'client', ${client.id}, ${JSON.stringify({ nomComplet: 'N’Aït Lætitia' })}::jsonb)`.execute(
    db,
  )
  await sql`insert into comptes_bancaires (banque, numero) values ('BNA', '001–002'), ('BNA', '001–003')`.execute(
    db,
  )
  const before = await recorded(db)
  await migrate(connection)
  expect(await recorded(db)).toEqual(before)
  const folds = async (table: string) =>
    (
      await sql<{ recherche: string }>`select recherche from ${sql.table(table)} order by id`.execute(db)
    ).rows.map((row) => row.recherche)
  expect({
    residences: await folds('residences'),
    blocs: await folds('blocs'),
    etages: await folds('etages'),
    parkings: await folds('parkings'),
    clients: await folds('clients'),
    bons: await folds('bons'),
    journal: await folds('journal'),
  }).toEqual({
    residences: ["cite d'hydra"],
    blocs: ['bloc " c "'],
    etages: ['rez-de-chaussee'],
    parkings: ["l'oued"],
    clients: ["n'ait laetitia", 'karim benali'],
    bons: ['fa-12'],
    journal: ["n'ait laetitia"],
  })
  expect(
    (await db.selectFrom('clients').select(['id', 'recherche_ar']).orderBy('id').execute()).map(
      ({ recherche_ar }) => recherche_ar,
    ),
  ).toEqual(['محمد', null])
  expect((await sql`select rang from blocs`.execute(db)).rows).toEqual([{ rang: 'bloc " c "' }])
  expect(await failedInvariants(db)).toEqual([])
  expect(await readRemarques(db)).toEqual([])
  // The journal takes no change, as before.
  await expect(sql`update journal set membre_nom = 'Nadia'`.execute(db)).rejects.toThrow(
    'the journal is append-only',
  )
  expect(sans.version).toBe(1)
})

// spec: RF-20
it('tells which accounts have become one number, and changes nothing before that is put right', async () => {
  const { db, connection } = await older()
  await sql`insert into comptes_bancaires (banque, numero) values ('BNA', '001-002'), ('CPA', '001–002')`.execute(
    db,
  )
  const client = await buildClient(db, { nom_complet: 'N’Aït' })
  const refused = await migrate(connection).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(CommandError)
  expect(String(refused)).toContain(
    "les comptes bancaires « 001-002 » (BNA) et « 001–002 » (CPA) ont le même numéro, aux tirets et aux espaces près : démarrez la version précédente de Diyar, corrigez l'un des deux dans Paramètres, puis recommencez.",
  )
  expect(
    await db.selectFrom('clients').select('recherche').where('id', '=', client.id).executeTakeFirstOrThrow(),
  ).toEqual({ recherche: 'n’ait' })
  await sql`update comptes_bancaires set numero = '001–003' where banque = 'CPA'`.execute(db)
  expect(await migrate(connection)).toContain('0026_noms_replies.sql')
})

// spec: RF-20, RF-91
it('cleans only a number that then meets no other, and names the rest and the clients who became equal', async () => {
  const { db, connection } = await older()
  const residence = await buildResidence(db, { nom: 'Les Pins' })
  const bloc = await buildBloc(db, { residence_id: residence.id, nomloc: 'Bloc A' })
  const etage = await buildEtage(db, { bloc_id: bloc.id, designation: '1er étage' })
  const autre = await buildEtage(db, { bloc_id: bloc.id, designation: '2e étage' })
  const lots: number[] = []
  for (const num_lot of ['A 1', 'A\u00A01', 'B\u2003 2', 'C  3', 'c\u00A03', 'D1\uFE0E'])
    lots.push(await buildAppartement(db, { etage_id: etage.id, num_lot }))
  await buildAppartement(db, { etage_id: autre.id, num_lot: 'A\u00A01' })
  const locaux: number[] = []
  for (const num of ['L 1', 'L\u20031', 'L\u00A02'])
    locaux.push(await buildLocal(db, { bloc_id: bloc.id, num }))
  const tel = '0550 11 22 33'
  const clients = [
    await buildClient(db, { nom_complet: "N'Aït", tel }),
    await buildClient(db, { nom_complet: 'N’Aït', tel: '+213 550 11 22 33' }),
    await buildClient(db, { nom_complet: 'N’Aït', tel: '0550 11 22 34' }),
  ].map(({ id }) => id)
  await migrate(connection)
  expect(await numerosOf(db)).toEqual({
    lots: ['A 1', 'A\u00A01', 'B 2', 'C  3', 'c\u00A03', 'D1', 'A 1'],
    locaux: ['L 1', 'L\u20031', 'L 2'],
  })
  expect((await readRemarques(db)).toSorted()).toEqual([
    `2 clients ont le même nom et le même téléphone : « N'Aït » (${clients[0]}), « N’Aït » (${clients[1]}).`,
    `2 locaux portent en apparence le même numéro (Bloc A, Les Pins) : « L 1 » (${locaux[0]}), « L\u20031 » (${locaux[1]}).`,
    `2 lots portent en apparence le même numéro (1er étage, Bloc A, Les Pins) : « A 1 » (${lots[0]}), « A\u00A01 » (${lots[1]}).`,
    `2 lots portent en apparence le même numéro (1er étage, Bloc A, Les Pins) : « C  3 » (${lots[3]}), « c\u00A03 » (${lots[4]}).`,
  ])
  expect(await failedInvariants(db)).toEqual([])
})

// spec: RF-21
it('looks up a name without its blanks in an index, in Arabic too', async () => {
  const { db, connection } = await older()
  await migrate(connection)
  await db.transaction().execute(async (tx) => {
    // A table as small as a test's is read whole, by whatever index, unless there is no other way than these.
    await sql`set local enable_seqscan = off`.execute(tx)
    await sql`drop index clients_ordre`.execute(tx)
    for (const cherche of ['abdelkader', 'abd el kader', 'abdelkader benali', 'عبدالرحمن']) {
      const { rows } = await sql<{ 'QUERY PLAN': string }>`
        explain select id from clients where ${containsNoms('recherche', cherche)}`.execute(tx)
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
      expect(plan).toContain('clients_serre')
      expect(plan).not.toContain('Seq Scan')
      // Every row of a common name is looked at again: a key made from the row, or a regular expression, takes ten times as long.
      expect(plan).not.toMatch(/serrer\(| ~ /)
    }
  })
})
