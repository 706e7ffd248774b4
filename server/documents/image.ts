/** Checks a picture by its bytes alone, before anything draws it. */
import { crc32, inflateSync } from 'node:zlib'

interface Taille {
  largeur: number
  hauteur: number
}

/** Largest width and height, in pixels. */
const COTE_MAX = 1000
const dessinable = ({ largeur, hauteur }: Taille) =>
  largeur >= 1 && hauteur >= 1 && largeur <= COTE_MAX && hauteur <= COTE_MAX

/** Beginnings of other formats: a picture that contains one is also a page, a drawing, an archive or a PDF. */
const AUTRES = ['%PDF-', 'PK\u0003\u0004', 'PK\u0005\u0006', '<html', '<script', '<svg', '<!doctype']

/** Tells whether bytes are one whole PNG or JPEG of at most 1000 × 1000 pixels, which does not unfold to hundreds of megabytes. */
export function isImage(octets: Buffer, type: string): boolean {
  const texte = octets.toString('latin1').toLowerCase()
  if (AUTRES.some((autre) => texte.includes(autre.toLowerCase()))) return false
  return type === 'image/png' ? isPng(octets) : isJpeg(octets)
}

/** Samples per pixel for each colour type of a PNG. */
const VALEURS: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }
const PROFONDEURS: Record<number, readonly number[]> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
}
/** Most bytes of an inflated colour profile. */
const PROFIL_MAX = 4 * 2 ** 20

/** Reads the chunks in order, each with its checksum, up to the end of the file (ISO/IEC 15948). */
function isPng(octets: Buffer): boolean {
  const lignes: Buffer[] = []
  let entete: (Taille & { points: number }) | null = null
  for (let ici = 8; ici + 12 <= octets.length;) {
    const longueur = octets.readUInt32BE(ici)
    const fin = ici + 12 + longueur
    if (fin > octets.length) return false
    const dit = octets.subarray(ici + 4, fin - 4)
    if (crc32(dit) !== octets.readUInt32BE(fin - 4)) return false
    const type = dit.toString('latin1', 0, 4)
    const donnees = dit.subarray(4)
    if ((ici === 8) !== (type === 'IHDR')) return false
    if (type === 'IHDR') entete = readHeader(donnees)
    if (!entete) return false
    if (type === 'IDAT') lignes.push(donnees)
    if (type === 'iCCP' && deplier(donnees.subarray(donnees.indexOf(0) + 2), PROFIL_MAX) === null)
      return false
    if (type === 'IEND')
      return fin === octets.length && deplier(Buffer.concat(lignes), entete.points) !== null
    ici = fin
  }
  return false
}

/** Size of the picture, and most bytes of its inflated lines. */
function readHeader(donnees: Buffer): (Taille & { points: number }) | null {
  if (donnees.length !== 13) return null
  const [largeur, hauteur] = [donnees.readUInt32BE(0), donnees.readUInt32BE(4)]
  const [profondeur = 0, couleur = 0, pliage, filtre, entrelace = 2] = donnees.subarray(8)
  const valeurs = VALEURS[couleur]
  if (
    !valeurs ||
    !PROFONDEURS[couleur]?.includes(profondeur) ||
    pliage !== 0 ||
    filtre !== 0 ||
    entrelace > 1
  )
    return null
  if (!dessinable({ largeur, hauteur })) return null
  // An interlaced picture comes in seven passes, whose lines have one more byte each.
  const ligne = Math.ceil((largeur * valeurs * profondeur) / 8) + 1
  return { largeur, hauteur, points: hauteur * ligne + 4 * (largeur + hauteur) + 64 }
}

/** Inflated bytes; null for a broken stream or more bytes than `maxOutputLength`. */
function deplier(plie: Buffer, maxOutputLength: number): Buffer | null {
  try {
    return inflateSync(plie, { maxOutputLength })
  } catch {
    return null
  }
}

/** Reads the segments in order up to the end of the file (ITU-T T.81). */
function isJpeg(octets: Buffer): boolean {
  let taille: Taille | null = null
  let dessin = false
  for (let ici = 2; ici + 2 <= octets.length;) {
    const marque = octets[ici + 1] ?? 0
    if (octets[ici] !== 0xff) return false
    if (marque === 0xff) {
      ici += 1
      continue
    }
    if (marque === 0xd9) return dessin && ici + 2 === octets.length
    if (ici + 4 > octets.length) return false
    const longueur = octets.readUInt16BE(ici + 2)
    const fin = ici + 2 + longueur
    if (marque < 0xc0 || (marque >= 0xd0 && marque <= 0xd8) || longueur < 2 || fin > octets.length)
      return false
    if (isCadre(marque)) {
      // With two frames it would be unclear which one is drawn.
      if (taille || longueur < 8) return false
      taille = { largeur: octets.readUInt16BE(ici + 7), hauteur: octets.readUInt16BE(ici + 5) }
      if (!dessinable(taille)) return false
    }
    dessin ||= marque === 0xda && taille !== null
    ici = marque === 0xda ? finDuDessin(octets, fin) : fin
  }
  return false
}

const isCadre = (marque: number) => marque >= 0xc0 && marque <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marque)

/** Index of the next marker after the scan data. */
function finDuDessin(octets: Buffer, debut: number): number {
  for (let ici = octets.indexOf(0xff, debut); ici >= 0; ici = octets.indexOf(0xff, ici + 1)) {
    const suite = octets[ici + 1] ?? 0
    if (suite !== 0 && (suite < 0xd0 || suite > 0xd7)) return ici
  }
  return octets.length
}
