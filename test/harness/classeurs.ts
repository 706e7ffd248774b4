import { crc32, deflateRawSync } from 'node:zlib'

/** One part of an archive; what is said of it may be untrue. */
export interface Part {
  nom: string
  contenu: Buffer | string
  /** True for a part that is written as it is, without being deflated. */
  brut?: boolean
  /** Deflated already; `contenu` is then what it is said to become. */
  deflate?: Buffer
  /** The length that the directory says. */
  taille?: number
  crc?: number
  drapeaux?: number
  methode?: number
  /** Written as by a program that streams: length and checksum stand behind the part, not before it. */
  flux?: boolean
  /** Name in the part's own header. */
  autreNom?: string
  /** The place of another part's header. */
  a?: (places: readonly number[]) => number
}

/** A zip archive of these parts. */
export function zipOf(parts: readonly Part[]): Buffer {
  const places: number[] = []
  const morceaux: Buffer[] = []
  let place = 0
  const entrees = parts.map((part) => {
    const contenu = Buffer.from(part.contenu)
    const donnees = part.deflate ?? (part.brut ? contenu : deflateRawSync(contenu))
    const faits = Buffer.alloc(26)
    faits.writeUInt16LE(20, 0)
    faits.writeUInt16LE(part.drapeaux ?? (part.flux ? 8 : 0), 2)
    faits.writeUInt16LE(part.methode ?? (part.brut ? 0 : 8), 4)
    faits.writeUInt32LE(part.crc ?? crc32(contenu), 10)
    faits.writeUInt32LE(donnees.length, 14)
    faits.writeUInt32LE(part.taille ?? contenu.length, 18)
    const nom = Buffer.from(part.autreNom ?? part.nom)
    faits.writeUInt16LE(nom.length, 22)
    const tete = Buffer.from(faits)
    if (part.flux) tete.fill(0, 10, 22)
    const entete = Buffer.concat([Buffer.from('PK\u0003\u0004', 'latin1'), tete, nom])
    const suite = part.flux
      ? Buffer.concat([Buffer.from('PK\u0007\u0008', 'latin1'), faits.subarray(10, 22)])
      : Buffer.alloc(0)
    places.push(place)
    place += entete.length + donnees.length + suite.length
    morceaux.push(entete, donnees, suite)
    return { part, faits }
  })
  const repertoire = entrees.map(({ part, faits }, rang) => {
    const entree = Buffer.alloc(46)
    entree.write('PK\u0001\u0002', 'latin1')
    entree.writeUInt16LE(20, 4)
    faits.copy(entree, 6)
    entree.writeUInt16LE(Buffer.byteLength(part.nom), 28)
    entree.writeUInt16LE(0, 30)
    entree.writeUInt32LE(part.a?.(places) ?? places[rang] ?? 0, 42)
    return Buffer.concat([entree, Buffer.from(part.nom)])
  })
  const fin = Buffer.alloc(22)
  fin.write('PK\u0005\u0006', 'latin1')
  fin.writeUInt16LE(parts.length, 8)
  fin.writeUInt16LE(parts.length, 10)
  fin.writeUInt32LE(Buffer.concat(repertoire).length, 12)
  fin.writeUInt32LE(place, 16)
  return Buffer.concat([...morceaux, ...repertoire, fin])
}

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELS = 'http://schemas.openxmlformats.org/package/2006/relationships'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const SHEET_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

export interface Feuille {
  nom: string
  /** The text between the tags of sheetData. */
  donnees?: string
  /** The whole part, in place of it. */
  xml?: string
}

interface Classeur {
  feuilles: readonly Feuille[]
  /** The `si` elements. */
  textes?: string
  /** The text inside styleSheet. */
  styles?: string
  depuis1904?: boolean
  /** The type of the workbook itself. */
  type?: string
  plus?: readonly Part[]
}

export const feuilleXml = (donnees: string) =>
  `${XML}<worksheet xmlns="${MAIN}"><sheetData>${donnees}</sheetData></worksheet>`

/** The parts of a workbook, as its XML is written by hand. */
export function partsOf({
  feuilles,
  textes,
  styles,
  depuis1904 = false,
  type = `${SHEET_TYPE}.sheet.main+xml`,
  plus = [],
}: Classeur): Part[] {
  const lien = (id: string, sorte: string, cible: string) =>
    `<Relationship Id="${id}" Type="${OFFICE}/${sorte}" Target="${cible}"/>`
  const liens = (dedans: string) => `${XML}<Relationships xmlns="${RELS}">${dedans}</Relationships>`
  return [
    {
      nom: '[Content_Types].xml',
      contenu: `${XML}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/xl/workbook.xml" ContentType="${type}"/></Types>`,
    },
    { nom: '_rels/.rels', contenu: liens(lien('rId1', 'officeDocument', 'xl/workbook.xml')) },
    {
      nom: 'xl/workbook.xml',
      contenu: `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><workbookPr${depuis1904 ? ' date1904="1"' : ''}/><sheets>${feuilles
        .map(({ nom }, rang) => `<sheet name="${nom}" sheetId="${rang + 1}" r:id="f${rang}"/>`)
        .join('')}</sheets></workbook>`,
    },
    {
      nom: 'xl/_rels/workbook.xml.rels',
      contenu: liens(
        feuilles.map((_, rang) => lien(`f${rang}`, 'worksheet', `worksheets/sheet${rang}.xml`)).join('') +
          (textes === undefined ? '' : lien('t', 'sharedStrings', '/xl/sharedStrings.xml')) +
          (styles === undefined ? '' : lien('s', 'styles', 'styles.xml')),
      ),
    },
    ...(textes === undefined
      ? []
      : [{ nom: 'xl/sharedStrings.xml', contenu: `${XML}<sst xmlns="${MAIN}">${textes}</sst>` }]),
    ...(styles === undefined
      ? []
      : [{ nom: 'xl/styles.xml', contenu: `${XML}<styleSheet xmlns="${MAIN}">${styles}</styleSheet>` }]),
    ...feuilles.map(({ donnees = '', xml }, rang) => ({
      nom: `xl/worksheets/sheet${rang}.xml`,
      contenu: xml ?? feuilleXml(donnees),
    })),
    ...plus,
  ]
}

/** A workbook as its XML is written by hand. */
export const classeurOf = (classeur: Classeur): Buffer => zipOf(partsOf(classeur))
