import { overloadError, createQueue } from '#server/http/overload.ts'
import { SLOW_WORKS } from '#server/limits.ts'
import { randomBytes } from 'node:crypto'

const COUTS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Engine of password hashes. Both engines write the same format, with salt and parameters. */
interface Moteur {
  natif: boolean
  hash(password: string): Promise<string>
  verify(hashed: string, password: string): Promise<boolean>
}

interface HashWasm {
  argon2id(options: {
    password: string
    salt: Uint8Array
    memorySize: number
    iterations: number
    parallelism: number
    hashLength: number
    outputType: 'encoded'
  }): Promise<string>
  argon2Verify(options: { password: string; hash: string }): Promise<boolean>
}
const PORTABLE: string = 'hash-wasm'

async function openNative(): Promise<Moteur> {
  const { hash, verify } = await import('@node-rs/argon2')
  return { natif: true, hash: (password) => hash(password, COUTS), verify }
}

/** WebAssembly engine for platforms without a native build. It is slower and blocks the event loop. */
async function openPortable(): Promise<Moteur> {
  const { argon2id, argon2Verify } = (await import(PORTABLE)) as HashWasm
  return {
    natif: false,
    hash: (password) =>
      argon2id({
        password,
        salt: randomBytes(16),
        memorySize: COUTS.memoryCost,
        iterations: COUTS.timeCost,
        parallelism: COUTS.parallelism,
        hashLength: 32,
        outputType: 'encoded',
      }),
    verify: (hashed, password) => argon2Verify({ password, hash: hashed }),
  }
}

let opened: Promise<Moteur> | undefined

export const argon2 = (): Promise<Moteur> => (opened ??= openNative().catch(openPortable))

// A hash takes memory and a thread. The queue limits how many run and wait at once, so that a flood of sign-ins cannot exhaust the machine.
const examinations = createQueue(SLOW_WORKS.passwords, overloadError)
/** Sign-ups stand in a queue of their own, so that no crowd of them keeps a member out. */
const signUps = createQueue(SLOW_WORKS.signUps, overloadError)
const hash = async (password: string) => (await argon2()).hash(password)
const verify = async (hashed: string, password: string) => (await argon2()).verify(hashed, password)

/** Number of passwords being hashed or verified, and of those waiting. */
export const hashing = (): { running: number; waiting: number } => ({
  running: examinations.state().running,
  waiting: examinations.state().waiting + signUps.state().waiting,
})

/** Keyboards write « é » as one or two code points; NFC makes both the same password. */
const sameEverywhere = (password: string) => password.normalize('NFC')

/**
 * Hashes a password with argon2id, salt and parameters included. Call it outside a transaction, which would hold a connection. @throws
 * indisponible (503) when the queue is full, the reason of `signal` after an abort
 */
export function hashPassword(password: string, signal?: AbortSignal): Promise<string> {
  return examinations.run(() => hash(sameEverywhere(password)), { signal })
}

/** Hashes the password of a sign-up, one at a time and after those of all members. @throws the errors of {@link hashPassword} */
export function hashSignUp(password: string, signal: AbortSignal): Promise<string> {
  const examine = () => examinations.run(() => hash(sameEverywhere(password)), { signal, last: true })
  return signUps.run(examine, { signal })
}

/** Hashes an optional password of an edit; undefined for an absent or empty one (Q77). */
export const hashGiven = async (password: string | null | undefined, signal?: AbortSignal) =>
  password ? hashPassword(password, signal) : undefined

let decoy: Promise<string> | undefined

/** Hash for unknown e-mails. It bypasses the queue, because a full queue must not make the first unknown e-mail fail differently. */
function decoyHash(): Promise<string> {
  decoy ??= hash('un mot de passe que personne ne choisit').catch((error: unknown) => {
    // Kept, the failure would tell unknown e-mails from known ones until the next start.
    decoy = undefined
    throw error
  })
  return decoy
}

/** Verifies a password; without an account it takes the same time and returns false. @throws the errors of {@link hashPassword} */
export async function verifyPassword(
  hashed: string | undefined,
  password: string,
  signal?: AbortSignal,
): Promise<boolean> {
  const target = hashed ?? (await decoyHash())
  const right = await examinations.run(() => verify(target, sameEverywhere(password)), { signal })
  return right && hashed !== undefined
}
