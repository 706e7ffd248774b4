import { join } from 'node:path'
import { SIGNE_INCONNU } from '#shared/signes.ts'
import { documentsPool, type Picture, type Pool, type Reply } from '#server/documents/documents-pool.ts'
import { isUndrawable, keepUndrawable, readLogo, toPicture } from '#server/documents/logo.ts'
import type { LogoImprime } from '#server/documents/papier.ts'
import type { FileStore } from '#server/files/store.ts'
import { AppError } from '#server/http/errors.ts'
import { rootOf } from '#server/package-root.ts'

export interface PdfOptions {
  /** Aborted when the one who asked has gone: the document leaves the queue, or its process is killed. */
  signal?: AbortSignal | undefined
  /** Structure tags for screen readers (default). Long tables go without: tagged, they weigh fourteen times more. */
  tagged?: boolean
  /** The file's date, in its metadata only; the same data at the same instant gives the same bytes. */
  at?: Date
  /** What cannot be printed as it is refuses the paper instead of being replaced. */
  exact?: boolean
  pool?: Pool
  /** Of its head, and where its bytes are kept: without both the paper has none. */
  logo?: LogoImprime | null | undefined
  files?: Pick<FileStore, 'read'>
}

/** Above that much JSON a document is a report, and leaves a process free for receipts. */
const LARGE = 200_000

/** Our own words and amounts are written with these: they are never what is wrong. */
const LAST_OF_OURS = '\u024F'
/** So many attempts at most: as it is, set plainly, and without what cannot be joined. */
const PASSES = 4

/** The engine refused a paper: its template, or what was put on it. */
class PaperDefect extends Error {}

/**
 * Makes a PDF/A-2u from a feature's template, by its place (`features/paiements/server/recu.typ`), and its view: an object of
 * strings, made beside it.
 * What the engine cannot print is replaced (papier.ts does so for the signs that no font has), so that no text refuses a paper; a
 * logo that cannot be read or drawn is left out.
 * AppError: `documentsOccupes` (503, too many waiting or too long); with `exact`, `signesInconnus` (422).
 */
export async function renderPdf(template: string, view: object, options: PdfOptions = {}): Promise<Buffer> {
  const { logo, files, signal } = options
  const picture = logo && files && !isUndrawable(logo) ? await readLogo(files, logo, signal) : null
  if (!picture || !logo) return composePdf(template, view, options)
  try {
    return await composePdf(template, view, options, picture)
  } catch (error) {
    // Whoever asked has gone, or the machine is too busy: with or without a logo.
    if (signal?.aborted || error instanceof AppError) throw error
    const bytes = await composePdf(template, view, options)
    if (error instanceof PaperDefect) keepUndrawable(logo)
    return bytes
  }
}

/** The same with the picture as it is: it fails with one that the engine cannot draw. */
async function composePdf(
  template: string,
  view: object,
  options: PdfOptions,
  logo: Picture | null = null,
): Promise<Buffer> {
  const { signal, tagged = true, at = new Date(), exact = false, pool = documentsPool } = options
  const workspace = rootOf(template)
  const timestamp = Math.floor(at.getTime() / 1000)
  let data = JSON.stringify(view)
  let plain = false
  for (let pass = 1; ; pass++) {
    const reply: Reply = await pool.run(
      { kind: 'pdf', workspace, template: join(workspace, template), data, plain, tagged, timestamp, logo },
      { signal, large: data.length > LARGE },
    )
    if (reply.ok) return Buffer.from(reply.bytes)
    if (exact && reply.reason === 'character')
      throw new AppError('signesInconnus', { signes: reply.characters })
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

/** Can papers have this picture? It is drawn, as they draw it. AppError: `documentsOccupes` (503). */
export async function canDraw(octets: Uint8Array, type: string): Promise<boolean> {
  try {
    await composePdf('server/documents/essai.typ', {}, {}, toPicture(octets, type))
    return true
  } catch (error) {
    if (error instanceof AppError) throw error
    return false
  }
}

/** A letter may have a glyph, and none together with its accents: then it is they that go. */
function withoutSigns(data: string, signs: readonly string[]): string {
  const foreign = signs.filter((sign) => sign > LAST_OF_OURS)
  const accents = foreign.filter((sign) => /^\p{M}$/u.test(sign))
  return (accents.length > 0 ? accents : foreign).reduce(
    (text, sign) => text.replaceAll(sign, /^\p{DI}$/u.test(sign) ? '' : SIGNE_INCONNU),
    data,
  )
}

/** Ends the documents' processes; for the server's shutdown and the end of a test. */
export const stopPdf = documentsPool.stop
