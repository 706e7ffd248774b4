import { brotliCompressSync } from 'node:zlib'
import { build, type InlineConfig, type Rolldown } from 'vite'

type Chunks = ReadonlyMap<string, Rolldown.OutputChunk>

interface Part {
  files: string[]
  bytes: number
  /** Whether each visit loads the part. */
  wanted: boolean[]
  /** True for the application's start and the frame of its screens, which are not joined with each other. */
  start: boolean
}

/** A screen or a dialog: its weight, and the chunks it loads. */
interface Visit {
  weight: number
  loaded: ReadonlySet<string>
}

/** Bytes of the headers of an asset. */
const HEADERS = 331
/** Share of the smaller of two chunks that compressing them together saves. */
const TOGETHER = 0.4
/** Chunks that stay apart; the bundler's helpers are no module that a group could take. */
const APART = new Set(['framework', 'rolldown-runtime'])
const FRAME = '/web/app/Shell.tsx'
const OUTSIDE_FRAME = /\/(Login|Signup|Inactive|Verifier|Suivi|NotFound)Page\.tsx$/
/** Screen after every sign-in. */
const LANDING = '/DashboardPage.tsx'
/** Screens seen once in the life of an account, or by mistake. */
const RARE = /\/(Signup|Inactive|NotFound)Page\.tsx$/
/** Screens at the start of a day, and screens in use all day. */
const DAILY =
  /\/(Login|Residences|Blocs|Etages|Appartements|Locaux|Parkings|Clients|Paiements|Recap)Page\.tsx$/

/**
 * Returns the chunk name of a module. Left alone, the bundler makes a chunk for each set of modules that the same screens share: a list
 * came in ninety files, most smaller than their headers. After one such build, pairs of chunks are joined while the headers saved weigh
 * more than the bytes loaded in vain. A pair with a third chunk between them stays apart, so that modules keep running in their order.
 * Decision 73.
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
    .filter(({ name }) => !APART.has(name))
    .filter((chunk) => !chunk.facadeModuleId || isStart(chunk))
    .map((chunk): Part => ({
      files: [chunk.fileName],
      bytes: brotliCompressSync(chunk.code).length,
      wanted: visits.map(({ loaded }) => loaded.has(chunk.fileName)),
      start: isStart(chunk),
    }))
  const weighed = new Map<Part, Map<Part, Weight>>()
  const weigh = (a: Part, b: Part): Weight => {
    const known = weighed.get(a) ?? new Map<Part, Weight>()
    const weight = known.get(b) ?? weighAlone(visits, a, b)
    weighed.set(a, known.set(b, weight))
    return weight
  }
  for (;;) {
    const needs = needsOf(chunks, parts)
    const pair = bestPair(parts, visits, weigh, needs)
    if (!pair) return parts
    const { a, b } = pair
    for (const [rank] of visits.entries())
      for (const part of brought(a, b, rank, needs)) {
        part.wanted[rank] = true
        weighed.delete(part)
        for (const known of weighed.values()) known.delete(part)
      }
    parts = parts.filter((part) => part !== a && part !== b)
    parts.push({
      files: [...a.files, ...b.files],
      bytes: a.bytes + b.bytes,
      wanted: a.wanted.map((one, rank) => one || b.wanted[rank] === true),
      start: a.start || b.start,
    })
  }
}

/** Bytes that joining two parts saves for visits that want both, and bytes that other visits load in vain. */
interface Weight {
  spared: number
  vain: number
}
type Needs = (part: Part) => ReadonlySet<Part>

function weighAlone(visits: readonly Visit[], a: Part, b: Part): Weight {
  let [spared, vain] = [0, 0]
  for (const [rank, { weight }] of visits.entries()) {
    const [one, other] = [a.wanted[rank], b.wanted[rank]]
    if (one && other) spared += weight * (HEADERS + TOGETHER * Math.min(a.bytes, b.bytes))
    else vain += weight * (one ? b.bytes : other ? a.bytes : 0)
  }
  return { spared, vain }
}

/** Parts that a visit must load in addition once the two are joined: the part that it did not want needs them. */
function brought(a: Part, b: Part, rank: number, needs: Needs): Part[] {
  if (a.wanted[rank] === b.wanted[rank]) return []
  return [...needs(a.wanted[rank] ? b : a)].filter(
    (part) => part !== a && part !== b && part.wanted[rank] !== true,
  )
}

/** The pair with the smallest share of vain bytes comes first: a large gain for many would take in what few want and exclude others. */
function bestPair(
  parts: readonly Part[],
  visits: readonly Visit[],
  weigh: (a: Part, b: Part) => Weight,
  needs: Needs,
): { a: Part; b: Part; share: number } | null {
  /** A chunk between the two would make the joined chunk need itself. */
  const between = (from: Part, to: Part) =>
    [...needs(from)].some((part) => part !== to && needs(part).has(to))
  const pairs = parts
    .flatMap((a, rank) => parts.slice(rank + 1).map((b) => ({ a, b, ...weigh(a, b) })))
    .filter(({ a, b, spared, vain }) => spared > vain && !(a.start && b.start))
    .toSorted((one, other) => one.vain / one.spared - other.vain / other.spared)
  let best: { a: Part; b: Part; share: number } | null = null
  for (const { a, b, spared, vain } of pairs) {
    // Parts brought along only add to the vain bytes.
    if (best && vain / spared >= best.share) return best
    if (between(a, b) || between(b, a)) continue
    let all = vain
    for (const [rank, { weight }] of visits.entries())
      for (const part of brought(a, b, rank, needs)) all += weight * (part.bytes + HEADERS)
    const share = all / spared
    if (share < (best?.share ?? 1)) best = { a, b, share }
  }
  return best
}

const isStart = ({ isEntry, facadeModuleId }: Rolldown.OutputChunk) =>
  isEntry || facadeModuleId?.endsWith(FRAME) === true

function visitsOf(chunks: Chunks): Visit[] {
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
      return { weight: weightOf(chunk.facadeModuleId ?? '', screens.has(chunk.fileName)), loaded }
    })
}

function weightOf(module: string, screen: boolean): number {
  if (module.endsWith(LANDING)) return 8
  if (DAILY.test(module)) return 4
  return screen && !RARE.test(module) ? 1 : 0.1
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

function needsOf(chunks: Chunks, parts: readonly Part[]): Needs {
  const partOf = new Map(parts.flatMap((part) => part.files.map((file) => [file, part] as const)))
  const all = new Map<Part, Set<Part>>()
  const direct = (part: Part) =>
    part.files
      .flatMap((file) => chunks.get(file)?.imports ?? [])
      .flatMap((file) => partOf.get(file) ?? [])
      .filter((other) => other !== part)
  return (part) => {
    const known = all.get(part)
    if (known) return known
    const found = new Set(direct(part))
    for (const other of found) for (const next of direct(other)) found.add(next)
    all.set(part, found)
    return found
  }
}
