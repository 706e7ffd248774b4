import { readFileSync, readdirSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { judgeClasseur } from '#server/documents/classeur/archive.ts'
import { ClasseurRefuse, readClasseur, type LectureOptions } from '#server/documents/classeur/lecteur.ts'
import { hostileWorkbooks } from '#test/fuzz/hostile-workbooks.ts'
import { classeurOf } from '#test/harness/classeurs.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'diyar-classeurs-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Sends a workbook, then reads it. @returns its refusal or its lines */
async function outcomeOf(bytes: Buffer, options?: LectureOptions): Promise<unknown> {
  const path = join(folder, 'envoi.xlsx')
  await writeFile(path, bytes)
  const sent = await judgeClasseur(path)
  if (sent) return { sent }
  let lines = 0
  try {
    for await (const { lignes } of readClasseur(path, options)) lines += lignes.length
    return { lines }
  } catch (error) {
    return error instanceof ClasseurRefuse ? { read: error.code } : error
  }
}

/** Processes of this one, where the system tells. */
const children = () =>
  process.platform === 'linux'
    ? readdirSync('/proc/self/task').flatMap((task) =>
        readFileSync(`/proc/self/task/${task}/children`, 'utf8').split(' ').filter(Boolean),
      )
    : []

// spec: PO-32
describe('a hostile workbook', () => {
  it.each(hostileWorkbooks.filter(({ heavy }) => !heavy))('$what', async ({ bytes, expected }) => {
    const before = children()
    const content = bytes()
    const began = performance.now()
    expect(await outcomeOf(content)).toEqual(expected)
    expect(performance.now() - began).toBeLessThan(15_000)
    expect(children()).toEqual(before)
  })
})

const SENTENCES = [
  ['abime', 'Ce fichier est abîmé : il ne peut pas être lu.'],
  ['tropGrand', 'Ce classeur est trop grand une fois ouvert (200 Mo au plus).'],
  ['tropDeLignes', 'Ce classeur a plus de 150 000 lignes.'],
  ['tropLent', 'La lecture a pris plus de deux minutes.'],
] as const
it.each(SENTENCES)('%s is told: %s', (code, sentence) =>
  expect(new ClasseurRefuse(code).message).toBe(sentence),
)

describe('a reading', () => {
  const large = classeurOf({
    feuilles: [
      { nom: 'F', donnees: '<row><c><v>1</v></c><c t="str"><v>Les Pins</v></c></row>'.repeat(20_000) },
    ],
  })
  const started = async (options?: LectureOptions) => {
    const before = children()
    const lots = readClasseur(large, options)
    await lots.next()
    const [pid] = children().filter((child) => !before.includes(child))
    return { before, lots, pid: Number(pid) }
  }
  const rest = async (lots: AsyncGenerator) => {
    for await (const lot of lots) void lot
  }

  it('that is given up in the middle ends its process, and says why', async () => {
    const leave = new AbortController()
    const { before, lots } = await started({ signal: leave.signal })
    const why = new Error('annulé')
    leave.abort(why)
    await expect(rest(lots)).rejects.toBe(why)
    expect(children()).toEqual(before)
  })

  it('that nobody goes on with ends its process', async () => {
    const { before, lots } = await started()
    await lots.return(undefined)
    expect(children()).toEqual(before)
  })

  it.runIf(process.platform === 'linux')('whose process is killed is refused', async () => {
    const { before, lots, pid } = await started()
    process.kill(pid, 'SIGKILL')
    await expect(rest(lots)).rejects.toMatchObject({
      code: 'interrompu',
      message: 'La lecture du classeur a été interrompue. Envoyez-le de nouveau.',
    })
    expect(children()).toEqual(before)
  })

  it('that takes longer than it may is refused; the time of who takes its lines is his own', async () => {
    const before = children()
    await expect(rest(readClasseur(large, { delai: 1 }))).rejects.toMatchObject({ code: 'tropLent' })
    expect(children()).toEqual(before)
  })

  it('is one of ten at once: each is read, two at a time', async () => {
    const before = children()
    const counts = await Promise.all(
      Array.from({ length: 10 }, async () => {
        let lines = 0
        for await (const { lignes } of readClasseur(large)) {
          lines += lignes.length
          expect(children().length).toBeLessThanOrEqual(before.length + 2)
        }
        return lines
      }),
    )
    expect(counts).toEqual(Array.from({ length: 10 }, () => 20_000))
    expect(children()).toEqual(before)
  })
})
