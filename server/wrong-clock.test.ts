import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { shortenMemories } from '#features/acces/server/tentatives.ts'
import { tidyImports } from '#features/imports/server/imports.state.ts'
import { backUpIfDue, isOverdue } from '#server/backup/nightly.ts'
import { diskStore } from '#server/files/disk.ts'
import { runHousekeeping } from '#server/housekeeping.ts'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import { buildClient } from '#test/harness/builders.ts'

/**
 * The clock ran a day, or years, ahead and is put right: every instant written meanwhile lies in the future, which the tests do to the rows.
 */
let t: TestApp
let karim: Visitor
beforeAll(async () => {
  t = await startApp()
})
afterAll(() => t.close())
beforeEach(async () => {
  await t.db.deleteFrom('tentatives').execute()
  karim = await t.member()
})

const EMAIL = 'karim.benali@diyar.dz'
const AHEAD = ['1 day', '10 years']
const signIn = async (password: string, visitor = t.visitor()) =>
  (await visitor.post('/login', { email: EMAIL, password })).statusCode
const RIGHT = 'Motdepasse1!'
const shiftAttempts = (by: string) =>
  sql`update tentatives set expire_le = expire_le + ${by}::interval`.execute(t.db)

// spec: RF-80
describe.each(AHEAD)('after a clock that ran %s ahead', (by) => {
  it('the right password gets in where it got in meanwhile, and a wrong one bars it for a minute at most', async () => {
    for (let n = 0; n < 2; n++) expect(await signIn(RIGHT, karim)).toBe(200)
    await shiftAttempts(by)
    for (let n = 0; n < 3; n++) expect(await signIn(RIGHT, karim)).toBe(200)
    await shiftAttempts(by)
    expect(await signIn('faux', karim)).toBe(422)
    const barred = await karim.post('/login', { email: EMAIL, password: RIGHT })
    expect(barred.statusCode).toBe(429)
    expect(Number(barred.headers['retry-after'])).toBeLessThanOrEqual(60)
    await sql`update tentatives set expire_le = expire_le - interval '1 minute'`.execute(t.db)
    expect(await signIn(RIGHT, karim)).toBe(200)
  })

  it('five failures of that time are forgotten, not kept for that long', async () => {
    for (let n = 0; n < 5; n++) await signIn('faux')
    expect(await signIn(RIGHT)).toBe(429)
    await shiftAttempts(by)
    expect(await signIn(RIGHT)).toBe(200)
  })

  it('a place is not remembered for longer than ninety days', async () => {
    await shiftAttempts(by)
    await shortenMemories(t.db)
    const { rows } = await sql`
      select cle from tentatives where expire_le > now() + interval '90 days'`.execute(t.db)
    expect(rows).toEqual([])
  })

  it('a session of that time ends at once, and does not come back on that day', async () => {
    await sql`update sessions set vue_le = vue_le + ${by}::interval, cree_le = cree_le + ${by}::interval`.execute(
      t.db,
    )
    expect((await karim.get('/api/user')).statusCode).toBe(401)
    await runHousekeeping(t.db, t.app.files)
    expect(await t.db.selectFrom('sessions').selectAll().execute()).toEqual([])
  })

  it('a change of that time is still known under its key, for a day from now on', async () => {
    const headers = { 'idempotency-key': `avance ${by}` }
    const someone = { nomComplet: 'Amine Cherif', tel: '0550 12 34 56', email: 'amine@cherif.dz' }
    const send = () => karim.post('/api/clients', someone, headers)
    const { json: first, statusCode } = await send()
    expect(statusCode).toBe(201)
    await sql`update idempotence set cree_le = cree_le + ${by}::interval`.execute(t.db)
    await runHousekeeping(t.db, t.app.files)
    expect((await send()).json).toEqual(first)
    const { rows } = await sql`select cle from idempotence where cree_le > now()`.execute(t.db)
    expect(rows).toEqual([])
  })

  it('an opening of the page of a buyer is refused, and the link lives a year from the next one', async () => {
    const { id } = await buildClient(t.db, { tel: '0550 12 34 56' })
    const { adresse } = (await karim.post(`/api/clients/${id}/lien`)).json as { adresse: string }
    const ouvrir = async (visitor = t.visitor()) => {
      const jeton = adresse.split('#')[1] ?? ''
      expect((await visitor.post('/api/suivi/ouvrir', { jeton, chiffres: '3456' })).statusCode).toBe(200)
      return visitor
    }
    await t.db.deleteFrom('liens_clients').where('client_id', '!=', id).execute()
    await sql`update liens_clients set expire_le = expire_le + ${by}::interval`.execute(t.db)
    expect((await (await ouvrir()).get('/api/suivi')).statusCode).toBe(200)
    const { rows } = await sql`
      select id from liens_clients where expire_le > now() + interval '1 year'`.execute(t.db)
    expect(rows).toEqual([])
  })

  it('a download is possible a day after it is asked for', async () => {
    await sql`update migrations set applied_at = now() - interval '8 days'`.execute(t.db)
    await sql`update membres set cree_le = now() + ${by}::interval, mot_de_passe_le = now() + ${by}::interval`.execute(
      t.db,
    )
    const ask = async (id: number) =>
      (await karim.post(`/api/sauvegardes/${id}/autorisation`, { password: RIGHT })).statusCode
    const { id } = await t.db
      .insertInto('sauvegardes')
      .values({ fichier: `manuelle-${by}.tar`, taille: 1, sha256: Buffer.alloc(32), origine: 'manuelle' })
      .returning('id')
      .executeTakeFirstOrThrow()
    expect(await ask(id)).toBe(403)
    await sql`update membres set cree_le = cree_le - interval '1 day', mot_de_passe_le = mot_de_passe_le - interval '1 day'`.execute(
      t.db,
    )
    expect(await ask(id)).toBe(200)
    // An installation of the future is no first week, in which nobody waits.
    await sql`update migrations set applied_at = now() + ${by}::interval`.execute(t.db)
    await sql`update membres set cree_le = now()`.execute(t.db)
    expect(await ask(id)).toBe(403)
    await t.db.deleteFrom('sauvegardes').execute()
  })

  it('an import of that time is given up, so that another may begin', async () => {
    const { id } = await t.db
      .insertInto('imports')
      .values({
        nom: 'lots.xlsx',
        sha256: Buffer.alloc(32),
        membre_nom: 'Karim',
        modifier: false,
        machine: '',
        processus: '',
        vu_le: sql<Date>`now() + ${by}::interval`,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await tidyImports(t.db, t.app.files)
    const read = () =>
      t.db.selectFrom('imports').where('id', '=', id).select(['statut', 'fini_le']).executeTakeFirst()
    expect(await read()).toMatchObject({ statut: 'echec' })
  })

  it('the backup of a night is made although one of that day exists, and the warning does not wait for it', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'diyar-horloge-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    const night = (now: Date) =>
      backUpIfDue({ pool: t.db, connection: t.connection, files: diskStore(t.files), folder, now })
    const now = new Date()
    for (let n = 0; n < 15; n++) await night(new Date(now.getTime() + n * 86_400_000))
    await sql`update sauvegardes set faite_le = now() + ${by}::interval where jour is not null`.execute(t.db)
    await sql`update migrations set applied_at = now() - interval '8 days'`.execute(t.db)
    expect(await isOverdue(t.db)).toBe(true)
    const made = await night(now)
    expect(made).not.toBeNull()
    expect(await isOverdue(t.db)).toBe(false)
    expect(await night(now)).toBeNull()
    const [oldest] = (await readdir(folder)).filter((name) => name.startsWith('nuit-')).toSorted()
    const { rows } = await sql<{ fichier: string }>`
      select fichier from sauvegardes where faite_le <= now()`.execute(t.db)
    expect(rows).toEqual([{ fichier: oldest }])
    await t.db.deleteFrom('sauvegardes').execute()
  })
})
