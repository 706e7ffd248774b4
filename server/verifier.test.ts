import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeAll, expect, it, onTestFinished } from 'vitest'
import { claimStore } from '#server/files/installation.ts'
import { diskStore } from '#server/files/disk.ts'
import { freshDatabase } from '#test/harness/database.ts'
import { buildCommands, run, urlOf } from '#test/harness/processes.ts'

beforeAll(() => buildCommands())

it('a rule may take longer to check than a call of a screen may take', async () => {
  const [database, DATA_DIR] = [await freshDatabase(), await mkdtemp(join(tmpdir(), 'diyar-verifier-'))]
  onTestFinished(async () => {
    await database.close()
    await rm(DATA_DIR, { recursive: true, force: true })
  })
  await claimStore(diskStore(join(DATA_DIR, 'fichiers')), database.db)
  // The view stands for a large table on a slow disk: it takes longer than a statement may, and than a connection of the server may be silent.
  await sql`
    alter table promoteurs rename to grande;
    create view promoteurs as select grande.* from (values (1)) une left join grande on true, pg_sleep(26)`.execute(
    database.db,
  )
  expect(await run('verifier', [], { DATABASE_URL: urlOf(database.connection), DATA_DIR })).toEqual({
    code: 0,
    said: expect.stringMatching(/^(\d+) règles sur \1 sont respectées\.\n$/),
  })
})
