import { mkdir, rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { tidyImports, thisProcess } from '#features/imports/server/imports.state.ts'
import type { MessageImport } from '#features/imports/imports.contract.ts'
import type { Verdict } from '#features/imports/server/workbook.ts'
import type { Db } from '#server/database/db.ts'
import { diskStore } from '#server/files/disk.ts'
import { pathOf } from '#server/files/store.ts'
import { createApp } from '#server/http/app.ts'
import { startApp, Visitor, type TestApp } from '#test/harness/app.ts'
import { buildAppartement, buildClient, buildResidence, idOf, sell } from '#test/harness/builders.ts'
import { residences } from '#test/harness/classeur-envoye.ts'
import { deferred } from '#test/harness/deferred.ts'
import { afterwards, checked, readIt, send, verdict, written } from '#test/harness/imports.ts'

/** Stands in for the engine that reads, checks and writes. */
const moteur = vi.hoisted(() => ({
  controler: undefined as unknown as (db: Db, options: { locking: boolean }) => Promise<{ verdict: Verdict }>,
  ecrire: undefined as unknown as (db: Db, options: { signal: AbortSignal }) => Promise<void>,
}))
vi.mock(import('#features/imports/server/workbook.ts'), () => ({
  async examineClasseur(db, _classeur, options) {
    const { verdict: found } = await moteur.controler(db, options)
    return { verdict: found, write: (suite) => moteur.ecrire(db, suite).then(() => []) }
  },
}))

let t: TestApp
let karim: Visitor
beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
})
afterAll(() => t.close())
beforeEach(async () => {
  moteur.controler = async () => ({ verdict: verdict(1) })
  moteur.ecrire = async (db) => void (await buildResidence(db))
  await t.db
    .updateTable('imports')
    .set({ statut: 'annule', fini_le: new Date() })
    .where('fini_le', 'is', null)
    .execute()
})

const count = async () => (await t.db.selectFrom('residences').select('id').execute()).length
const INTERROMPU = "L'import a été interrompu : rien n'a été écrit."
const faute: MessageImport = {
  gravite: 'erreur',
  feuille: 'Ventes',
  ligne: 2,
  colonne: 'Numéro',
  cellule: 'E2',
  texte: 'Ce bien est déjà vendu à Amina Saïdi.',
}

// spec: PO-31
describe('data that have changed since the check', () => {
  it('refuse the import when the file no longer fits, with what is wrong now', async () => {
    const { id } = await checked(karim)
    moteur.controler = async (_db, { locking }) => ({
      verdict: verdict(0, locking ? { messages: [faute], erreurs: 1 } : {}),
    })
    const before = await count()
    expect(await written(karim, id)).toMatchObject({ statut: 'refuse', motif: null, nombre_erreurs: 1 })
    expect(await count()).toBe(before)
    const { data } = (await karim.get(`/api/imports/${id}/messages`)).json as { data: object[] }
    expect(data).toEqual([faute])
  })

  const twice = async (db: Db) => {
    await buildResidence(db)
    const bien = await buildAppartement(db)
    const { id } = await buildClient(db)
    await sell(db, bien, id)
    await sell(db, bien, id)
  }

  it('refuse it when only the writing meets them: it is rolled back, and checked again', async () => {
    const { id } = await checked(karim)
    let checks = 0
    moteur.controler = async (_db, { locking }) => ({
      verdict: verdict(1, ++checks > 1 && !locking ? { messages: [faute], erreurs: 1 } : {}),
    })
    moteur.ecrire = twice
    const before = await count()
    expect(await written(karim, id)).toMatchObject({ statut: 'refuse', nombre_erreurs: 1 })
    expect([await count(), checks]).toEqual([before, 2])
  })

  it('refuse it with a sentence when the check finds nothing', async () => {
    const { id } = await checked(karim)
    moteur.ecrire = twice
    const before = await count()
    expect(await written(karim, id)).toMatchObject({
      statut: 'refuse',
      motif: "Les données ont changé pendant l'import : rien n'a été écrit. Envoyez le classeur de nouveau.",
    })
    expect(await count()).toBe(before)
  })

  it.each([
    ['a deadlock', '40P01', 'termine', 3],
    ['a deadlock each time', '40P01', 'echec', 4],
    ['a lock that is not to be had', '55P03', 'termine', 2],
  ])('%s is tried three times', async (_what, code, statut, succeedsAt) => {
    const { id } = await checked(karim)
    let tries = 0
    moteur.ecrire = async (db) => {
      await buildResidence(db)
      if (++tries < succeedsAt)
        await sql.raw(`do $$ begin raise exception 'essai' using errcode = '${code}'; end $$`).execute(db)
    }
    const before = await count()
    const fini = await written(karim, id)
    expect([fini.statut, tries, await count()]).toEqual([
      statut,
      Math.min(succeedsAt, 3),
      statut === 'termine' ? before + 1 : before,
    ])
  })
})

describe('a work that ends otherwise', () => {
  it('a server that stops rolls it back and says so', async () => {
    const sauvegardes = { connection: t.connection, folder: join(t.files, 'sauvegardes'), integree: false }
    const app = await createApp({ db: t.db, files: diskStore(t.files), sauvegardes })
    const visitor = new Visitor(app)
    visitor.cookies.take(karim.cookies)
    const { id } = await checked(visitor)
    const reached = deferred<void>()
    moteur.ecrire = async (db) => {
      await buildResidence(db)
      reached.resolve()
      await sql`select pg_sleep(12)`.execute(db)
    }
    const before = await count()
    await visitor.post(`/api/imports/${id}/confirmer`)
    await reached.promise
    const asked = performance.now()
    await app.close()
    expect(performance.now() - asked).toBeLessThan(5_000)
    expect(await readIt(karim, id)).toMatchObject({ statut: 'echec', motif: INTERROMPU, peut_annuler: false })
    expect(await count()).toBe(before)
  })

  // spec: RE-84
  it.each([
    ['an earlier process of this server', `${process.pid} 1`, 'echec', 201],
    ['a process that has ended', '4194305 1', 'echec', 201],
    ['another server of this machine', `${process.ppid} 1`, 'ecriture', 409],
    ['this very process', thisProcess.processus, 'ecriture', 409],
  ])('what %s was at when a server begins', async (_who, processus, statut, answer) => {
    const { id } = await checked(karim)
    await t.db
      .updateTable('imports')
      .set({ statut: 'ecriture', vu_le: new Date(), machine: thisProcess.machine, processus })
      .where('id', '=', id)
      .execute()
    const app = await createApp({ db: t.db, files: diskStore(t.files) })
    const visitor = new Visitor(app)
    visitor.cookies.take(karim.cookies)
    expect((await readIt(visitor, id)).statut).toBe(statut)
    const next = await send(visitor)
    expect(next.statusCode).toBe(answer)
    if (answer === 201) await afterwards(visitor, idOf(next), 'lecture')
    await app.close()
  })

  // spec: RE-84
  it('one that nobody does any more reads as failed, and the next one takes its place', async () => {
    const { id } = await checked(karim)
    const seen = (seconds: number) =>
      t.db
        .updateTable('imports')
        .set({ statut: 'ecriture', vu_le: sql<Date>`now() - make_interval(secs => ${seconds})` })
        .where('id', '=', id)
        .execute()
    await seen(13)
    expect((await readIt(karim, id)).statut).toBe('ecriture')
    expect((await send(karim)).statusCode).toBe(409)
    await seen(15)
    expect(await readIt(karim, id)).toMatchObject({ statut: 'echec', motif: INTERROMPU, peut_annuler: false })
    expect((await karim.post(`/api/imports/${id}/annuler`)).statusCode).toBe(409)
    const next = await send(karim)
    expect(next.statusCode).toBe(201)
    const row = await t.db.selectFrom('imports').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    expect(row).toMatchObject({ statut: 'echec', motif: INTERROMPU })
    await afterwards(karim, idOf(next), 'lecture')
  })

  it('one that has been given up for dead writes nothing when it wakes', async () => {
    const { id } = await checked(karim)
    const [reached, go] = [deferred<void>(), deferred<void>()]
    moteur.ecrire = async (db) => {
      await buildResidence(db)
      reached.resolve()
      await go.promise
    }
    const before = await count()
    await karim.post(`/api/imports/${id}/confirmer`)
    await reached.promise
    await t.db
      .updateTable('imports')
      .set({ statut: 'echec', fini_le: new Date() })
      .where('id', '=', id)
      .execute()
    go.resolve()
    await expect.poll(() => pending(), { timeout: 5_000 }).toBe(0)
    expect([await count(), (await readIt(karim, id)).statut]).toEqual([before, 'echec'])
  })

  /** Connections in the middle of something. */
  const pending = async () =>
    (
      await sql<{ n: number }>`select count(*)::integer as n from pg_stat_activity
        where datname = current_database() and state like 'idle in transaction%'`.execute(t.db)
    ).rows[0]?.n

  // spec: RF-89
  it.each([
    ['lost', (path: string) => rm(path)],
    ['cut', (path: string) => truncate(path, 100)],
    ['changed for another', (path: string) => writeFile(path, 'PK')],
  ])('a workbook that the store has %s', async (_how, spoil) => {
    const { id } = await checked(karim)
    const { fichier_id: fichier } = await t.db
      .selectFrom('imports')
      .where('id', '=', id)
      .select('fichier_id')
      .executeTakeFirstOrThrow()
    await spoil(join(t.files, pathOf('plans', fichier ?? '')))
    const before = await count()
    expect(await written(karim, id)).toMatchObject({
      statut: 'echec',
      motif: "Le fichier de cet import n'a pas pu être lu : rien n'a été écrit.",
      sauvegarde: null,
    })
    expect(await count()).toBe(before)
    await t.db.updateTable('imports').set({ fichier_id: null }).where('fichier_id', 'is not', null).execute()
    await t.db.deleteFrom('fichiers').execute()
  })

  it('a backup that cannot be made', async () => {
    const { id } = await checked(karim)
    const folder = join(t.files, 'sauvegardes')
    await rm(folder, { recursive: true, force: true })
    await writeFile(folder, '')
    const before = await count()
    expect(await written(karim, id)).toMatchObject({
      statut: 'echec',
      motif: "La sauvegarde qui précède l'import n'a pas pu être faite : rien n'a été écrit.",
      sauvegarde: null,
    })
    expect(await count()).toBe(before)
    await rm(folder)
    await mkdir(folder)
  })

  it('a defect', async () => {
    const { id } = await checked(karim)
    moteur.ecrire = async (db) => {
      await buildResidence(db)
      throw new TypeError('essai')
    }
    const before = await count()
    expect(await written(karim, id)).toMatchObject({ statut: 'echec', motif: INTERROMPU })
    expect(await count()).toBe(before)
  })
})

describe('what is left of imports', () => {
  it('the same file once more is told', async () => {
    const bytes = await residences('El Yasmine')
    await written(karim, (await checked(karim, bytes)).id)
    const { id, statut, nombre_avertissements } = await checked(karim, bytes)
    expect([statut, nombre_avertissements]).toEqual(['pret', 1])
    const { data } = (await karim.get(`/api/imports/${id}/messages`)).json as { data: object[] }
    expect(data).toEqual([
      {
        gravite: 'avertissement',
        feuille: '',
        ligne: 0,
        colonne: null,
        cellule: null,
        texte: expect.stringMatching(/^Ce fichier a déjà été importé le \d\d\/\d\d\/\d{4}\.$/),
      },
    ])
  })

  // spec: PO-39
  it('thirty days after its end its workbook and messages go, and the import itself unless it was written', async () => {
    moteur.controler = async () => ({
      verdict: verdict(1, { messages: [{ ...faute, gravite: 'avertissement' }] }),
    })
    const termine = (await written(karim, (await checked(karim)).id)).id
    const pret = (await checked(karim)).id
    moteur.controler = async () => ({ verdict: verdict(1, { messages: [faute], erreurs: 1 }) })
    const refuse = (await checked(karim)).id
    const fresh = (await checked(karim)).id
    const ago = (days: number) => sql<Date>`now() - make_interval(days => ${days})`
    const age = async (days: number) => {
      for (const id of [termine, refuse])
        await t.db
          .updateTable('imports')
          .set({ fini_le: ago(days) })
          .where('id', '=', id)
          .execute()
      await t.db
        .updateTable('imports')
        .set({ vu_le: ago(days) })
        .where('id', '=', pret)
        .execute()
    }
    const there = async (id: number) => {
      const row = await t.db.selectFrom('imports').selectAll().where('id', '=', id).executeTakeFirst()
      const messages = await t.db
        .selectFrom('imports_messages')
        .select('rang')
        .where('import_id', '=', id)
        .execute()
      return { row: row !== undefined, file: row?.fichier_id != null, messages: messages.length }
    }
    const whole = { row: true, file: true, messages: 1 }
    const files = diskStore(t.files)
    await age(29)
    await tidyImports(t.db, files)
    for (const id of [termine, pret, refuse, fresh]) expect(await there(id)).toEqual(whole)
    await age(31)
    await tidyImports(t.db, files)
    expect(await there(termine)).toEqual({ row: true, file: false, messages: 0 })
    expect((await readIt(karim, termine)).statut).toBe('termine')
    const nothing = { row: false, file: false, messages: 0 }
    expect([await there(pret), await there(refuse), await there(fresh)]).toEqual([nothing, nothing, whole])
    await tidyImports(t.db, files)
    expect(await there(termine)).toEqual({ row: true, file: false, messages: 0 })
  })
})
