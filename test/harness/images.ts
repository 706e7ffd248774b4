/** Pictures that promoters, and others, send as their logo. */
import { deflateSync } from 'node:zlib'
import { ihdr, morceau, SIGNATURE } from '#db/png.ts'

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
