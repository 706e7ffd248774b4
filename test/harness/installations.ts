import { readdir, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { idOf } from '#test/harness/builders.ts'
import { signIn, type Browser } from '#test/harness/browser.ts'
import { launch, run, type Settings } from '#test/harness/processes.ts'
import type { TestStore } from '#test/harness/s3.ts'

const account = {
  name: 'Amina',
  email: 'amina@diyar.dz',
  password: 'Un secret 1',
}

/** The bytes of the n-th plan. */
export const planOf = (n: number, repeated = 2_000) =>
  Buffer.from(`%PDF-1.4\n${`plan ${n} `.repeat(repeated)}\n%%EOF\n`)

/** The settings of a bucket. */
export const bucketOf = ({ config }: TestStore): Settings => ({
  S3_ENDPOINT: config.endpoint,
  S3_REGION: config.region,
  S3_BUCKET: config.bucket,
  S3_ACCESS_KEY_ID: config.accessKeyId,
  S3_SECRET_ACCESS_KEY: config.secretAccessKey,
})

/** Starts the product, works with it as the one member, and stops it; what it said at the start and in its log. */
export async function working(
  settings: Settings,
  work: (office: Office) => Promise<void> = async () => {},
): Promise<string> {
  const server = await launch(settings)
  try {
    const browser = await signIn(server.url, account)
    await work(new Office(server.url, browser))
  } finally {
    await server.stop()
  }
  return server.said()
}

/** Returns the words of a start that does not end in a running server; « prêt » when it does, against what was expected. */
export async function refusalOfStart(settings: Settings): Promise<string> {
  const server = await launch(settings).catch((error: unknown) => String(error))
  if (typeof server === 'string') return server.replace(/^Error: the product ended:\n/, '')
  return (await server.stop()).said
}

/** A command that is expected to succeed. @returns what it said */
export async function wellDone(command: string, args: string[], settings: Settings): Promise<string> {
  const { code, said } = await run(command, args, settings)
  if (code !== 0) throw new Error(`${command} ended with ${code}:\n${said}`)
  return said
}

/** A member at work: residences and their plans. */
export class Office {
  readonly #url: string
  readonly #browser: Browser

  constructor(url: string, browser: Browser) {
    this.#url = url
    this.#browser = browser
  }

  /** A residence with the n-th plan, of some 14 kB unless `repeated` more often. @returns its number */
  async add(n: number, repeated?: number): Promise<number> {
    const form = new FormData()
    form.set('nom', `Les Pins ${n}`)
    form.set('adresse', 'Oran')
    form.set('plan_pdf', new File([planOf(n, repeated)], `plan-${n}.pdf`, { type: 'application/pdf' }))
    return idOf(await this.#browser.call(this.#url, 'POST', '/api/residences', form))
  }

  async plan(residence: number): Promise<Buffer | number> {
    const { statusCode, bytes } = await this.#browser.call(
      this.#url,
      'GET',
      `/api/residences/${residence}/plan`,
    )
    return statusCode === 200 ? bytes : statusCode
  }

  async remove(residence: number): Promise<void> {
    await this.#browser.call(this.#url, 'DELETE', `/api/residences/${residence}`)
  }
}

/** The paths of the plans of a disk, from its data folder on. */
export async function plansIn(dataDir: string, shelf = 'plans'): Promise<string[]> {
  const folder = join(dataDir, 'fichiers', shelf)
  const names = await readdir(folder, { recursive: true }).catch(() => [])
  return names
    .filter((name) => name.endsWith('.pdf'))
    .map((name) => join(folder, name))
    .toSorted()
}

/** Makes the plans look as if they had been there for two hours. */
export async function age(dataDir: string): Promise<void> {
  const before = new Date(Date.now() - 2 * 3_600_000)
  for (const path of await plansIn(dataDir)) await utimes(path, before, before)
}

/** Makes the objects look as if they had been there for two hours. */
export function ageObjects({ objects }: TestStore): void {
  for (const object of objects.values()) object.changed = new Date(Date.now() - 2 * 3_600_000)
}
