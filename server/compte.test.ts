import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { Browser } from '#test/harness/browser.ts'
import { idOf } from '#test/harness/builders.ts'
import { bareDatabase } from '#test/harness/database.ts'
import { failedInvariants } from '#test/harness/invariants.ts'
import { buildCommands, launch, run, urlOf, type Settings } from '#test/harness/processes.ts'
import { everyRow } from '#test/harness/tables.ts'

let root: string
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'diyar-compte-'))
  return buildCommands()
})
afterAll(() => rm(root, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }))

const SIEN = 'Motdepasse2!'
const twice = (password: string) => ({ password, password_confirmation: password })
const AMINA = { name: 'Amina', email: 'amina@diyar.dz', ...twice('Motdepasse1!') }

/** Runs the command, which says how the account stands, and returns the password that it prints. */
async function compte(settings: Settings, stands: RegExp, ...args: string[]): Promise<string> {
  const { code, said } = await run('compte', args, settings)
  expect([said, code]).toEqual([expect.stringMatching(stands), 0])
  const [, password = ''] = /^Mot de passe provisoire : (\w{4}-\w{4}-\w{4})$/m.exec(said) ?? []
  expect(password).toMatch(/^[2-9A-HJ-NP-Z-]{14}$/)
  return password
}

async function signIn(url: string, email: string, password: string) {
  const browser = new Browser()
  return { browser, answer: await browser.call(url, 'POST', '/login', { email, password }) }
}

// spec: IN-32
it('says in one sentence what it cannot do, and does nothing', async () => {
  const settings = { DATA_DIR: join(root, 'vide') }
  for (const [args, sentence] of [
    [[], 'indiquez l\'adresse email du compte : npm run compte -- EMAIL [--nom "…"].'],
    [['amina'], '« amina » n\'est pas une adresse email : npm run compte -- EMAIL [--nom "…"].'],
    [['a@b.dz', '--role'], '« --role » n\'est pas connu : npm run compte -- EMAIL [--nom "…"].'],
    [['a@b.dz', '--nom', ' '], 'ce nom ne convient pas. Le nom est obligatoire.'],
    [
      ['a@b.dz'],
      `il n'y a pas d'installation de Diyar dans ${settings.DATA_DIR} : indiquez DATA_DIR ou DATABASE_URL.`,
    ],
  ] as const)
    expect(await run('compte', [...args], settings)).toEqual({ code: 1, said: `Diyar : ${sentence}\n` })
})

// spec: IN-32
it('lets the direction in on its own database, while the server runs and while it does not', async () => {
  const settings = { DATA_DIR: join(root, 'bureau') }
  let server = await launch(settings)
  expect((await new Browser().call(server.url, 'POST', '/register', AMINA)).statusCode).toBe(201)
  const running = await compte(settings, /le compte amina@diyar\.dz est actif, rôle Direction/, AMINA.email)
  expect((await signIn(server.url, AMINA.email, AMINA.password)).answer.statusCode).toBe(422)
  expect((await signIn(server.url, AMINA.email, running)).answer.json).toMatchObject({
    suite: 'mot_de_passe',
  })
  expect((await server.stop()).code).toBe(0)

  const stopped = await compte(
    settings,
    /le compte nadia@diyar\.dz est créé/,
    'nadia@diyar.dz',
    '--nom',
    'Nadia',
  )
  server = await launch(settings)
  expect((await signIn(server.url, 'nadia@diyar.dz', stopped)).answer.json).toMatchObject({
    user: { name: 'Nadia', role: 'direction', statut: 'activé' },
    suite: 'mot_de_passe',
  })
  expect((await server.stop()).code).toBe(0)
})

// spec: IN-32
it('ends sessions in every process, as « partout » and a password of the direction do; code and day of shutting out go', async () => {
  const { db, connection, close } = await bareDatabase()
  const outside = { DATABASE_URL: urlOf(connection) }
  const servers = [await launch({ ...outside, DATA_DIR: join(root, 'un') })]
  servers.push(await launch({ ...outside, DATA_DIR: join(root, 'deux') }))
  try {
    const [one = '', two = ''] = servers.map(({ url }) => url)
    await new Browser().call(one, 'POST', '/register', AMINA)
    const open = async (email: string, password: string) => {
      const { browser, answer } = await signIn(one, email, password)
      expect(answer.statusCode).toBe(200)
      for (const url of [one, two]) expect((await browser.call(url, 'GET', '/api/user')).statusCode).toBe(200)
      return browser
    }
    const ended = async (browser: Browser) => {
      for (const url of [two, one]) expect((await browser.call(url, 'GET', '/api/user')).statusCode).toBe(401)
    }

    const [here, there] = [await open(AMINA.email, AMINA.password), await open(AMINA.email, AMINA.password)]
    const closed = await here.call(one, 'POST', '/api/profile/connexions/fermer')
    expect([closed.statusCode, closed.json]).toEqual([200, { message: 'Vous êtes déconnecté partout.' }])
    for (const browser of [here, there]) await ended(browser)

    const amina = await open(AMINA.email, AMINA.password)
    const samir = { name: 'Samir', email: 'samir@diyar.dz', role: 'lecture', ...twice('Motdepasse1!') }
    const id = idOf(await amina.call(one, 'POST', '/api/members', samir))
    const his = await open(samir.email, samir.password)
    const set = { ...samir, ...twice(SIEN), a_changer: true }
    expect((await amina.call(two, 'PUT', `/api/members/${id}`, set)).statusCode).toBe(200)
    await ended(his)

    // The only one of the direction has lost her phone.
    await db
      .updateTable('membres')
      .set({ otp_secret: Buffer.alloc(20, 7), otp_actif_le: new Date() })
      .where('email', '=', AMINA.email)
      .execute()
    expect((await signIn(two, AMINA.email, AMINA.password)).answer.statusCode).toBe(422)
    const password = await compte(outside, /est actif/, 'AMINA@diyar.dz', '--nom', 'Amina Saïdi')
    await ended(amina)
    const back = await open(AMINA.email, password)
    expect((await back.call(two, 'GET', '/api/members')).json).toEqual({
      message: "Choisissez d'abord votre mot de passe.",
    })
    const chosen = { actuel: password, ...twice(SIEN) }
    expect((await back.call(two, 'POST', '/api/profile/mot-de-passe', chosen)).statusCode).toBe(200)
    expect((await back.call(one, 'GET', '/api/members')).statusCode).toBe(200)

    await db.updateTable('membres').set({ actif: false }).where('id', '=', id).execute()
    await compte(outside, /est actif/, samir.email)
    expect(await db.selectFrom('membres').where('id', '=', id).selectAll().executeTakeFirst()).toMatchObject({
      actif: true,
      role: 'direction',
      desactive_le: null,
    })
    const lines = await db
      .selectFrom('journal')
      .where('membre_nom', '=', 'Diyar (commande compte)')
      .select(['action', 'objet', 'apres'])
      .orderBy('id')
      .execute()
    expect(lines).toMatchObject([
      { action: 'modifier', objet: 'membre', apres: { second_facteur: 'inactif' } },
      { action: 'modifier', objet: 'membre', apres: { name: 'Amina Saïdi', motDePasseChange: true } },
      { action: 'activer', objet: 'membre', apres: { role: 'direction', motDePasseChange: true } },
    ])
    expect(await everyRow(db)).not.toContain(password)
    expect(await failedInvariants(db)).toEqual([])
  } finally {
    const stopped = await Promise.all(servers.map(({ stop }) => stop()))
    expect(stopped.map(({ said }) => said).join('')).not.toMatch(/Motdepasse|provisoire/)
    await close()
  }
})
