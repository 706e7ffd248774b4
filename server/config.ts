import { resolve } from 'node:path'
import * as z from 'zod/mini'
import { assertTlsForm } from '#server/database/outside.ts'
import { readHosts } from '#server/http/protection.ts'
import { CommandError } from '#server/refusal.ts'

/** Settings of an installation, read from environment variables; each has a default. */
export interface Config {
  port: number
  host: string
  /** Host names that are served; undefined serves any. */
  hosts: string[] | undefined
  /** Absolute folder of the embedded database, the plans and the backups. */
  dataDir: string
  /** Address of an outside PostgreSQL; undefined for the embedded one. */
  databaseUrl: string | undefined
  /** Store of the plans; undefined for the disk below `dataDir`. */
  s3: S3Config | undefined
  /** Proxies whose X-Forwarded-* headers are believed: none, the last n hops, or these addresses. */
  trustProxy: false | number | string
  logLevel: LogLevel
}

export interface S3Config {
  endpoint: string
  region: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
type LogLevel = (typeof LOG_LEVELS)[number]

const ADDRESSES = /^[0-9a-fA-F.:/]+(\s*,\s*[0-9a-fA-F.:/]+)*$/

const port = z.pipe(
  z.string().check(z.regex(/^\d{1,5}$/)),
  z.pipe(z.transform(Number), z.number().check(z.lte(65_535))),
)
const databaseUrl = z
  .string()
  .check(z.refine((text) => /^postgres(ql)?:\/\//.test(text) && URL.canParse(text)))
const trustProxy = z.pipe(
  z.string().check(z.refine((text) => /^\d{1,2}$/.test(text) || ADDRESSES.test(text))),
  z.transform((text) => (/^\d+$/.test(text) ? Number(text) || (false as const) : text)),
)

const hosts = z.pipe(
  z.string().check(z.refine((text) => readHosts(text) !== null)),
  z.transform((text) => readHosts(text) ?? undefined),
)

const httpUrl = z.string().check(z.refine((text) => /^https?:\/\//.test(text) && URL.canParse(text)))
const bucket = z.string().check(z.regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/))

const schema = z.object({
  PORT: z._default(port, 3000),
  HOST: z._default(z.string(), '127.0.0.1'),
  HOSTS: z.optional(hosts),
  DATA_DIR: z._default(z.string(), 'data'),
  DATABASE_URL: z.optional(databaseUrl),
  S3_ENDPOINT: z.optional(httpUrl),
  S3_REGION: z.optional(z.string()),
  S3_BUCKET: z.optional(bucket),
  S3_ACCESS_KEY_ID: z.optional(z.string()),
  S3_SECRET_ACCESS_KEY: z.optional(z.string()),
  TRUST_PROXY: z._default(trustProxy, false),
  LOG_LEVEL: z._default(z.enum(LOG_LEVELS), 'warn'),
})

const EXPECTED: Record<string, string> = {
  PORT: 'un numéro de port de 0 à 65535',
  HOST: 'une adresse ou un nom de machine',
  HOSTS:
    'les noms sous lesquels Diyar est servi, sans port et séparés par des virgules, par exemple diyar.exemple.dz',
  DATA_DIR: 'un dossier',
  DATABASE_URL:
    "l'adresse d'un serveur PostgreSQL, par exemple postgres://diyar:motdepasse@serveur:5432/diyar",
  S3_ENDPOINT: "l'adresse d'un stockage compatible S3, par exemple https://s3.exemple.dz",
  S3_REGION: 'la région du stockage S3, par exemple us-east-1',
  S3_BUCKET: "le nom d'un bucket S3",
  S3_ACCESS_KEY_ID: "l'identifiant de la clé d'accès S3",
  S3_SECRET_ACCESS_KEY: "le secret de la clé d'accès S3",
  TRUST_PROXY: 'le nombre de serveurs mandataires devant Diyar, ou leurs adresses séparées par des virgules',
  LOG_LEVEL: `un mot parmi ${LOG_LEVELS.join(', ')}`,
}

const SECRET = new Set(['DATABASE_URL', 'S3_SECRET_ACCESS_KEY'])

/** Reads the settings; an empty variable counts as absent. @throws CommandError naming the first wrong variable and the expected value */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const set = Object.fromEntries(
    Object.keys(EXPECTED).flatMap((name) => (env[name]?.trim() ? [[name, env[name].trim()]] : [])),
  )
  const parsed = schema.safeParse(set)
  if (!parsed.success) {
    const name = String(parsed.error.issues[0]?.path[0])
    // A database address holds its password, so it is never printed, nor is a key.
    const value = SECRET.has(name) ? '' : ` (« ${set[name]} »)`
    throw new CommandError(`le réglage ${name}${value} n'est pas valable : il faut ${EXPECTED[name]}.`)
  }
  const { PORT, HOST, HOSTS, DATA_DIR, DATABASE_URL, TRUST_PROXY, LOG_LEVEL } = parsed.data
  if (DATABASE_URL) assertTlsForm(DATABASE_URL)
  return {
    port: PORT,
    host: HOST,
    hosts: HOSTS,
    dataDir: resolve(DATA_DIR),
    databaseUrl: DATABASE_URL,
    s3: s3Of(parsed.data),
    trustProxy: TRUST_PROXY,
    logLevel: LOG_LEVEL,
  }
}

/** The store from its five settings, undefined without any. @throws CommandError when some are missing */
function s3Of({
  S3_ENDPOINT,
  S3_REGION,
  S3_BUCKET,
  S3_ACCESS_KEY_ID,
  S3_SECRET_ACCESS_KEY,
}: z.infer<typeof schema>): S3Config | undefined {
  if (S3_ENDPOINT && S3_REGION && S3_BUCKET && S3_ACCESS_KEY_ID && S3_SECRET_ACCESS_KEY) {
    return {
      endpoint: S3_ENDPOINT,
      region: S3_REGION,
      bucket: S3_BUCKET,
      accessKeyId: S3_ACCESS_KEY_ID,
      secretAccessKey: S3_SECRET_ACCESS_KEY,
    }
  }
  const settings = Object.entries({
    S3_ENDPOINT,
    S3_REGION,
    S3_BUCKET,
    S3_ACCESS_KEY_ID,
    S3_SECRET_ACCESS_KEY,
  })
  const [absent = ''] = settings.find(([, value]) => value === undefined) ?? []
  if (settings.every(([, value]) => value === undefined)) return undefined
  throw new CommandError(
    `le réglage ${absent} manque : les cinq réglages S3_* vont ensemble, et il faut ${EXPECTED[absent]}.`,
  )
}
