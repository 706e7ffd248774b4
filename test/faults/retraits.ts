import { sql } from 'kysely'
import type { Db } from '#server/database/db.ts'
import { openDatabase } from '#server/database/pool.ts'
import { signIn } from '#test/harness/browser.ts'
import { idOf } from '#test/harness/builders.ts'
import { failedInvariants } from '#test/harness/invariants.ts'
import { launch } from '#test/harness/processes.ts'
import { dataFolder, drop, killAfter } from '#test/faults/kills.ts'

const PALIER = 20
const NIVEAUX = 30
const LOTS = PALIER * NIVEAUX
const ACCOUNT = { name: 'Samira', email: 'samira@diyar.dz', password: 'Motdepasse1!' }

export interface RetraitsKilled {
  /** Generations that are taken back whole in spite of the kill, and those of which everything is there. */
  gone: number
  kept: number
  /** Those that are there in part, or otherwise than their row and the answer say. */
  wrong: string[]
  invariants: unknown[]
}

/** How much is there of the lots of a residence, and whether its generation is taken back. */
async function stateOf(db: Db, residence: number): Promise<{ lots: number; defait: boolean }> {
  const { rows } = await sql<{ lots: number; defait: boolean }>`
    select (select count(*)::integer from biens_decrits where residence_id = ${residence}) as lots,
      (select defait_le is not null from actes where residence_id = ${residence}) as defait`.execute(db)
  const [state] = rows
  if (!state) throw new Error('the state of a residence is one row')
  return state
}

/** Generations that are taken back while the server is killed, at so many moments from the beginning of the call to its end. */
export async function killRetraits(moments: number): Promise<RetraitsKilled> {
  const folder = await dataFolder()
  const settings = { DATA_DIR: folder, LOG_LEVEL: 'silent' }
  let server = await launch(settings)
  const inside = async <T>(work: (db: Db) => Promise<T>): Promise<T> => {
    const { db, close } = await openDatabase({ dataDir: folder, databaseUrl: undefined }, { adopt: true })
    try {
      return await work(db)
    } finally {
      await close()
    }
  }
  const seen: RetraitsKilled = { gone: 0, kept: 0, wrong: [], invariants: [] }
  try {
    const browser = await signIn(server.url, ACCOUNT)
    const post = (path: string, body: object) => browser.call(server.url, 'POST', path, body)
    const generate = async (nom: string) => {
      const residence = idOf(await post('/api/residences', { nom, adresse: 'Alger' }))
      const logement = { typeLogement: 'F3', surfaceHabitable: 70, surfaceUtile: 5, montant: 9_000_000 }
      const { json, statusCode } = await post(`/api/residences/${residence}/generer`, {
        blocs: { nombre: 1, nom: 'Bloc {A}', description: '' },
        niveaux: [{ de: 0, a: NIVEAUX - 1, palier: Array.from({ length: PALIER }, () => logement) }],
        numero: '{bloc}{niveau:2}{rang:2}',
      })
      if (statusCode !== 201) throw new Error(`not generated: ${statusCode} ${JSON.stringify(json)}`)
      const { data } = json as { data: { generation_id: number } }
      return { residence, path: `/api/generations/${data.generation_id}/defaire` }
    }
    const first = await generate('Tour 0')
    const started = performance.now()
    if ((await post(first.path, {})).statusCode !== 200) seen.wrong.push('the one without a kill failed')
    const lasts = performance.now() - started
    for (let n = 0; n < moments; n++) {
      const { residence, path } = await generate(`Tour ${n + 1}`)
      const answered = post(path, {}).then(
        ({ statusCode }) => statusCode,
        () => null,
      )
      await killAfter((lasts * n) / moments, String(server.pid))
      const status = await answered
      await server.ended
      server = await launch(settings)
      const { lots, defait } = await inside((db) => stateOf(db, residence))
      if (defait && lots === 0) seen.gone += 1
      else if (!defait && lots === LOTS && status === null) seen.kept += 1
      else seen.wrong.push(`moment ${n}: ${lots} lots, taken back ${defait}, answer ${status}`)
    }
    seen.invariants = await inside(failedInvariants)
    return seen
  } finally {
    await server.stop()
    await drop(folder)
  }
}
