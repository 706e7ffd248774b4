import { existsSync } from 'node:fs'
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Database } from '#server/database/pool.ts'
import { bareDatabase } from '#test/harness/database.ts'
import {
  age,
  ageObjects,
  bucketOf,
  plansIn,
  planOf,
  refusalOfStart,
  wellDone,
  working,
} from '#test/harness/installations.ts'
import { onSmallDisk, whyNoSmallDisk } from '#test/faults/full-disk.ts'
import { buildCommands, run, urlOf } from '#test/harness/processes.ts'
import { startStore, type TestStore } from '#test/harness/s3.ts'

let root: string
let remote: TestStore
let other: TestStore
const open: Database[] = []
beforeAll(() => buildCommands())
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'diyar-plans-'))
  await chmod(root, 0o711)
  remote = await startStore()
  other = await startStore('autre-bucket')
})
afterEach(async () => {
  await Promise.all([remote.close(), other.close()])
  await rm(root, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
})
afterAll(() => Promise.all(open.map(({ close }) => close())))

const noSmallDisk = whyNoSmallDisk()

const place = (name: string) => ({ DATA_DIR: join(root, name) })
async function outside(): Promise<{ DATABASE_URL: string }> {
  const database = await bareDatabase()
  open.push(database)
  return { DATABASE_URL: urlOf(database.connection) }
}
const five = [1, 2, 3, 4, 5]
const keys = (store: TestStore, shelf = 'plans/') =>
  [...store.objects.keys()].filter((key) => key.startsWith(shelf)).toSorted()

it('a start without its database is refused and takes nothing: the database moved away, forgotten, or another', async () => {
  const { DATA_DIR } = place('bureau')
  await working({ DATA_DIR }, async (office) => {
    for (const n of five) await office.add(n)
  })
  await age(DATA_DIR)
  const before = await plansIn(DATA_DIR)
  expect(before).toHaveLength(5)
  await rename(join(DATA_DIR, 'postgres-18'), join(root, 'postgres-18'))
  const moved = await refusalOfStart({ DATA_DIR })
  expect(await plansIn(DATA_DIR)).toEqual(before)
  expect(moved).toMatch(
    /^Diyar : il n'y a pas de base de données dans \S+bureau, alors que le dossier \S+bureau\/fichiers sert déjà à une installation : [^\n]*DATABASE_URL[^\n]*\.\n$/,
  )
  // The refused start has made no cluster, which would be in the way of the right one.
  expect(existsSync(join(DATA_DIR, 'postgres-18'))).toBe(false)

  expect(await refusalOfStart({ DATA_DIR, ...(await outside()) })).toMatch(
    /^Diyar : le dossier \S+bureau\/fichiers contient les plans d'une autre installation que cette base de données : [^\n]*DATABASE_URL[^\n]*\.\n$/,
  )
  expect(await plansIn(DATA_DIR)).toEqual(before)

  await rename(join(root, 'postgres-18'), join(DATA_DIR, 'postgres-18'))
  await working({ DATA_DIR }, async (office) => {
    expect(await office.plan(1)).toEqual(planOf(1))
  })
})

it('a start on an empty database beside the plans of a version that marked none is refused all the same', async () => {
  const { DATA_DIR } = place('avant')
  await working({ DATA_DIR }, async (office) => {
    for (const n of five) await office.add(n)
  })
  await rm(join(DATA_DIR, 'fichiers', 'installation'), { force: true })
  await age(DATA_DIR)
  const before = await plansIn(DATA_DIR)
  const said = await refusalOfStart({ DATA_DIR, ...(await outside()) })
  expect(await plansIn(DATA_DIR)).toEqual(before)
  expect(said).toMatch(
    /^Diyar : le dossier \S+ contient des plans dont aucun n'est connu de cette base de données : /,
  )
  expect(await plansIn(DATA_DIR)).toEqual(before)
  // With its own database the plans are taken in and the store is marked.
  await working({ DATA_DIR })
  expect(await plansIn(DATA_DIR)).toEqual(before)
  expect(await readFile(join(DATA_DIR, 'fichiers', 'installation'), 'utf8')).toMatch(/^[0-9a-f-]{36}\n$/)
})

it('a database whose plans are away says so, serves, and takes nothing', async () => {
  const { DATA_DIR } = place('vide')
  const database = await outside()
  await working({ DATA_DIR, ...database }, async (office) => {
    await office.add(1)
  })
  await rename(join(DATA_DIR, 'fichiers'), join(root, 'fichiers'))
  const said = await working({ DATA_DIR, ...database })
  expect(said).toMatch(
    /Diyar : la base de données nomme 1 plan, et le dossier \S+vide\/fichiers n'en contient aucun/,
  )
  // With its folder back, the installation finds its store again.
  await rm(join(DATA_DIR, 'fichiers'), { recursive: true })
  await rename(join(root, 'fichiers'), join(DATA_DIR, 'fichiers'))
  expect(await working({ DATA_DIR, ...database })).not.toMatch(/nomme/)
})

it('to grow: a database server, and another folder; into the same folder nothing is restored and nothing lost', async () => {
  const old = place('embarquee')
  await working(old, async (office) => {
    for (const n of five) await office.add(n)
  })
  const file = join(root, 'diyar.tar')
  await wellDone('sauvegarde', [file], old)
  const before = await plansIn(old.DATA_DIR)
  const database = await outside()
  const refused = await run('restaurer', [file], { ...old, ...database })
  expect([refused.code, refused.said]).toEqual([
    1,
    expect.stringMatching(
      /^Diyar : le dossier \S+embarquee\/fichiers sert déjà à une installation : [^\n]*un autre DATA_DIR[^\n]*\.\n$/,
    ),
  ])
  expect(await plansIn(old.DATA_DIR)).toEqual(before)

  const grown = { ...place('grande'), ...database }
  await wellDone('restaurer', [file], grown)
  await working(grown, async (office) => {
    for (const n of five) expect(await office.plan(n)).toEqual(planOf(n))
    await office.add(6)
  })
  // The old installation is whole until it is given up, and the way back is the same.
  await working(old, async (office) => {
    for (const n of five) expect(await office.plan(n)).toEqual(planOf(n))
  })
  const back = join(root, 'retour.tar')
  await wellDone('sauvegarde', [back], grown)
  const again = place('retour')
  await wellDone('restaurer', [back], again)
  await working(again, async (office) => {
    expect(await office.plan(6)).toEqual(planOf(6))
  })
})

it('a drill with the bucket of the office is refused and told to use another, where it is well', async () => {
  const office = { ...place('bureau'), ...bucketOf(remote) }
  await working(office, async (desk) => {
    await desk.add(1)
  })
  const file = join(root, 'diyar.tar')
  await wellDone('sauvegarde', [file], office)
  await working(office, async (desk) => {
    for (const n of [2, 3]) await desk.add(n)
  })
  ageObjects(remote)
  const before = keys(remote)
  const elsewhere = place('essai')
  const refused = await run('restaurer', [file], { ...elsewhere, ...bucketOf(remote) })
  if (refused.code === 0) await refusalOfStart({ ...elsewhere, ...bucketOf(remote) })
  expect(keys(remote)).toEqual(before)
  expect([refused.code, refused.said]).toEqual([
    1,
    expect.stringMatching(
      /^Diyar : le bucket plans-diyar de \S+ sert déjà à une installation : [^\n]*un autre S3_BUCKET[^\n]*\.\n$/,
    ),
  ])
  await wellDone('restaurer', [file], { ...elsewhere, ...bucketOf(other) })
  await working({ ...elsewhere, ...bucketOf(other) }, async (desk) => {
    expect(await desk.plan(1)).toEqual(planOf(1))
  })
  // The settings of the drill, but the bucket of the office: the slip that follows.
  expect(await refusalOfStart({ ...elsewhere, ...bucketOf(remote) })).toMatch(
    /^Diyar : le bucket plans-diyar de \S+ contient les plans d'une autre installation/,
  )
  expect(keys(remote)).toEqual(before)
  await working(office, async (desk) => {
    for (const n of [1, 2, 3]) expect(await desk.plan(n)).toEqual(planOf(n))
  })
})

it('the data of another PostgreSQL are left alone, and the way to take them along is said', async () => {
  const { DATA_DIR } = place('ancienne')
  await working({ DATA_DIR }, async (office) => {
    await office.add(1)
  })
  await age(DATA_DIR)
  await rename(join(DATA_DIR, 'postgres-18'), join(DATA_DIR, 'postgres-17'))
  const before = await plansIn(DATA_DIR)
  const sentence =
    /^Diyar : ces données sont de PostgreSQL 17, et cette version de Diyar emploie PostgreSQL 18 : [^\n]*npm run sauvegarde[^\n]*npm run restaurer[^\n]*un autre DATA_DIR[^\n]*\.\n$/
  const refused = await refusalOfStart({ DATA_DIR })
  expect(await plansIn(DATA_DIR)).toEqual(before)
  expect(refused).toMatch(sentence)
  for (const command of ['sauvegarde', 'verifier']) {
    const { code, said } = await run(command, [], { DATA_DIR })
    expect([command, code, said]).toEqual([command, 1, expect.stringMatching(sentence)])
  }
  expect(await plansIn(DATA_DIR)).toEqual(before)
  expect((await readdir(DATA_DIR)).toSorted()).toEqual(expect.arrayContaining(['postgres-17']))
  expect(existsSync(join(DATA_DIR, 'postgres-18'))).toBe(false)
})

it('a plan thrown away lies in the bin, whatever the store; the verifier knows what is there, lost and harmed', async () => {
  for (const settings of [place('disque'), { ...place('seau'), ...bucketOf(remote) }]) {
    const disk = !('S3_BUCKET' in settings)
    const lines = (complete = false) =>
      run('verifier', complete ? ['--complet'] : [], settings).then(({ code, said }) => ({ code, said }))
    await working(settings, async (office) => {
      for (const n of five) await office.add(n)
      await office.remove(5)
      expect(await office.plan(5)).toBe(404)
    })
    expect(disk ? await plansIn(settings.DATA_DIR) : keys(remote)).toHaveLength(4)
    expect(disk ? await plansIn(settings.DATA_DIR, 'corbeille') : keys(remote, 'corbeille/')).toHaveLength(1)
    expect(await lines()).toEqual({
      code: 0,
      said: expect.stringMatching(
        /^(\d+) règles sur \1 sont respectées\.\n4 plans sur 4 sont là\.\nFichiers dans la corbeille, chacun pour trente jours : 1\.\n$/,
      ),
    })
    // One plan is lost, one is cut short, one has other bytes.
    const [lost = '', cut = '', harmed = ''] = disk ? await plansIn(settings.DATA_DIR) : keys(remote)
    if (disk) {
      await rm(lost)
      await writeFile(cut, 'x')
      await writeFile(harmed, Buffer.alloc((await readFile(harmed)).length))
    } else {
      remote.objects.delete(lost)
      remote.objects.set(cut, { bytes: Buffer.from('x'), changed: new Date() })
      const { length } = remote.objects.get(harmed)?.bytes ?? []
      remote.objects.set(harmed, { bytes: Buffer.alloc(length ?? 0), changed: new Date() })
    }
    const id = (path: string) => path.slice(-40, -4)
    const brief = await lines()
    expect(brief.code).toBe(1)
    expect(brief.said).toMatch(new RegExp(`Plan perdu : ${id(lost)}.*résidence « Les Pins \\d »`))
    expect(brief.said).toMatch(new RegExp(`Plan abîmé : ${id(cut)}.*1 octet`))
    expect(brief.said).not.toContain(id(harmed))
    expect(brief.said).toMatch(/^(\d+) règles sur \1 sont respectées\.$/m)
    expect(brief.said).toMatch(/^2 plans sur 4 sont là\.$/m)
    const complete = await lines(true)
    expect(complete.said).toMatch(new RegExp(`Plan abîmé : ${id(harmed)}`))
    expect(complete.said).toMatch(/^1 plan sur 4 est là, à l'octet près\.$/m)
  }
})

it.skipIf(noSmallDisk)(
  'a restore that finds no room says so in one sentence, and leaves the installation empty',
  async () => {
    const office = place('bureau')
    await working(office, async (desk) => {
      for (const n of five) await desk.add(n, 100_000)
    })
    const file = join(root, 'diyar.tar')
    await wellDone('sauvegarde', [file], office)
    const small = await outside()
    const { DATA_DIR } = place('petit')
    await mkdir(DATA_DIR)
    const { code, said } = await run('restaurer', [file], { DATA_DIR, ...small }, onSmallDisk(1, DATA_DIR))
    expect({ code, said }).toEqual({
      code: 1,
      said: "Diyar : il n'y a pas assez de place pour cette sauvegarde : rien n'a été restauré. Libérez de la place, puis recommencez.\n",
    })
    await wellDone('restaurer', [file], { DATA_DIR, ...small })
  },
)

it('the verifier asks for a database that is there, and up to date', async () => {
  const nothing = await run('verifier', [], place('jamais'))
  expect(nothing).toEqual({
    code: 1,
    said: expect.stringMatching(/^Diyar : il n'y a rien à vérifier dans \S+jamais :[^\n]*\n$/),
  })
  expect(existsSync(join(root, 'jamais'))).toBe(false)
  const older = await run('verifier', [], { ...place('jamais'), ...(await outside()) })
  expect(older).toEqual({
    code: 1,
    said: expect.stringMatching(/^Diyar : la base de données n'a pas encore été mise à jour[^\n]*\n$/),
  })
  const typo = await run('verifier', ['--complete'], place('jamais'))
  expect(typo).toEqual({
    code: 1,
    said: expect.stringMatching(/^Diyar : « --complete » n'est pas connu[^\n]*\n$/),
  })
})

it('a new machine for a database that is still there: the same bucket, or the folder of the plans copied whole', async () => {
  const database = await outside()
  const [old, fresh] = [place('vieille'), place('neuve')]
  await working({ ...old, ...database }, async (office) => {
    await office.add(1)
  })
  await mkdir(fresh.DATA_DIR)
  await cp(join(old.DATA_DIR, 'fichiers'), join(fresh.DATA_DIR, 'fichiers'), { recursive: true })
  await working({ ...fresh, ...database }, async (office) => {
    expect(await office.plan(1)).toEqual(planOf(1))
  })
  const another = await outside()
  await working({ ...old, ...another, ...bucketOf(remote) }, async (office) => {
    await office.add(2)
  })
  await working({ ...fresh, ...another, ...bucketOf(remote) }, async (office) => {
    expect(await office.plan(1)).toEqual(planOf(2))
  })
})
