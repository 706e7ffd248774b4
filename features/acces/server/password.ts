import { hash, verify } from '@node-rs/argon2'
import { AppError } from '#server/errors.ts'

// argon2id, 19 MiB, two passes, one lane. Each hash holds its memory and a thread: a bounded number at a time,
// a bounded queue behind, so that a flood of sign-ins cannot exhaust the machine.
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const RUNNING = 2
const QUEUED = 20

let running = 0
const queue: (() => void)[] = []

async function limited<T>(work: () => Promise<T>): Promise<T> {
  if (running >= RUNNING) {
    if (queue.length >= QUEUED) throw new AppError('indisponible')
    await new Promise<void>((resolve) => queue.push(resolve))
  } else running++
  try {
    return await work()
  } finally {
    const next = queue.shift()
    if (next) next()
    else running--
  }
}

/** An é typed on one keyboard and on another may be one code point or two: both are the same password. */
const sameEverywhere = (password: string) => password.normalize('NFC')

/** argon2id hash of a password, with its salt and parameters. @throws indisponible when too many wait */
export function hashPassword(password: string): Promise<string> {
  return limited(() => hash(sameEverywhere(password), OPTIONS))
}

let decoy: Promise<string> | undefined

/** Is it this account's password? Without an account it takes the same time and says no. */
export async function verifyPassword(hashed: string | undefined, password: string): Promise<boolean> {
  decoy ??= hashPassword('un mot de passe que personne ne choisit')
  const target = hashed ?? (await decoy)
  const right = await limited(() => verify(target, sameEverywhere(password)))
  return right && hashed !== undefined
}
