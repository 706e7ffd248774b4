import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { backUp } from '#server/backup/backup.ts'
import { migrate, MIGRATIONS } from '#server/database/migrate.ts'
import type { Database } from '#server/database/pool.ts'
import { readInstallationId, claimStore } from '#server/files/installation.ts'
import type { FileStore } from '#server/files/store.ts'
import { packageRoot } from '#server/package-root.ts'
import { buildClient } from '#test/harness/builders.ts'
import { bareDatabase, freshDatabase } from '#test/harness/database.ts'
import { failedInvariants } from '#test/harness/invariants.ts'
import { addPlan } from '#test/harness/plans.ts'
import { shapeOf } from '#test/harness/shape.ts'
import { bringBack } from '#test/harness/restores.ts'
import { KINDS, storeBench, type StoreBench } from '#test/harness/stores.ts'

const UUID = (n: number) => `0000000${n}-0000-4000-8000-000000000000`

let folder: string
let archive: string
/** Ids of the plans of the backup: one, two and three. */
let plans: string[]
const open: Database[] = []
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'diyar-restore-'))
  archive = join(folder, 'reference.tar')
  const source = await storeBench('disk')
  const database = await used(freshDatabase)
  plans = await fill(source, database)
  await backUp({ connection: database.connection, files: source.store, target: archive })
  await source.close()
})
afterAll(async () => {
  await Promise.all(open.map(({ close }) => close()))
  await rm(folder, { recursive: true, force: true })
})

async function used(make: () => Promise<Database>): Promise<Database> {
  const made = await make()
  open.push(made)
  return made
}

const fill = (bench: StoreBench, { db }: Database) =>
  Promise.all(['un', 'deux', 'trois'].map((content) => addPlan(db, bench.store, Buffer.from(content))))

const contents = (bench: StoreBench) => Promise.all(plans.map((id) => text(bench.store.read(id))))

const tables = async ({ db }: Database) =>
  (await sql`select 1 from pg_tables where schemaname = 'public'`.execute(db)).rows.length

/** Backup of migrations 1 to 8: two biens of each kind, one of them sold and partly paid, a bon, a plan. The file is never made again. */
const FORMER = join(packageRoot, 'test', 'harness', 'archives', 'format-1.tar')

it('a backup of a former release is taken in whole, and brought up to date', async () => {
  const [target, bench] = [await used(bareDatabase), await storeBench('disk')]
  await bringBack(FORMER, target, bench.store)
  const { rows } = await sql<{ nom: string; type: string; prix: number; paye: number }>`
    select c.nom_complet as nom, b.type, v.prix, v.total_paye as paye
    from ventes v join clients c on c.id = v.client_id join biens b on b.id = v.bien_id order by b.type`.execute(
    target.db,
  )
  expect(rows).toEqual(
    ['appartement', 'local', 'place_parking'].map((type) => ({
      nom: 'Aïcha Benali',
      type,
      prix: 500_000_050,
      paye: 100_000_025,
    })),
  )
  const { plan_id } = await target.db
    .selectFrom('residences')
    .select('plan_id')
    .where('plan_id', 'is not', null)
    .executeTakeFirstOrThrow()
  expect(await text(bench.store.read(plan_id ?? ''))).toBe('%PDF-1.4\nplan\n%%EOF\n')
  expect(await failedInvariants(target.db)).toEqual([])
  // The schema is that of an installation of today.
  const today = await used(freshDatabase)
  expect(await shapeOf(target.db)).toEqual(await shapeOf(today.db))
  await bench.close()
})

describe.each(KINDS)('a restore of plans on %s', (kind) => {
  let bench: StoreBench
  beforeEach(async () => {
    bench = await storeBench(kind)
  })
  afterEach(() => bench.close())

  it('makes an installation of its own, which starts', async () => {
    const target = await used(bareDatabase)
    await bringBack(archive, target, bench.store)
    expect(await bench.store.installation()).toBe(await readInstallationId(target.db))
    expect(await claimStore(bench.store, target.db)).toBeNull()
    expect(await contents(bench)).toEqual(['un', 'deux', 'trois'])
  })

  it('into an installation that was started empty leaves it its store', async () => {
    const target = await used(freshDatabase)
    await claimStore(bench.store, target.db)
    const mark = await bench.store.installation()
    await bringBack(archive, target, bench.store)
    expect([await bench.store.installation(), await readInstallationId(target.db)]).toEqual([mark, mark])
  })

  it.each([
    ['a plan of today', async () => bench.keep(UUID(9), 'x')],
    [
      'one of the same name',
      async () => {
        await bench.keep(plans[0] ?? '', 'x')
        await bench.age(plans[0] ?? '', 'plans', 24 * 365)
      },
    ],
    [
      'a plan in the bin',
      async () => {
        await bench.keep(UUID(9), 'x')
        await bench.store.remove(UUID(9))
      },
    ],
    [
      'the mark of another installation, and nothing else',
      async () => void (await bench.store.claim(UUID(9))),
    ],
  ])('is refused by a store with %s, before anything is written', async (_what, prepare) => {
    await prepare()
    const before = await bench.paths()
    const target = await used(bareDatabase)
    await expect(bringBack(archive, target, bench.store)).rejects.toThrow(
      /sert déjà à une installation : rien n'a été restauré ni touché/,
    )
    expect(await bench.paths()).toEqual(before)
    expect(await tables(target)).toBe(0)
  })

  it.each([
    ['ENOSPC', /pas assez de place pour cette sauvegarde : rien n'a été restauré/],
    ['ECONNRESET', /ne répond plus \(.*\) : rien n'a été restauré/],
  ])('that fails (%s) takes away what it wrote, and its mark', async (code, sentence) => {
    const target = await used(bareDatabase)
    let calls = 0
    const failing: FileStore = {
      ...bench.store,
      async keep(draft, id) {
        if (++calls === 3) throw Object.assign(new Error('failed'), { code })
        await bench.store.keep(draft, id)
      },
    }
    await expect(bringBack(archive, target, failing)).rejects.toThrow(sentence)
    expect([await bench.paths(), await bench.drafts(), await tables(target)]).toEqual([[], [], 0])
    await bringBack(archive, target, bench.store)
    expect(await bench.paths()).toHaveLength(4)
  })

  it('by two at once into one store is that of one of them, and whole', async () => {
    const targets = [await used(bareDatabase), await used(bareDatabase)]
    const outcomes = await Promise.allSettled(targets.map((each) => bringBack(archive, each, bench.again())))
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const winner = targets[outcomes.findIndex(({ status }) => status === 'fulfilled')]
    expect(winner && (await readInstallationId(winner.db))).toBe(await bench.store.installation())
    expect(await contents(bench)).toEqual(['un', 'deux', 'trois'])
  })
})

// spec: RE-33, RE-39
it('revokes the links of buyers, and leaves the installation its age', async () => {
  const [source, kept] = [await storeBench('disk'), join(folder, 'liens.tar')]
  const { db, connection } = await used(freshDatabase)
  const { id } = await buildClient(db)
  await db
    .insertInto('liens_clients')
    .values(
      [null, new Date('2026-01-01')].map((revoque_le, n) => ({
        client_id: id,
        empreinte: Buffer.alloc(32, n),
        membre_nom: 'Karim',
        expire_le: new Date('2999-01-01'),
        revoque_le,
      })),
    )
    .execute()
  await sql`update migrations set applied_at = applied_at - interval '1 year'`.execute(db)
  const applied = async (of: Database['db']) =>
    (await sql`select name, applied_at from migrations order by name`.execute(of)).rows
  await backUp({ connection, files: source.store, target: kept })
  const [target, bench] = [await used(bareDatabase), await storeBench('disk')]
  await bringBack(kept, target, bench.store)
  expect(
    (
      await sql`select revoque_le > now() - interval '1 hour' as maintenant, restaure from liens_clients order by empreinte`.execute(
        target.db,
      )
    ).rows,
  ).toEqual([
    { maintenant: true, restaure: true },
    { maintenant: false, restaure: false },
  ])
  expect(await applied(target.db)).toEqual(await applied(db))
  await Promise.all([source.close(), bench.close()])
})

it('a backup from before installations had an id is brought up to date in one piece', async () => {
  const before = await mkdtemp(join(folder, 'migrations-'))
  for (const name of (await readdir(MIGRATIONS)).filter((file) => file < '0005'))
    await copyFile(join(MIGRATIONS, name), join(before, name))
  const old = await used(bareDatabase)
  await migrate(old.connection, before)
  const source = await storeBench('disk')
  await fill(source, old)
  const path = join(folder, 'old.tar')
  await backUp({ connection: old.connection, files: source.store, target: path })
  const target = await used(bareDatabase)
  const into = await storeBench('disk')
  await bringBack(path, target, into.store)
  expect(await into.store.installation()).toBe(await readInstallationId(target.db))
  expect(await migrate(target.connection)).toEqual([])
  await Promise.all([source.close(), into.close()])
})
