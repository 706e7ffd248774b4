import { dirname } from 'node:path'
import { AppError } from '#server/errors.ts'
import { documentsPool, locate, type Pool } from '#server/documents/documents-pool.ts'

type Template = 'recu' | 'releve' | 'recap' | 'bons'

export interface PdfOptions {
  /** Aborted when the one who asked has gone: the document leaves the queue, or its process is killed. */
  signal?: AbortSignal | undefined
  /** Structure tags for screen readers (default). Long tables go without: tagged, they weigh fourteen times more. */
  tagged?: boolean
  /** The file's date, in its metadata only; the same data at the same instant gives the same bytes. */
  at?: Date
  pool?: Pool
}

/** Above that much JSON a document is a report, and leaves a process free for receipts. */
const LARGE = 200_000

/**
 * Makes a PDF/A-2u from a template of `templates/` and its view, an object of strings made by recu.ts, releve.ts, recap.ts or bons.ts.
 * AppError: `documentsOccupes` (503, too many waiting or too long), `caractereImpossible` (422, a character no font of ours has).
 */
export async function renderPdf(template: Template, view: object, options: PdfOptions = {}): Promise<Buffer> {
  const { signal, tagged = true, at = new Date(), pool = documentsPool } = options
  const path = locate(`templates/${template}.typ`)
  const data = JSON.stringify(view)
  const timestamp = Math.floor(at.getTime() / 1000)
  const reply = await pool.run(
    { kind: 'pdf', workspace: dirname(path), template: path, data, tagged, timestamp },
    { signal, large: data.length > LARGE },
  )
  if (reply.ok) return Buffer.from(reply.bytes)
  if (reply.reason === 'defect') throw new Error(`${template}.typ: ${reply.message}`)
  throw new AppError('caractereImpossible', {
    caracteres: reply.characters.join(' '),
    texte: findText(view, reply.characters) ?? '',
  })
}

/** Ends the documents' processes; for the server's shutdown and the end of a test. */
export const stopPdf = documentsPool.stop

/** The first text of the view that holds one of the characters, to tell the user which one to correct. */
function findText(value: unknown, characters: string[]): string | undefined {
  if (typeof value === 'string') {
    return characters.some((character) => value.includes(character))
      ? value.replace(/[\u2068\u2069\u200B]/g, '')
      : undefined
  }
  if (typeof value !== 'object' || value === null) return undefined
  for (const inner of Object.values(value)) {
    const found = findText(inner, characters)
    if (found !== undefined) return found
  }
  return undefined
}
