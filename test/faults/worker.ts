import { setTimeout as delay } from 'node:timers/promises'
import type { Db } from '#server/database/db.ts'
import { openDatabase } from '#server/database/pool.ts'
import { signIn, type Browser } from '#test/harness/browser.ts'
import { failedInvariants } from '#test/harness/invariants.ts'
import { launch } from '#test/harness/processes.ts'
import { dataFolder, drop, killAfter } from '#test/faults/kills.ts'

/** Somebody at work without a pause, who remembers what was answered. */
export interface Worker {
  /** State of each record as the last answer told it; none for a record that an act touched and was cut short. */
  told: Map<unknown, unknown>
  /** Acts that were answered with success, and shifts that a kill cut short. */
  done: number
  cut: number
  /** Acts refused one after the other, of somebody who goes on after a refusal. */
  refused?: number
  work(): void
  /** Returns once the act under way has its answer, or none. */
  rest(): Promise<void>
}

export interface Interrupted {
  done: number
  cut: number
  /** How many records were looked up, over all kills. */
  told: number
  /** The records that are not as an answer told them. */
  wrong: string[]
  invariants: unknown[]
}

/** A worker to whom everything is refused is at work on nothing. */
const STUCK = 1000
const ACCOUNT = { name: 'Samira', email: 'samira@diyar.dz', password: 'Motdepasse1!' }

/** A worker while the server is killed again and again; after each kill what was told is looked up. */
export async function killWorker<P, W extends Worker>(
  cycles: number,
  {
    prepare,
    start,
    compare,
    acts = 25,
  }: {
    prepare(db: Db): Promise<P>
    start(urlNow: () => string, browser: Browser, prepared: P): W
    compare(db: Db, worker: W): Promise<string[]>
    /** So many before each kill. */
    acts?: number
  },
): Promise<Interrupted> {
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
  const wrong: string[] = []
  try {
    const browser = await signIn(server.url, ACCOUNT)
    const worker = start(() => server.url, browser, await inside(prepare))
    let told = 0
    for (let n = 0; n < cycles; n++) {
      const enough = worker.done + acts
      worker.work()
      while (worker.done < enough) {
        if ((worker.refused ?? 0) > STUCK) throw new Error(`${worker.refused} acts refused in a row`)
        await delay(5)
      }
      await killAfter(10 + ((n * 37) % 150), String(server.pid))
      await worker.rest()
      await server.ended
      server = await launch(settings)
      told += worker.told.size
      wrong.push(...(await inside((db) => compare(db, worker))))
    }
    const invariants = await inside(failedInvariants)
    return { done: worker.done, cut: worker.cut, told, wrong, invariants }
  } finally {
    await server.stop()
    await drop(folder)
  }
}
