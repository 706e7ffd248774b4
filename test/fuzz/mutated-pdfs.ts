import type { Random } from '#db/random.ts'

type Mutation = (bytes: Buffer, random: Random, other: Buffer) => Buffer

/** A PDF of so many pages as a person would write it: its objects one after the other, each where the table says it is. */
export function writtenPdf(pages: number): Buffer {
  const kids = Array.from({ length: pages }, (_, n) => n * 2 + 3)
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Count ${pages}/Kids[${kids.map((n) => `${n} 0 R`).join(' ')}]>>`,
    ...kids.flatMap((n) => {
      const drawing = `BT /F1 12 Tf 72 720 Td (Page ${n}) Tj ET`
      return [
        `<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents ${n + 1} 0 R>>`,
        `<</Length ${drawing.length}>>\nstream\n${drawing}\nendstream`,
      ]
    }),
  ]
  let written = '%PDF-1.4\n'
  const places = objects.map((object, n) => {
    const place = written.length
    written += `${n + 1} 0 obj\n${object}\nendobj\n`
    return `${String(place).padStart(10, '0')} 00000 n \n`
  })
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.join('')}`
  const end = `trailer\n<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${written.length}\n%%EOF\n`
  return Buffer.from(written + table + end, 'latin1')
}

const below = (random: Random, end: number) => Math.floor(random() * end)

/** Two places of it, the lower first. */
function piece(random: Random, { length }: Buffer): [from: number, to: number] {
  const [from = 0, to = 0] = [below(random, length + 1), below(random, length + 1)].toSorted((a, b) => a - b)
  return [from, to]
}

const rewritten = (bytes: Buffer, pattern: RegExp, as: (found: string) => string) =>
  Buffer.from(bytes.toString('latin1').replace(pattern, as), 'latin1')

const insert = (bytes: Buffer, at: number, inside: Buffer) =>
  Buffer.concat([bytes.subarray(0, at), inside, bytes.subarray(at)])

const BEFORE = [
  '\n',
  '\uFEFF',
  '%!PS-Adobe-3.0\n',
  '<!doctype html><script>alert(1)</script>',
  '\u0000'.repeat(8),
]

/** The changes that may befall a PDF on its way, or be done to it on purpose. */
const MUTATIONS: readonly Mutation[] = [
  function bytesFlipped(bytes, random) {
    const flipped = Buffer.from(bytes)
    for (let n = 1 + below(random, 64); n > 0; n--) {
      const at = below(random, flipped.length)
      flipped.writeUInt8((flipped.at(at) ?? 0) ^ (1 + below(random, 255)), at)
    }
    return flipped
  },
  (bytes, random) => bytes.subarray(0, below(random, bytes.length)),
  (bytes, random) => bytes.subarray(below(random, bytes.length)),
  function cutInTheMiddle(bytes, random) {
    const [from, to] = piece(random, bytes)
    return Buffer.concat([bytes.subarray(0, from), bytes.subarray(to)])
  },
  function spliced(bytes, random, other) {
    return Buffer.concat([
      bytes.subarray(0, below(random, bytes.length)),
      other.subarray(below(random, other.length)),
    ])
  },
  function headerMoved(bytes, random) {
    const headless = bytes.subarray(5)
    return insert(headless, below(random, Math.min(2048, headless.length)), bytes.subarray(0, 5))
  },
  (bytes, random) => insert(bytes, 0, Buffer.from(BEFORE[below(random, BEFORE.length)] ?? '')),
  (bytes, random) => rewritten(bytes, /\d+(?= 0 (?:obj|R)\b)/g, () => String(below(random, 2 ** 33))),
  (bytes, random) =>
    rewritten(bytes, /\d+(?=\s+%%EOF)|\d{10}(?= \d{5} n)/g, () => String(below(random, 2 ** 33))),
  (bytes, random) =>
    rewritten(bytes, /\/(?:Length|Count|Size) \d+/g, (found) => `${found}${below(random, 2 ** 31)}`),
  (bytes) => rewritten(bytes, /%%EOF/g, () => '%%EOD'),
  (bytes, random) => Buffer.concat([bytes, Buffer.alloc(below(random, 4096), 'x')]),
  function pieceRepeated(bytes, random) {
    const [from, to] = piece(random, bytes)
    return insert(bytes, to, bytes.subarray(from, to))
  },
  function zeroed(bytes, random) {
    const [from, to] = piece(random, bytes)
    return Buffer.from(bytes).fill(0, from, to)
  },
]

/** The n-th of a series: each kind of change in its turn, now and then a second one on top. */
export function mutatedPdf(n: number, sources: readonly Buffer[], random: Random): Buffer {
  const source = () => sources[below(random, sources.length)] ?? Buffer.alloc(0)
  const other = source()
  const change = (bytes: Buffer, kind: number) =>
    MUTATIONS[kind % MUTATIONS.length]?.(bytes, random, other) ?? bytes
  const once = change(source(), n)
  return random() < 0.3 && once.length > 0 ? change(once, below(random, MUTATIONS.length)) : once
}
