import { describeRegle } from '#features/sauvegardes/sante.regles.ts'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { CONTROLE_LOCK } from '#features/sauvegardes/server/sante.service.ts'
import { forgetHere } from '#server/backup/failure.ts'
import { readBusinessRules } from '#server/database/invariants.ts'
import { diskStore } from '#server/files/disk.ts'
import { createApp } from '#server/http/app.ts'
import { startApp, Visitor, type TestApp } from '#test/harness/app.ts'
import { buildAppartement, buildClient, sell } from '#test/harness/builders.ts'
import { whenFree } from '#test/harness/locks.ts'
import { addPlan } from '#test/harness/plans.ts'

let t: TestApp
let karim: Visitor
beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
})
beforeEach(async () => {
  await whenFree(t.db, CONTROLE_LOCK)
  await t.db.deleteFrom('verifications').execute()
})
afterAll(() => t.close())

interface Lue {
  version: string
  base: { moteur: string; taille: number; integree: boolean }
  fichiers: { nombre: number; taille: number }
  disque: { libre: number; total: number; peu: boolean } | null
  demarre_le: string
  verification: { faite_le: string; duree_ms: number; regles: number; enfreintes: object[] } | null
  echec: { le: string; texte: string } | null
  en_cours: boolean
}
const read = async () => (await karim.get('/api/sante')).json as Lue
async function check(): Promise<Lue['verification']> {
  const { statusCode, json } = await karim.post('/api/sante/verification')
  expect([statusCode, json]).toEqual([202, { message: 'Vérification commencée.' }])
  await whenFree(t.db, CONTROLE_LOCK)
  return (await read()).verification
}

it('says what carries the installation', async () => {
  await addPlan(t.db, diskStore(t.files), Buffer.alloc(12_345, '%PDF'))
  const lue = await read()
  expect(lue).toEqual({
    version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
    base: {
      moteur: expect.stringMatching(/^PostgreSQL \d+/),
      taille: expect.any(Number),
      integree: false,
    },
    fichiers: { nombre: 1, taille: 12_345 },
    disque: { libre: expect.any(Number), total: expect.any(Number), peu: expect.any(Boolean) },
    demarre_le: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    verification: null,
    echec: null,
    en_cours: false,
  })
  expect(lue.base.taille).toBeGreaterThan(1_000_000)
  // Two of this size are on no disk.
  await sql`insert into sauvegardes (fichier, taille, sha256) values ('x.tar', 10::bigint ^ 15, decode(repeat('00', 32), 'hex'))`.execute(
    t.db,
  )
  expect((await read()).disque?.peu).toBe(true)
  await t.db.deleteFrom('sauvegardes').execute()
})

// spec: AD-19
it('has a sentence for every rule', async () => {
  for (const { name } of await readBusinessRules()) expect(describeRegle(name)).not.toBe(name)
})

it('looks at every rule, and names the one that does not hold with its rows', async () => {
  const regles = (await readBusinessRules()).length
  expect(await check()).toMatchObject({ regles, enfreintes: [] })
  const vente = await sell(t.db, await buildAppartement(t.db), (await buildClient(t.db)).id)
  await sql`alter table ventes disable trigger user`.execute(t.db)
  await sql`update ventes set total_paye = 5 where id = ${vente}`.execute(t.db)
  const found = await check()
  expect(found?.enfreintes).toContainEqual({
    regle: "La somme versée d'une vente est celle de ses paiements qui comptent, sans les rejetés",
    lignes: 1,
  })
  await sql`update ventes set total_paye = 0 where id = ${vente}`.execute(t.db)
  await sql`alter table ventes enable trigger user`.execute(t.db)
  await t.db.deleteFrom('ventes').where('id', '=', vente).execute()
  expect((await check())?.enfreintes).toEqual([])
})

it('is refused while one is under way, in this server or another, and tells that it is', async () => {
  const other = new pg.Client(t.connection)
  await other.connect()
  await other.query('select pg_advisory_lock($1)', [CONTROLE_LOCK])
  expect((await read()).en_cours).toBe(true)
  const refused = await karim.post('/api/sante/verification')
  expect([refused.statusCode, refused.json]).toEqual([
    409,
    { message: 'Une vérification est déjà en cours.' },
  ])
  await other.end()
  await whenFree(t.db, CONTROLE_LOCK)
  expect([(await read()).en_cours, (await read()).verification]).toEqual([false, null])
})

/** Has every statement like this one fail on connections of its own, as where the server is another. */
function failing(part: string, code: string) {
  const query = Reflect.get(pg.Client.prototype, 'query')
  let met = 0
  Reflect.set(pg.Client.prototype, 'query', function (this: pg.Client, ...asked: unknown[]): unknown {
    if (typeof asked[0] !== 'string' || !asked[0].includes(part)) return Reflect.apply(query, this, asked)
    met += 1
    return Promise.reject(Object.assign(new Error('essai'), { code }))
  })
  return { met: () => met, end: () => Reflect.set(pg.Client.prototype, 'query', query) }
}

// spec: RE-55
it('goes on where the server cannot notice that we are gone, as on Windows', async () => {
  const windows = failing('client_connection_check_interval', '22023')
  const regles = (await readBusinessRules()).length
  expect(await check()).toMatchObject({ regles, enfreintes: [] })
  expect(windows.met()).toBeGreaterThan(0)
  windows.end()
  expect((await read()).echec).toBeNull()
})

// spec: RE-55
it('that fails is told, also by the next server, until one succeeds', async () => {
  const broken = failing('from (', '57P01')
  expect(await check()).toBeNull()
  broken.end()
  const echec = { le: expect.stringMatching(/^\d{4}-/) as string, texte: 'la base de données ne répond pas.' }
  await vi.waitFor(async () => expect((await read()).echec).toEqual(echec))
  // A new process knows nothing by itself.
  forgetHere('controle', t.connection)
  await vi.waitFor(async () => expect((await read()).echec).toEqual(echec))
  expect(await check()).toMatchObject({ enfreintes: [] })
  expect((await read()).echec).toBeNull()
})

it('keeps fifty', async () => {
  await sql`insert into verifications (duree_ms, regles, enfreintes) select 1, 1, '[]' from generate_series(1, 60)`.execute(
    t.db,
  )
  await check()
  expect(await t.db.selectFrom('verifications').selectAll().execute()).toHaveLength(50)
})

it('reads only, takes longer than any call may, and ends with its server', async () => {
  const sauvegardes = { connection: t.connection, folder: t.files, integree: false }
  const app = await createApp({ db: t.db, files: diskStore(t.files), sauvegardes })
  const visitor = new Visitor(app)
  visitor.cookies.take(karim.cookies)
  // Somebody holds a table that a rule reads.
  const other = new pg.Client(t.connection)
  await other.connect()
  await other.query('begin; lock table journal in access exclusive mode')
  expect((await visitor.post('/api/sante/verification')).statusCode).toBe(202)
  const settings = async () =>
    (
      await sql<{ state: string }>`select wait_event_type as state from pg_stat_activity
        where application_name = 'diyar-sauvegarde' and datname = current_database() and wait_event_type = 'Lock'`.execute(
        t.db,
      )
    ).rows.length
  await vi.waitUntil(async () => (await settings()) === 1, { timeout: 20_000 })
  const since = performance.now()
  await app.close()
  expect(performance.now() - since).toBeLessThan(5_000)
  await other.query('rollback')
  await other.end()
  await whenFree(t.db, CONTROLE_LOCK)
  expect(await t.db.selectFrom('verifications').selectAll().execute()).toEqual([])
})
