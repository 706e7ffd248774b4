import { formatCode } from '#shared/codes.ts'

/** Signs of passwords and codes that are read aloud or copied by hand: no 0 and O, no 1 and I. */
const SIGNES = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

/** Writes random bytes as groups of four signs, « 4F7K-92QX »: one sign a byte, all equally likely. */
export const writeSignes = (octets: Uint8Array): string =>
  formatCode([...octets].map((octet) => SIGNES.charAt(octet % SIGNES.length)).join(''))

/** Proposes a provisional password « K7PM-2XQF-9TLA ». `octets`: twelve random bytes, of the browser or of the server. */
export const proposeProvisoire = (octets: Uint8Array): string => writeSignes(octets.subarray(0, 12))

/** Days for which a provisional password opens: a member may begin after the week-end. */
const JOURS = 7

/** Instant until which a provisional password opens that is given now. */
export const finDuProvisoire = (): Date => new Date(Date.now() + JOURS * 24 * 60 * 60 * 1000)
