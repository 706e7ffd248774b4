import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const SOFFICE = '/usr/bin/soffice'
/** Is there an office suite that opens workbooks? */
export const HAS_OFFICE = existsSync(SOFFICE)
/** Comma, quotes, UTF-8, from the first line; every text in quotes, values as they are shown, every sheet in a file of its own. */
const FILTER = 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,true,true,false,false,false,-1'
/** Reckons every formula anew: what is stored beside it might hide what an office makes of it. */
const RECKON = `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
<item oor:path="/org.openoffice.Office.Calc/Formula/Load"><prop oor:name="OOXMLRecalcMode" oor:op="fuse"><value>0</value></prop></item>
</oor:items>`

/** Returns the workbooks as LibreOffice shows them, by their names: the lines of each sheet, every formula reckoned anew. All are opened at once. */
export async function openInOffice(workbooks: ReadonlyMap<string, Buffer>): Promise<Map<string, string[]>> {
  const folder = await mkdtemp(join(tmpdir(), 'diyar-classeurs-'))
  try {
    const profil = join(folder, 'profil', 'user')
    await promisify(execFile)('mkdir', ['-p', profil, join(folder, 'csv')])
    await writeFile(join(profil, 'registrymodifications.xcu'), RECKON)
    const names = [...workbooks.keys()]
    for (const [rank, bytes] of [...workbooks.values()].entries())
      await writeFile(join(folder, `${rank}.xlsx`), bytes)
    await promisify(execFile)(
      SOFFICE,
      [
        `-env:UserInstallation=file://${join(folder, 'profil')}`,
        '--headless',
        '--convert-to',
        FILTER,
        '--outdir',
        join(folder, 'csv'),
        ...names.map((_, rank) => join(folder, `${rank}.xlsx`)),
      ],
      { timeout: 240_000 },
    )
    const shown = new Map<string, string[]>(names.map((name) => [name, []]))
    for (const file of (await readdir(join(folder, 'csv'))).toSorted()) {
      const lines = (await readFile(join(folder, 'csv', file), 'utf8')).trimEnd().split('\n')
      shown.get(names[Number(file.split('-')[0])] ?? '')?.push(...lines)
    }
    return shown
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
