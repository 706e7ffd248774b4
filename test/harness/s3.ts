import { createHash, createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import type { S3Config } from '#server/config.ts'
import { listenAnywhere } from '#test/harness/port.ts'

/** A small S3 store in memory: what a bucket answers, with its own check of signatures (AWS Signature Version 4). */
export interface TestStore {
  config: S3Config
  /** Key → bytes and time of the last change. */
  objects: Map<string, { bytes: Buffer; changed: Date }>
  /** Keys of objects that are never answered for. */
  hanging: Set<string>
  /** Called with each key that is asked for. */
  onRead: (key: string) => void
  /** The answer to give instead, while it is set. */
  failure: { status: number; body?: Buffer | string } | 'silent' | null
  /** How it takes a change on condition that there is no such object yet: stores differ. */
  conditions: 'kept' | 'unknown' | 'ignored'
  copies: 'succeed' | 'fail'
  /** Whether it says how long an answer is, as most stores do. */
  lengths: boolean
  /** How many objects one page of a listing holds. */
  page: number
  /** Calls that were answered with success. */
  served: string[]
  close(): Promise<void>
}

export async function startStore(bucket = 'plans-diyar'): Promise<TestStore> {
  const server = createServer((request, response) => {
    handle(store, request, response).catch((error: unknown) =>
      response.destroy(error instanceof Error ? error : undefined),
    )
  })
  const port = await listenAnywhere(server)
  const store: TestStore = {
    config: {
      endpoint: `http://127.0.0.1:${port}`,
      region: 'dz-alger-1',
      bucket,
      accessKeyId: 'DIYARTEST',
      secretAccessKey: 'secret/with+signs=',
    },
    objects: new Map(),
    hanging: new Set(),
    onRead: () => {},
    failure: null,
    conditions: 'kept',
    copies: 'succeed',
    lengths: true,
    page: 1000,
    served: [],
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return store
}

async function handle(store: TestStore, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await buffer(request)
  const [, , ...key] = new URL(request.url ?? '', store.config.endpoint).pathname.split('/')
  if (request.method === 'GET') store.onRead(key.join('/'))
  if (store.failure === 'silent' || store.hanging.has(key.join('/'))) return
  const answer = store.failure ?? answerTo(store, request, body)
  if (answer.status < 300) store.served.push(`${request.method} ${request.url}`)
  const content = answer.body ?? '<Error/>'
  response
    .writeHead(answer.status, {
      'content-type': 'application/xml',
      ...(store.lengths && request.method === 'GET' && lengthOf(content)),
    })
    .end(content)
}

const lengthOf = (content: Buffer | string) => ({ 'content-length': Buffer.byteLength(content) })

function answerTo(
  store: TestStore,
  request: IncomingMessage,
  body: Buffer,
): { status: number; body?: Buffer | string } {
  const url = new URL(request.url ?? '', store.config.endpoint)
  if (!isSigned(store.config, request, url, body)) return { status: 403 }
  const [, bucket, ...rest] = url.pathname.split('/')
  if (bucket !== store.config.bucket) return { status: 404 }
  const key = rest.map(decodeURIComponent).join('/')
  if (key === '') return { status: 200, body: list(store, url.searchParams) }
  const source = request.headers['x-amz-copy-source']
  if (request.method === 'PUT' && typeof source === 'string') return copy(store, source, key)
  if (request.method === 'PUT' && request.headers['if-none-match'] === '*') {
    if (store.conditions === 'unknown') return { status: 501 }
    if (store.conditions === 'kept' && store.objects.has(key)) return { status: 412 }
  }
  if (request.method === 'PUT') store.objects.set(key, { bytes: body, changed: new Date() })
  else if (request.method === 'DELETE') store.objects.delete(key)
  else if (request.method === 'GET') {
    const found = store.objects.get(key)
    return found ? { status: 200, body: found.bytes } : { status: 404 }
  } else return { status: 405 }
  return { status: request.method === 'DELETE' ? 204 : 200 }
}

/** A copy inside the bucket. One that fails half-way is answered with success, as the real ones do. */
function copy(store: TestStore, source: string, key: string): { status: number; body?: string } {
  const found = store.objects.get(decodeURIComponent(source).replace(`/${store.config.bucket}/`, ''))
  if (!found) return { status: 404 }
  if (store.copies === 'fail') return { status: 200, body: '<Error><Code>InternalError</Code></Error>' }
  store.objects.set(key, { bytes: found.bytes, changed: new Date() })
  return { status: 200, body: '<CopyObjectResult/>' }
}

function list({ objects, page }: TestStore, query: URLSearchParams): string {
  const keys = [...objects.keys()].filter((key) => key.startsWith(query.get('prefix') ?? '')).toSorted()
  const from = Number(/\d+/.exec(query.get('continuation-token') ?? '')?.[0] ?? 0)
  const to = from + Math.min(page, Number(query.get('max-keys') ?? page))
  const contents = keys
    .slice(from, to)
    .map(
      (key) =>
        `<Contents><Key>${key}</Key><LastModified>${objects.get(key)?.changed.toISOString()}</LastModified><Size>${objects.get(key)?.bytes.length}</Size></Contents>`,
    )
  const next = to < keys.length ? `<NextContinuationToken>&lt;${to}&amp;&gt;</NextContinuationToken>` : ''
  return `<?xml version="1.0"?><ListBucketResult><IsTruncated>${to < keys.length}</IsTruncated>${next}${contents.join('')}</ListBucketResult>`
}

/** Signature Version 4 as its specification says, from the request alone; the bytes must be those that were signed. */
function isSigned(
  { region, accessKeyId, secretAccessKey }: S3Config,
  request: IncomingMessage,
  url: URL,
  body: Buffer,
): boolean {
  const [, credential, signed = '', signature] =
    /^AWS4-HMAC-SHA256 Credential=(.+?), ?SignedHeaders=(.+?), ?Signature=([0-9a-f]{64})$/.exec(
      request.headers.authorization ?? '',
    ) ?? []
  const time = String(request.headers['x-amz-date'])
  const scope = `${time.slice(0, 8)}/${region}/s3/aws4_request`
  if (credential !== `${accessKeyId}/${scope}` || request.headers['x-amz-content-sha256'] !== sha256(body))
    return false
  const escape = (text: string) =>
    encodeURIComponent(text).replace(
      /[!'()*]/g,
      (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
    )
  const query = [...url.searchParams].map(([name, value]) => `${escape(name)}=${escape(value)}`).toSorted()
  const headers = signed.split(';').map((name) => `${name}:${String(request.headers[name]).trim()}\n`)
  const canonical = [
    request.method,
    url.pathname,
    query.join('&'),
    headers.join(''),
    signed,
    sha256(body),
  ].join('\n')
  const toSign = ['AWS4-HMAC-SHA256', time, scope, sha256(canonical)].join('\n')
  const key = scope
    .split('/')
    .reduce<string | Buffer>((secret, part) => hmac(secret, part), `AWS4${secretAccessKey}`)
  return signed.split(';').includes('host') && hmac(key, toSign).toString('hex') === signature
}

const sha256 = (text: Buffer | string) => createHash('sha256').update(text).digest('hex')
const hmac = (key: Buffer | string, text: string) => createHmac('sha256', key).update(text).digest()
