// @ts-check
/** Engine of the papers: the native compiler, else the slower WebAssembly one, which runs everywhere (docs/decisions/0095). */
import { readFileSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { readPolices } from './polices.mjs'

/** @typedef {Extract<import('./documents-pool.ts').Work, { kind: 'pdf' }>} Work */
/** @typedef {import('./documents-pool.ts').Reply} Reply */
/** @typedef {(work: Work) => Reply} Presse */

// Variables keep the imports dynamic: an absent package shows at the first paper only.
const NATIF = '@myriaddreamin/typst-ts-node-compiler'
const WASM = '@myriaddreamin/typst-ts-web-compiler'

// The engine prints the character like Rust's Debug: quoted, perhaps as \u{…}, and escaped once more.
const REFUSED_CHARACTER = /the text `\\?"(.*?)\\?"` could not be displayed/g
const CODE_POINT = /\\+u\{([0-9a-f]+)\}/g

/** Standard of every paper: PDF/UA-1, which screen readers follow. */
const NORME = 'ua-1'
/** The compiler cannot structure some tables that hostile texts cut by a page. Such a paper is printed all the same, without structure. */
const SANS_STRUCTURE = 'PDF/UA-1 error: invalid '

/**
 * A paper finds what those just before it have laid out, of the templates above all: without that it takes three times as long. What no
 * later one asks for goes after so many papers, and all of it after a long one, whose layout is as large as itself.
 */
const GARDES = 2
const LONG = 100_000

// Each stretch of text that a rule of theme.typ sets differently nests one level deeper.
const TOO_DEEP = 'maximum grouping depth exceeded'

/** @type {Promise<Presse | null> | undefined} */
let presse

/** @param {Work} work @returns {Promise<Reply>} */
export async function makePdf(work) {
  presse ??= openNatif(work.workspace).catch(() => openWasm(work.workspace).catch(() => null))
  const opened = await presse
  return opened ? opened(work) : { ok: false, reason: 'absent' }
}

/** @param {Work} work @returns {Record<string, string>} */
const inputsOf = ({ data, plain, logo }) => ({
  data,
  ...(plain && { plain: 'oui' }),
  ...(logo && { logo: `/${logo.nom}` }),
})

/** @param {string} workspace @returns {Promise<Presse>} */
async function openNatif(workspace) {
  /** @type {typeof import('@myriaddreamin/typst-ts-node-compiler')} */
  const { NodeCompiler } = await import(NATIF)
  const compiler = NodeCompiler.create({ workspace, fontArgs: [{ fontBlobs: readPolices() }] })
  return (work) => {
    const { template, timestamp, logo } = work
    const long = work.data.length > LONG
    const shadow = logo && join(workspace, logo.nom)
    try {
      if (logo && shadow) compiler.mapShadow(shadow, Buffer.from(logo.octets))
      const compiled = compiler.compile({ mainFilePath: template, inputs: inputsOf(work) })
      const document = compiled.result
      if (!document) return refusal(JSON.stringify(compiled.takeError()?.shortDiagnostics))
      if (long) compiler.evictCache(0)
      return { ok: true, bytes: write(compiler, document, timestamp) }
    } catch (error) {
      return refusal(String(error))
    } finally {
      if (shadow) compiler.unmapShadow(shadow)
      compiler.evictCache(long ? 0 : GARDES)
    }
  }
}

/**
 * @param {import('@myriaddreamin/typst-ts-node-compiler').NodeCompiler} compiler
 * @param {import('@myriaddreamin/typst-ts-node-compiler').NodeTypstDocument} document @param {number} creationTimestamp
 */
function write(compiler, document, creationTimestamp) {
  try {
    return compiler.pdf(document, { pdfStandard: NORME, pdfTags: true, creationTimestamp })
  } catch (error) {
    const said = String(error)
    if (!said.includes(SANS_STRUCTURE) || said.search(REFUSED_CHARACTER) >= 0) throw error
    return compiler.pdf(document, { pdfTags: false, creationTimestamp })
  }
}

/** This compiler follows no PDF standard and always writes tags. @param {string} workspace @returns {Promise<Presse>} */
async function openWasm(workspace) {
  const { default: start, TypstCompilerBuilder } = await import(WASM)
  await start({ module_or_path: readFileSync(createRequire(import.meta.url).resolve(`${WASM}/wasm`)) })
  const builder = new TypstCompilerBuilder()
  const here = (/** @type {string} */ path) => join(workspace, path)
  await builder.set_access_model(
    {},
    () => 0,
    (/** @type {string} */ path) => statSync(here(path), { throwIfNoEntry: false })?.isFile() ?? false,
    (/** @type {string} */ path) => path,
    (/** @type {string} */ path) => new Uint8Array(readFileSync(here(path))),
  )
  for (const police of readPolices()) await builder.add_raw_font(new Uint8Array(police))
  const compiler = await builder.build()
  const diagnostics = 2
  return (work) => {
    const { template, logo } = work
    const shadow = logo && `/${logo.nom}`
    try {
      if (logo && shadow) compiler.map_shadow(shadow, new Uint8Array(logo.octets))
      const main = template.slice(workspace.length).replaceAll('\\', '/')
      const made = compiler.compile(main, Object.entries(inputsOf(work)), 'pdf', diagnostics)
      return made?.result ? { ok: true, bytes: made.result } : refusal(JSON.stringify(made?.diagnostics))
    } catch (error) {
      return refusal(String(error))
    } finally {
      if (shadow) compiler.unmap_shadow(shadow)
      compiler.reset()
    }
  }
}

/** Maps a message of the engine to a reply. @param {string | undefined} said @returns {Reply} */
function refusal(said = 'no diagnostics') {
  if (said.includes(TOO_DEEP)) return { ok: false, reason: 'restless' }
  const characters = [...said.matchAll(REFUSED_CHARACTER)].map(([, found = '']) =>
    found.replace(CODE_POINT, (_, hex) => String.fromCodePoint(Number.parseInt(hex, 16))),
  )
  return characters.length > 0
    ? { ok: false, reason: 'character', characters: [...new Set(characters)] }
    : { ok: false, reason: 'defect', message: said }
}
