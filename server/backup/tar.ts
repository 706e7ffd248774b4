/** The parts of the tar format (POSIX ustar) that a backup needs: plain files in a row. */

export const BLOCK = 512
export const TAR_END = Buffer.alloc(2 * BLOCK)

export interface Entry {
  name: string
  size: number
  offset: number
}

const CHECKSUM = { at: 148, length: 8 }

/**
 * Header block of a file. @throws RangeError for a longer name or size
 * @param name at most 100 ASCII characters. @param size bytes, below 8 GB. @param seconds since 1970
 */
export function tarHeader(name: string, size: number, seconds: number): Buffer {
  const header = Buffer.alloc(BLOCK)
  if (!/^[\x21-\x7e]{1,100}$/.test(name) || size >= 8 ** 11)
    throw new RangeError(`not a file of a tar: ${name}, ${size}`)
  const number = (value: number, at: number, length: number) =>
    header.write(value.toString(8).padStart(length - 1, '0'), at, 'ascii')
  header.write(name, 0, 'ascii')
  number(0o600, 100, 8)
  number(0, 108, 8)
  number(0, 116, 8)
  number(size, 124, 12)
  number(seconds, 136, 12)
  header.write('0', 156, 'ascii')
  header.write('ustar\0', 257, 'ascii')
  header.write('00', 263, 'ascii')
  header.write(`${checksum(header).toString(8).padStart(6, '0')}\0 `, CHECKSUM.at, 'ascii')
  return header
}

/** Empty bytes that fill the last block of a file. */
export const padding = (size: number): Buffer => Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK)

/** Name, size and time in a header block; null for a block with a wrong checksum. */
export function readTarHeader(header: Buffer): { name: string; size: number; seconds: number } | null {
  const text = (at: number, length: number) => header.toString('ascii', at, at + length).replace(/\0.*$/s, '')
  const [size, seconds, sum] = [text(124, 12), text(136, 12), text(CHECKSUM.at, CHECKSUM.length)].map(
    (digits) => Number.parseInt(digits, 8),
  )
  if (header.length < BLOCK || size === undefined || seconds === undefined || sum !== checksum(header))
    return null
  return { name: text(0, 100), size, seconds }
}

/** Sum of all bytes of a header, with spaces in the place of the checksum. */
function checksum(header: Buffer): number {
  let sum = CHECKSUM.length * 0x20
  header.forEach((byte, at) => {
    if (at < CHECKSUM.at || at >= CHECKSUM.at + CHECKSUM.length) sum += byte
  })
  return sum
}
