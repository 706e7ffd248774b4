import { partsOf, zipOf } from '#test/harness/classeurs.ts'
import { MIO, repeated, line, type Headed, type HostileWorkbook } from '#test/fuzz/hostile-parts.ts'

/** The workbooks that take seconds to make or to read. */
export const heavy = ({
  nom,
  ROW,
  classeur,
  withXml,
}: Headed): [string, () => Buffer, HostileWorkbook['expected']][] => [
  [
    'a million empty lines',
    () =>
      classeur(
        ROW +
          Array.from(
            { length: 1_048_575 },
            (_, n) => `<row r="${n + 2}"><c r="A${n + 2}" s="1"/></row>`,
          ).join(''),
      ),
    { lines: 1 },
  ],
  [
    '190 Mo of formats',
    () =>
      zipOf(
        partsOf({
          feuilles: [{ nom, donnees: ROW }],
          styles: `<cellXfs>${repeated('<xf/>', 190 * MIO)}</cellXfs>`,
        }),
      ),
    { read: 'tropGrand' },
  ],
  [
    '190 Mo of quotes',
    () => withXml(`<worksheet>${repeated(`<a b='${`"'c='`.repeat(1000)}'/>`, 190 * MIO)}</worksheet>`),
    { lines: 0 },
  ],
  [
    '190 Mo of blanks in a tag',
    () => withXml(`<worksheet>${repeated(`<a${' '.repeat(900_000)}/>`, 190 * MIO)}</worksheet>`),
    { lines: 0 },
  ],
  [
    '190 Mo of almost endless texts',
    () =>
      withXml(
        `<worksheet><sheetData>${ROW}${repeated(line(`<c r="D1"><v>${'1'.repeat(1_000_000)}</v></c>`), 190 * MIO)}</sheetData></worksheet>`,
      ),
    { lines: 201 },
  ],
]
