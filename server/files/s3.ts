import { createHash } from 'node:crypto'
import { readFile, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { AwsClient } from 'aws4fetch'
import type { S3Config } from '#server/config.ts'
import { draftFolder, fallbackIfMissing } from '#server/files/disk.ts'
import {
  idOf,
  INSTALLATION_MARK,
  pathOf,
  requireTaille,
  type FileStore,
  type Shelf,
  type StoredFile,
} from '#server/files/store.ts'
import { codeOf, CommandError } from '#server/refusal.ts'
import { STORE } from '#server/limits.ts'

/** Failure of the store; `code` is ENOENT for an absent file, as on a disk. */
class S3Failure extends Error {
  readonly code: string
  readonly status: number

  constructor(what: string, status: number, code: string) {
    super(`S3 ${what}: ${status || code}`)
    this.code = code
    this.status = status
  }
}

/** First pause before a retry, in ms. */
const AGAIN = 50

const PIECE = 64 * 1024

/** Asks again, twice at most, a store that is overloaded or fails. */
async function again(ask: () => Promise<Response>): Promise<Response> {
  for (let attempt = 0; ; attempt++) {
    const answer = await ask()
    if (attempt === STORE.retries || (answer.status < 500 && answer.status !== 429)) return answer
    await answer.body?.cancel()
    await delay(Math.random() * AGAIN * 2 ** attempt)
  }
}

/** Aborts after `patience` ms of silence; each call of `heard` begins the wait anew. */
function watchSilence(patience: number) {
  const given = new AbortController()
  const giveUp = () => given.abort(new DOMException('', 'TimeoutError'))
  let timer = setTimeout(giveUp, patience)
  return {
    signal: given.signal,
    heard(more = patience) {
      clearTimeout(timer)
      timer = setTimeout(giveUp, more)
    },
    over: () => clearTimeout(timer),
  }
}

/**
 * Files in a bucket with path-style addresses, which every S3-compatible store accepts: `plans/ab/`, the bin in `corbeille/ab/`. Uploads in
 * progress stay on this machine's disk.
 * @param patience milliseconds without a byte in either direction before a failure
 */
export function s3Store(
  { endpoint, region, bucket, accessKeyId, secretAccessKey }: S3Config,
  root: string,
  patience = STORE.silence,
): FileStore {
  const client = new AwsClient({
    accessKeyId,
    secretAccessKey,
    region,
    service: 's3',
  })
  const base = `${endpoint.replace(/\/+$/, '')}/${bucket}`
  const place = (id: string, shelf: Shelf = 'plans') => `/${pathOf(shelf, id)}`

  const call = async (
    method: string,
    path: string,
    {
      body,
      signal = AbortSignal.timeout(patience),
      extra,
    }: { body?: Buffer; signal?: AbortSignal; extra?: Record<string, string> } = {},
  ) => {
    // The signature covers the checksum, so a store refuses bytes changed on the way.
    const headers = {
      ...extra,
      'x-amz-content-sha256': createHash('sha256')
        .update(body ?? '')
        .digest('hex'),
    }
    const once = async () => {
      const signed = await client.sign(`${base}${path}`, {
        method,
        headers,
        ...(body && { body: new Uint8Array(body) }),
      })
      // A signal that only the signed request names is lost with that request, at the next collection of memory: the wait has no end then.
      return fetch(signed, { signal })
    }
    return accepted(method, path, again(once))
  }
  const accepted = async (method: string, path: string, asked: Promise<Response>) => {
    const answer = await asked.catch((error: unknown) => {
      throw new S3Failure(`${method} ${path}`, 0, reasonOf(error))
    })
    if (answer.ok) return answer
    await answer.body?.cancel()
    const code = answer.status === 404 ? 'ENOENT' : answer.status === 403 ? 'EACCES' : 'ECONNREFUSED'
    throw new S3Failure(`${method} ${path}`, answer.status, code)
  }
  /** Sends a file while the store takes it, however slowly; the bytes still in the system's buffers get time too. */
  const send = async (path: string, body: Buffer) => {
    const { signal, heard, over } = watchSilence(patience)
    const pieces = function* () {
      for (let at = 0; at < body.length; at += PIECE) {
        heard()
        yield new Uint8Array(body.subarray(at, at + PIECE))
      }
      heard(patience + (1000 * Math.min(body.length, STORE.onItsWay)) / STORE.slowest)
    }
    const headers = {
      'content-length': String(body.length),
      'x-amz-content-sha256': createHash('sha256').update(body).digest('hex'),
    }
    const once = async () => {
      const signed = await client.sign(`${base}${path}`, { method: 'PUT', headers })
      return fetch(signed, { method: 'PUT', body: ReadableStream.from(pieces()), duplex: 'half', signal })
    }
    try {
      await (await accepted('PUT', path, again(once))).body?.cancel()
    } finally {
      over()
    }
  }
  /** Streams an object. The time-out counts the store's silence only; a slow reader downstream does not end the download. */
  const bytes = async function* (path: string, check: (size: number) => void, signal?: AbortSignal) {
    const given = new AbortController()
    const soon = async <T>(work: Promise<T>): Promise<T> => {
      const late = setTimeout(() => given.abort(new DOMException('', 'TimeoutError')), patience)
      try {
        return await work
      } catch (error) {
        throw error instanceof S3Failure ? error : new S3Failure(`GET ${path}`, 0, reasonOf(error))
      } finally {
        clearTimeout(late)
      }
    }
    try {
      const either = signal ? AbortSignal.any([signal, given.signal]) : given.signal
      const { body, headers } = await soon(call('GET', path, { signal: either }))
      const length = headers.get('content-length')
      // The length of a packed answer is not that of the file.
      if (length !== null && !headers.has('content-encoding')) check(Number(length))
      if (!body) return
      for (const reader = body.getReader(); ;) {
        const { done, value } = await soon(reader.read())
        if (done) break
        yield value
      }
    } finally {
      given.abort()
    }
  }
  /** The file may move between the shelves meanwhile, so the first shelf is read again. */
  const bytesOf = async function* (id: string, signal?: AbortSignal, taille?: number) {
    const check = (said: number) => requireTaille(id, said, taille)
    for (const [at, shelf] of (['plans', 'corbeille', 'plans'] as const).entries()) {
      try {
        yield* bytes(place(id, shelf), check, signal)
        return
      } catch (error) {
        if (at === 2) throw error
        fallbackIfMissing(null)(error)
      }
    }
  }
  const objects = async function* (prefix: string, page?: number) {
    for (let token: string | undefined, more = true; more;) {
      const query = new URLSearchParams({
        'list-type': '2',
        prefix,
        ...(page && { 'max-keys': String(page) }),
        ...(token && { 'continuation-token': token }),
      })
      const answer = await (await call('GET', `/?${query.toString()}`)).text()
      for (const [, object = ''] of answer.matchAll(/<Contents>(.*?)<\/Contents>/gs)) yield object
      token = field(answer, 'NextContinuationToken')
      more = field(answer, 'IsTruncated') === 'true' && token !== ''
    }
  }
  const list = async function* (shelf: Shelf): AsyncGenerator<StoredFile> {
    for await (const object of objects(`${shelf}/`)) {
      const id = idOf(field(object, 'Key'))
      const taille = Number(field(object, 'Size'))
      if (id) yield { id, taille, since: Date.parse(field(object, 'LastModified')) }
    }
  }
  const drop = async (id: string, shelf: Shelf) => {
    await call('DELETE', place(id, shelf)).catch(fallbackIfMissing(null))
  }
  const move = async (id: string, from: Shelf, to: Shelf) => {
    const extra = { 'x-amz-copy-source': `/${bucket}${place(id, from)}` }
    const answer = await call('PUT', place(id, to), { extra }).catch(fallbackIfMissing(null))
    if (!answer) return
    // S3 reports a copy that failed midway in the body of a 200.
    if (!(await answer.text()).includes('<CopyObjectResult'))
      throw new S3Failure(`copy ${place(id, from)}`, 0, 'ECONNRESET')
    await drop(id, from)
  }
  const installation = async () => {
    const found = await call('GET', `/${INSTALLATION_MARK}`).catch(fallbackIfMissing(null))
    return found ? (await found.text()).trim() : null
  }
  return {
    ...draftFolder(root),
    name: `le bucket ${bucket} de ${endpoint}`,
    setting: 'S3_BUCKET',
    async keep(draft, id) {
      await send(place(id), await readFile(draft))
      await rm(draft, { force: true })
    },
    read: (id, signal, taille) => Readable.from(bytesOf(id, signal, taille), { objectMode: false }),
    remove: (id) => move(id, 'plans', 'corbeille'),
    putBack: (id) => move(id, 'corbeille', 'plans'),
    drop,
    list,
    async isEmpty() {
      for (const shelf of ['plans/', 'corbeille/']) for await (const _ of objects(shelf, 1)) return false
      return true
    },
    installation,
    async claim(id) {
      const body = Buffer.from(`${id}\n`)
      const extra = { 'if-none-match': '*' }
      if ((await installation()) === null)
        await call('PUT', `/${INSTALLATION_MARK}`, { body, extra }).catch(async (error: unknown) => {
          const status = error instanceof S3Failure ? error.status : 0
          // Another server was faster, or the store does not know the condition.
          if (status === 412 || status === 409) return
          if (status !== 501 && status !== 400) throw error
          await call('PUT', `/${INSTALLATION_MARK}`, { body })
        })
      return (await installation()) ?? ''
    },
    async unclaim() {
      await call('DELETE', `/${INSTALLATION_MARK}`).catch(fallbackIfMissing(null))
    },
    async check() {
      await call('GET', '/?list-type=2&max-keys=1').catch((error: unknown) => {
        throw error instanceof S3Failure ? new CommandError(complaint(error, endpoint, bucket)) : error
      })
    },
  }
}

function field(xml: string, name: string): string {
  const [, text = ''] = new RegExp(`<${name}>(.*?)</${name}>`, 's').exec(xml) ?? []
  return text.replace(/&(lt|gt|quot|apos|#39|#x27|amp);/g, (_, entity: string) => ENTITIES[entity] ?? '')
}

const ENTITIES: Record<string, string> = {
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  '#39': "'",
  '#x27': "'",
  amp: '&',
}

/** Error code of a failed fetch, which wraps the cause; a time-out has its own name. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'ECONNREFUSED'
  if (error.name === 'TimeoutError') return 'ETIMEDOUT'
  const { cause } = error
  const inner = cause instanceof AggregateError ? cause.errors[0] : cause
  const code = codeOf(inner) || 'ECONNREFUSED'
  return code.startsWith('UND_') ? 'ECONNRESET' : code
}

function complaint({ code, message }: S3Failure, endpoint: string, bucket: string): string {
  if (code === 'ENOENT')
    return `le stockage ${endpoint} n'a pas de bucket ${bucket} : créez-le, ou corrigez S3_BUCKET.`
  if (code === 'EACCES')
    return `le stockage ${endpoint} refuse l'accès au bucket ${bucket} : vérifiez S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY et S3_REGION.`
  return `le stockage des plans ${endpoint} ne répond pas (${message}) : vérifiez S3_ENDPOINT.`
}
