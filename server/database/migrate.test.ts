import { mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { migrate, MIGRATIONS } from '#server/database/migrate.ts'
import type { Database } from '#server/database/pool.ts'
import { bareDatabase } from '#test/harness/database.ts'

let folder: string
let database: Database

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'diyar-migrations-'))
  database = await bareDatabase()
  await write('0001_villes.sql', 'create table villes (nom text);')
  await write('0002_alger.sql', "insert into villes values ('Alger');")
})

afterEach(async () => {
  await database.close()
  await rm(folder, { recursive: true })
})

const write = (name: string, text: string) => writeFile(join(folder, name), text)

async function villes(): Promise<string[]> {
  const { rows } = await sql<{ nom: string }>`select nom from villes`.execute(database.db)
  return rows.map(({ nom }) => nom)
}

test('the files are applied in order, each once', async () => {
  await write('notes.txt', 'not a migration')
  expect(await migrate(database.connection, folder)).toEqual(['0001_villes.sql', '0002_alger.sql'])
  expect(await migrate(database.connection, folder)).toEqual([])
  await write('0003_oran.sql', "insert into villes values ('Oran');")
  expect(await migrate(database.connection, folder)).toEqual(['0003_oran.sql'])
  expect(await villes()).toEqual(['Alger', 'Oran'])
})

test('servers that start together on one database apply each file once', async () => {
  const applied = await Promise.all(Array.from({ length: 5 }, () => migrate(database.connection, folder)))
  expect(applied.flat().toSorted()).toEqual(['0001_villes.sql', '0002_alger.sql'])
  expect(await villes()).toEqual(['Alger'])
})

test('a file that fails leaves nothing of itself, and what came before it stays', async () => {
  await write('0003_fautive.sql', "insert into villes values ('Oran'); select 1/0;")
  await expect(migrate(database.connection, folder)).rejects.toThrow(/0003_fautive\.sql.*division by zero/)
  expect(await villes()).toEqual(['Alger'])
  await write('0003_fautive.sql', "insert into villes values ('Annaba');")
  expect(await migrate(database.connection, folder)).toEqual(['0003_fautive.sql'])
})

test('a file changed after it was applied is refused, whatever its line ends', async () => {
  await migrate(database.connection, folder)
  await write('0001_villes.sql', 'create table villes (nom text not null);')
  await write('0003_oran.sql', "insert into villes values ('Oran');")
  await expect(migrate(database.connection, folder)).rejects.toThrow(/0001_villes\.sql n'est plus celle/)
  expect(await villes()).toEqual(['Alger'])
})

test('the line ends of a checkout do not count as a change', async () => {
  await write('0001_villes.sql', 'create table villes (\n nom text);')
  await migrate(database.connection, folder)
  await write('0001_villes.sql', 'create table villes (\r\n nom text);')
  expect(await migrate(database.connection, folder)).toEqual([])
})

test('a database that a newer Diyar has migrated is refused', async () => {
  await write('0003_oran.sql', "insert into villes values ('Oran');")
  await migrate(database.connection, folder)
  await rm(join(folder, '0003_oran.sql'))
  await expect(migrate(database.connection, folder)).rejects.toThrow(
    /version plus récente de Diyar \(migration 0003_oran\.sql\)/,
  )
})

test('a file slipped in before one that was applied is refused', async () => {
  await rename(join(folder, '0001_villes.sql'), join(folder, '0002_villes.sql'))
  await rename(join(folder, '0002_alger.sql'), join(folder, '0003_alger.sql'))
  await migrate(database.connection, folder)
  await write('0001_avant.sql', 'create table avant ();')
  await expect(migrate(database.connection, folder)).rejects.toThrow(/0002_villes\.sql n'est plus celle/)
})

test("the product's own migrations are named and numbered without a gap", async () => {
  const names = (await readdir(MIGRATIONS)).toSorted()
  expect(names.length).toBeGreaterThan(0)
  names.forEach((name, at) =>
    expect(name).toMatch(new RegExp(`^${String(at + 1).padStart(4, '0')}_[a-z0-9_]+\\.sql$`)),
  )
})
