import { BASE } from '#shared/endpoint.ts'
import { processesOf, weigh } from '../bench/load.ts'

/** Cost of one print, in ms: CPU of the server, of the processes that make documents, of both; time of the answer. */
export interface Print {
  server: number
  document: number
  cpu: number
  p50: number
}

const PRINTS = 100
/** Turns after which a print is taken as it is, although a process was replaced in the last one. */
const TURNS = 3

/**
 * Weighs the printing of one path, one at a time, after as many prints. A process that makes documents is replaced after some hundreds: a turn
 * in which one began is weighed again, unless the prints are so large that each has a process of its own.
 */
export async function weighPrints(
  { url, pid }: { url: string; pid: number },
  headers: Record<string, string>,
  path: string,
  prints = PRINTS,
): Promise<Print> {
  const print = () => fetch(`${url}${BASE}${path}`, { headers })
  const options = { total: prints, connections: 1, warmUp: 0 }
  await weigh(print, pid, options)
  for (let turn = 1; ; turn++) {
    const before = documentsOf(pid)
    const { appCpu, p50 } = await weigh(print, pid, options)
    const after = documentsOf(pid)
    if (after.pids !== before.pids && prints === PRINTS && turn < TURNS) continue
    const document = (after.cpu - before.cpu) / prints
    return { server: appCpu - document, document, cpu: appCpu, p50 }
  }
}

/** CPU in ms of the processes below the server but PostgreSQL's, ended ones included, and their numbers. */
function documentsOf(server: number): { cpu: number; pids: string } {
  const found = { cpu: 0, pids: '' }
  for (const { pid, name, cpu, reaped } of processesOf(server)) {
    if (pid === server) found.cpu += reaped
    else if (!name.startsWith('postgres')) {
      found.cpu += cpu + reaped
      found.pids += `${pid} `
    }
  }
  return found
}
