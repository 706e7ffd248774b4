import { resolve } from 'node:path'
import * as z from 'zod/mini'
import { Refusal } from '#server/refusal.ts'

/** The settings of an installation, all from environment variables, all with a default. */
export interface Config {
  port: number
  host: string
  /** Absolute folder of everything Diyar keeps: the embedded database and the plans. */
  dataDir: string
  /** An outside PostgreSQL; absent, the embedded one. */
  databaseUrl: string | undefined
  /** Whose X-Forwarded-* headers are believed: nobody, the last n hops, or these addresses. */
  trustProxy: false | number | string
  logLevel: LogLevel
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

const ADDRESSES = /^[0-9a-fA-F.:/]+(\s*,\s*[0-9a-fA-F.:/]+)*$/

const port = z.pipe(
  z.string().check(z.regex(/^\d{1,5}$/)),
  z.pipe(z.transform(Number), z.number().check(z.lte(65_535))),
)
const databaseUrl = z.string().check(z.refine((text) => /^postgres(ql)?:\/\//.test(text) && URL.canParse(text)))
const trustProxy = z.pipe(
  z.string().check(z.refine((text) => /^\d{1,2}$/.test(text) || ADDRESSES.test(text))),
  z.transform((text) => (/^\d+$/.test(text) ? Number(text) || (false as const) : text)),
)

const schema = z.object({
  PORT: z._default(port, 3000),
  HOST: z._default(z.string(), '127.0.0.1'),
  DATA_DIR: z._default(z.string(), 'data'),
  DATABASE_URL: z.optional(databaseUrl),
  TRUST_PROXY: z._default(trustProxy, false),
  LOG_LEVEL: z._default(z.enum(LOG_LEVELS), 'warn'),
})

const EXPECTED: Record<string, string> = {
  PORT: 'un numéro de port de 0 à 65535',
  HOST: 'une adresse ou un nom de machine',
  DATA_DIR: 'un dossier',
  DATABASE_URL: "l'adresse d'un serveur PostgreSQL, par exemple postgres://diyar:motdepasse@serveur:5432/diyar",
  TRUST_PROXY: 'le nombre de serveurs mandataires devant Diyar, ou leurs adresses séparées par des virgules',
  LOG_LEVEL: `un mot parmi ${LOG_LEVELS.join(', ')}`,
}

/**
 * Reads the settings; an empty variable counts as absent.
 * @throws Refusal naming the first wrong variable and what it should hold
 */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const set = Object.fromEntries(Object.keys(EXPECTED).flatMap((name) => (env[name]?.trim() ? [[name, env[name].trim()]] : [])))
  const parsed = schema.safeParse(set)
  if (!parsed.success) {
    const name = String(parsed.error.issues[0]?.path[0])
    // The address of a database holds its password: it is never printed.
    const value = name === 'DATABASE_URL' ? '' : ` (« ${set[name]} »)`
    throw new Refusal(`le réglage ${name}${value} n'est pas valable : il faut ${EXPECTED[name]}.`)
  }
  const { PORT, HOST, DATA_DIR, DATABASE_URL, TRUST_PROXY, LOG_LEVEL } = parsed.data
  return {
    port: PORT,
    host: HOST,
    dataDir: resolve(DATA_DIR),
    databaseUrl: DATABASE_URL,
    trustProxy: TRUST_PROXY,
    logLevel: LOG_LEVEL,
  }
}
