/** Signs of a provisional password: 32 of them, without 0, 1, I and O, which are misread when it is told by telephone. */
const SIGNES = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

/** Random bytes that {@link motDePasseProvisoire} takes. */
export const OCTETS_DU_PROVISOIRE = 12

/**
 * Provisional password « K7PM-2XQF-9TLA » (D.11): 60 random bits, long enough for the rule of passwords. 256 is a multiple of 32, so that no
 * sign is likelier than another.
 * @param octets {@link OCTETS_DU_PROVISOIRE} random bytes of a cryptographic source @throws RangeError for fewer or more
 */
export function motDePasseProvisoire(octets: Uint8Array): string {
  if (octets.length !== OCTETS_DU_PROVISOIRE) throw new RangeError(`${octets.length} bytes`)
  const signes = Array.from(octets, (octet) => SIGNES.charAt(octet % SIGNES.length)).join('')
  return (signes.match(/.{4}/g) ?? []).join('-')
}
