import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { request as httpsRequest, type RequestOptions } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { BASE } from '#shared/endpoint.ts'
import { packageRoot } from '#server/package-root.ts'
import { createApp } from '#server/http/app.ts'
import { loggerOptions } from '#server/http/log.ts'
import { diskStore } from '#server/files/disk.ts'
import { startApp, type TestApp } from '#test/harness/app.ts'
import { Cookies } from '#test/harness/cookies.ts'
import { envoi, residences } from '#test/harness/classeur-envoye.ts'
import { freePort } from '#test/harness/port.ts'
import { findCaddy, findNginx, findOpenssl } from '../../scripts/programs.mjs'

const NAME = 'diyar.exemple.dz'
const ACCOUNT = { name: 'Karim Benali', email: 'karim.benali@diyar.dz', password: 'Motdepasse1!' }
/** A plan as large as one may be. */
const PLAN = Buffer.alloc(10 * 1024 * 1024, '%PDF-1.4\n')
PLAN.write('\n%%EOF\n', PLAN.length - 7)

let t: TestApp
let folder: string
let product: string
let close: () => Promise<unknown>
const written: string[] = []
let proxy: ChildProcess | undefined

beforeAll(async () => {
  t = await startApp()
  await t.member()
  folder = await mkdtemp(join(tmpdir(), 'diyar-mandataire-'))
  await chmod(folder, 0o711)
  const app = await createApp({
    db: t.db,
    files: diskStore(t.files),
    trustProxy: (_address, hop) => hop < 1,
    logger: loggerOptions('warn', { write: (line) => void written.push(line) }),
  })
  product = new URL(await app.listen({ port: 0, host: '127.0.0.1' })).host
  close = () => app.close()
})
afterEach(async () => {
  if (proxy?.exitCode === null) {
    proxy.kill()
    await once(proxy, 'exit')
  }
})
afterAll(async () => {
  await close()
  await rm(folder, { recursive: true, force: true })
  await t.close()
})

/** The documented file, but for its port, the product's and where its certificate is. */
const documented = async (file: string, changes: Record<string, string>) => {
  let text = await readFile(join(packageRoot, 'docs', 'exploitation', file), 'utf8')
  for (const [from, to] of Object.entries({ '127.0.0.1:3000': product, ...changes })) {
    expect(text).toContain(from)
    text = text.replaceAll(from, to)
  }
  return text
}

async function startNginx(path: string, port: number, host = '$http_host'): Promise<void> {
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const made = [
    'req',
    '-x509',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:prime256v1',
    '-nodes',
    '-days',
    '2',
  ]
  spawnSync('openssl', [...made, '-subj', `/CN=${NAME}`, '-keyout', key, '-out', certificate])
  const site = await documented('nginx.conf', {
    'listen 443 ssl': `listen 127.0.0.1:${port} ssl`,
    '/etc/ssl/diyar/fullchain.pem': certificate,
    '/etc/ssl/diyar/privkey.pem': key,
    $http_host: host,
  })
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${join(folder, kind)};`,
  )
  const around = `${process.getuid?.() === 0 ? 'user root;' : ''} daemon off; pid ${join(folder, 'pid')};
error_log stderr; events {}
http { access_log off; ${temporary.join(' ')}
${site} }`
  const file = join(folder, 'nginx.conf')
  await writeFile(file, around)
  proxy = spawn(path, ['-c', file, '-p', folder, '-e', 'stderr'], { stdio: 'ignore' })
}

async function startCaddy(path: string, port: number): Promise<void> {
  const site = await documented('Caddyfile', {})
  const file = join(folder, 'Caddyfile')
  const around = `{
  admin off
  local_certs
  skip_install_trust
  auto_https disable_redirects
  https_port ${port}
}
${site}`
  await writeFile(file, around)
  const env = { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder }
  proxy = spawn(path, ['run', '--config', file, '--adapter', 'caddyfile'], { stdio: 'ignore', env })
}

interface Answered {
  statusCode: number
  headers: IncomingHttpHeaders
  bytes: Buffer
}

/** One call to this machine, under whichever name; nobody vouches for the certificate. */
async function ask(port: number, path: string, options: RequestOptions, body?: Buffer): Promise<Answered> {
  const request = httpsRequest({
    ...options,
    host: '127.0.0.1',
    port,
    path: BASE + path,
    servername: NAME,
    rejectUnauthorized: false,
    agent: false,
  })
  request.end(body)
  const [answer] = (await once(request, 'response')) as [IncomingMessage]
  return { statusCode: answer.statusCode ?? 0, headers: answer.headers, bytes: await buffer(answer) }
}

/** A browser that asks for this name, once the proxy listens. */
async function visitorOf(port: number, host: string) {
  const cookies = new Cookies()
  const visit = async (method: string, path: string, body?: object) => {
    const encoded = new Response(body && (body instanceof FormData ? body : JSON.stringify(body)))
    const type = body instanceof FormData ? encoded.headers.get('content-type') : 'application/json'
    const payload = Buffer.from(await encoded.arrayBuffer())
    const answer = await ask(
      port,
      path,
      {
        method,
        headers: {
          host,
          origin: `https://${host}`,
          cookie: cookies.line,
          'x-xsrf-token': cookies.token,
          'content-length': payload.length,
          ...(body && { 'content-type': type ?? '' }),
        },
      },
      payload,
    )
    cookies.keep(answer.headers['set-cookie'] ?? [])
    return answer
  }
  await vi.waitUntil(() => visit('GET', '/sanctum/csrf-cookie').catch(() => null), { timeout: 20_000 })
  return visit
}

/** nginx, where openssl can make it a certificate. */
const NGINX = findOpenssl() && findNginx()
const MANDATAIRES = [
  ['nginx', NGINX, startNginx],
  ['Caddy', findCaddy(), startCaddy],
] as const

// spec: RE-81
describe.each(MANDATAIRES)('behind %s as documented', (nom, path, start) => {
  it.skipIf(!path)(
    'a member signs in on 443 and on another port, sends a plan of 10 MB and a workbook',
    async () => {
      const port = await freePort()
      await start(path ?? '', port)
      for (const host of [NAME, `${NAME}:${port}`]) {
        const visit = await visitorOf(port, host)
        expect((await visit('POST', '/login', ACCOUNT)).statusCode).toBe(200)

        const residence = new FormData()
        residence.set('nom', `Les Jardins ${nom} ${host}`)
        residence.set('adresse', 'Alger')
        residence.set('plan_pdf', new File([PLAN], 'plan.pdf', { type: 'application/pdf' }))
        const made = await visit('POST', '/api/residences', residence)
        expect([made.statusCode, made.bytes.toString().slice(0, 300)]).toEqual([201, expect.anything()])
        const { id } = JSON.parse(made.bytes.toString()) as { id: number }
        expect((await visit('GET', `/api/residences/${id}/plan`)).bytes.equals(PLAN)).toBe(true)

        const { part, name, type, content } = envoi(await residences(`El Yasmine ${nom} ${host}`))
        const classeur = new FormData()
        classeur.set(part, new File([content], name, { type }))
        const sent = await visit('POST', '/api/imports', classeur)
        expect(sent.statusCode).toBe(201)
        // Another workbook is refused as long as this one is being read.
        const { id: sentId } = JSON.parse(sent.bytes.toString()) as { id: number }
        const statut = async () => {
          const { bytes } = await visit('GET', `/api/imports/${sentId}`)
          return (JSON.parse(bytes.toString()) as { statut: string }).statut
        }
        await vi.waitFor(async () => expect(await statut()).toBe('pret'), 60_000)
      }
      expect(written).toEqual([])
    },
  )
})

it.skipIf(!NGINX)(
  'a proxy that takes the port from the name is told by both names; nobody comes in',
  async () => {
    const port = await freePort()
    await startNginx(NGINX ?? '', port, '$host')
    const visit = await visitorOf(port, `${NAME}:${port}`)
    const sessions = () =>
      t.db
        .selectFrom('sessions')
        .select((eb) => eb.fn.countAll().as('n'))
        .executeTakeFirst()
    const before = await sessions()
    expect((await visit('POST', '/login', ACCOUNT)).statusCode).toBe(419)
    expect(await sessions()).toEqual(before)
    expect(written.map((line) => JSON.parse(line) as object)).toEqual([
      expect.objectContaining({ page: `${NAME}:${port}`, asked: NAME }),
    ])
  },
)
