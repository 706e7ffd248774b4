import { createHash, randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { writeSignes } from '#features/acces/provisoire.rules.ts'
import { toChiffres } from '#shared/chiffres.ts'

/** Seconds of a step (RFC 6238). */
const PAS = 30
/** Steps by which the clock of a telephone may differ. */
const TOLERANCE = 1
const CODES = 10

/** Makes the secret that an application computes codes from: 20 bytes, as many as SHA-1 has. */
export const newSecret = (): Buffer => randomBytes(20)

const totpOf = (secret: Buffer, email = '') =>
  new TOTP({
    issuer: 'Diyar',
    label: email,
    algorithm: 'SHA1',
    digits: 6,
    period: PAS,
    // A Buffer may be a part of a larger memory, which is not the secret's.
    secret: new Secret({ buffer: new Uint8Array(secret).buffer }),
  })

/** The secret as a member types it (base 32), and the address that an application reads as a QR code. */
export function describeSecret(secret: Buffer, email: string): { secret: string; uri: string } {
  const totp = totpOf(secret, email)
  return { secret: totp.secret.base32, uri: totp.toString() }
}

/** The step of 30 s that is now, counted from 1970. */
export const pasActuel = (): number => Math.floor(Date.now() / 1000 / PAS)

/** The code of a step, as the application shows it. */
export const codeDuPas = (secret: Buffer, pas: number): string =>
  totpOf(secret).generate({ timestamp: pas * PAS * 1000 })

/** The step whose code this is, at most one from now; null for another code. @param code six digits, see {@link readCode} */
export function pasDuCode(secret: Buffer, code: string): number | null {
  const ecart = totpOf(secret).validate({ token: code, window: TOLERANCE })
  return ecart === null ? null : pasActuel() + ecart
}

/** The latest step whose code is taken now. A later one was written while the clock of the server ran ahead. */
export const dernierPasPossible = (): number => pasActuel() + TOLERANCE

/** Makes ten recovery codes « 4F7K-92QX ». */
export const newCodesDeSecours = (): string[] => {
  const codes = new Set<string>()
  while (codes.size < CODES) codes.add(writeSignes(randomBytes(8)))
  return [...codes]
}

/** SHA-256 of a recovery code, which alone is kept. @param code with its hyphen or without */
export const empreinteDuCode = (code: string): Buffer =>
  createHash('sha256').update(code.replaceAll('-', '')).digest()

/** Signs that a copied code may have between its own: blanks, hyphens of any kind, invisible signs. */
const ENTRE = /[\s\p{Pd}\p{Cf}_.]/gu

/** Reads what was typed: six digits of an application, or the eight signs of a recovery code; null for anything else. */
export function readCode(saisie: string): { application: string } | { secours: string } | null {
  if (saisie.length > 60) return null
  const lu = toChiffres(saisie).normalize('NFKC').replace(ENTRE, '').toUpperCase()
  if (/^\d{6}$/.test(lu)) return { application: lu }
  return /^[2-9A-HJ-NP-Z]{8}$/.test(lu) ? { secours: lu } : null
}
