import { fork } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import type { Progress } from '#features/imports/server/controle/contexte.ts'
import type { Verdict } from '#features/imports/server/moteur.ts'
import { Refus, Annulation } from '#features/imports/server/avancement.ts'
import {
  EchecAilleurs,
  writeClasseur,
  checkClasseur,
  type Ecriture,
  type Echoue,
  type Sent,
} from '#features/imports/server/oeuvre.ts'

/** Messages to the worker process: a work with its database, or the order to stop. */
export type Demande = { connection: pg.ClientConfig; sent: Sent; ecriture: Ecriture | null } | { arret: true }
/** Messages from the worker process: progress in lines, then one outcome. */
export type Reponse =
  | { fait: number; total: number }
  | { verdict: Verdict }
  | { ecrit: true }
  | { refus: Verdict }
  | { annule: true }
  | { echec: Echoue }

/** An atelier checks and writes imports, in this process or in processes of its own. */
export interface Atelier {
  check(sent: Sent, progress: Progress): Promise<Verdict>
  write(ecriture: Ecriture, sent: Sent, progress: Progress): Promise<void>
}

/** Percent the heap may grow before it is collected; V8's default takes half a gigabyte more, which PostgreSQL needs. */
const FLAGS = ['--heap-growing-percent=25']
/** Milliseconds a worker process may take to stop before it is killed. */
const PATIENCE = 4_000

/** The built product forks a process for each work; tests, and a server run from its sources, work in their own process. */
export function atelierOf({ pool, sauvegardes }: Pick<FastifyInstance, 'pool' | 'sauvegardes'>): Atelier {
  const entry = [import.meta.dirname, join(import.meta.dirname, '..')]
    .map((folder) => join(folder, 'ouvrier.js'))
    .find(existsSync)
  if (entry === undefined || !sauvegardes)
    return {
      check: (sent, progress) => checkClasseur(pool, sent, progress),
      write: (ecriture, sent, progress) => writeClasseur(pool, ecriture, sent, progress),
    }
  const { connection } = sauvegardes
  return {
    async check(sent, progress) {
      const fin = await runInProcess(entry, { connection, sent, ecriture: null }, progress)
      if ('verdict' in fin) return fin.verdict
      throw new Error('a check ended without a verdict')
    },
    async write(ecriture, sent, progress) {
      await runInProcess(entry, { connection, sent, ecriture }, progress)
    },
  }
}

/** Runs one work in one process. @throws Refus, Annulation, EchecAilleurs; the signal's reason when it aborts */
async function runInProcess(
  entry: string,
  demande: Demande,
  { signal, avance }: Progress,
): Promise<Extract<Reponse, { verdict: Verdict } | { ecrit: true }>> {
  signal.throwIfAborted()
  const child = fork(entry, {
    serialization: 'advanced',
    execArgv: FLAGS,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  let overdue: NodeJS.Timeout | undefined
  const stop = () => {
    child.send({ arret: true } satisfies Demande, () => {})
    overdue = setTimeout(() => child.kill('SIGKILL'), PATIENCE)
  }
  signal.addEventListener('abort', stop, { once: true })
  try {
    const fin = await new Promise<Exclude<Reponse, { fait: number }>>((resolve, reject) => {
      child.on('message', (reponse: Reponse) => {
        if ('fait' in reponse) avance(reponse.fait, reponse.total)
        else resolve(reponse)
      })
      child.once('error', reject)
      child.once('exit', (code, killer) =>
        reject(
          new EchecAilleurs({
            nature: 'autre',
            message: `the process of an import ended: ${killer ?? code}`,
          }),
        ),
      )
      child.send(demande, (error) => error && child.kill('SIGKILL'))
    })
    signal.throwIfAborted()
    if ('refus' in fin) throw new Refus(fin.refus)
    if ('annule' in fin) throw new Annulation()
    if ('echec' in fin) throw new EchecAilleurs(fin.echec)
    return fin
  } catch (error) {
    signal.throwIfAborted()
    throw error
  } finally {
    clearTimeout(overdue)
    signal.removeEventListener('abort', stop)
    child.kill('SIGKILL')
  }
}
