import { spawn } from 'node:child_process'
import { closeSync, constants, openSync } from 'node:fs'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { join } from 'node:path'
import { codeOf, CommandError, messageOf } from '#server/refusal.ts'

/** The lock of a data folder, once taken: an open file that PostgreSQL inherits. The system frees it when the last process that has it open is gone. */
export interface Verrou {
  fd: number
  release(): void
}

/** Flag of macOS's open(2) that takes the lock of flock(2) as the file is opened; Node gives it no name. */
const O_EXLOCK = 0x20

/**
 * Takes the lock of a data folder, which one server holds as long as it or its PostgreSQL runs, in whatever container (docs/decisions/0118).
 * @returns null while another holds it @throws CommandError where the system gives no lock
 */
export async function takeVerrou(dataDir: string): Promise<Verrou | null> {
  const path = join(dataDir, 'verrou')
  try {
    const fd = process.platform === 'darwin' ? openLocked(path) : await openAndLock(path)
    return fd === null ? null : { fd, release: closeOnce(fd) }
  } catch (error) {
    throw new CommandError(
      `le verrou ${path} n'a pas pu être pris (${messageOf(error)}) : sans lui deux serveurs pourraient écrire dans le même dossier. Choisissez un DATA_DIR sur un disque de cette machine, ou donnez DATABASE_URL.`,
      { cause: error },
    )
  }
}

/** The system gives a number that was closed to the next file, which a second release would close. */
function closeOnce(fd: number): () => void {
  let open = true
  return () => {
    if (open) closeSync(fd)
    open = false
  }
}

function openLocked(path: string): number | null {
  try {
    return openSync(path, constants.O_RDWR | constants.O_CREAT | constants.O_NONBLOCK | O_EXLOCK, 0o644)
  } catch (error) {
    if (codeOf(error) === 'EAGAIN') return null
    throw error
  }
}

/** The lock belongs to the open file, so it stays when `flock`, to which the file is lent, has ended. */
async function openAndLock(path: string): Promise<number | null> {
  const fd = openOrRead(path)
  try {
    const taken = await flock(fd)
    if (!taken) closeSync(fd)
    return taken ? fd : null
  } catch (error) {
    closeSync(fd)
    throw error
  }
}

/** A command of root may have made the file: reading is enough to lock it, but on NFS. */
function openOrRead(path: string): number {
  try {
    return openSync(path, 'a', 0o644)
  } catch (error) {
    if (codeOf(error) !== 'EACCES') throw error
    return openSync(path, 'r')
  }
}

async function flock(fd: number): Promise<boolean> {
  const child = spawn('flock', ['-x', '-n', '3'], { stdio: ['ignore', 'ignore', 'pipe', fd] })
  const said = child.stderr ? text(child.stderr) : ''
  const [code] = (await once(child, 'close')) as [number | null]
  if (code === 0 || code === 1) return code === 0
  throw new Error((await said).trim() || `flock : ${code}`)
}
