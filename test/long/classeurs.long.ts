import { spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stopPdf } from '#server/documents/pdf.ts'
import { renderXlsx } from '#server/documents/xlsx.ts'
import { FORMULA_TEXTS, XSS } from '#test/fuzz/hostile-texts.ts'
import { check } from '#test/long/check.ts'

const TEXTS = [...FORMULA_TEXTS, ...XSS]

/** The fields of a line of CSV, all of them between quotes. */
const fieldsOf = (line: string) =>
  [...line.matchAll(/"((?:[^"]|"")*)"/g)].map(([, field = '']) => field.replaceAll('""', '"'))

check('LibreOffice recalcule un classeur de textes hostiles : chacun reste ce qu’il est', async (tally) => {
  const folder = await mkdtemp(join(tmpdir(), 'diyar-classeur-'))
  try {
    const columns = [
      { title: 'Texte', kind: 'texte' as const, width: 40 },
      { title: 'Montant', kind: 'montant' as const, width: 20, total: 'somme' as const },
    ]
    const rows = TEXTS.map((texte) => [texte, 125])
    await writeFile(
      join(folder, 'textes.xlsx'),
      await renderXlsx({ sheet: 'Textes', columns, rows, totals: 'Total' }),
    )
    // Semicolons, UTF-8, every text between quotes.
    const filter = 'csv:Text - txt - csv (StarCalc):59,34,76,1,,0,true'
    const { error, status } = spawnSync(
      'soffice',
      [
        '--headless',
        `-env:UserInstallation=file://${folder}/profil`,
        '--convert-to',
        filter,
        '--outdir',
        folder,
        join(folder, 'textes.xlsx'),
      ],
      { timeout: 300_000 },
    )
    if (error) {
      tally.note = 'LibreOffice (soffice) n’est pas installé'
      return
    }
    const lines = (await readFile(join(folder, 'textes.csv'), 'utf8')).trimEnd().split('\n')
    tally.expect(status === 0 && lines.length === TEXTS.length + 2, `${status}, ${lines.length} lignes`)
    for (const [rank, texte] of TEXTS.entries()) {
      const [read] = fieldsOf(lines[rank + 1] ?? '')
      tally.expect(read === texte.normalize('NFC'), { texte, read })
    }
    tally.expect(/125[.,]00"?$/.test(lines.at(-1) ?? ''), lines.at(-1))
  } finally {
    await stopPdf()
    await rm(folder, { recursive: true, force: true })
  }
})
