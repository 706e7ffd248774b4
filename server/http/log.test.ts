import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createApp } from '#server/http/app.ts'
import { loggerOptions } from '#server/http/log.ts'
import { diskStore } from '#server/files/disk.ts'
import { startApp, Visitor, type TestApp } from '#test/harness/app.ts'
import { deferred } from '#test/harness/deferred.ts'

let t: TestApp
let person: Visitor
let close: () => Promise<void>
const written: string[] = []

beforeAll(async () => {
  t = await startApp()
  const { cookies } = await t.member()
  const app = await createApp({
    db: t.db,
    files: diskStore(t.files),
    logger: loggerOptions('trace', { write: (line) => void written.push(line) }),
  })
  person = new Visitor(app)
  person.cookies.take(cookies)
  close = () => app.close()
})
beforeEach(() => (written.length = 0))
afterAll(async () => {
  await close()
  await t.close()
})

const SECRETS = ['Canari', 'canari', '0777 13 13 13', '777131313', 'CanariSecret1!', '9313']
const client = {
  nomComplet: 'Amel Canari',
  tel: '0777 13 13 13',
  email: 'amel.canari@exemple.dz',
  adresse: '9313, rue du Canari',
}

const said = () => written.map((line) => JSON.parse(line) as { msg: string; req?: object; err?: object })

function expectNothingOfTheClients(): void {
  expect(written.length).toBeGreaterThan(0)
  for (const secret of SECRETS) expect(written.filter((line) => line.includes(secret))).toEqual([])
}

it('tells each request, and nothing that was typed, searched or answered', async () => {
  const { json } = await person.post('/api/clients', client)
  const { id } = json as { id: number }
  expect((await person.get(`/api/clients/${id}`)).body).toContain('Canari')
  expect((await person.get('/api/recherche?q=Canari')).statusCode).toBe(200)
  expect((await person.put(`/api/clients/${id}`, { ...client, email: 'Canari' })).statusCode).toBe(422)
  expect(
    (await person.post('/login', { email: client.email, password: 'CanariSecret1!' })).statusCode,
  ).toBeGreaterThanOrEqual(400)
  expect(said()).toContainEqual(
    expect.objectContaining({
      req: expect.objectContaining({ method: 'GET', path: '/backend/public/api/recherche' }),
    }),
  )
  expectNothingOfTheClients()
})

it('tells of a failure what failed and where, not the row that PostgreSQL shows with it', async () => {
  await sql`alter table clients add constraint essai_de_panne check (nom_complet <> 'Amel Canari Bis') not valid`.execute(
    t.db,
  )
  const { statusCode, body } = await person.post('/api/clients', { ...client, nomComplet: 'Amel Canari Bis' })
  await sql`alter table clients drop constraint essai_de_panne`.execute(t.db)
  expect([statusCode, body]).toEqual([500, '{}'])
  expect(said().filter(({ msg }) => msg === 'unexpected failure')).toEqual([
    expect.objectContaining({
      err: expect.objectContaining({
        code: '23514',
        table: 'clients',
        constraint: 'essai_de_panne',
        message: expect.stringContaining('violates check constraint'),
        stack: expect.stringMatching(/^ {4}at /),
      }),
    }),
  ])
  expectNothingOfTheClients()
})

it('tells of a value that the database cannot read that there was one', async () => {
  await sql`create function essai_de_panne() returns trigger language plpgsql as
    $$ begin perform new.nom_complet::integer; return new; end $$`.execute(t.db)
  await sql`create trigger essai_de_panne before insert on clients for each row execute function essai_de_panne()`.execute(
    t.db,
  )
  const { statusCode } = await person.post('/api/clients', client)
  await sql`drop trigger essai_de_panne on clients`.execute(t.db)
  expect(statusCode).toBe(500)
  const failure = said().find(({ msg }) => msg === 'unexpected failure')
  expect(failure?.err).toMatchObject({
    code: '22P02',
    message: 'invalid input syntax for type integer: "…"',
  })
  expectNothingOfTheClients()
})

it('tells of calls refused for too much work by one line, however many there are', async () => {
  const lines: string[] = []
  const logger = loggerOptions('warn', { write: (line) => void lines.push(line) })
  const app = await createApp({ db: t.db, files: diskStore(t.files), logger })
  const work = deferred<void>()
  const works = Array.from({ length: 128 }, () => app.slots.take(() => work.promise))
  const flood = await Promise.all(
    Array.from({ length: 300 }, () => app.inject('/backend/public/api/verifier?code=1')),
  )
  expect(new Set(flood.map(({ statusCode }) => statusCode))).toEqual(new Set([503]))
  expect(lines.map((line) => JSON.parse(line) as object)).toEqual([
    expect.objectContaining({ calls: 1, msg: 'refused: too much is under way' }),
  ])
  work.resolve()
  await Promise.all(works)
  await app.close()
})
