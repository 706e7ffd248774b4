import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { onSmallDisk, whyNoSmallDisk } from '#test/faults/full-disk.ts'
import { dataFolder, drop } from '#test/faults/kills.ts'
import { begin, buildCommands, launch, run } from '#test/harness/processes.ts'

const why = whyNoSmallDisk()
const FULL =
  /^Diyar : le disque de \S+ n'a plus assez de place \([\d,]+\s(?:octets|[KM]o) libres\) : libérez-en, puis recommencez\.\n$/

/** Copies an installation onto the small disk, and leaves so many kilobytes there. */
const ALMOST_FULL = `
cp -a "$0/." "$1"
room=$(df -Pk "$1" | awk 'END { print $4 }')
dd if=/dev/zero of="$1/lest" bs=1k count=$((room > $2 ? room - $2 : 0)) 2>/dev/null
dd if=/dev/zero of="$1/lest2" bs=4k count=$(($2 == 0 ? 100 : 0)) 2>/dev/null
shift 2
exec "$@"`

describe.skipIf(why)(`a start on a full disk (${why ?? 'of 160 Mo'})`, () => {
  let root: string
  let source: string
  let disk: string
  let removeCommands: () => Promise<void>
  beforeAll(async () => {
    root = await dataFolder()
    source = join(root, 'source')
    disk = join(root, 'disque')
    await mkdir(disk)
    removeCommands = await buildCommands()
    const server = await launch({ DATA_DIR: source })
    await server.stop()
  })
  afterAll(async () => {
    await removeCommands()
    await drop(root)
  })

  const startWith = (kilobytes: number, megabytes = 160) =>
    begin('main', [], { DATA_DIR: disk }, [
      ...onSmallDisk(megabytes, disk),
      'sh',
      '-c',
      ALMOST_FULL,
      source,
      disk,
      String(kilobytes),
    ])

  it.each([0, 4, 100, 2_000, 17_000])('with %i kB left, it says that and ends', async (left) => {
    const { code, said } = await startWith(left).ended
    expect([code, said]).toEqual([1, expect.stringMatching(FULL)])
  })

  it('with room it starts: what the others lack is nothing else', async () => {
    const { child, ended, said } = startWith(60_000)
    while (!said().includes('prêt sur')) await new Promise((resolve) => child.stdout.once('data', resolve))
    child.kill('SIGTERM')
    expect((await ended).code).toBe(0)
  })

  it.each([3, 30])(
    'the first start, on a disk of %i Mo: the same, and nothing half is left',
    async (megabytes) => {
      const { code, said } = await run('main', [], { DATA_DIR: disk }, [
        ...onSmallDisk(megabytes, disk),
        'sh',
        '-c',
        '"$@"; code=$?; ls -A "$0"; exit $code',
        disk,
      ])
      const [sentence, ...left] = said.trimEnd().split('\n')
      expect([code, `${sentence}\n`]).toEqual([1, expect.stringMatching(FULL)])
      expect(left.filter((name) => name.includes('draft'))).toEqual([])
    },
  )
})
