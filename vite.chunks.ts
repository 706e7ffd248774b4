import { brotliCompressSync } from 'node:zlib'
import { build, type InlineConfig, type Rolldown } from 'vite'

/** A chunk's file name → what of it is imported at once, and its size as it travels. */
type Chunks = ReadonlyMap<string, Rolldown.OutputChunk>

/** Chunks that become one. */
interface Part {
  files: string[]
  bytes: number
  /** For each visit: is it loaded? */
  wanted: boolean[]
  /** The start of the application and the frame of its screens: they take others in, and are not put together. */
  start: boolean
}

/** What an answer costs beside its content: the headers of an asset. */
const HEADERS = 331
/** What compressing two texts as one spares, of the smaller. */
const TOGETHER = 0.1
const FRAME = '/web/app/Shell.tsx'
const OUTSIDE_FRAME = /\/features\/acces\/|NotFoundPage/
/** Where a day begins, and what is worked in all day. */
const DAILY =
  /\/(Login|Dashboard|Residences|Blocs|Etages|Appartements|Locaux|Parkings|Clients|Paiements|Recap)Page\.tsx$/

/**
 * Names the chunk that a module goes to. Left to themselves, modules that the same screens share make one chunk, and sixty
 * screens and dialogs share in some two hundred ways: a list came in ninety files, most of them smaller than their headers.
 * The application is built once like that; then chunks are put together, two by two, as long as the headers spared for those
 * who want both weigh more than what the others load in vain. None is put together that another stands between: modules
 * keep running in their order. Decision 73.
 */
export async function nameChunks(config: InlineConfig): Promise<(module: string) => string | null> {
  const chunks = await buildOnce(config)
  const parts = putTogether(chunks)
  const names = new Map<string, string>()
  for (const [rank, { files }] of parts.filter((part) => part.files.length > 1).entries())
    for (const file of files)
      for (const module of Object.keys(chunks.get(file)?.modules ?? {}))
        names.set(module, `commun-${rank + 1}`)
  return (module) => names.get(module) ?? null
}

async function buildOnce(config: InlineConfig): Promise<Chunks> {
  const built = await build({
    ...config,
    configFile: false,
    logLevel: 'error',
    build: { ...config.build, write: false },
  })
  const outputs = (Array.isArray(built) ? built : [built]) as Rolldown.RolldownOutput[]
  return new Map(
    outputs
      .flatMap(({ output }) => output)
      .flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file]] : [])),
  )
}

function putTogether(chunks: Chunks): Part[] {
  const visits = visitsOf(chunks)
  let parts = [...chunks.values()]
    .filter((chunk) => chunk.name !== 'framework' && (!chunk.facadeModuleId || isStart(chunk)))
    .map((chunk): Part => ({
      files: [chunk.fileName],
      bytes: brotliCompressSync(chunk.code).length,
      wanted: visits.map(({ loaded }) => loaded.has(chunk.fileName)),
      start: isStart(chunk),
    }))
  const weigh = (a: Part, b: Part) => {
    let [spared, vain] = [0, 0]
    for (const [rank, { weight }] of visits.entries()) {
      const [one, other] = [a.wanted[rank], b.wanted[rank]]
      if (one && other) spared += weight * (HEADERS + TOGETHER * Math.min(a.bytes, b.bytes))
      else vain += weight * (one ? b.bytes : other ? a.bytes : 0)
    }
    return { gain: spared - vain, share: vain / spared }
  }
  for (;;) {
    const between = graphOf(chunks, parts)
    const pair = parts
      .flatMap((a, rank) => parts.slice(rank + 1).map((b) => ({ a, b, ...weigh(a, b) })))
      .filter(({ a, b, gain }) => gain > 0 && !(a.start && b.start))
      // Those first that cost nobody much: a large gain for many would take in what few want, and shut others out.
      .toSorted((one, other) => one.share - other.share || other.gain - one.gain)
      .find(({ a, b }) => !between(a, b) && !between(b, a))
    if (!pair) return parts
    const { a, b } = pair
    parts = parts.filter((part) => part !== a && part !== b)
    parts.push({
      files: [...a.files, ...b.files],
      bytes: a.bytes + b.bytes,
      wanted: a.wanted.map((one, rank) => one || b.wanted[rank] === true),
      start: a.start || b.start,
    })
  }
}

const isStart = ({ isEntry, facadeModuleId }: Rolldown.OutputChunk) =>
  isEntry || facadeModuleId?.endsWith(FRAME) === true

/** Every screen and every dialog, with what it loads: whoever comes to a screen pays for it, a dialog comes when all is still. */
function visitsOf(chunks: Chunks): { weight: number; loaded: Set<string> }[] {
  const all = [...chunks.values()]
  const entry = all.find(({ isEntry }) => isEntry)
  const frame = all.find((chunk) => isStart(chunk) && !chunk.isEntry)
  const screens = new Set(entry?.dynamicImports)
  return all
    .filter((chunk) => chunk.facadeModuleId && !isStart(chunk))
    .map((chunk) => {
      const outside = OUTSIDE_FRAME.test(chunk.facadeModuleId ?? '')
      const loaded = new Set(
        [entry, chunk, outside ? undefined : frame].flatMap((one) => (one ? [...closure(chunks, one)] : [])),
      )
      const weight = DAILY.test(chunk.facadeModuleId ?? '') ? 4 : screens.has(chunk.fileName) ? 1 : 0.1
      return { weight, loaded }
    })
}

function closure(chunks: Chunks, from: Rolldown.OutputChunk, found = new Set<string>()): Set<string> {
  if (found.has(from.fileName)) return found
  found.add(from.fileName)
  for (const file of from.imports) {
    const next = chunks.get(file)
    if (next) closure(chunks, next, found)
  }
  return found
}

/** Tells whether a part needs another one by way of a third: as one chunk they would need each other. */
function graphOf(chunks: Chunks, parts: readonly Part[]): (from: Part, to: Part) => boolean {
  const partOf = new Map<string, Part | string>(
    parts.flatMap((part) => part.files.map((file) => [file, part] as const)),
  )
  const needs = new Map<Part | string, Set<Part | string>>()
  for (const { fileName, imports } of chunks.values()) {
    const node = partOf.get(fileName) ?? fileName
    const found = needs.get(node) ?? new Set()
    for (const file of imports) found.add(partOf.get(file) ?? file)
    found.delete(node)
    needs.set(node, found)
  }
  return (from, to) => {
    const seen = new Set<Part | string>([...(needs.get(from) ?? [])].filter((next) => next !== to))
    for (const node of seen) {
      if (node === to) return true
      for (const next of needs.get(node) ?? []) seen.add(next)
    }
    return false
  }
}
