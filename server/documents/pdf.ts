import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { SIGNE_INCONNU } from '#shared/signes.ts'
import { documentsPool, type Picture, type Pool, type Reply } from '#server/documents/documents-pool.ts'
import type { LogoImprime } from '#server/documents/papier.ts'
import { readIntact } from '#server/files/intact.ts'
import type { FileStore } from '#server/files/store.ts'
import { AppError, refuse } from '#server/http/errors.ts'
import { rootOf } from '#server/package-root.ts'
import { SANS_MOTEUR, communesErreurs } from '#shared/erreurs.ts'

export interface PdfOptions {
  signal?: AbortSignal | undefined
  /** Date in the file's metadata; the same data and date give the same bytes. */
  at?: Date
  /** Refuses a text with unprintable signs instead of replacing them. */
  exact?: boolean
  pool?: Pool
  /** Logo of the head, and the store of its bytes; without both the paper has no logo. */
  logo?: LogoImprime | null | undefined
  files?: Pick<FileStore, 'read'>
}

/** Characters of JSON above which a document is large, and leaves a process free for receipts. */
const LARGE = 200_000

/** Last sign of the alphabet of our own words and amounts, which the engine always prints. */
const LAST_OF_OURS = '\u024F'
/** Most attempts: as it is, with Arabic set plainly, and without unprintable signs. */
const PASSES = 4

class PaperDefect extends Error {}

/**
 * Makes a PDF/UA-1 from a template, named by its path (`features/papiers/server/press/papier.typ`), and an object of strings. Unprintable signs
 * are replaced, and a logo that cannot be read or drawn is left out.
 * AppError: `documentsOccupes` (503), `moteurAbsent` (503); with `exact`, `signesInconnus` (422).
 */
export async function renderPdf(template: string, view: object, options: PdfOptions = {}): Promise<Buffer> {
  const { logo, files, signal } = options
  const picture = logo && files && !isUndrawable(logo) ? await readLogo(files, logo, signal) : null
  if (!picture || !logo) return composePdf(template, view, options)
  try {
    return await composePdf(template, view, options, picture)
  } catch (error) {
    // An abort or a busy pool has nothing to do with the logo.
    if (signal?.aborted || error instanceof AppError) throw error
    const bytes = await composePdf(template, view, options)
    if (error instanceof PaperDefect) keepUndrawable(logo)
    return bytes
  }
}

/** {@link renderPdf} with a given picture. @throws PaperDefect when the engine refuses it */
async function composePdf(
  template: string,
  view: object,
  options: PdfOptions,
  logo: Picture | null = null,
): Promise<Buffer> {
  const { signal, at = new Date(), exact = false, pool = documentsPool } = options
  const workspace = rootOf(template)
  const timestamp = Math.floor(at.getTime() / 1000)
  let data = withoutLoneMarks(JSON.stringify(view))
  let plain = false
  for (let pass = 1; ; pass++) {
    const reply: Reply = await pool.run(
      { kind: 'pdf', workspace, template: join(workspace, template), data, plain, timestamp, logo },
      { signal, large: data.length > LARGE },
    )
    if (reply.ok) return Buffer.from(reply.bytes)
    if (reply.reason === 'absent') throw refuse(communesErreurs.moteurAbsent)
    if (exact && reply.reason === 'character')
      throw refuse(communesErreurs.signesInconnus, { signes: reply.characters })
    const next: { data: string; plain: boolean } = {
      data: reply.reason === 'character' ? withoutSigns(data, reply.characters) : data,
      plain: plain || reply.reason === 'restless',
    }
    if (pass === PASSES || (next.data === data && next.plain === plain))
      throw new PaperDefect(
        `${template}: ${reply.reason === 'defect' ? reply.message : JSON.stringify(reply)}`,
      )
    ;({ data, plain } = next)
  }
}

/** Tells whether the engine can draw a picture, by drawing it. AppError: `documentsOccupes` (503). */
export async function canDraw(octets: Uint8Array, type: string): Promise<boolean> {
  try {
    await composePdf('server/documents/essai.typ', {}, {}, toPicture(octets, type))
    return true
  } catch (error) {
    if (error instanceof AppError) throw error
    return false
  }
}

/** Keeps « n° », « N° » and « § » on the line of what they number. */
const withoutLoneMarks = (data: string): string => data.replace(/(n°|N°|§) (?=\S)/g, '$1\u00A0')

/** Replaces signs without a glyph; accents go first, because a letter may lack a glyph only together with them. */
function withoutSigns(data: string, signs: readonly string[]): string {
  const foreign = signs.filter((sign) => sign > LAST_OF_OURS)
  const accents = foreign.filter((sign) => /^\p{M}$/u.test(sign))
  return (accents.length > 0 ? accents : foreign).reduce(
    (text, sign) => text.replaceAll(sign, /^\p{DI}$/u.test(sign) ? '' : SIGNE_INCONNU),
    data,
  )
}

/** Ends the documents' processes, at the shutdown of the server or the end of a test. */
export const stopPdf = documentsPool.stop

/** Most logos whose bytes are kept; the file of an id never changes. */
const KEPT = 4
const logosRead = new Map<string, Picture>()
const undrawable = new Set<string>()

/** Picture of the logo, or null when it cannot be read: the paper is then made without it. */
async function readLogo(
  files: Pick<FileStore, 'read'>,
  logo: LogoImprime,
  signal?: AbortSignal,
): Promise<Picture | null> {
  const known = logosRead.get(logo.id)
  if (known) return known
  try {
    const picture = toPicture(await buffer(readIntact(files, logo, signal)), logo.type)
    for (const former of [...logosRead.keys()].slice(0, Math.max(0, logosRead.size + 1 - KEPT)))
      logosRead.delete(former)
    logosRead.set(logo.id, picture)
    return picture
  } catch {
    return null
  }
}

/** The bytes under the name that the engine expects for their type. */
const toPicture = (octets: Uint8Array, type: string): Picture => ({
  nom: type === 'image/png' ? 'logo.png' : 'logo.jpg',
  octets,
})

/** Tells whether the engine has failed to draw this logo since the start of the process; it is not tried again. */
const isUndrawable = ({ id }: LogoImprime): boolean => undrawable.has(id)
function keepUndrawable({ id }: LogoImprime): void {
  undrawable.add(id)
}

const NATIF = '@myriaddreamin/typst-ts-node-compiler'
const WASM = '@myriaddreamin/typst-ts-web-compiler'

/**
 * Sentence for the start of the server; null with the native engine. It looks for packages only, as the compiler weighs more than the
 * server. @param from file from which they are resolved
 */
export function describeMoteur(from: string = import.meta.url): string | null {
  const { resolve } = createRequire(from)
  const there = (name: string) => {
    try {
      return resolve(name) !== ''
    } catch {
      return false
    }
  }
  const machine = `${process.platform}-${process.arch}`
  if (natifsDe(machine, from).some(there)) return null
  return there(`${WASM}/wasm`)
    ? `les documents sont composés par le compilateur WebAssembly, plus lent : il n'y a pas de compilateur natif pour cette machine (${machine}).`
    : SANS_MOTEUR
}

function natifsDe(machine: string, from: string): string[] {
  try {
    const manifest = createRequire(from).resolve(`${NATIF}/package.json`)
    const { optionalDependencies } = JSON.parse(readFileSync(manifest, 'utf8')) as {
      optionalDependencies: Record<string, string>
    }
    return Object.keys(optionalDependencies).filter((name) => name.includes(`-${machine}`))
  } catch {
    return []
  }
}
