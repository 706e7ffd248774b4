/** Writes pictures in PNG (ISO/IEC 15948). */
import { crc32, deflateSync } from 'node:zlib'

export const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** A chunk with its length and its sum. */
export function morceau(type: string, donnees: Uint8Array = Buffer.alloc(0)): Buffer {
  const dit = Buffer.concat([Buffer.from(type, 'latin1'), donnees])
  const longueur = Buffer.alloc(4)
  longueur.writeUInt32BE(donnees.length)
  const somme = Buffer.alloc(4)
  somme.writeUInt32BE(crc32(dit))
  return Buffer.concat([longueur, dit, somme])
}

/** The values of a pixel: three colours, with or without how opaque it is. */
const COULEURS = { 3: 2, 4: 6 } as const

/** The first chunk: eight bits, three or four values a pixel. */
export function ihdr(largeur: number, hauteur: number, valeurs: keyof typeof COULEURS = 3): Buffer {
  const donnees = Buffer.alloc(13)
  donnees.writeUInt32BE(largeur, 0)
  donnees.writeUInt32BE(hauteur, 4)
  donnees.set([8, COULEURS[valeurs], 0, 0, 0], 8)
  return morceau('IHDR', donnees)
}

/** A square picture of four values a pixel, line by line. */
export function pngOf(cote: number, points: Uint8Array): Buffer {
  const lignes = Buffer.alloc(cote * (1 + 4 * cote))
  for (let y = 0; y < cote; y++)
    lignes.set(points.subarray(4 * cote * y, 4 * cote * (y + 1)), y * (1 + 4 * cote) + 1)
  return Buffer.concat([
    SIGNATURE,
    ihdr(cote, cote, 4),
    morceau('IDAT', deflateSync(lignes)),
    morceau('IEND'),
  ])
}
