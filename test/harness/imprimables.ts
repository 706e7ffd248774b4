import { writeFileSync } from 'node:fs'
import { FAMILLES, readPolice } from '#server/documents/polices.mjs'

export const TABLE = 'shared/imprimables.ts'

/**
 * The signs of a TrueType font, by its `cmap` table (formats 4 and 12; the larger one holds all of the smaller).
 */
export function signesDe(police: Buffer): Set<number> {
  const cmap = tableDe(police, 'cmap')
  const places = Array.from({ length: cmap.readUInt16BE(2) }, (_, rang) => cmap.readUInt32BE(8 + 8 * rang))
  const lectures = places.map((place) => {
    const sous = cmap.subarray(place)
    const format = sous.readUInt16BE(0)
    return format === 12 ? format12(sous) : format === 4 ? format4(sous) : []
  })
  return new Set(lectures.flat())
}

function tableDe(police: Buffer, nom: string): Buffer {
  for (let entree = 12; entree < 12 + 16 * police.readUInt16BE(4); entree += 16)
    if (police.toString('latin1', entree, entree + 4) === nom)
      return police.subarray(police.readUInt32BE(entree + 8))
  throw new Error(`no ${nom} in the font`)
}

function format12(sous: Buffer): number[] {
  const signes: number[] = []
  for (let groupe = 0; groupe < sous.readUInt32BE(12); groupe++) {
    const place = 16 + 12 * groupe
    const [premier, dernier, glyphe] = [0, 4, 8].map((decalage) => sous.readUInt32BE(place + decalage))
    for (let signe = premier ?? 0; signe <= (dernier ?? -1); signe++)
      if ((glyphe ?? 0) + signe - (premier ?? 0) !== 0) signes.push(signe)
  }
  return signes
}

function format4(sous: Buffer): number[] {
  const signes: number[] = []
  const double = sous.readUInt16BE(6)
  for (let segment = 0; segment < double; segment += 2) {
    const dernier = sous.readUInt16BE(14 + segment)
    const premier = sous.readUInt16BE(16 + double + segment)
    const ecart = sous.readUInt16BE(16 + 2 * double + segment)
    const renvoi = 16 + 3 * double + segment
    const vers = sous.readUInt16BE(renvoi)
    for (let signe = premier; signe <= dernier && signe < 0xffff; signe++) {
      const lu = vers === 0 ? signe : sous.readUInt16BE(renvoi + vers + 2 * (signe - premier))
      if (lu !== 0 && ((lu + ecart) & 0xffff) !== 0) signes.push(signe)
    }
  }
  return signes
}

/** Returns the signs that every face of a family has, of all families: a sign that is bold in one place prints there too. */
function imprimables(): number[] {
  const signes = new Set(
    FAMILLES.flatMap((faces) => {
      const [premiere = new Set<number>(), ...autres] = faces.map((face) => signesDe(readPolice(face)))
      return [...premiere].filter((signe) => autres.every((autre) => autre.has(signe)))
    }),
  )
  // A sign that directs or controls the writing is not print.
  return [...signes]
    .filter((signe) => !/[\p{Cc}\p{DI}]/u.test(String.fromCodePoint(signe)))
    .toSorted((a, b) => a - b)
}

/** The file as the fonts make it. */
export function table(): string {
  const suites: { premier: number; dernier: number }[] = []
  for (const signe of imprimables()) {
    const suite = suites.at(-1)
    if (suite?.dernier === signe - 1) suite.dernier = signe
    else suites.push({ premier: signe, dernier: signe })
  }
  const ecrites = suites.map(({ premier, dernier }) =>
    premier === dernier ? premier.toString(16) : `${premier.toString(16)}-${dernier.toString(16)}`,
  )
  return `// Written by \`npm run generate imprimables\` from the fonts of the papers (server/documents/polices.mjs).

/** The signs that papers can print: code points and ranges of code points, in hexadecimal. */
export const IMPRIMABLES =
  '${ecrites.join(' ')}'
`
}

export const writeTable = (): void => writeFileSync(TABLE, table())
