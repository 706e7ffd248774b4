import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { afterwards, checked, send, verdict, written } from '#test/harness/imports.ts'
import type { Verdict } from '#features/imports/server/workbook.ts'
import type { Db } from '#server/database/db.ts'
import { createApp } from '#server/http/app.ts'
import { diskStore } from '#server/files/disk.ts'
import { deferred } from '#test/harness/deferred.ts'
import { printTables } from '#test/harness/tables.ts'
import { startApp, Visitor, type TestApp } from '#test/harness/app.ts'
import { buildResidence, idOf } from '#test/harness/builders.ts'

/** Stands in for the engine that reads, checks and writes: each test says what happens at its moment. */
const moteur = vi.hoisted(() => ({
  controler: undefined as unknown as (
    db: Db,
    options: { locking: boolean; signal: AbortSignal },
  ) => Promise<{ verdict: Verdict }>,
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

const statuses = (answers: { statusCode: number }[]) =>
  answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)
const residences = () => t.db.selectFrom('residences').selectAll().execute()
/** Every row there is but those of imports, the backups before them, their lines in the journal and the keys of requests. */
async function business() {
  const prints = await printTables(t.db, [
    'imports',
    'imports_messages',
    'journal',
    'fichiers',
    'idempotence',
    'sauvegardes',
  ])
  return [...prints].map(([table, { rows, hash }]) => `${table} ${rows} ${hash}`)
}
/** A writing that stands still before its end, until it may go on or is given up. */
function held() {
  const [reached, go] = [deferred<void>(), deferred<void>()]
  moteur.ecrire = async (db, { signal }) => {
    await buildResidence(db)
    await sql`insert into recus (annee, dernier) values (2026, 1) on conflict (annee) do update set dernier = recus.dernier + 1`.execute(
      db,
    )
    reached.resolve()
    await Promise.race([go.promise, once(signal, 'abort')])
    await sql`select 1`.execute(db)
  }
  return { reached: reached.promise, go: () => go.resolve() }
}

describe('an import', () => {
  it('is checked, confirmed and written, with a backup before', async () => {
    const sent = await send(karim)
    expect([sent.statusCode, sent.json]).toEqual([
      201,
      expect.objectContaining({
        message: 'Fichier reçu : vérification en cours.',
        statut: 'lecture',
        nom: 'portefeuille.xlsx',
        membre: 'Karim Benali',
        peut_annuler: true,
        peut_confirmer: false,
        fini_le: null,
      }),
    ])
    const id = idOf(sent)
    const pret = await afterwards(karim, id, 'lecture')
    expect(pret).toMatchObject({ statut: 'pret', motif: null, fait: 1, total: 1, peut_confirmer: true })
    const before = (await residences()).length
    const confirmed = await karim.post(`/api/imports/${id}/confirmer`)
    expect([confirmed.statusCode, confirmed.json]).toEqual([
      200,
      expect.objectContaining({ statut: 'ecriture', message: 'Import en cours.' }),
    ])
    const fini = await afterwards(karim, id, 'ecriture')
    expect(fini).toMatchObject({
      statut: 'termine',
      sauvegarde: `avant-import-${id}.tar`,
      peut_annuler: false,
    })
    expect(fini.fini_le).toMatch(/^\d{4}-.*Z$/)
    expect(await residences()).toHaveLength(before + 1)
    expect(await readdir(join(t.files, 'sauvegardes'))).toContain(`avant-import-${id}.tar`)
    const said = await t.db
      .selectFrom('journal')
      .selectAll()
      .where('objet', '=', 'import')
      .where('objet_id', '=', id)
      .orderBy('id')
      .execute()
    expect(said.map(({ action }) => action)).toEqual(['ajouter', 'confirmer', 'importer'])
    expect(said[2]?.apres).toMatchObject({ nom: 'portefeuille.xlsx', feuilles: [{ crees: 1 }] })
    const again = await karim.post(`/api/imports/${id}/annuler`)
    expect([again.statusCode, again.json]).toEqual([409, { message: "Cet import n'est plus en cours." }])
  })

  it('keeps three backups', async () => {
    for (let n = 0; n < 4; n++) await written(karim, (await checked(karim)).id)
    const kept = (await readdir(join(t.files, 'sauvegardes'))).filter((name) => name.startsWith('avant-'))
    const { rows } = await sql<{
      name: string
    }>`select sauvegarde as name from imports where sauvegarde is not null
      order by id desc limit 3`.execute(t.db)
    expect(kept.toSorted()).toEqual(rows.map(({ name }) => name).toSorted())
  })

  it('is refused without a workbook', async () => {
    const none = await karim.post('/api/imports', {})
    expect([none.statusCode, none.json]).toEqual([
      422,
      {
        message: 'Veuillez choisir un classeur.',
        errors: { classeur: ['Veuillez choisir un classeur.'] },
      },
    ])
    const box = await send(karim, undefined, { modifier: 'peut-être' })
    expect([box.statusCode, Object.keys((box.json as { errors: object }).errors)]).toEqual([
      422,
      ['modifier'],
    ])
  })

  it('reads its box as browsers send it', async () => {
    for (const [sent, read] of [
      ['1', true],
      ['on', true],
      ['true', true],
      ['0', false],
      ['', false],
      ['false', false],
    ] as const)
      expect([sent, (await checked(karim, undefined, { modifier: sent })).modifier]).toEqual([sent, read])
    expect((await checked(karim)).modifier).toBe(false)
  })

  it('takes nothing else of its form', async () => {
    const more = { id: '987654', statut: 'termine', membre: 'Personne', fait: '7', sauvegarde: '/etc/passwd' }
    const { json } = await send(karim, undefined, more)
    expect(json).toMatchObject({ statut: 'lecture', membre: 'Karim Benali', fait: 0, sauvegarde: null })
    const { id } = await afterwards(karim, idOf({ json }), 'lecture')
    expect(id).not.toBe(987_654)
  })

  it('tells its messages page by page, by sheet and by gravity', async () => {
    const message = (ligne: number, feuille = 'Résidences') => ({
      gravite: 'erreur' as const,
      feuille,
      ligne,
      colonne: 'Nom',
      cellule: `A${ligne}`,
      texte: 'Le nom est obligatoire.',
    })
    const messages = [
      ...Array.from({ length: 60 }, (_, n) => message(n + 2)),
      { ...message(2, 'Blocs'), gravite: 'avertissement' as const },
    ]
    moteur.controler = async () => ({
      verdict: verdict(60, { messages, erreurs: 60, avertissements: 1 }),
    })
    const { id, statut, nombre_erreurs } = await checked(karim)
    expect([statut, nombre_erreurs]).toEqual(['refuse', 60])
    expect((await karim.post(`/api/imports/${id}/confirmer`)).statusCode).toBe(409)
    const page = async (query: string) =>
      (await karim.get(`/api/imports/${id}/messages${query}`)).json as { data: object[]; total: number }
    expect((await page('')).data).toHaveLength(50)
    expect(await page('?page=2')).toMatchObject({ total: 61, data: { length: 11 } })
    expect(await page('?gravite=avertissement')).toMatchObject({ total: 1, data: [{ feuille: 'Blocs' }] })
    expect(await page('?feuille=Blocs')).toMatchObject({ total: 1 })
    expect(await page('?feuille=Blocs&gravite=erreur')).toMatchObject({ total: 0 })
    expect((await karim.get('/api/imports/999999/messages')).statusCode).toBe(404)
  })
})

// spec: PO-30
describe('several at once', () => {
  it('four uploads: one is taken, three are told that one is under way', async () => {
    const gate = deferred<void>()
    moteur.controler = async () => (await gate.promise, { verdict: verdict(1) })
    const files = await t.db.selectFrom('fichiers').select('id').execute()
    const answers = await Promise.all(Array.from({ length: 4 }, () => send(karim)))
    expect(statuses(answers)).toEqual([201, 409, 409, 409])
    expect(answers.find(({ statusCode }) => statusCode === 409)?.json).toEqual({
      message: 'Un import est déjà en cours. Attendez sa fin ou annulez-le.',
    })
    expect(await t.db.selectFrom('fichiers').select('id').execute()).toHaveLength(files.length + 1)
    gate.resolve()
    const taken = answers.find(({ statusCode }) => statusCode === 201)
    expect((await afterwards(karim, idOf(taken ?? { json: null }), 'lecture')).statut).toBe('pret')
  })

  it('eight confirmations: one begins the writing, which is done once', async () => {
    const { id } = await checked(karim)
    const before = (await residences()).length
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => karim.post(`/api/imports/${id}/confirmer`)),
    )
    expect(statuses(answers)).toEqual([200, 409, 409, 409, 409, 409, 409, 409])
    const messages = new Set(answers.map(({ json }) => (json as { message: string }).message))
    expect(messages).toEqual(new Set(['Import en cours.', "Cet import n'attend pas de confirmation."]))
    await afterwards(karim, id, 'ecriture')
    expect(await residences()).toHaveLength(before + 1)
  })

  // How long it takes and how much it holds is weighed by the bench (BENCH_IMPORT).
  // spec: PO-27
  it('one holds two connections at most, and others are served meanwhile', async () => {
    const { id } = await checked(karim)
    const { reached, go } = held()
    await karim.post(`/api/imports/${id}/confirmer`)
    await reached
    const busy = () => t.pool.totalCount - t.pool.idleCount
    const most = Math.max(
      ...(await Promise.all(
        Array.from({ length: 60 }, async (_, n) => {
          await delay(n * 50)
          return busy()
        }),
      )),
    )
    expect(most).toBeGreaterThanOrEqual(1)
    expect(most).toBeLessThanOrEqual(2)
    const answers = await Promise.all(Array.from({ length: 20 }, () => karim.get('/api/clients')))
    expect(new Set(statuses(answers))).toEqual(new Set([200]))
    const added = await karim.post('/api/residences', { nom: 'Les Oliviers', adresse: 'Oran' })
    expect(added.statusCode).toBe(201)
    go()
    expect((await afterwards(karim, id, 'ecriture')).statut).toBe('termine')
  })

  it('one is not confirmed while another is written', async () => {
    const [first, second] = [await checked(karim), await checked(karim)]
    const { reached, go } = held()
    await karim.post(`/api/imports/${first.id}/confirmer`)
    await reached
    const answer = await karim.post(`/api/imports/${second.id}/confirmer`)
    expect([answer.statusCode, answer.json]).toEqual([
      409,
      { message: 'Un import est déjà en cours. Attendez sa fin ou annulez-le.' },
    ])
    go()
    expect((await afterwards(karim, first.id, 'ecriture')).statut).toBe('termine')
  })
})

// spec: PO-28
describe('given up', () => {
  it('before it is confirmed: at once', async () => {
    const { id } = await checked(karim)
    const answer = await karim.post(`/api/imports/${id}/annuler`)
    expect([answer.statusCode, answer.json]).toEqual([
      200,
      expect.objectContaining({ statut: 'annule', message: "Import annulé : rien n'a été écrit." }),
    ])
    expect((await karim.post(`/api/imports/${id}/confirmer`)).statusCode).toBe(409)
  })

  it.each(['in the process that writes', 'in another one'])(
    'while it is written, %s: nothing of it stays',
    async (where) => {
      const other = await createApp({ db: t.db, files: diskStore(t.files) })
      const visitor = where === 'in another one' ? new Visitor(other) : karim
      visitor.cookies.take(karim.cookies)
      const { id } = await checked(karim)
      const before = await business()
      const { reached } = held()
      await karim.post(`/api/imports/${id}/confirmer`)
      await reached
      const asked = performance.now()
      const answer = await visitor.post(`/api/imports/${id}/annuler`)
      expect([answer.statusCode, answer.json]).toEqual([
        200,
        expect.objectContaining({ message: 'Annulation demandée.' }),
      ])
      const { statut, motif } = await afterwards(karim, id, 'ecriture')
      expect([statut, motif, performance.now() - asked < 5_000]).toEqual(['annule', null, true])
      expect(await business()).toEqual(before)
      await other.close()
    },
  )

  it('ends the statement that runs', async () => {
    const { id } = await checked(karim)
    const reached = deferred<void>()
    moteur.ecrire = async (db) => {
      reached.resolve()
      await sql`select pg_sleep(12)`.execute(db)
    }
    await karim.post(`/api/imports/${id}/confirmer`)
    await reached.promise
    const asked = performance.now()
    await karim.post(`/api/imports/${id}/annuler`)
    expect((await afterwards(karim, id, 'ecriture')).statut).toBe('annule')
    expect(performance.now() - asked).toBeLessThan(5_000)
  })

  it('while it is checked', async () => {
    moteur.controler = async (db) => {
      await sql`select pg_sleep(12)`.execute(db)
      return { verdict: verdict(1) }
    }
    const id = idOf(await send(karim))
    await karim.post(`/api/imports/${id}/annuler`)
    expect((await afterwards(karim, id, 'lecture')).statut).toBe('annule')
  })
})
