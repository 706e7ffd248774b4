import { deflateRawSync } from 'node:zlib'
import { heavy } from '#test/fuzz/hostile-heavy.ts'
import {
  MIO,
  deflated,
  blanks,
  headed,
  repeated,
  ole,
  ms,
  line,
  type Headed,
  type HostileWorkbook,
  type Refused,
} from '#test/fuzz/hostile-parts.ts'
import { classeurOf, feuilleXml, partsOf, zipOf } from '#test/harness/classeurs.ts'

const notWorkbooks = ({ typed, honest }: Headed): [string, Buffer | string, Refused][] => [
  ['a CSV', 'Résidence;Nom\nLes Pins;Bloc A\n', 'pasClasseur'],
  ['a PDF', '%PDF-1.7\n%%EOF\n', 'pasClasseur'],
  ['a page that Excel opens', '<html><table><tr><td>1</td></tr></table></html>', 'pasClasseur'],
  ['an XML of Excel 2003', '<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?>', 'pasClasseur'],
  ['one byte', 'P', 'pasClasseur'],
  ['the first four bytes', 'PK\u0003\u0004', 'pasClasseur'],
  ['a workbook cut in the middle', honest.subarray(0, honest.length / 2), 'pasClasseur'],
  ['a workbook without its last byte', honest.subarray(0, -1), 'pasClasseur'],
  ['a workbook with its first half lost', honest.subarray(honest.length / 2), 'pasClasseur'],
  ['an old workbook, or one with a password', ole, 'ancienClasseur'],
  ['a zip of papers', zipOf([{ nom: 'lettre.txt', contenu: 'Bonjour' }]), 'pasClasseur'],
  [
    'a zip of zips of zips',
    zipOf([
      { nom: 'a.zip', contenu: zipOf([{ nom: 'b.zip', contenu: zipOf([{ nom: 'c', contenu: blanks }]) }]) },
    ]),
    'pasClasseur',
  ],
  [
    'a sheet of LibreOffice',
    zipOf([{ nom: 'mimetype', contenu: 'application/vnd.oasis.opendocument.spreadsheet', brut: true }]),
    'pasClasseur',
  ],
  [
    'a letter of Word',
    typed('application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml'),
    'pasClasseur',
  ],
  ['a binary workbook', typed('application/vnd.ms-excel.sheet.binary.macroEnabled.main'), 'pasClasseur'],
  ['a workbook with macros', typed(ms('sheet')), 'classeurMacros'],
  ['a template with macros', typed(ms('template')), 'classeurMacros'],
  [
    'a workbook that hides its macros',
    typed(
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Default Extension="bin" ContentType="application/vnd.ms-office.vbaProject',
    ),
    'classeurMacros',
  ],
]

type Cas = [string, () => Buffer, HostileWorkbook['expected']]
const archives = ({ nom, ROW, bomb, withParts, withSheet }: Headed): Cas[] => [
  ['10 Mo that become 10 Go', () => bomb(1000), { read: 'tropGrand' }],
  ['10 Mo that become 10 Go, and say so', () => bomb(0xfffffffe), { read: 'tropGrand' }],
  [
    'a bomb that nobody opens',
    () =>
      withParts({
        nom: 'xl/embeddings/a.zip',
        contenu: zipOf([{ nom: 'b', contenu: '', deflate: deflated(4_000, blanks) }]),
        brut: true,
      }),
    { lines: 1 },
  ],
  [
    '5,000 sheets',
    () => classeurOf({ feuilles: Array.from({ length: 5_000 }, (_, n) => ({ nom: `F${n}`, donnees: ROW })) }),
    { read: 'tropGrand' },
  ],
  [
    '200 sheets of one part',
    () =>
      zipOf(
        partsOf({ feuilles: Array.from({ length: 200 }, (_, n) => ({ nom: `F${n}` })) })
          .filter((part) => !/sheet[1-9]/.test(part.nom))
          .map((part) => ({
            ...part,
            contenu: String(part.contenu).replace(/sheet\d+\.xml/g, 'sheet0.xml'),
          })),
      ),
    { read: 'abime' },
  ],
  [
    'two sheets of one name',
    () => classeurOf({ feuilles: [{ nom }, { nom: nom.toUpperCase() }] }),
    { read: 'abime' },
  ],
  [
    'a part that is there twice',
    () => withParts({ nom: 'xl/worksheets/sheet0.xml', contenu: feuilleXml('') }),
    { read: 'abime' },
  ],
  [
    'a part that is there twice, in capitals',
    () => withParts({ nom: 'XL/worksheets/SHEET0.xml', contenu: '' }),
    { read: 'abime' },
  ],
  ['an absolute path', () => withParts({ nom: '/etc/passwd', contenu: '' }), { read: 'abime' }],
  ['a path that climbs', () => withParts({ nom: 'xl/../../x', contenu: '' }), { read: 'abime' }],
  ['a path of Windows', () => withParts({ nom: 'C:\\x', contenu: '' }), { read: 'abime' }],
  [
    'a part with another name in its header',
    () => withSheet(() => ({ autreNom: 'xl/worksheets/sheet9.xml' })),
    { read: 'abime' },
  ],
  [
    'parts on top of one another',
    () =>
      withParts({
        nom: 'xl/worksheets/sheet0.xml.',
        autreNom: 'xl/worksheets/sheet0.xml',
        contenu: feuilleXml(ROW),
        a: (places) => places[4] ?? 0,
      }),
    { read: 'abime' },
  ],
  ['a part out of the file', () => withSheet(() => ({ a: () => 0x7fffffff })), { read: 'abime' }],
  ['a part larger than it says', () => withSheet(() => ({ taille: 10 })), { read: 'abime' }],
  ['a part smaller than it says', () => withSheet(() => ({ taille: 10_000 })), { read: 'abime' }],
  ['a part with another sum', () => withSheet(() => ({ crc: 1 })), { read: 'abime' }],
  ['a part with a password', () => withSheet(() => ({ drapeaux: 1 })), { read: 'abime' }],
  ['a part packed in another way', () => withSheet(() => ({ methode: 12 })), { read: 'abime' }],
  [
    'a part that is not what it is packed as',
    () => withSheet(() => ({ deflate: Buffer.from('garbage, not deflated') })),
    { read: 'abime' },
  ],
  [
    'a part with more behind it',
    () =>
      withSheet(({ contenu }) => ({
        deflate: Buffer.concat([deflateRawSync(contenu), Buffer.alloc(300_000)]),
      })),
    { read: 'abime' },
  ],
  [
    'a part that stops short',
    () => withSheet(({ contenu }) => ({ deflate: deflateRawSync(contenu).subarray(0, -8) })),
    { read: 'abime' },
  ],
  ['no sheet behind its name', () => zipOf(partsOf({ feuilles: [{ nom }] }).slice(0, -1)), { read: 'abime' }],
  [
    'no list of its parts',
    () => zipOf(partsOf({ feuilles: [{ nom }] }).filter((part) => part.nom !== '_rels/.rels')),
    { read: 'abime' },
  ],
]

const contents = ({ nom, ROW, classeur, withXml, withTexts, withSheet }: Headed): Cas[] => [
  [
    'a cell at XFD1048576',
    () => classeur(`${ROW}<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>`),
    { lines: 2 },
  ],
  ['a cell beyond XFD', () => classeur(line('<c r="XFE1"><v>1</v></c>')), { read: 'abime' }],
  ['100,000 columns', () => classeur(line('<c><v>1</v></c>'.repeat(100_000))), { read: 'abime' }],
  ['a line beyond the last', () => classeur('<row r="1048577"/>'), { read: 'abime' }],
  ['a line of no number', () => classeur('<row r="x"/>'), { read: 'abime' }],
  ['lines that go back', () => classeur('<row r="5"/><row r="2"/>'), { read: 'abime' }],
  ['cells that go back', () => classeur(line('<c r="B1"/><c r="A1"/>')), { read: 'abime' }],
  ['a cell in a cell', () => classeur(line('<c><c/></c>')), { read: 'abime' }],
  [
    'a text that is not there',
    () => withTexts('<si><t>x</t></si>', line('<c t="s"><v>1</v></c>')),
    { read: 'abime' },
  ],
  [
    '150,000 lines under the header',
    () => classeur(ROW + '<row><c r="D1"><v>1</v></c></row>'.repeat(150_000)),
    { lines: 150_001 },
  ],
  ['150,001 lines', () => classeur('<row><c><v>1</v></c></row>'.repeat(150_002)), { read: 'tropDeLignes' }],
  [
    'a thousand lines as wide as can be',
    () =>
      classeur(
        Array.from(
          { length: 1_000 },
          (_, n) => `<row r="${n + 1}"><c r="XFD${n + 1}"><v>1</v></c></row>`,
        ).join(''),
      ),
    { read: 'tropGrand' },
  ],
  ['a sheet that never ends', () => withXml(feuilleXml(ROW).slice(0, -30)), { read: 'abime' }],
  ['a sheet with two roots', () => withXml(`${feuilleXml(ROW)}<b/>`), { read: 'abime' }],
  ['a sheet with words around it', () => withXml(`${feuilleXml(ROW)} fin`), { read: 'abime' }],
  ['an empty sheet part', () => withXml(''), { read: 'abime' }],
  ['tags that cross', () => withXml('<worksheet><sheetData></worksheet></sheetData>'), { read: 'abime' }],
  ['tags without end', () => withXml('<a>'.repeat(100_000)), { read: 'abime' }],
  ['a tag without end', () => withXml(`<worksheet a="${'x'.repeat(3 * MIO)}`), { read: 'abime' }],
  ['a comment without end', () => withXml(`<worksheet><!--${'-'.repeat(3 * MIO)}`), { read: 'abime' }],
  [
    'a text without end',
    () => withXml(`<worksheet><sheetData><row><c><v>${'1'.repeat(3 * MIO)}`),
    { read: 'abime' },
  ],
  [
    'no UTF-8',
    () => withSheet(() => ({ contenu: Buffer.from(feuilleXml(ROW).replace(/nom/i, 'N\u00e9m'), 'latin1') })),
    { read: 'abime' },
  ],
  [
    'a billion laughs',
    () =>
      withXml(
        `<?xml version="1.0"?><!DOCTYPE l [<!ENTITY a "ha">${Array.from({ length: 9 }, (_, n) => `<!ENTITY ${'abcdefghij'[n + 1]} "${`&${'abcdefghij'[n]};`.repeat(10)}">`).join('')}]><worksheet><sheetData><row><c t="str"><v>&j;</v></c></row></sheetData></worksheet>`,
      ),
    { read: 'abime' },
  ],
  ['an entity of nobody', () => classeur(line('<c t="str"><v>&file;</v></c>')), { read: 'abime' }],
  ['a sign of no number', () => classeur(line('<c t="str"><v>&#x110000;</v></c>')), { read: 'abime' }],
  [
    'shared texts of 29 Mo',
    () => withTexts(repeated('<si><t>Résidence Les Pins</t></si>', 28 * MIO)),
    { lines: 1 },
  ],
  ['shared texts of 31 Mo', () => withTexts(repeated('<si><t>x</t></si>', 31 * MIO)), { read: 'tropGrand' }],
  [
    'shared texts of 31 Mo under another name',
    () =>
      zipOf(
        partsOf({
          feuilles: [{ nom, donnees: ROW }],
          textes: repeated('<si><t>x</t></si>', 31 * MIO),
        }).map((part) =>
          part.nom === 'xl/sharedStrings.xml'
            ? { ...part, nom: 'xl/autre.xml' }
            : part.nom.includes('_rels/workbook')
              ? { ...part, contenu: String(part.contenu).replace('sharedStrings.xml', 'autre.xml') }
              : part,
        ),
      ),
    { read: 'tropGrand' },
  ],
  [
    'a text that a hundred thousand cells share',
    () => withTexts(`<si><t>${'x'.repeat(32_000)}</t></si>`, line('<c t="s"><v>0</v></c>').repeat(100_000)),
    { read: 'tropGrand' },
  ],
]

/** All of them; none is stored, each is made when it is asked for. */
const hostileOf = (tete: Headed): readonly HostileWorkbook[] => [
  ...notWorkbooks(tete).map(([what, content, sent]) => ({
    what,
    bytes: () => Buffer.from(content),
    expected: { sent },
  })),
  ...[...archives(tete), ...contents(tete)].map(([what, bytes, expected]) => ({ what, bytes, expected })),
  ...heavy(tete).map(([what, bytes, expected]) => ({ what, bytes, expected, heavy: true })),
]

/** With the header of a sheet of the model. */
export const hostileWorkbooks = hostileOf(headed('Blocs', ['Résidence *', 'Nom *', 'Description *']))
/** With the titles of a list of one's own. */
export const hostileLists = hostileOf(headed('EL BAHDJA', ['NOM ET PRENOM', 'TEL', 'N° APPT', 'PRIX']))
