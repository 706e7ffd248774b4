// @ts-check
/** Reads zip archives with yauzl and checks what it leaves unchecked. Forked processes load this file unbuilt. */
import { crc32 } from 'node:zlib'
import yauzl from 'yauzl'

/** @typedef {{ nom: string, archive: import('yauzl').ZipFile, entree: import('yauzl').Entry }} Partie */

/** Refusal of an archive: « abime » for a broken or lying one, « tropGrand » beyond the limits. */
export class Refus extends Error {
  /** @param {'abime' | 'tropGrand'} code */
  constructor(code) {
    super(code)
    this.code = code
  }
}
export const abime = () => new Refus('abime')
export const tropGrand = () => new Refus('tropGrand')

const MIO = 1024 * 1024
/** Limits of an archive: inflated bytes, inflated bytes of its shared texts, number of parts. */
export const TAILLE_MAX = 200 * MIO
export const TEXTES_MAX = 30 * MIO
const PARTIES_MAX = 2000

/** Any failure of an archive in memory means that it is broken. @param {unknown} error @returns {never} */
function refuse(error) {
  throw error instanceof Refus ? error : abime()
}

/**
 * Reads the parts in the order of the directory. @throws Refus for an archive without one, as when it was cut
 * @param {Uint8Array} octets @param {number} [max] parts @returns {Promise<Partie[]>}
 */
export async function readDirectory(octets, max = PARTIES_MAX) {
  const tampon = Buffer.from(octets.buffer, octets.byteOffset, octets.byteLength)
  try {
    // Names are UTF-8 whatever their flag says, and a size is compared once the limits have been.
    const archive = await yauzl.fromBufferPromise(tampon, { decodeStrings: false, validateEntrySizes: false })
    if (archive.entryCount > max) throw tropGrand()
    /** @type {Partie[]} */
    const parties = []
    for await (const entree of archive.eachEntry())
      parties.push({ nom: entree.fileNameRaw.toString('utf8'), archive, entree })
    return parties
  } catch (error) {
    return refuse(error)
  }
}

/** Offset of a part's bytes, after its local header, which must bear the name of the part. @param {Partie} partie */
export async function findData({ archive, entree }) {
  const { fileName, fileDataStart } = await archive.readLocalFileHeaderPromise(entree).catch(refuse)
  if (!fileName.equals(entree.fileNameRaw) || entree.isEncrypted()) throw abime()
  return fileDataStart
}

/**
 * Yields the inflated bytes of a part, whose size and checksum must be those of the directory.
 * @param {Partie} partie @param {number} max bytes @returns {AsyncGenerator<Buffer, void>}
 */
export async function* openPartie(partie, max) {
  const { archive, entree } = partie
  await findData(partie)
  let [taille, somme] = [0, 0]
  try {
    const flux = await archive.openReadStreamPromise(entree)
    for await (const morceau of flux) {
      taille += morceau.length
      if (taille > max) throw tropGrand()
      somme = crc32(morceau, somme)
      yield morceau
    }
    const lus = entree.isCompressed() ? Reflect.get(flux, 'bytesWritten') : taille
    if (taille !== entree.uncompressedSize || somme !== entree.crc32 || lus !== entree.compressedSize)
      throw abime()
  } catch (error) {
    refuse(error)
  }
}
