import { createHash } from 'node:crypto'
import { readFile, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { AwsClient } from 'aws4fetch'
import type { S3Config } from '#server/config.ts'
import { draftFolder, fallbackIfMissing } from '#server/files/drafts.ts'
import {
  idOf,
  INSTALLATION_MARK,
  pathOf,
  type FileStore,
  type Shelf,
  type StoredFile,
} from '#server/files/store.ts'
import { Refusal } from '#server/http/refusal.ts'

/** A store that does not answer must not hold a request for ever. */
const PATIENCE = 20_000

/** The store refused, or is not there. `code` is ENOENT when it has no such file, as on a disk. */
class S3Failure extends Error {
  readonly code: string
  readonly status: number

  constructor(what: string, status: number, code: string) {
    super(`S3 ${what}: ${status || code}`)
    this.code = code
    this.status = status
  }
}

/**
 * Kept files in a bucket, as `plans/ab/abcd….pdf`, those thrown away as `corbeille/ab/abcd….pdf`, and an object `installation` that says
 * whose they are; by path-style addresses, which every S3-compatible store takes. Uploads in progress stay on this machine's disk, in
 * `brouillons/` below `root`.
 * @param patience milliseconds a call may take
 */
export function s3Store(
  { endpoint, region, bucket, accessKeyId, secretAccessKey }: S3Config,
  root: string,
  patience = PATIENCE,
): FileStore {
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 2 })
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
    // The sum of the bytes is part of what is signed: a store refuses what was changed on the way.
    const headers = {
      ...extra,
      'x-amz-content-sha256': createHash('sha256')
        .update(body ?? '')
        .digest('hex'),
    }
    const init = {
      method,
      headers,
      signal,
      ...(body && { body: new Uint8Array(body) }),
    }
    const answer = await client.fetch(`${base}${path}`, init).catch((error: unknown) => {
      throw new S3Failure(`${method} ${path}`, 0, reasonOf(error))
    })
    if (answer.ok) return answer
    await answer.body?.cancel()
    const code = answer.status === 404 ? 'ENOENT' : answer.status === 403 ? 'EACCES' : 'ECONNREFUSED'
    throw new S3Failure(`${method} ${path}`, answer.status, code)
  }
  /** What is waited for is the store, not whoever reads from us: he may take his time over a slow line. */
  const bytes = async function* (path: string, signal?: AbortSignal) {
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
      const { body } = await soon(call('GET', path, { signal: either }))
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
  /** What goes from one shelf to the other meanwhile is on one of them. */
  const bytesOf = async function* (id: string, signal?: AbortSignal) {
    for (const [at, shelf] of (['plans', 'corbeille', 'plans'] as const).entries()) {
      try {
        yield* bytes(place(id, shelf), signal)
        return
      } catch (error) {
        if (at === 2) throw error
        fallbackIfMissing(null)(error)
      }
    }
  }
  /** One page after the other of what is below a prefix. */
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
    // A copy that failed half-way is told in the body of a success.
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
      await call('PUT', place(id), { body: await readFile(draft) })
      await rm(draft, { force: true })
    },
    read: (id, signal) => Readable.from(bytesOf(id, signal), { objectMode: false }),
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
          // Somebody was faster; or the store knows no such condition.
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
        throw error instanceof S3Failure ? new Refusal(complaint(error, endpoint, bucket)) : error
      })
    },
  }
}

/** The text of an element that appears once. */
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

/** fetch wraps why it could not connect; a call cut short says so by its name. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'ECONNREFUSED'
  if (error.name === 'TimeoutError') return 'ETIMEDOUT'
  const { cause } = error
  const inner = cause instanceof AggregateError ? cause.errors[0] : cause
  const code = inner instanceof Error && 'code' in inner ? String(inner.code) : 'ECONNREFUSED'
  return code.startsWith('UND_') ? 'ECONNRESET' : code
}

function complaint({ code, message }: S3Failure, endpoint: string, bucket: string): string {
  if (code === 'ENOENT')
    return `le stockage ${endpoint} n'a pas de bucket ${bucket} : créez-le, ou corrigez S3_BUCKET.`
  if (code === 'EACCES')
    return `le stockage ${endpoint} refuse l'accès au bucket ${bucket} : vérifiez S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY et S3_REGION.`
  return `le stockage des plans ${endpoint} ne répond pas (${message}) : vérifiez S3_ENDPOINT.`
}
