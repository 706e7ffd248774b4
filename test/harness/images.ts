/** Pictures that promoters, and others, send as their logo. */
import { crc32, deflateSync } from 'node:zlib'

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** A chunk of a PNG. */
export function morceau(type: string, donnees: Uint8Array = Buffer.alloc(0)): Buffer {
  const dit = Buffer.concat([Buffer.from(type, 'latin1'), donnees])
  const longueur = Buffer.alloc(4)
  longueur.writeUInt32BE(donnees.length)
  const somme = Buffer.alloc(4)
  somme.writeUInt32BE(crc32(dit))
  return Buffer.concat([longueur, dit, somme])
}

/** The first chunk: eight bits, three colours. */
export function ihdr(largeur: number, hauteur: number): Buffer {
  const donnees = Buffer.alloc(13)
  donnees.writeUInt32BE(largeur, 0)
  donnees.writeUInt32BE(hauteur, 4)
  donnees.set([8, 2, 0, 0, 0], 8)
  return morceau('IHDR', donnees)
}

/** A PNG of one colour. `plus` are chunks before its end, `points` its lines when they are not what they should be. */
export function unPng(
  largeur = 40,
  hauteur = 20,
  { plus = [] as Buffer[], points = Buffer.alloc(0) } = {},
): Buffer {
  const lignes = points.length > 0 ? points : Buffer.alloc(hauteur * (1 + 3 * largeur), 0x40)
  if (points.length === 0) for (let y = 0; y < hauteur; y++) lignes[y * (1 + 3 * largeur)] = 0
  return Buffer.concat([
    SIGNATURE,
    ihdr(largeur, hauteur),
    morceau('IDAT', deflateSync(lignes)),
    ...plus,
    morceau('IEND'),
  ])
}

/** A PNG of so many bytes: a chunk that no reader needs fills it. */
export const unPngDe = (octets: number): Buffer => {
  const nu = unPng().length
  return unPng(40, 20, { plus: [morceau('teXt', Buffer.alloc(octets - nu - 12, 0x20))] })
}

/** A JPEG of 16 × 8 points, grey. */
export const unJpeg = (): Buffer =>
  Buffer.from(
    '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABALDA4MChAODQ4SERATGCgaGBYWGDEjJR0oOjM9PDkzODdASFxOQERXRTc4UG1RV19iZ2hnPk1xeXBkeFxlZ2P/wAALCAAIABABAREA/8QAHwAAAQUBAQEBAQEAAAAAAAAAAAECAwQFBgcICQoL/8QAtRAAAgEDAwIEAwUFBAQAAAF9AQIDAAQRBRIhMUEGE1FhByJxFDKBkaEII0KxwRVS0fAkM2JyggkKFhcYGRolJicoKSo0NTY3ODk6Q0RFRkdISUpTVFVWV1hZWmNkZWZnaGlqc3R1dnd4eXqDhIWGh4iJipKTlJWWl5iZmqKjpKWmp6ipqrKztLW2t7i5usLDxMXGx8jJytLT1NXW19jZ2uHi4+Tl5ufo6erx8vP09fb3+Pn6/9oACAEBAAA/AMyiv//Z',
    'base64',
  )
