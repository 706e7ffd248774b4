import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { readXlsx } from 'hucre/xlsx'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { stopPdf } from '#server/documents/pdf.ts'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'

let t: TestApp
let karim: Visitor
beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
})
afterAll(async () => {
  await t.close()
  await stopPdf()
})

const HOSTILE = ['=1+1', '+213 21', '-1', '@SUM(A1)', '=HYPERLINK("http://exemple.dz")']
const SOFFICE = '/usr/bin/soffice'

/** So many lines of a kind, each a bloc whose description is a text that a workbook could take for a formula. */
const write = (objet: string, lignes: number) =>
  sql`insert into journal (membre_nom, action, objet, objet_id, quand, avant, apres)
    select '=cmd', 'modifier', ${objet}, n, timestamptz '2026-03-01T13:05:09Z' + n * interval '1 millisecond',
      jsonb_build_object('nomloc', 'Bloc ' || n, 'description', (${HOSTILE}::text[])[1 + n % 5]),
      jsonb_build_object('nomloc', 'Bloc ' || n, 'description', repeat('x', 250))
    from generate_series(1, ${lignes}) n`.execute(t.db)

// spec: AD-10
it('is a workbook of 20,000 lines, in which what begins like a formula is text', async () => {
  await write('bloc', 20_000)
  const answer = await karim.get('/api/journal/export?objet=bloc')
  expect([answer.statusCode, answer.headers['content-disposition']]).toEqual([
    200,
    expect.stringContaining('journal.xlsx'),
  ])
  const { sheets } = await readXlsx(answer.rawPayload, { readStyles: true })
  const { name, rows = [], cells } = sheets[0] ?? {}
  expect([name, rows.length]).toEqual(['Journal', 20_001])
  expect(rows[0]).toEqual([
    'Date',
    'Heure',
    'Membre',
    'Action',
    'Objet',
    'Désignation',
    'Champ',
    'Avant',
    'Après',
  ])
  expect(rows[1]?.slice(1)).toEqual([
    '14:05:29',
    '=cmd',
    'Modification',
    'Bloc',
    'Bloc 20000',
    'Description',
    HOSTILE[0],
    'x'.repeat(250),
  ])
  expect(new Set(rows.slice(1).map((row) => row[7]))).toEqual(new Set(HOSTILE))
  expect([...(cells?.values() ?? [])].filter(({ formula }) => formula)).toEqual([])
  if (!existsSync(SOFFICE)) return
  const lines = await openInOffice(answer.rawPayload)
  expect(lines).toHaveLength(20_001)
  expect(lines[1]).toContain('"=1+1"')
}, 120_000)

it('refuses one line more, and says what to do', async () => {
  await write('etage', 20_001)
  const refused = await karim.get('/api/journal/export?objet=etage')
  expect([refused.statusCode, refused.json]).toEqual([
    422,
    {
      message:
        'Cet export est trop long (plus de 20\u202F000 lignes). Choisissez une période plus courte, un membre ou un objet.',
    },
  ])
  expect((await karim.get('/api/journal/export?objet=etage&au=2026-02-01')).statusCode).toBe(200)
})

/** Returns the first sheet as an office suite reads it, as lines of quoted text. */
async function openInOffice(workbook: Buffer): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'diyar-journal-'))
  try {
    await writeFile(join(folder, 'journal.xlsx'), workbook)
    await promisify(execFile)(
      SOFFICE,
      [
        `-env:UserInstallation=file://${folder}/profil`,
        '--headless',
        '--convert-to',
        // Comma, quotes, UTF-8, from the first line; every text in quotes.
        'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,true',
        '--outdir',
        folder,
        join(folder, 'journal.xlsx'),
      ],
      { timeout: 100_000 },
    )
    return (await readFile(join(folder, 'journal.csv'), 'utf8')).trimEnd().split('\n')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
