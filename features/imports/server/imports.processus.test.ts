import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Import } from '#features/imports/imports.contract.ts'
import { signIn, type Browser } from '#test/harness/browser.ts'
import { idOf } from '#test/harness/builders.ts'
import { residences } from '#test/harness/classeur-envoye.ts'
import { freshDatabase } from '#test/harness/database.ts'
import { buildCommands, launch, urlOf } from '#test/harness/processes.ts'

let remove: () => Promise<void>
let DATA_DIR: string
let database: Awaited<ReturnType<typeof freshDatabase>>
let server: Awaited<ReturnType<typeof launch>>
let browser: Browser
beforeAll(async () => {
  remove = await buildCommands()
  DATA_DIR = await mkdtemp(join(tmpdir(), 'diyar-imports-'))
  database = await freshDatabase()
  server = await launch({ DATABASE_URL: urlOf(database.connection), DATA_DIR })
  browser = await signIn(server.url, { name: 'Samira', email: 'samira@diyar.dz', password: 'Motdepasse1!' })
})
afterAll(async () => {
  await server.stop()
  await database.close()
  await remove()
  await rm(DATA_DIR, { recursive: true, force: true })
})

const call = (method: string, path: string, body?: object) => browser.call(server.url, method, path, body)
const read = async (id: number) => (await call('GET', `/api/imports/${id}`)).json as Import
const after = async (id: number, statut: string): Promise<Import> => {
  for (;;) {
    const lu = await read(id)
    if (lu.statut !== statut) return lu
    await delay(20)
  }
}
async function send(prefixe: string, nombre: number): Promise<number> {
  const noms = Array.from({ length: nombre }, (_, n) => `${prefixe} ${n}`)
  const form = new FormData()
  form.set('classeur', new File([await residences(...noms)], `${prefixe}.xlsx`))
  return idOf(await call('POST', '/api/imports', form))
}

/** The processes of the server that do imports, with the flags they began with. */
async function works(): Promise<{ pid: number; flags: string[] }[]> {
  const children = await readFile(`/proc/${server.pid}/task/${server.pid}/children`, 'utf8').catch(() => '')
  const found = await Promise.all(
    children.split(' ').map(async (pid) => {
      const line = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
      const args = line.split('\0')
      return args.some((arg) => arg.endsWith('/worker.js'))
        ? [{ pid: Number(pid), flags: args.filter((arg) => arg.startsWith('--')) }]
        : []
    }),
  )
  return found.flat()
}
async function atWork() {
  for (;;) {
    const [work] = await works()
    if (work) return work
    await delay(2)
  }
}
const count = async () => (await database.db.selectFrom('residences').select('id').execute()).length

/** The tests read the parent of a process, and how it began, from /proc. */
const HAS_PROC = process.platform === 'linux'

// spec: RE-58
it.runIf(HAS_PROC)(
  'an import is checked and written by processes of its own, with their own flags, which end with it',
  async () => {
    const id = await send('Tour', 500)
    expect((await atWork()).flags).toEqual(['--heap-growing-percent=25'])
    expect(await after(id, 'lecture')).toMatchObject({ statut: 'pret', fait: 500, total: 500 })
    await call('POST', `/api/imports/${id}/confirmer`)
    expect((await atWork()).flags).toEqual(['--heap-growing-percent=25'])
    expect((await after(id, 'ecriture')).statut).toBe('termine')
    expect(await count()).toBe(500)
    await expect.poll(works).toEqual([])
  },
  120_000,
)

// spec: RE-58
it.runIf(HAS_PROC)(
  'one whose process is killed is interrupted: nothing of it is written, and the next one is taken at once',
  async () => {
    const before = await count()
    const id = await send('Villa', 3_000)
    await after(id, 'lecture')
    await call('POST', `/api/imports/${id}/confirmer`)
    process.kill((await atWork()).pid, 'SIGKILL')
    expect(await after(id, 'ecriture')).toMatchObject({
      statut: 'echec',
      motif: "L'import a été interrompu : rien n'a été écrit.",
    })
    expect(await count()).toBe(before)
    const next = await send('Jardin', 1)
    expect((await after(next, 'lecture')).statut).toBe('pret')
  },
  120_000,
)

// spec: RE-58
it.runIf(HAS_PROC)(
  'one that is given up stops its process',
  async () => {
    const id = await send('Cour', 3_000)
    await after(id, 'lecture')
    const before = await count()
    await call('POST', `/api/imports/${id}/confirmer`)
    await atWork()
    expect((await call('POST', `/api/imports/${id}/annuler`)).statusCode).toBe(200)
    expect((await after(id, 'ecriture')).statut).toBe('annule')
    expect(await count()).toBe(before)
    await expect.poll(works).toEqual([])
  },
  120_000,
)
