import { hash } from '@node-rs/argon2'
import { hashing } from '#features/acces/server/password.ts'
import type { Db } from '#server/database/db.ts'

const EMAIL = 'lent@diyar.dz'
/** Examining this account's password takes seconds, whatever the machine: so many times what another one takes. */
const TIMES = 200

/** An account whose password takes long to examine; signing in to it twice keeps every other password waiting. */
export async function buildSlowMember(db: Db): Promise<string> {
  const usual = await hash('peu importe', { memoryCost: 19_456, timeCost: 2, parallelism: 1 })
  const mot_de_passe = usual.replace('t=2,', `t=${2 * TIMES},`)
  await db.insertInto('membres').values({ name: 'Lent', email: EMAIL, mot_de_passe, actif: true }).execute()
  return EMAIL
}

/** Waits until so many passwords wait behind those of the slow sign-ins. @throws when these end before */
export async function untilWaiting(passwords: number, slow: Promise<unknown>): Promise<void> {
  let over = false
  void slow.finally(() => {
    over = true
  })
  let most = 0
  while (hashing().waiting !== passwords || hashing().running !== 2) {
    most = Math.max(most, hashing().waiting)
    if (over) throw new Error(`${most} passwords waited at most, not ${passwords}`)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}
