// @ts-check
/**
 * Process that makes documents, forked by documents-pool.ts: a native compile cannot be interrupted, a process can be killed. Product,
 * tests and development server fork this file unbuilt.
 */
import { makePdf } from './moteur.mjs'

/** @typedef {import('./documents-pool.ts').Work} Work */
/** @typedef {import('./documents-pool.ts').Reply} Reply */

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
// The process ends with its parent.
process.on('disconnect', () => process.exit(0))
// Ctrl-C and the end of a terminal reach all processes of the group, but the server decides when its documents are done.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {})
