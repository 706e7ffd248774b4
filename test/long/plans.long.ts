import { basename } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { stopPdf } from '#server/documents/pdf.ts'
import { startApp, type Answer, type TestApp, type Visitor } from '#test/harness/app.ts'
import { buildAppartement, buildEtage, buildResidence, idOf } from '#test/harness/builders.ts'
import { fingerprints } from '#test/harness/tables.ts'
import { check, scaled, type Tally } from '#test/long/check.ts'
import { mutatedPdf, writtenPdf } from '#test/fuzz/mutated-pdfs.ts'
import { binOf, filesOf } from '#test/harness/stored-files.ts'

/** An installation each: the history of one that took thousands would make every look at its tables longer. */
const AT_ONCE = 200
const HANGS = 30_000
const MO10 = 10 * 1024 * 1024

interface Call {
  name: string
  noun: 'residences' | 'appartements'
  edits: boolean
  path: string
  fields: () => Record<string, string>
}

/** The two calls that take a plan, as one that adds and as one that edits. */
async function callsOf(t: TestApp): Promise<Call[]> {
  let serial = 0
  const etage_id = String((await buildEtage(t.db)).id)
  const residence = () => ({ nom: `Les Pins ${++serial}`, adresse: 'Alger' })
  const appartement = () => ({
    numLot: `A-${++serial}`,
    typeLogement: 'F3',
    surfaceHabitable: '80.5',
    surfaceUtile: '12',
    montant: '1000000',
    etage_id,
  })
  const edited = { residences: (await buildResidence(t.db)).id, appartements: await buildAppartement(t.db) }
  return (
    [
      ['residences', residence],
      ['appartements', appartement],
    ] as const
  ).flatMap(([noun, fields]) => [
    { name: `POST ${noun}`, noun, edits: false, path: `/api/${noun}`, fields },
    {
      name: `PUT ${noun}`,
      noun,
      edits: true,
      path: `/api/${noun}/${edited[noun]}`,
      fields: () => ({ ...fields(), _method: 'PUT' }),
    },
  ])
}

/** A PDF is told by its first and last bytes (Q116); what is between them is the reader's affair. */
function sentenceFor(content: Buffer): string | null {
  if (content.length > MO10) return '413 Le fichier dépasse 10 Mo.'
  const isPdf =
    content.subarray(0, 5).equals(Buffer.from('%PDF-')) && content.subarray(-2048).includes('%%EOF')
  return isPdf ? null : '422 Le fichier doit être un PDF.'
}

const said = ({ statusCode, json }: Answer) => {
  const message = json && typeof json === 'object' && 'message' in json ? json.message : ''
  return `${statusCode} ${String(message)}`
}

/** Files that no record has, and records whose file is missing. */
async function strays(t: TestApp): Promise<string[]> {
  const rows = await t.db.selectFrom('fichiers').select('id').execute()
  const wanted = new Set(rows.map(({ id }) => `${id}.pdf`))
  const found = new Set((await filesOf(t)).map((path) => basename(path)))
  return [
    ...[...found].filter((name) => !wanted.has(name)),
    ...[...wanted].filter((name) => !found.has(name)),
  ]
}

/** Returns the faults of a plan that was taken: it must come back to the byte, as a PDF and nothing else. */
async function wrongWith(karim: Visitor, { noun }: Call, answer: Answer, content: Buffer): Promise<string[]> {
  const { statusCode, headers, rawPayload } = await karim.get(`/api/${noun}/${idOf(answer)}/plan`)
  return [
    ...(statusCode === 200 ? [] : [`its plan: ${statusCode}`]),
    ...(rawPayload.equals(content) ? [] : ['other bytes come back']),
    ...(headers['content-type'] === 'application/pdf'
      ? []
      : [`served as ${String(headers['content-type'])}`]),
    ...(headers['x-content-type-options'] === 'nosniff' ? [] : ['served without nosniff']),
  ]
}

check('plans altérés : refusés sans trace, ou gardés à l’octet près', async (tally) => {
  const random = tally.random()
  const taken = { kept: 0, refused: 0 }
  const full = scaled(2_000)
  for (let first = 0; first < full; first += AT_ONCE) {
    const t = await startApp()
    const karim = await t.member()
    const calls = await callsOf(t)
    const printed = await karim.get('/api/recap-paiements/export-pdf')
    const sources = [writtenPdf(1), writtenPdf(40), printed.rawPayload]
    for (const source of sources) if (sentenceFor(source)) tally.fail('a source is no PDF')
    for (let n = first; n < Math.min(first + AT_ONCE, full); n++) {
      // Now and then one that is too long, whatever else it is.
      const mutant = mutatedPdf(n, sources, random)
      const content = n % 100 === 50 ? Buffer.concat([mutant, Buffer.alloc(MO10, ' ')]) : mutant
      const refused = await uploadEverywhere(tally, t, karim, calls, content, n)
      taken[refused ? 'refused' : 'kept'] += 1
    }
    for (const stray of await strays(t)) tally.fail(`stray: ${stray}`)
    await t.close()
  }
  await stopPdf()
  tally.note = `${taken.kept} gardés, ${taken.refused} refusés, chacun par quatre appels`
  if (taken.kept < full / 10 || taken.refused < full / 10)
    tally.fail('nearly all kept, or nearly all refused')
})

/** One content through every call: taken by all of them, or refused by all of them with the same words and no trace. */
async function uploadEverywhere(
  tally: Tally,
  t: TestApp,
  karim: Visitor,
  calls: readonly Call[],
  content: Buffer,
  n: number,
): Promise<boolean> {
  const expected = sentenceFor(content)
  const traces = async () => JSON.stringify([await fingerprints(t.db), await filesOf(t), await binOf(t)])
  const before = expected ? await traces() : ''
  for (const call of calls) {
    const file = { part: 'plan_pdf', name: 'plan.pdf', content }
    const sent = karim.form(call.path, call.fields(), file)
    const answer = await Promise.race([sent, delay(HANGS, null, { ref: false })])
    const where = `${call.name}, PDF ${n} of ${content.length} bytes`
    if (!answer) throw new Error(`${where}: no answer`)
    const accepted = answer.statusCode === (call.edits ? 200 : 201)
    tally.expect(expected ? said(answer) === expected : accepted, `${where}: ${said(answer)}`)
    if (!accepted) continue
    for (const wrong of await wrongWith(karim, call, answer, content)) tally.fail(`${where}: ${wrong}`)
    if (!call.edits) await karim.delete(`${call.path}/${idOf(answer)}`)
  }
  if (expected && (await traces()) !== before) tally.fail(`PDF ${n} was refused and left a trace`)
  for (const stray of expected ? [] : await strays(t)) tally.fail(`PDF ${n}, stray: ${stray}`)
  return expected !== null
}
