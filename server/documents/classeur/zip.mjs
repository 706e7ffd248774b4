// @ts-check
/**
 * The directory of a zip archive, and its parts as they are inflated. It believes nothing that the archive claims.
 * Plain JavaScript, for the process that reads workbooks loads it as it is.
 */
import { pipeline } from 'node:stream'
import { crc32, createInflateRaw } from 'node:zlib'

/** @typedef {{ taille: number, lire: (de: number, longueur: number) => Promise<Buffer> | Buffer }} Source bytes that can be read here and there */
/** @typedef {{ nom: string, methode: number, crc: number, comprime: number, taille: number, entete: number, cache: boolean }} Partie */

/** What no reader may go on with: « abime » for what is no archive, or lies; « tropGrand » beyond the limits. */
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
/** Of an archive in all: inflated, what its shared texts may take of it, and its parts. */
export const TAILLE_MAX = 200 * MIO
export const TEXTES_MAX = 30 * MIO
export const PARTIES_MAX = 2000

const FIN = 0x06054b50
const FIN_64 = 0x06064b50
const LIEU_FIN_64 = 0x07064b50
const ENTREE = 0x02014b50
const ENTETE = 0x04034b50
const FIN_LONGUEUR = 22
const COMMENTAIRE_MAX = 0xffff
const ABSENT = 0xffffffff

/** @param {Uint8Array} octets @returns {Source} */
export function enMemoire(octets) {
  const tampon = Buffer.from(octets.buffer, octets.byteOffset, octets.byteLength)
  return { taille: tampon.length, lire: (de, longueur) => tampon.subarray(de, de + longueur) }
}

/**
 * What an archive says it holds, in the order of its directory. One that is cut has none.
 * @param {Source} source
 * @param {number} [max] parts
 * @returns {Promise<Partie[]>}
 */
export async function lireRepertoire(source, max = PARTIES_MAX) {
  const { nombre, debut, fin } = await trouverRepertoire(source)
  if (nombre > max) throw tropGrand()
  const repertoire = await lireTout(source, debut, fin - debut)
  /** @type {Partie[]} */
  const parties = []
  for (let at = 0; parties.length < nombre;) {
    if (at + 46 > repertoire.length || repertoire.readUInt32LE(at) !== ENTREE) throw abime()
    const nomLongueur = repertoire.readUInt16LE(at + 28)
    const plusLongueur = repertoire.readUInt16LE(at + 30)
    const suite = at + 46 + nomLongueur + plusLongueur + repertoire.readUInt16LE(at + 32)
    if (suite > repertoire.length) throw abime()
    const nom = repertoire.toString('utf8', at + 46, at + 46 + nomLongueur)
    const plus = repertoire.subarray(at + 46 + nomLongueur, at + 46 + nomLongueur + plusLongueur)
    const [taille = 0, comprime = 0, entete = 0] = lireGrands(plus, [
      repertoire.readUInt32LE(at + 24),
      repertoire.readUInt32LE(at + 20),
      repertoire.readUInt32LE(at + 42),
    ])
    parties.push({
      nom,
      methode: repertoire.readUInt16LE(at + 10),
      crc: repertoire.readUInt32LE(at + 16),
      comprime,
      taille,
      entete,
      cache: (repertoire.readUInt16LE(at + 8) & 1) !== 0,
    })
    at = suite
  }
  return parties
}

/**
 * Where the directory lies: the archive ends with a record that says so, itself followed by nothing but its comment.
 * @param {Source} source
 */
async function trouverRepertoire(source) {
  const longueur = Math.min(source.taille, FIN_LONGUEUR + COMMENTAIRE_MAX)
  const base = source.taille - longueur
  const queue = await lireTout(source, base, longueur)
  let at = longueur - FIN_LONGUEUR
  while (
    at >= 0 &&
    !(queue.readUInt32LE(at) === FIN && queue.readUInt16LE(at + 20) === longueur - at - FIN_LONGUEUR)
  )
    at--
  if (at < 0) throw abime()
  const nombre = queue.readUInt16LE(at + 10)
  const taille = queue.readUInt32LE(at + 12)
  const debut = queue.readUInt32LE(at + 16)
  const lu =
    nombre === 0xffff || taille === ABSENT || debut === ABSENT
      ? await trouverGrandRepertoire(source, base + at)
      : { nombre, debut, fin: debut + taille }
  if (lu.fin > base + at) throw abime()
  return lu
}

/** @param {Source} source @param {number} fin */
async function trouverGrandRepertoire(source, fin) {
  const lieu = await lireTout(source, fin - 20, 20)
  if (lieu.readUInt32LE(0) !== LIEU_FIN_64) throw abime()
  const record = await lireTout(source, grand(lieu, 8), 56)
  if (record.readUInt32LE(0) !== FIN_64) throw abime()
  const debut = grand(record, 48)
  return { nombre: grand(record, 32), debut, fin: debut + grand(record, 40) }
}

/**
 * Sizes that do not fit their field stand in an extra one, in its order.
 * @param {Buffer} plus @param {number[]} champs
 */
function lireGrands(plus, champs) {
  if (!champs.includes(ABSENT)) return champs
  for (let at = 0; at + 4 <= plus.length; at += 4 + plus.readUInt16LE(at + 2)) {
    if (plus.readUInt16LE(at) !== 1) continue
    const grands = plus.subarray(at + 4, at + 4 + plus.readUInt16LE(at + 2))
    let rang = 0
    return champs.map((champ) => (champ === ABSENT ? grand(grands, 8 * rang++) : champ))
  }
  throw abime()
}

/** @param {Buffer} octets @param {number} at */
function grand(octets, at) {
  if (at + 8 > octets.length) throw abime()
  return Number(octets.readBigUInt64LE(at))
}

/** @param {Source} source @param {number} de @param {number} longueur */
async function lireTout(source, de, longueur) {
  if (de < 0 || longueur < 0 || de + longueur > source.taille) throw abime()
  const lu = await source.lire(de, longueur)
  if (lu.length !== longueur) throw abime()
  return lu
}

/**
 * Where the bytes of a part begin, by its own header, which must be of this part.
 * @param {Source} source @param {Partie} partie
 */
export async function trouverDonnees(source, partie) {
  const entete = await lireTout(source, partie.entete, 30)
  if (entete.readUInt32LE(0) !== ENTETE || partie.cache) throw abime()
  const nomLongueur = entete.readUInt16LE(26)
  const nom = await lireTout(source, partie.entete + 30, nomLongueur)
  const debut = partie.entete + 30 + nomLongueur + entete.readUInt16LE(28)
  if (nom.toString('utf8') !== partie.nom || debut + partie.comprime > source.taille) throw abime()
  return debut
}

const MORCEAU = 64 * 1024

/**
 * The bytes of a part, piece by piece, none of which is kept; at the end they must be what the directory says they are.
 * @param {Source} source @param {Partie} partie
 * @param {number} max bytes
 * @returns {AsyncGenerator<Buffer, void>}
 */
export async function* ouvrirPartie(source, partie, max) {
  const debut = await trouverDonnees(source, partie)
  let [taille, somme] = [0, 0]
  for await (const morceau of partie.methode === 0
    ? bruts(source, debut, partie)
    : gonfler(source, debut, partie)) {
    taille += morceau.length
    if (taille > max) throw tropGrand()
    somme = crc32(morceau, somme)
    yield morceau
  }
  if (taille !== partie.taille || somme !== partie.crc) throw abime()
}

/** @param {Source} source @param {number} debut @param {Partie} partie @returns {AsyncGenerator<Buffer, void>} */
async function* bruts(source, debut, { comprime }) {
  for (let at = 0; at < comprime; at += MORCEAU)
    yield await lireTout(source, debut + at, Math.min(MORCEAU, comprime - at))
}

/** @param {Source} source @param {number} debut @param {Partie} partie @returns {AsyncGenerator<Buffer, void>} */
async function* gonfler(source, debut, partie) {
  if (partie.methode !== 8) throw abime()
  const flux = pipeline(bruts(source, debut, partie), createInflateRaw({ chunkSize: MORCEAU }), () => {})
  try {
    for await (const morceau of flux) yield /** @type {Buffer} */ (morceau)
  } catch (error) {
    throw error instanceof Refus ? error : abime()
  } finally {
    flux.destroy()
  }
  if (flux.bytesWritten !== partie.comprime) throw abime()
}
