import { mkdtemp, rm, statfs, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type * as Classeur from '#features/imports/server/workbook.ts'
import { openArchive } from '#server/backup/archive-reader.ts'
import { restore } from '#server/backup/restore.ts'
import { readMigrations } from '#server/database/migrate.ts'
import { diskStore } from '#server/files/disk.ts'
import { clusterOf } from '#server/database/embedded-cluster.ts'
import { connect, type Database } from '#server/database/pool.ts'
import { launchOnSmallDisk, whyNoSmallDisk } from '#test/faults/full-disk.ts'
import { dataFolder, drop } from '#test/faults/kills.ts'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import { signIn } from '#test/harness/browser.ts'
import { buildAppartement, buildClient, idOf, pay, sell } from '#test/harness/builders.ts'
import { residences } from '#test/harness/classeur-envoye.ts'
import { bareDatabase } from '#test/harness/database.ts'
import { checked, written } from '#test/harness/imports.ts'
import { buildCommands } from '#test/harness/processes.ts'
import { printTables } from '#test/harness/tables.ts'

/** Its `look` is called once the backup has been made and nothing is written yet. */
const between = vi.hoisted(() => ({ look: async () => {} }))
vi.mock(import('#features/imports/server/workbook.ts'), async (original) => {
  const real: typeof Classeur = await original()
  return {
    async examineClasseur(db, classeur, options) {
      if (options.locking) await between.look()
      return real.examineClasseur(db, classeur, options)
    },
  }
})

let t: TestApp
let karim: Visitor
let folder: string
const open: Database[] = []
beforeAll(() => buildCommands())
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'diyar-avant-'))
  t = await startApp()
  karim = await t.member()
})
afterAll(async () => {
  await t.close()
  await Promise.all(open.map(({ close }) => close()))
  await rm(folder, { recursive: true, force: true })
})

/** Neither the import itself, which is told its backup after that is made, nor what belongs to one installation. */
const APART = [
  'imports',
  'migrations',
  'sessions',
  'sauvegardes',
  'installation',
  'idempotence',
  'tentatives',
]

// spec: PO-35
it('the backup that precedes an import brings back all that was there, table by table', async () => {
  const client = await buildClient(t.db)
  await pay(t.db, await sell(t.db, await buildAppartement(t.db), client.id), 1_000_000)
  const { id } = await checked(karim, await residences('El Yasmine', 'Les Pins'))
  let before: unknown
  between.look = async () => {
    before = [...(await printTables(t.db, APART))].map(([table, { rows, hash }]) => [table, rows, hash])
  }
  const { statut, sauvegarde } = await written(karim, id)
  expect([statut, sauvegarde]).toEqual(['termine', `avant-import-${id}.tar`])
  const target = await bareDatabase()
  open.push(target)
  const archive = await openArchive(join(t.files, 'sauvegardes', sauvegarde ?? ''))
  try {
    const migrations = await readMigrations()
    await restore({ archive, migrations, connection: target.connection, files: diskStore(folder) })
  } finally {
    await archive.close()
  }
  const after = [...(await printTables(target.db, APART))].map(([table, { rows, hash }]) => [
    table,
    rows,
    hash,
  ])
  expect(after).toEqual(before)
  const now = [...(await printTables(t.db, APART))].map(([table, { rows, hash }]) => [table, rows, hash])
  expect(now).not.toEqual(before)
})

const noSmallDisk = whyNoSmallDisk()
const MB = 1024 * 1024

// spec: PO-35
it.skipIf(noSmallDisk)(
  `without room for it nothing is written, and the import says so (${noSmallDisk ?? 'on a disk of 400 Mo'})`,
  async () => {
    const place = await dataFolder()
    const server = await launchOnSmallDisk(400, place, { LOG_LEVEL: 'silent' })
    const inside = join('/proc', String(server.pid), 'root', place)
    const { db } = connect({
      host: join('/proc', String(server.pid), 'root', clusterOf(place)),
      port: 5432,
      user: 'diyar',
      database: 'diyar',
      password: '',
    })
    try {
      const account = { name: 'Samira', email: 'samira@diyar.dz', password: 'Motdepasse1!' }
      const browser = await signIn(server.url, account)
      const call = (method: string, path: string, body?: object) =>
        browser.call(server.url, method, path, body)
      const form = new FormData()
      form.set('classeur', new File([await residences('El Yasmine')], 'portefeuille.xlsx'))
      const id = idOf(await call('POST', '/api/imports', form))
      const status = async () => (await call('GET', `/api/imports/${id}`)).json as { statut: string }
      await vi.waitUntil(async () => (await status()).statut === 'pret', { timeout: 20_000 })
      // Less than backups leave to the database, more than the database needs.
      const { bsize, bavail } = await statfs(inside)
      await writeFile(join(inside, 'lest-avant'), Buffer.alloc(bsize * bavail - 36 * MB, 1))
      expect((await call('POST', `/api/imports/${id}/confirmer`)).statusCode).toBe(200)
      await vi.waitUntil(async () => (await status()).statut !== 'ecriture', { timeout: 20_000 })
      expect(await status()).toMatchObject({
        statut: 'echec',
        motif: "La sauvegarde qui précède l'import n'a pas pu être faite : rien n'a été écrit.",
        sauvegarde: null,
      })
      expect(await db.selectFrom('residences').select('id').execute()).toEqual([])
      expect((await server.files('sauvegardes')).filter((name) => name.includes('avant'))).toEqual([])
    } finally {
      await db.destroy()
      await server.stop()
      await drop(place)
    }
  },
  120_000,
)
