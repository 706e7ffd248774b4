import { request } from 'node:http'
import { rm, truncate, readdir, readlink } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { jetonUntil } from '#features/sauvegardes/server/sauvegardes.service.ts'
import { BASE } from '#shared/endpoint.ts'
import { sha256 } from '#server/backup/archive-writer.ts'
import { keepBackup } from '#server/backup/kept.ts'
import { diskStore } from '#server/files/disk.ts'
import { behindProxy, startApp, Visitor, type TestApp } from '#test/harness/app.ts'
import { addPlan } from '#test/harness/plans.ts'

let t: TestApp
let karim: Visitor
let folder: string
let id: number
let autre: number
const PASSWORD = 'Motdepasse1!'
beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
  folder = join(t.files, 'sauvegardes')
  // Larger than what the sockets of both sides hold.
  for (let n = 0; n < 3; n++) await addPlan(t.db, diskStore(t.files), Buffer.alloc(9_000_000, `%PDF-${n}`))
  for (const fichier of ['manuelle-1.tar', 'manuelle-2.tar'])
    await keepBackup({
      connection: t.connection,
      files: diskStore(t.files),
      folder,
      fichier,
      origine: 'manuelle',
    })
  const rows = await t.db.selectFrom('sauvegardes').select('id').orderBy('id').execute()
  ;[id, autre] = [rows[0]?.id ?? 0, rows[1]?.id ?? 0]
})
beforeEach(async () => {
  await t.db.deleteFrom('tentatives').execute()
})
afterAll(() => t.close())

const ask = (visitor = karim, password = PASSWORD, of = id, headers?: Record<string, string>) =>
  visitor.post(`/api/sauvegardes/${of}/autorisation`, { password }, headers)
async function jetonFor(visitor = karim, of = id): Promise<string> {
  const answer = await ask(visitor, PASSWORD, of)
  expect(answer.statusCode).toBe(200)
  return (answer.json as { jeton: string }).jeton
}
const fetchFile = (jeton: string, visitor = karim, of = id) =>
  visitor.get(`/api/sauvegardes/${of}/fichier?jeton=${encodeURIComponent(jeton)}`)
const EXPIRE = [403, { message: 'Ce téléchargement a expiré. Recommencez.' }]
const lines = async () =>
  (
    await t.db
      .selectFrom('journal')
      .where('action', '=', 'télécharger')
      .where('objet', '=', 'sauvegarde')
      .select(['objet_id', 'apres'])
      .execute()
  ).length

// spec: AD-17
describe('a download', () => {
  it('is had against the password, whole, as a file to keep; each one that is let in leaves a line', async () => {
    const before = await lines()
    const answer = await ask()
    expect(answer.json).toEqual({ jeton: expect.any(String), message: 'Téléchargement autorisé.' })
    const file = await fetchFile((answer.json as { jeton: string }).jeton)
    const { sha256: kept, taille } = await t.db
      .selectFrom('sauvegardes')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(file.statusCode).toBe(200)
    expect(sha256(file.rawPayload)).toBe(kept.toString('hex'))
    expect(file.headers).toMatchObject({
      'content-type': 'application/x-tar',
      'content-length': String(taille),
      'content-disposition': expect.stringContaining('attachment; filename="manuelle-1.tar"'),
      'x-content-type-options': 'nosniff',
    })
    expect(await lines()).toBe(before + 1)
  })

  it('without a jeton, with a made-up one, of another backup, sign-in or member, or 61 seconds old is refused', async () => {
    const jeton = await jetonFor()
    const same = await t.member()
    const amina = await t.member('amina@diyar.dz')
    const tries: [string, string, Visitor, number][] = [
      ['none', '', karim, id],
      ['made up', 'x'.repeat(60), karim, id],
      ['changed', jeton.replace(/^\d+/, (end) => String(Number(end) - 1)), karim, id],
      ['of another backup', jeton, karim, autre],
      ['of another sign-in of the same member', jeton, same, id],
      ['of another member', jeton, amina, id],
      ['of another member, who has one of his own', await jetonFor(amina), karim, id],
    ]
    for (const [what, one, visitor, of] of tries) {
      const { statusCode, json } = await fetchFile(one, visitor, of)
      expect([what, statusCode, json]).toEqual([what, ...EXPIRE])
    }
    const { mot_de_passe: cle } = await t.db
      .selectFrom('membres')
      .select('mot_de_passe')
      .where('email', '=', 'karim.benali@diyar.dz')
      .executeTakeFirstOrThrow()
    const token = /diyar_session=([^;]+)/.exec(karim.cookies.line)?.[1] ?? ''
    const until = (seconds: number) =>
      fetchFile(jetonUntil(Math.floor(Date.now() / 1000) + seconds, cle, { token }, id))
    // Given 61 seconds ago, given 30 seconds ago, and one that would last longer than any is given for.
    expect((await until(-1)).statusCode).toBe(403)
    expect((await until(30)).statusCode).toBe(200)
    expect((await until(120)).statusCode).toBe(403)
    // A new password ends those that are about.
    await sql`update membres set mot_de_passe = mot_de_passe || ' ' where email = 'karim.benali@diyar.dz'`.execute(
      t.db,
    )
    expect((await fetchFile(jeton)).statusCode).toBe(403)
    await sql`update membres set mot_de_passe = trim(mot_de_passe) where email = 'karim.benali@diyar.dz'`.execute(
      t.db,
    )
    expect((await fetchFile(jeton)).statusCode).toBe(200)
  })

  it('of which the jeton was given by one server is had from another', async () => {
    const other = await behindProxy(t)
    const visitor = new Visitor(other)
    visitor.cookies.take(karim.cookies)
    const { statusCode } = await fetchFile(await jetonFor(), visitor)
    // This one was told of no folder: it got past the jeton.
    expect(statusCode).toBe(503)
    expect((await fetchFile('', visitor)).statusCode).toBe(403)
    await other.close()
  })

  it('a wrong password is counted as at sign-in: the sixth in a minute is refused, right or not', async () => {
    const before = await lines()
    for (let n = 0; n < 5; n++) {
      const { statusCode, json } = await ask(karim, 'Faux mot de passe')
      expect([statusCode, json]).toEqual([
        422,
        { message: 'Mot de passe incorrect.', errors: { password: ['Mot de passe incorrect.'] } },
      ])
    }
    const sixth = await ask()
    expect([sixth.statusCode, sixth.headers['retry-after'], sixth.json]).toEqual([
      429,
      expect.stringMatching(/^\d+$/),
      { message: expect.stringMatching(/^Trop de tentatives\. Réessayez dans \d+ secondes?\.$/) },
    ])
    // The same guess, elsewhere.
    const login = await t.visitor().post('/login', { email: 'karim.benali@diyar.dz', password: PASSWORD })
    expect(login.statusCode).toBe(429)
    expect(await lines()).toBe(before)
  })

  it('the jeton is kept nowhere: not for a repeat, not in the journal', async () => {
    const headers = { 'idempotency-key': 'autorisation' }
    const first = await ask(karim, PASSWORD, id, headers)
    const { jeton } = first.json as { jeton: string }
    const kept = await sql<{ all: string }>`
      select coalesce(string_agg(coalesce(reponse::text, ''), ''), '') as all from idempotence`.execute(t.db)
    expect(kept.rows[0]?.all).not.toContain(jeton.split('.')[1])
    const said = await sql<{ all: string }>`select string_agg(journal::text, '') as all from journal`.execute(
      t.db,
    )
    expect(said.rows[0]?.all).not.toContain(jeton.split('.')[1])
    // The same key does not let somebody in who does not know the password.
    expect((await ask(karim, 'Faux mot de passe', id, headers)).statusCode).toBe(422)
  })

  it('of no backup, or of one whose file has gone or is no more what it was: 404', async () => {
    expect((await ask(karim, PASSWORD, 999_999)).statusCode).toBe(404)
    expect(await t.db.selectFrom('tentatives').selectAll().execute()).toEqual([])
    const jeton = await jetonFor(karim, autre)
    await truncate(join(folder, 'manuelle-2.tar'), 10)
    expect((await fetchFile(jeton, karim, autre)).statusCode).toBe(404)
    await rm(join(folder, 'manuelle-2.tar'))
    expect((await fetchFile(jeton, karim, autre)).statusCode).toBe(404)
  })

  it('left in the middle frees everything, and is had whole afterwards', async () => {
    await t.app.listen({ port: 0, host: '127.0.0.1' })
    const address = t.app.server.address()
    const port = typeof address === 'object' && address ? address.port : 0
    const path = `${BASE}/api/sauvegardes/${id}/fichier?jeton=${encodeURIComponent(await jetonFor())}`
    const openFiles = async () => {
      const links = await readdir('/proc/self/fd')
      const targets = await Promise.all(links.map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')))
      return targets.filter((target) => target.endsWith('.tar')).length
    }
    const begin = () =>
      new Promise<() => void>((resolve, reject) => {
        const headers = { host: 'localhost', cookie: karim.cookies.line ?? '' }
        const asked = request({ host: '127.0.0.1', port, path, headers, agent: false }, (answer) => {
          answer.once('data', () => {
            answer.pause()
            resolve(() => answer.socket.destroy())
          })
        })
        asked.once('error', reject)
        asked.end()
      })
    const leave = await Promise.all([begin(), begin(), begin(), begin()])
    expect(await openFiles()).toBe(4)
    for (const go of leave) go()
    await vi.waitUntil(async () => (await openFiles()) === 0, { timeout: 20_000 })
    expect(t.app.slots.taken()).toBe(0)
    expect((await fetchFile(await jetonFor())).statusCode).toBe(200)
  })
})

// spec: RE-39
describe('in an installation of more than a week, a download', () => {
  const age = (interval: string) =>
    sql`update migrations set applied_at = now() - ${interval}::interval`.execute(t.db)
  const ago = (email: string, column: 'cree_le' | 'mot_de_passe_le', hours: number) =>
    sql`update membres set ${sql.ref(column)} = now() - ${hours}::integer * interval '1 hour' where email = ${email}`.execute(
      t.db,
    )
  const EMAIL = 'karim.benali@diyar.dz'
  const last = () =>
    t.db
      .selectFrom('journal')
      .where('objet', '=', 'sauvegarde')
      .select(['action', 'membre_nom', 'objet_id', 'apres'])
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
  const TROP_TOT = /^Sauvegarde possible à partir du \d\d\/\d\d\/\d{4} à \d\d:\d\d\.$/

  it('is for no account and no password younger than a day; each refusal is a line', async () => {
    await age('8 days')
    await ago(EMAIL, 'cree_le', 25)
    await ago(EMAIL, 'mot_de_passe_le', 25)
    expect((await ask()).statusCode).toBe(200)
    // A stolen session makes itself somebody of the direction, or a password.
    const made = {
      name: 'Nouveau',
      email: 'nouveau@diyar.dz',
      password: PASSWORD,
      password_confirmation: PASSWORD,
    }
    expect((await karim.post('/api/members', { ...made, role: 'direction' })).statusCode).toBe(201)
    const nouveau = t.visitor()
    await nouveau.post('/login', { email: made.email, password: PASSWORD })
    const refused = await ask(nouveau)
    expect([refused.statusCode, refused.json]).toEqual([403, { message: expect.stringMatching(TROP_TOT) }])
    expect(await last()).toEqual({
      action: 'refuser',
      membre_nom: 'Nouveau',
      objet_id: id,
      apres: { fichier: 'manuelle-1.tar', motif: (refused.json as { message: string }).message },
    })
    await ago(made.email, 'cree_le', 23)
    await ago(made.email, 'mot_de_passe_le', 26)
    expect((await ask(nouveau)).statusCode).toBe(403)
    await ago(made.email, 'cree_le', 24)
    expect((await ask(nouveau)).statusCode).toBe(200)
    const profil = { name: 'Karim Benali', email: EMAIL, password: PASSWORD, password_confirmation: PASSWORD }
    expect((await karim.put('/api/profile', profil)).statusCode).toBe(200)
    expect((await ask()).statusCode).toBe(403)
    // A password older than the column is old; and so is nobody's in a week-old installation.
    await sql`update membres set mot_de_passe_le = null where email = ${EMAIL}`.execute(t.db)
    expect((await ask()).statusCode).toBe(200)
    await ago(EMAIL, 'mot_de_passe_le', 1)
    await age('6 days')
    expect((await ask()).statusCode).toBe(200)
  })

  it('is told to the direction for a week, as is a wrong password in the journal', async () => {
    expect((await ask(karim, 'Faux mot de passe')).statusCode).toBe(422)
    expect(await last()).toMatchObject({
      action: 'refuser',
      apres: { fichier: 'manuelle-1.tar', motif: 'Mot de passe incorrect.' },
    })
    const told = async (visitor: Visitor) =>
      ((await visitor.get('/api/dashboard')).json as { telechargements?: { nom: string; le: string }[] })
        .telechargements
    expect((await ask()).statusCode).toBe(200)
    expect((await told(karim))?.[0]).toEqual({ nom: 'Karim Benali', le: expect.stringMatching(/Z$/) })
    expect((await told(karim))?.length).toBe(5)
    expect(await told(await t.member('lina@diyar.dz', 'comptable'))).toBeUndefined()
  })
})
