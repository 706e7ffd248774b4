import { createHash } from 'node:crypto'
import { readFile, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { AwsClient } from 'aws4fetch'
import type { S3Config } from '#server/config.ts'
import { drafts, SETTLED } from '#server/files/drafts.ts'
import type { FileStore } from '#server/files/store.ts'
import { Refusal } from '#server/refusal.ts'

/** A store that does not answer must not hold a request for ever. */
const PATIENCE = 20_000

/** The store refused, or is not there. `code` is ENOENT when it has no such file, as on a disk. */
class S3Failure extends Error {
  readonly code: string

  constructor(what: string, status: number, code: string) {
    super(`S3 ${what}: ${status || code}`)
    this.code = code
  }
}

/**
 * Kept files in a bucket, as `plans/ab/abcd….pdf`, by path-style addresses, which every S3-compatible store takes; uploads in
 * progress stay on this machine's disk, in `brouillons/` below `root`.
 * @param patience milliseconds a call may take
 */
export function s3Store(
  { endpoint, region, bucket, accessKeyId, secretAccessKey }: S3Config,
  root: string,
  patience = PATIENCE,
): FileStore {
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 2 })
  const base = `${endpoint.replace(/\/+$/, '')}/${bucket}`
  const place = (id: string) => `/plans/${id.slice(0, 2)}/${id}.pdf`

  const call = async (
    method: string,
    path: string,
    body?: Buffer,
    signal = AbortSignal.timeout(patience),
  ) => {
    // The sum of the bytes is part of what is signed: a store refuses what was changed on the way.
    const headers = {
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
      const { body } = await soon(call('GET', path, undefined, either))
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
  const list = async function* () {
    for (let token: string | undefined, more = true; more;) {
      const query = new URLSearchParams({
        'list-type': '2',
        prefix: 'plans/',
        ...(token && { 'continuation-token': token }),
      })
      const page = await (await call('GET', `/?${query.toString()}`)).text()
      for (const [, object = ''] of page.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
        yield { key: field(object, 'Key'), changed: Date.parse(field(object, 'LastModified')) }
      }
      token = field(page, 'NextContinuationToken')
      more = field(page, 'IsTruncated') === 'true' && token !== ''
    }
  }
  return {
    ...drafts(root),
    async keep(draft, id) {
      await call('PUT', place(id), await readFile(draft))
      await rm(draft, { force: true })
    },
    read: (id, signal) => Readable.from(bytes(place(id), signal), { objectMode: false }),
    async remove(id) {
      await call('DELETE', place(id)).catch((error: unknown) => {
        if (!(error instanceof S3Failure && error.code === 'ENOENT')) throw error
      })
    },
    async settled() {
      const ids: string[] = []
      for await (const { key, changed } of list()) {
        const [, id] = /^plans\/\w{2}\/([\w-]+)\.pdf$/.exec(key) ?? []
        if (id && Date.now() - changed > SETTLED) ids.push(id)
      }
      return ids
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
