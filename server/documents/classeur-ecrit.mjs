// @ts-check
/** Fills a workbook in constant memory: hucre writes the header and one line with each style, which the real lines replace. */
import { once } from 'node:events'
import { crc32, createDeflateRaw, deflateRawSync, inflateRawSync } from 'node:zlib'
import { writeXlsx } from 'hucre/xlsx'

/** @typedef {import('./documents-pool.ts').Work} Work */
/** @typedef {Extract<Work, { kind: 'classeur' }>['feuilles'][number]} Feuille */
/** @typedef {string | number | boolean} Valeur */
/** @typedef {{ name: string, crc: number, size: number, packed: Buffer[] }} Part */

const SHEET = /^xl\/worksheets\/sheet(\d+)\.xml$/
const SAMPLE = /<row r="2">(.*?)<\/row>/s
const EMPTY_DIRECTORY = Buffer.from('504b0506', 'hex')

/** @param {Extract<Work, { kind: 'classeur' }>} work @returns {Promise<Uint8Array>} */
export async function fillXlsx({ workbook, feuilles }) {
  const shell = Buffer.from(await writeXlsx({ ...workbook, stringMode: 'inline' }))
  /** @type {Part[]} */
  const parts = []
  for (const { name, bytes } of readParts(shell)) {
    const feuille = feuilles[Number(SHEET.exec(name)?.[1]) - 1]
    parts.push(feuille ? await pack(name, fill(bytes.toString(), feuille)) : packWhole(name, bytes))
  }
  return writeParts(parts)
}

/** @param {string} xml @param {Feuille} feuille @returns {Generator<Buffer>} */
function* fill(xml, { colonnes, lots, derniere }) {
  const sample = SAMPLE.exec(xml)
  if (!sample) throw new Error('the line of styles is missing')
  const styles = [...(sample[1] ?? '').matchAll(/<c r="[A-Z]+2"(?: s="(\d+)")?>/g)].map(([, s = '0']) => s)
  const head = xml
    .slice(0, sample.index)
    .replace(/<dimension ref="[^"]*"\/>/, `<dimension ref="A1:${letter(colonnes.length - 1)}${derniere}"/>`)
    .replace(/<col min="(\d+)"/g, (col, at) => `${col} style="${styles[colonnes[Number(at) - 1] ?? 0]}"`)
  yield Buffer.from(head)
  for (const lot of lots)
    yield Buffer.from(
      JSON.parse(inflateRawSync(lot).toString())
        .map((/** @type {Parameters<typeof writeLine>[0]} */ line) => writeLine(line, colonnes, styles))
        .join(''),
    )
  yield Buffer.from(xml.slice(sample.index + sample[0].length))
}

/**
 * @param {[number | [number, number], unknown, ...unknown[]]} line number or number and height in points; value of the last column; cells,
 * each a value, a style and a value, or a style, a value and a formula
 * @param {readonly number[]} colonnes @param {readonly string[]} styles
 */
function writeLine([place, end, ...cells], colonnes, styles) {
  const [number, height] = Array.isArray(place) ? place : [place]
  let xml = `<row r="${number}"${height === undefined ? '' : ` ht="${height}" customHeight="1"`}>`
  if (end !== null) cells[colonnes.length - 1] = end
  for (const [at, cell] of cells.entries()) {
    if (cell === null || cell === undefined) continue
    const [style, value, formula] = Array.isArray(cell) ? cell : [colonnes[at] ?? 0, cell]
    xml += writeCell(`${letter(at)}${number}`, styles[style] ?? '0', value, formula)
  }
  return `${xml}</row>`
}

/** @param {string} at @param {string} style @param {Valeur | null} value @param {string} [formula] formula whose result is `value` */
function writeCell(at, style, value, formula) {
  const start = `<c r="${at}"${style === '0' ? '' : ` s="${style}"`}`
  if (formula !== undefined) return `${start}><f>${escape(formula)}</f><v>${value}</v></c>`
  if (value === null) return `${start}/>`
  if (typeof value === 'number') return `${start}><v>${value}</v></c>`
  if (typeof value === 'boolean') return `${start} t="b"><v>${value ? 1 : 0}</v></c>`
  const kept = /^\s|\s$|[\n\t]/.test(value) ? ' xml:space="preserve"' : ''
  return `${start} t="inlineStr"><is><t${kept}>${escape(value)}</t></is></c>`
}

/** @param {string} text */
const escape = (text) => text.replace(/[&<>\r]/g, (sign) => ESCAPED[sign] ?? sign)
// An XML reader takes a bare carriage return for a line end.
/** @type {Record<string, string>} */
const ESCAPED = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\r': '_x000D_' }

/** Letters of a column: 0 is A, 25 is Z, 26 is AA. @param {number} index @returns {string} */
const letter = (index) =>
  (index < 26 ? '' : letter(Math.floor(index / 26) - 1)) + String.fromCharCode(65 + (index % 26))

/** Parts of an archive written by hucre. @param {Buffer} archive @returns {Generator<{ name: string, bytes: Buffer }>} */
export function* readParts(archive) {
  const end = archive.lastIndexOf(EMPTY_DIRECTORY)
  let at = archive.readUInt32LE(end + 16)
  for (let left = archive.readUInt16LE(end + 10); left > 0; left--) {
    const [nameLength, extra, comment] = [28, 30, 32].map((offset) => archive.readUInt16LE(at + offset))
    const name = archive.toString('utf8', at + 46, at + 46 + (nameLength ?? 0))
    const local = archive.readUInt32LE(at + 42)
    const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28)
    const packed = archive.subarray(start, start + archive.readUInt32LE(at + 20))
    yield { name, bytes: archive.readUInt16LE(at + 10) === 0 ? packed : inflateRawSync(packed) }
    at += 46 + (nameLength ?? 0) + (extra ?? 0) + (comment ?? 0)
  }
}

/** @param {string} name @param {Iterable<Buffer>} pieces @returns {Promise<Part>} */
async function pack(name, pieces) {
  const deflate = createDeflateRaw()
  /** @type {Part} */
  const part = { name, crc: 0, size: 0, packed: [] }
  deflate.on('data', (/** @type {Buffer} */ chunk) => part.packed.push(chunk))
  const packed = once(deflate, 'end')
  for (const piece of pieces) {
    part.crc = crc32(piece, part.crc)
    part.size += piece.length
    if (!deflate.write(piece)) await once(deflate, 'drain')
  }
  deflate.end()
  await packed
  return part
}

/** @param {string} name @param {Buffer} bytes @returns {Part} */
const packWhole = (name, bytes) => ({
  name,
  crc: crc32(bytes),
  size: bytes.length,
  packed: [deflateRawSync(bytes)],
})

/** @param {readonly Part[]} parts */
function writeParts(parts) {
  /** @type {Buffer[]} */
  const bodies = []
  /** @type {Buffer[]} */
  const directory = []
  let at = 0
  for (const { name, crc, size, packed } of parts) {
    const label = Buffer.from(name)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0) // version needed to read
    common.writeUInt16LE(8, 4) // deflate
    common.writeUInt16LE(0x21, 8) // 1980-01-01, the first possible day: the same lines make the same file
    common.writeUInt32LE(crc, 10)
    const length = packed.reduce((sum, piece) => sum + piece.length, 0)
    common.writeUInt32LE(length, 14)
    common.writeUInt32LE(size, 18)
    common.writeUInt16LE(label.length, 22)
    bodies.push(Buffer.from('504b0304', 'hex'), common, label, ...packed)
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(at, 10)
    directory.push(Buffer.from('504b01021400', 'hex'), common, rest, label)
    at += 30 + label.length + length
  }
  const tail = Buffer.alloc(22)
  EMPTY_DIRECTORY.copy(tail)
  tail.writeUInt16LE(parts.length, 8)
  tail.writeUInt16LE(parts.length, 10)
  tail.writeUInt32LE(
    directory.reduce((sum, piece) => sum + piece.length, 0),
    12,
  )
  tail.writeUInt32LE(at, 16)
  return Buffer.concat([...bodies, ...directory, tail])
}
