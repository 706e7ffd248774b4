// @ts-check
/**
 * The process that makes documents, forked by documents-pool.ts: a native compile cannot be interrupted, a process can be killed.
 * Plain JavaScript, so that the product, the tests and the development server all fork this very file.
 * It knows nothing of the business: it receives a work order and answers bytes, or why there are none.
 */
import { join } from 'node:path'
import { readPolices } from './polices.mjs'

/** @typedef {import('./documents-pool.ts').Work} Work */
/** @typedef {import('./documents-pool.ts').Reply} Reply */
/** @typedef {import('@myriaddreamin/typst-ts-node-compiler').NodeCompiler} NodeCompiler */

// The engine writes the character as Rust's Debug does: quoted, sometimes as \u{…}, once more escaped around it.
const REFUSED_CHARACTER = /the text `\\?"(.*?)\\?"` could not be displayed/g
const CODE_POINT = /\\+u\{([0-9a-f]+)\}/g

// Each stretch of text that a rule of theme.typ sets differently lies one level deeper than the one before.
const TOO_DEEP = 'maximum grouping depth exceeded'

/** @type {NodeCompiler | undefined} */
let compiler

/** @param {string} workspace */
async function typst(workspace) {
  if (compiler) return compiler
  const { NodeCompiler } = await import('@myriaddreamin/typst-ts-node-compiler')
  compiler = NodeCompiler.create({ workspace, fontArgs: [{ fontBlobs: readPolices() }] })
  return compiler
}

/** @param {Extract<Work, { kind: 'pdf' }>} work @returns {Promise<Reply>} */
async function makePdf({ workspace, template, data, plain, tagged, timestamp, logo }) {
  const press = await typst(workspace)
  const shadow = logo && join(workspace, logo.nom)
  try {
    if (logo && shadow) press.mapShadow(shadow, Buffer.from(logo.octets))
    const compiled = press.compile({
      mainFilePath: template,
      inputs: { data, ...(plain && { plain: 'oui' }), ...(logo && { logo: `/${logo.nom}` }) },
    })
    const document = compiled.result
    if (!document) {
      const said = JSON.stringify(compiled.takeError()?.shortDiagnostics)
      return said.includes(TOO_DEEP) ? { ok: false, reason: 'restless' } : defect(said)
    }
    // What it remembers of the layout is as large as the document, and of no use any more.
    press.evictCache(0)
    const bytes = press.pdf(document, { pdfStandard: 'a-2u', pdfTags: tagged, creationTimestamp: timestamp })
    return { ok: true, bytes }
  } catch (error) {
    const message = String(error)
    const characters = [...message.matchAll(REFUSED_CHARACTER)].map(([, found = '']) =>
      found.replace(CODE_POINT, (_, hex) => String.fromCodePoint(Number.parseInt(hex, 16))),
    )
    return characters.length > 0
      ? { ok: false, reason: 'character', characters: [...new Set(characters)] }
      : defect(message)
  } finally {
    if (shadow) press.unmapShadow(shadow)
    press.evictCache(0)
  }
}

/** @param {Extract<Work, { kind: 'xlsx' }>} work @returns {Promise<Reply>} */
async function makeXlsx({ workbook }) {
  const { writeXlsx } = await import('hucre/xlsx')
  return { ok: true, bytes: await writeXlsx(workbook) }
}

/** @param {Extract<Work, { kind: 'classeur' }>} work @returns {Promise<Reply>} */
async function makeClasseur(work) {
  const { fillXlsx } = await import('./classeur-ecrit.mjs')
  return { ok: true, bytes: await fillXlsx(work) }
}

/** @param {string | undefined} message @returns {Reply} */
const defect = (message = 'no diagnostics') => ({ ok: false, reason: 'defect', message })

/** @param {Work} work */
const make = (work) =>
  work.kind === 'pdf' ? makePdf(work) : work.kind === 'xlsx' ? makeXlsx(work) : makeClasseur(work)

process.on('message', (/** @type {Work} */ work) => {
  void make(work)
    .catch((error) => defect(String(error?.stack ?? error)))
    .then((reply) => process.send?.({ reply, rss: process.memoryUsage.rss() }))
})
// No parent, no work: whatever ended the server ends this process too.
process.on('disconnect', () => process.exit(0))
// Ctrl-C, or the end of a terminal, reaches the whole group of processes; the server decides when its documents are done.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {})
