import { execFileSync } from 'node:child_process'
import {
  copyFile,
  mkdtemp,
  open as openFile,
  readdir,
  readFile,
  rm,
  stat,
  truncate,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { fillDemo } from '#db/demo.ts'
import { openArchive } from '#server/backup/archive-reader.ts'
import { backUp } from '#server/backup/backup.ts'
import type { Db } from '#server/database/db.ts'
import { migrate, MIGRATIONS } from '#server/database/migrate.ts'
import type { Database } from '#server/database/pool.ts'
import { diskStore } from '#server/files/disk.ts'
import type { FileStore } from '#server/files/store.ts'
import { bareDatabase, freshDatabase } from '#test/harness/database.ts'
import { buildClient, buildResidence } from '#test/harness/builders.ts'
import { addFile } from '#test/harness/plans.ts'
import { fingerprints } from '#test/harness/tables.ts'
import { bringBack } from '#test/harness/restores.ts'
import { failedInvariants } from '#test/harness/invariants.ts'

let folder: string
let source: Database
let files: FileStore
/** A backup of the demo portfolio and three plans, which tests copy before they harm it. */
let archive: string
const open: Database[] = []
const PLANS = ['Résidence', 'Étage', 'Lot'].map((nom, n) => ({
  id: `00000000-0000-4000-8000-00000000000${n}`,
  nom: `${nom}.pdf`,
  content: Buffer.alloc(20_000 * (n + 1), `%PDF-${nom}`),
}))
const PIECE = {
  id: '00000000-0000-4000-8000-00000000000f',
  nom: 'Pièce.pdf',
  content: Buffer.alloc(20_000, '%PDF-Pièce'),
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'diyar-backup-'))
  files = store('source')
  source = await database(freshDatabase)
  await source.db.transaction().execute((db) => fillDemo(db, '2026-11-21', 'hash'))
  for (const plan of PLANS) await addPlan(source.db, files, plan)
  // A copy could lose gaps, quotes, line ends, nulls, the empty text and deleted last rows.
  await source.db
    .deleteFrom('clients')
    .where('id', '=', (await buildClient(source.db)).id)
    .execute()
  await buildClient(source.db, {
    nom_complet: 'O\'Brien "le, grand"\nÉlodie \\N نور',
    adresse: '',
    tel: '\\.',
  })
  await source.db
    .insertInto('journal')
    .values({ membre_nom: 'A', action: 'a', objet: 'o', avant: JSON.stringify({ a: [1.5, null, 'é"'] }) })
    .execute()
  await addPapers(source.db, files)
  archive = join(folder, 'reference.tar')
  await backUp({
    connection: source.connection,
    files,
    target: archive,
    madeAt: new Date('2026-11-21T12:00:00Z'),
  })
})

afterAll(async () => {
  await Promise.all(open.map(({ close }) => close()))
  await rm(folder, { recursive: true, force: true })
})

async function addPlan(db: Db, into: FileStore, plan: (typeof PLANS)[number]): Promise<void> {
  await addFile(db, into, plan)
  await buildResidence(db, { plan_id: plan.id })
}

/** Adds what an installation in use also holds: a piece of a client, the code of a payment since deleted, a member who is signed in. */
async function addPapers(db: Db, into: FileStore): Promise<void> {
  await addFile(db, into, PIECE)
  const piece = { client_id: 1, type: 'identite', fichier_id: PIECE.id, membre_nom: 'Karim' }
  await db.insertInto('pieces').values(piece).execute()
  const sold = {
    numero: 'R-2026-000001',
    jour: '2026-01-02',
    montant: 187_500_000,
    bien: '302',
    client: 'B. T.',
  }
  await db
    .insertInto('codes_eteints')
    .values({ code: '0123456789AB', ...sold })
    .execute()
  await db
    .insertInto('sessions')
    .values({ empreinte: Buffer.alloc(32), membre_id: 1 })
    .execute()
}

/** Numbers of rows of what makes an installation more than its sales. */
async function papersOf({ db }: Database) {
  const { rows } = await sql<Record<string, number>>`select
    (select count(distinct role) from membres)::integer as roles, (select count(*) from documents)::integer as papers,
    (select count(*) from paiements where code is not null)::integer as codes, (select count(*) from codes_eteints)::integer as spent,
    (select count(*) from pieces)::integer as pieces, (select count(*) from parametres)::integer as settings,
    (select count(*) from sessions)::integer as sessions`.execute(db)
  return rows[0]
}

const store = (name: string) => diskStore(join(folder, name))

async function database(make: () => Promise<Database>): Promise<Database> {
  const made = await make()
  open.push(made)
  return made
}

const read = (from: FileStore, id: string) => buffer(from.read(id))

// spec: VE-40, AD-18
it.each([
  ['an unused database', bareDatabase],
  ['a started and still empty installation', freshDatabase],
])('restores into %s exactly what was saved', async (_where, make) => {
  const target = await database(make)
  const kept = store(`restored-${open.length}`)
  await bringBack(archive, target, kept)
  expect(await fingerprints(target.db)).toEqual(await fingerprints(source.db))
  for (const { id, content } of [...PLANS, PIECE]) expect((await read(kept, id)).equals(content)).toBe(true)
  expect(await failedInvariants(target.db)).toEqual([])
  const had = await papersOf(source)
  expect(Math.min(...Object.values(had ?? { none: 0 }))).toBeGreaterThan(0)
  expect(await papersOf(target)).toEqual({ ...had, sessions: 0 })

  // The numbering goes on where the source's would.
  const [there, here] = [await buildClient(target.db), await buildClient(source.db)]
  expect(there.id).toBe(here.id)
  await source.db.deleteFrom('clients').where('id', '=', here.id).execute()
  await sql`select setval('clients_id_seq', ${here.id - 1})`.execute(source.db)
  await expect(
    target.db.insertInto('clients').values({ nom_complet: '', tel: '', email: '' }).execute(),
  ).rejects.toThrow(/check constraint/)
  await expect(target.db.deleteFrom('journal').execute()).rejects.toThrow(/append-only/)
  expect(await target.db.selectFrom('sessions').selectAll().execute()).toEqual([])
})

it('is a tar that its own SHA256SUMS proves, and nobody else may read it', async () => {
  const unpacked = await mkdtemp(join(folder, 'unpacked-'))
  execFileSync('tar', ['xf', archive, '-C', unpacked])
  const inside = join(unpacked, 'diyar-sauvegarde')
  expect(execFileSync('sha256sum', ['-c', '--quiet', 'SHA256SUMS'], { cwd: inside }).toString()).toBe('')
  expect(
    execFileSync('sh', ['-c', 'cat tables/clients.*.csv.gz | gunzip'], { cwd: inside }).toString(),
  ).toContain('"O\'Brien ""le, grand""\nÉlodie \\N نور"')
  expect(
    (await readFile(join(inside, 'plans', `${PLANS[0]?.id}.pdf`))).equals(
      PLANS[0]?.content ?? Buffer.alloc(0),
    ),
  ).toBe(true)
  expect((await stat(archive)).mode & 0o777).toBe(0o600)
})

it('shows one instant while work goes on', async () => {
  const busy = await database(freshDatabase)
  const kept = store('busy')
  await addPlan(busy.db, kept, {
    ...PLANS[0],
    id: PLANS[0]?.id ?? '',
    nom: 'plan.pdf',
    content: PLANS[0]?.content ?? Buffer.alloc(1),
  })
  // Each change keeps the number of clients and residences equal; a copy of two instants would not.
  const change = () =>
    busy.db.transaction().execute(async (db) => {
      await buildClient(db)
      await buildResidence(db)
    })
  await change()
  const enough = new AbortController()
  let changes = 0
  const writers = Array.from({ length: 4 }, async () => {
    for (; !enough.signal.aborted; changes++) await change()
  })
  const taken: string[] = []
  for (let n = 0; n < 5; n++) {
    const before = changes
    const target = join(folder, `busy-${n}.tar`)
    await backUp({ connection: busy.connection, files: kept, target })
    expect(changes).toBeGreaterThan(before)
    taken.push(target)
  }
  enough.abort()
  await Promise.all(writers)
  for (const path of taken) {
    const opened = await openArchive(path)
    const rows = Object.fromEntries(opened.manifest.tables.map((table) => [table.name, table.rows]))
    await opened.close()
    expect(rows['residences']).toBe((rows['clients'] ?? 0) + 1)
  }
})

it('holds the plans that are replaced while it is made', async () => {
  const busy = await database(freshDatabase)
  const kept = store('replaced')
  for (const plan of PLANS) await addPlan(busy.db, kept, plan)
  const [first = '', ...others] = PLANS.map(({ id }) => id)
  const replace = async (id: string) => {
    await busy.db.updateTable('residences').set({ plan_id: null }).where('plan_id', '=', id).execute()
    await busy.db.deleteFrom('fichiers').where('id', '=', id).execute()
    await kept.remove(id)
  }
  // While the first plan is being read, the others are replaced.
  const slow: FileStore = {
    ...kept,
    read: (id) => (id === first ? gated(kept.read(id), Promise.all(others.map(replace))) : kept.read(id)),
  }
  const { plans, faultyPlans } = await backUp({
    connection: busy.connection,
    files: slow,
    target: join(folder, 'replaced.tar'),
  })
  expect({ plans, faultyPlans }).toEqual({ plans: 3, faultyPlans: [] })
  await bringBack(join(folder, 'replaced.tar'), await database(bareDatabase), store('replaced-restored'))
})

/** The bytes, held back until the gate opens. */
function gated(bytes: Readable, gate: Promise<unknown>): Readable {
  const pass = async function* () {
    await gate
    yield* bytes
  }
  return Readable.from(pass())
}

it('names the plans that are lost or not what was uploaded, and saves all the rest', async () => {
  const [lost, harmed, sound] = PLANS
  const wounded = store('wounded')
  for (const plan of [harmed, sound, PIECE]) {
    const draft = await wounded.draft()
    await writeFile(draft, plan === harmed ? 'other bytes' : (plan?.content ?? ''))
    await wounded.keep(draft, plan?.id ?? '')
  }
  const target = join(folder, 'wounded.tar')
  const { faultyPlans } = await backUp({ connection: source.connection, files: wounded, target })
  expect(faultyPlans).toEqual([lost?.id, harmed?.id])
  const restored = await database(bareDatabase)
  await bringBack(target, restored, store('wounded-restored'))
  expect(await fingerprints(restored.db)).toEqual(await fingerprints(source.db))
})

it('refuses a file with any byte changed, cut anywhere or longer, before it looks at the database', async () => {
  const whole = await readFile(archive)
  const harmed = join(folder, 'harmed.tar')
  await copyFile(archive, harmed)
  const refusal = /est abîmée ou incomplète|n'est pas une sauvegarde de Diyar/
  // One byte in a few is changed in the first header, the last files and the end, one in a few hundred between them.
  const places = [
    ...range(0, 600, 23),
    ...range(600, whole.length - 4096, 701),
    ...range(whole.length - 4096, whole.length, 41),
    whole.length - 1,
  ]
  const file = await openFile(harmed, 'r+')
  for (const at of places) {
    const byte = whole.readUInt8(at)
    await file.write(Buffer.of(byte ^ 1), 0, 1, at)
    await expect(openArchive(harmed), `byte ${at}`).rejects.toThrow(refusal)
    await file.write(Buffer.of(byte), 0, 1, at)
  }
  await file.close()
  await (await openArchive(harmed)).close()
  for (const size of [
    0,
    1,
    511,
    512,
    2048,
    2560,
    50_000,
    whole.length - 2048,
    whole.length - 512,
    whole.length - 1,
  ]) {
    await copyFile(archive, harmed)
    await truncate(harmed, size)
    await expect(openArchive(harmed), `cut to ${size}`).rejects.toThrow(refusal)
  }
  await writeFile(harmed, Buffer.concat([whole, Buffer.alloc(512)]))
  await expect(openArchive(harmed)).rejects.toThrow(refusal)
  await expect(openArchive(join(folder, 'absent.tar'))).rejects.toThrow(/n'existe pas/)
  await expect(openArchive(folder)).rejects.toThrow(/est un dossier/)
})

const range = (from: number, to: number, step: number) =>
  Array.from({ length: Math.ceil((to - from) / step) }, (_, n) => from + n * step)

it('restores an older backup and migrates it; refuses one of a newer Diyar', async () => {
  const migrations = await mkdtemp(join(folder, 'migrations-'))
  for (const name of await readdir(MIGRATIONS)) await copyFile(join(MIGRATIONS, name), join(migrations, name))
  await writeFile(
    join(migrations, '9999_apres.sql'),
    "alter table clients add column nouveau text not null default 'migré'; create table apres (n integer)",
  )
  const newer = await database(bareDatabase)
  await migrate(newer.connection, migrations)
  // The empty installation is newer than the backup: it becomes what the backup needs, then itself again.
  await bringBack(archive, newer, store('newer'), migrations)
  const { rows } = await sql<{
    n: number
  }>`select count(*) as n from clients where nouveau = 'migré'`.execute(newer.db)
  expect(rows).toEqual([{ n: 151 }])

  const target = join(folder, 'newer.tar')
  await backUp({ connection: newer.connection, files: store('newer'), target })
  const untouched = await database(bareDatabase)
  await expect(bringBack(target, untouched, store('untouched'))).rejects.toThrow(
    /version plus récente de Diyar \(migration 9999_apres\.sql\)/,
  )
  expect((await sql`select 1 from pg_tables where schemaname = 'public'`.execute(untouched.db)).rows).toEqual(
    [],
  )
})

it('refuses an installation that holds data, and a database that serves something else; nothing changes', async () => {
  const used = await database(freshDatabase)
  await buildClient(used.db)
  const before = await fingerprints(used.db)
  await expect(bringBack(archive, used, store('used'))).rejects.toThrow(/contient déjà des données/)
  expect(await fingerprints(used.db)).toEqual(before)
  const other = await database(bareDatabase)
  await sql`create table migrations (id integer, batch integer)`.execute(other.db)
  await expect(bringBack(archive, other, store('used'))).rejects.toThrow(/sert à autre chose que Diyar/)
  await expect(readdir(join(folder, 'used'))).rejects.toThrow(/ENOENT/)
})

it('leaves an empty installation and no plan when it cannot end', async () => {
  const target = await database(bareDatabase)
  const disk = store('failing')
  let calls = 0
  const failing: FileStore = {
    ...disk,
    keep: async (draft, id) => {
      if (++calls === 3) throw new Error('disk full')
      await disk.keep(draft, id)
    },
  }
  await expect(bringBack(archive, target, failing)).rejects.toThrow('disk full')
  expect((await sql`select 1 from pg_tables where schemaname = 'public'`.execute(target.db)).rows).toEqual([])
  for (const { id } of PLANS) await expect(read(disk, id)).rejects.toMatchObject({ code: 'ENOENT' })
  await bringBack(archive, target, disk)
  expect(await fingerprints(target.db)).toEqual(await fingerprints(source.db))
})

it('never replaces a file, leaves nothing of what it gave up, and says when there is nothing to save', async () => {
  const before = await readFile(archive)
  await expect(backUp({ connection: source.connection, files, target: archive })).rejects.toThrow(
    /existe déjà/,
  )
  expect((await readFile(archive)).equals(before)).toBe(true)
  const bare = await database(bareDatabase)
  const target = join(folder, 'given-up', 'x.tar')
  await expect(backUp({ connection: bare.connection, files, target })).rejects.toThrow(/rien à sauvegarder/)
  await expect(
    backUp({ connection: source.connection, files, target, signal: AbortSignal.abort() }),
  ).rejects.toThrow(/aborted/)
  await expect(backUp({ connection: source.connection, files, target: '/proc/x.tar' })).rejects.toThrow(
    /n'a pas pu être écrite/,
  )
  expect(await readdir(join(folder, 'given-up'))).toEqual([])
})
