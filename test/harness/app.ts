import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import type pg from 'pg'
import * as z from 'zod/mini'
import type { Role } from '#shared/droits.ts'
import { BASE } from '#shared/endpoint.ts'
import { compileAnswer } from '#server/http/answers.ts'
import { createApp } from '#server/http/app.ts'
import type { Db } from '#server/database/db.ts'
import { diskStore } from '#server/files/disk.ts'
import { claimStore } from '#server/files/installation.ts'
import { Cookies } from '#test/harness/cookies.ts'
import { freshDatabase } from '#test/harness/database.ts'
import { failedInvariants } from '#test/harness/invariants.ts'
import { remember } from '#test/harness/sent.ts'

export interface TestApp {
  app: FastifyInstance
  db: Db
  /** The pool that the connections of `db` come from. */
  pool: pg.Pool
  /** How to reach its database, for a second server on it. */
  connection: pg.ClientConfig
  /** The folder of kept and half-received files. */
  files: string
  /** A browser of its own: keeps its cookies and sends the anti-forgery token back. */
  visitor(): Visitor
  /** A visitor signed in as an active member (the first one is created on demand). */
  member(email?: string, role?: Role): Promise<Visitor>
  /** Checks every rule of db/invariants.sql, then closes everything. */
  close(): Promise<void>
}

export type Answer = Pick<LightMyRequestResponse, 'statusCode' | 'headers' | 'rawPayload' | 'body'> & {
  json: unknown
}

/** The compiled allow-list of an answer, which must write byte for byte what its schema does. */
export const checkedAnswer: typeof compileAnswer = (schema) => {
  const compiled = compileAnswer(schema)
  return (inside) => {
    const written = JSON.stringify(compiled(inside))
    const expected = JSON.stringify(z.encode(schema, inside))
    if (written !== expected)
      throw new Error(`the answer is not what its schema says: ${written} for ${expected}`)
    return compiled(inside)
  }
}

/** A second server on the same database, behind one proxy whose word about addresses is believed. */
export const behindProxy = ({ db, files }: TestApp): Promise<FastifyInstance> =>
  createApp({ db, files: diskStore(files), answers: checkedAnswer, trustProxy: (_address, hop) => hop < 1 })

/** The real server on a fresh database of its own, files in a temporary folder. */
export async function startApp(): Promise<TestApp> {
  const database = await freshDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'diyar-test-'))
  const files = diskStore(folder)
  await claimStore(files, database.db)
  const sauvegardes = {
    connection: database.connection,
    folder: join(folder, 'sauvegardes'),
    integree: false,
  }
  const app = await createApp({ db: database.db, files, sauvegardes, answers: checkedAnswer })
  const visitor = () => new Visitor(app)
  return {
    app,
    db: database.db,
    pool: database.pool,
    connection: database.connection,
    files: folder,
    visitor,
    async member(email = 'karim.benali@diyar.dz', role: Role = 'direction') {
      const person = visitor()
      const account = {
        name: 'Karim Benali',
        email,
        password: 'Motdepasse1!',
        password_confirmation: 'Motdepasse1!',
      }
      await person.post('/register', account)
      await database.db.updateTable('membres').set({ actif: true, role }).where('email', '=', email).execute()
      const { statusCode, body } = await person.post('/login', account)
      if (statusCode !== 200) throw new Error(`sign-in failed: ${statusCode} ${body}`)
      return person
    },
    async close() {
      const failed = await failedInvariants(database.db)
      await app.close()
      await database.close()
      await rm(folder, { recursive: true, force: true })
      if (failed.length > 0) throw new Error(`invariants broken: ${JSON.stringify(failed)}`)
    },
  }
}

export class Visitor {
  readonly cookies = new Cookies()
  readonly #app: FastifyInstance

  constructor(app: FastifyInstance) {
    this.#app = app
  }

  get(path: string, headers?: Record<string, string>) {
    return this.send({ method: 'GET', url: BASE + path, ...(headers && { headers }) })
  }

  post(path: string, body?: object, headers?: Record<string, string>) {
    return this.change('POST', path, body, headers)
  }

  put(path: string, body?: object, headers?: Record<string, string>) {
    return this.change('PUT', path, body, headers)
  }

  delete(path: string, headers?: Record<string, string>) {
    return this.change('DELETE', path, undefined, headers)
  }

  /** A multipart request, as a browser's form sends it. */
  async form(
    path: string,
    fields: Record<string, string>,
    file?: { part: string; name: string; type?: string; content: Buffer | string },
    headers?: Record<string, string>,
  ) {
    const form = new FormData()
    for (const [key, value] of Object.entries(fields)) form.set(key, value)
    if (file)
      form.set(file.part, new File([file.content], file.name, { type: file.type ?? 'application/pdf' }))
    const encoded = new Response(form)
    const payload = Buffer.from(await encoded.arrayBuffer())
    await this.prepare()
    const answer = await this.send({
      method: 'POST',
      url: BASE + path,
      headers: {
        'content-type': encoded.headers.get('content-type') ?? '',
        'x-xsrf-token': this.cookies.token,
        ...headers,
      },
      payload,
    })
    const { _method: method = 'POST', ...sent } = fields
    if (answer.statusCode < 300) remember(method, path, { ...sent, ...(file && { [file.part]: file.name }) })
    return answer
  }

  private async change(
    method: 'POST' | 'PUT' | 'DELETE',
    path: string,
    body?: object,
    headers: Record<string, string> = {},
  ) {
    await this.prepare()
    const answer = await this.send({
      method,
      url: BASE + path,
      headers: { 'x-xsrf-token': this.cookies.token, ...headers },
      ...(body && { payload: body }),
    })
    if (answer.statusCode < 300) remember(method, path, body)
    return answer
  }

  private async prepare() {
    if (!this.cookies.token) await this.get('/sanctum/csrf-cookie')
  }

  /** Any request, with this visitor's cookies. */
  async send(options: InjectOptions): Promise<Answer> {
    const cookie = this.cookies.line
    const response = await this.#app.inject({
      ...options,
      headers: { host: 'localhost', ...(cookie && { cookie }), ...options.headers },
    })
    if (response.body.includes('$argon2'))
      throw new Error(`a password's hash left the server: ${response.body}`)
    this.cookies.keep([response.headers['set-cookie'] ?? []].flat())
    return {
      statusCode: response.statusCode,
      headers: response.headers,
      rawPayload: response.rawPayload,
      body: response.body,
      json: isJson(response) ? response.json() : undefined,
    }
  }
}

/** The answer to HEAD names a type and has no body. */
const isJson = ({ headers, body }: LightMyRequestResponse) =>
  body !== '' && String(headers['content-type']).includes('json')
