import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openArchive } from '#server/backup/archive-reader.ts'
import { backUp } from '#server/backup/backup.ts'
import type { Database } from '#server/database/pool.ts'
import { diskStore } from '#server/files/disk.ts'
import type { FileStore } from '#server/files/store.ts'
import { verifyPlans } from '#server/files/verify.ts'
import { bareDatabase, freshDatabase } from '#test/harness/database.ts'
import { buildClient, buildResidence } from '#test/harness/builders.ts'
import { failedInvariants } from '#test/harness/invariants.ts'
import { addFile } from '#test/harness/plans.ts'
import { bringBack } from '#test/harness/restores.ts'

const fichier = (n: number, nom: string) => ({
  id: `00000000-0000-4000-8000-00000000000${n}`,
  nom,
  content: Buffer.alloc(20_000, `%PDF-${nom}`),
})
const [PLAN, RETIRE, CARTE, PERDU] = [
  fichier(0, 'Plan.pdf'),
  fichier(1, 'Retiré.pdf'),
  fichier(2, 'Carte.pdf'),
  fichier(3, 'Perdu.pdf'),
]

let folder: string
const open: Database[] = []
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'diyar-removed-'))
})
afterAll(async () => {
  await Promise.all(open.map(({ close }) => close()))
  await rm(folder, { recursive: true, force: true })
})
async function database(make: () => Promise<Database>): Promise<Database> {
  const made = await make()
  open.push(made)
  return made
}

// spec: RF-93
it('a backup during which clients with scans are erased tells which files were taken away, and its restore has no row of them', async () => {
  const busy = await database(freshDatabase)
  const kept = diskStore(join(folder, 'busy'))
  for (const plan of [PLAN, RETIRE, PERDU]) {
    await addFile(busy.db, kept, plan)
    await buildResidence(busy.db, { plan_id: plan.id })
  }
  const { id: client_id } = await buildClient(busy.db)
  await addFile(busy.db, kept, CARTE)
  const scan = { client_id, type: 'identite', fichier_id: CARTE.id, membre_nom: 'Karim' }
  await busy.db.insertInto('pieces').values(scan).execute()
  // A file that the database still names, and the store has lost, is another thing.
  await kept.drop(PERDU.id, 'plans')

  const erase = async () => {
    await busy.db.deleteFrom('pieces').where('fichier_id', '=', CARTE.id).execute()
    await busy.db.updateTable('residences').set({ plan_id: null }).where('plan_id', '=', RETIRE.id).execute()
    for (const { id } of [CARTE, RETIRE]) {
      await busy.db.deleteFrom('fichiers').where('id', '=', id).execute()
      await kept.drop(id, 'plans')
    }
  }
  // The rows are copied by now: they are erased while the first file is being read.
  const erasing: FileStore = {
    ...kept,
    read(id) {
      if (id !== PLAN.id) return kept.read(id)
      return Readable.from(
        (async function* () {
          const bytes = await buffer(kept.read(id))
          await erase()
          yield bytes
        })(),
      )
    },
  }
  const target = join(folder, 'erased.tar')
  const { plans, faultyPlans } = await backUp({ connection: busy.connection, files: erasing, target })
  expect({ plans, faultyPlans }).toEqual({ plans: 1, faultyPlans: [PERDU.id] })
  const archive = await openArchive(target)
  await archive.close()
  expect(archive.manifest).toMatchObject({ removedFiles: [RETIRE.id, CARTE.id], faultyPlans: [PERDU.id] })

  const restored = await database(bareDatabase)
  const store = diskStore(join(folder, 'restored'))
  await bringBack(target, restored, store)
  const { faults } = await verifyPlans(restored.db, store, true)
  expect(faults).toEqual([expect.stringContaining(PERDU.id)])
  expect(await restored.db.selectFrom('pieces').selectAll().execute()).toEqual([])
  const residences = await restored.db.selectFrom('residences').select('plan_id').orderBy('id').execute()
  expect(residences.map(({ plan_id }) => plan_id)).toEqual([PLAN.id, null, PERDU.id])
  expect(await failedInvariants(restored.db)).toEqual([])
})
