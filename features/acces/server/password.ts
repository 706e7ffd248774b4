import { hash, verify } from '@node-rs/argon2'
import { overloadError } from '#server/http/overload.ts'
import { createQueue } from '#server/queue.ts'

// argon2id, 19 MiB, two passes, one lane. Each hash holds its memory and a thread: a bounded number at a time,
// a bounded queue behind, so that a flood of sign-ins cannot exhaust the machine.
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const examinations = createQueue({ concurrency: 2, waiting: 20, refusal: overloadError })

/** How many passwords are examined at this moment, and how many wait for it. */
export const hashing = examinations.state

/** An é typed on one keyboard and on another may be one code point or two: both are the same password. */
const sameEverywhere = (password: string) => password.normalize('NFC')

/**
 * argon2id hash of a password, with its salt and parameters. Never call it inside a transaction: others need the connection.
 * @param signal aborts when nobody waits for it any more; @throws indisponible when too many wait, and the signal's reason
 */
export function hashPassword(password: string, signal?: AbortSignal): Promise<string> {
  return examinations.run(() => hash(sameEverywhere(password), OPTIONS), signal)
}

/** The hash of a password that may have been left out of an edit (Q77). */
export const hashGiven = async (password: string | null | undefined, signal?: AbortSignal) =>
  password ? hashPassword(password, signal) : undefined

let decoy: Promise<string> | undefined

/** Outside the queue: made once, it must not depend on how full that is when the first unknown e-mail comes. */
const decoyHash = () => (decoy ??= hash('un mot de passe que personne ne choisit', OPTIONS))

/**
 * Is it this account's password? Without an account it takes the same time and says no.
 * @param signal as for {@link hashPassword}; when this throws, the password was not examined
 */
export async function verifyPassword(
  hashed: string | undefined,
  password: string,
  signal?: AbortSignal,
): Promise<boolean> {
  const target = hashed ?? (await decoyHash())
  const right = await examinations.run(() => verify(target, sameEverywhere(password)), signal)
  return right && hashed !== undefined
}
