import { isIPv4, isIPv6 } from 'node:net'

/** Prefixes under which an IPv6 address is an IPv4 one: mapped by the system, or translated by a network (RFC 6052). */
const CARRIES_IPV4 = /^(0:0:0:0:0:ffff|64:ff9b:0:0:0:0):/

/**
 * Who an address stands for, when attempts are counted: an IPv4 address as it is, of an IPv6 one the /64 that one subscriber
 * has to himself, without the port that some proxies add. Whatever is no address is one and the same.
 */
export function addressKey(address: string | undefined): string {
  // A connection that is closed already has none.
  const bare = withoutPort(address?.trim() ?? '')
  if (isIPv4(bare)) return bare
  const [plain = ''] = bare.split('%')
  if (!isIPv6(plain)) return 'illisible'
  const groups = groupsOf(plain)
  if (CARRIES_IPV4.test(groups.join(':'))) return ipv4Of(groups.slice(6))
  return `${groups.slice(0, 4).join(':')}::/64`
}

/** An address as it is shown to the member who signed in from there: whole, without port; '' for what is none. */
export function shownAddress(address: string | undefined): string {
  const [bare = ''] = withoutPort(address?.trim() ?? '').split('%')
  if (isIPv4(bare)) return bare
  if (!isIPv6(bare)) return ''
  const key = addressKey(bare)
  return isIPv4(key) ? key : bare
}

const withoutPort = (address: string) =>
  /^\[(.*)\](?::\d*)?$/.exec(address)?.[1] ?? /^([\d.]+):\d*$/.exec(address)?.[1] ?? address

/** The eight groups of a valid address, in hexadecimal without leading zeros. */
function groupsOf(address: string): string[] {
  // URL writes an IPv4 tail in hexadecimal and every group in one way.
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const [before, after] = [head, tail ?? ''].map((part) => (part === '' ? [] : part.split(':')))
  const zeros = 8 - (before?.length ?? 0) - (after?.length ?? 0)
  return [...(before ?? []), ...Array.from({ length: zeros }, () => '0'), ...(after ?? [])]
}

const ipv4Of = (groups: string[]) =>
  groups
    .map((group) => Number.parseInt(group, 16))
    .flatMap((group) => [group >> 8, group & 255])
    .join('.')
