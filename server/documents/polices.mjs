// @ts-check
/** The fonts of the papers, read by the process that makes them and by what tells which signs they have (scripts/imprimables.mjs). */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

/**
 * Families, each with its faces. Upright ones only: the papers use no italics. Together they cover French, Arabic, Amazigh in Latin
 * letters or Tifinagh; what signs (✓ →) the others lack are in Plex.
 */
export const FAMILLES = [
  [
    '@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf',
    '@expo-google-fonts/noto-sans/600SemiBold/NotoSans_600SemiBold.ttf',
  ],
  [
    '@expo-google-fonts/amiri/400Regular/Amiri_400Regular.ttf',
    '@expo-google-fonts/amiri/700Bold/Amiri_700Bold.ttf',
  ],
  ['@expo-google-fonts/ibm-plex-sans-arabic/400Regular/IBMPlexSansArabic_400Regular.ttf'],
  ['@expo-google-fonts/noto-sans-tifinagh/400Regular/NotoSansTifinagh_400Regular.ttf'],
]

/** @param {string} fichier */
export const readPolice = (fichier) => readFileSync(require.resolve(fichier))

/** Every face, and the font of ▯. */
export const readPolices = () => [...FAMILLES.flat().map(readPolice), policeDuSigneInconnu()]

const NOM = 'Diyar Signes'
/** U+25AF, « white vertical rectangle »: what is printed for a sign that no font has. None of the others has it either. */
const SIGNE_INCONNU = 0x25af
const CADRATIN = 1000
const CHASSE = 560
const MONTANTE = 760
const DESCENDANTE = -60

/** @param {...number} valeurs */
const mots = (...valeurs) => {
  const octets = Buffer.alloc(valeurs.length * 2)
  for (const [rang, valeur] of valeurs.entries()) octets.writeUInt16BE(valeur & 0xffff, rang * 2)
  return octets
}
/** @param {...number} valeurs */
const doubles = (...valeurs) => mots(...valeurs.flatMap((valeur) => [valeur >>> 16, valeur]))

/**
 * A TrueType font (OpenType 1.9) of that one sign, which fits every weight. It is drawn here because a font that has it weighs a
 * megabyte.
 */
function policeDuSigneInconnu() {
  const cadre = [70, DESCENDANTE, CHASSE - 70, MONTANTE]
  const trace = dessin(cadre, 52)
  /** @type {Record<string, Buffer>} */
  const tables = {
    'OS/2': Buffer.concat([
      mots(4, CHASSE, 400, 5, 0, 650, 700, 0, 140, 650, 700, 0, 480, 50, 260, 0),
      Buffer.alloc(10),
      doubles(0, 1 << 13, 0, 0),
      Buffer.from('DIYR'),
      mots(0x40, SIGNE_INCONNU, SIGNE_INCONNU, MONTANTE, DESCENDANTE, 90, MONTANTE + 90, 240),
      doubles(1, 0),
      mots(500, 700, 0, 32, 1),
    ]),
    cmap: Buffer.concat([
      mots(0, 1, 3, 1),
      doubles(12),
      mots(4, 32, 0, 4, 4, 1, 0, SIGNE_INCONNU, 0xffff, 0, SIGNE_INCONNU, 0xffff, 1 - SIGNE_INCONNU, 1, 0, 0),
    ]),
    glyf: trace,
    head: Buffer.concat([
      doubles(0x10000, 0x10000, 0, 0x5f0f3cf5),
      mots(3, CADRATIN),
      Buffer.alloc(16),
      mots(...cadre, 0, 8, 2, 0, 0),
    ]),
    hhea: Buffer.concat([
      doubles(0x10000),
      mots(MONTANTE, DESCENDANTE, 90, CHASSE, 70, 70, CHASSE - 70, 1, 0, 0, 0, 0, 0, 0, 0, 2),
    ]),
    hmtx: mots(CHASSE, 0, CHASSE, 70),
    loca: mots(0, 0, trace.length / 2),
    maxp: Buffer.concat([doubles(0x10000), mots(2, 8, 2, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0)]),
    name: noms(),
    post: doubles(0x30000, 0, 0, 0, 0, 0, 0, 0),
  }
  return assembler(tables)
}

/** A frame: one rectangle, and another inside it the other way round. @param {number[]} cadre @param {number} trait */
function dessin([gauche = 0, bas = 0, droite = 0, haut = 0], trait) {
  /** @type {[number, number][]} */
  const points = [
    [gauche, bas],
    [gauche, haut],
    [droite, haut],
    [droite, bas],
    [gauche + trait, bas + trait],
    [droite - trait, bas + trait],
    [droite - trait, haut - trait],
    [gauche + trait, haut - trait],
  ]
  const ecarts = (/** @type {0 | 1} */ axe) =>
    points.map((point, rang) => point[axe] - (points[rang - 1]?.[axe] ?? 0))
  return aligner(
    Buffer.concat([
      mots(2, gauche, bas, droite, haut, 3, 7, 0),
      // Each point on the line, each step in two bytes.
      Buffer.alloc(points.length, 1),
      mots(...ecarts(0), ...ecarts(1)),
    ]),
  )
}

function noms() {
  const textes = [
    [1, NOM],
    [2, 'Regular'],
    [4, NOM],
    [6, NOM.replace(' ', '')],
  ].map(([cle, texte]) => ({ cle: Number(cle), octets: Buffer.from(String(texte), 'utf16le').swap16() }))
  let place = 0
  const index = textes.map(({ cle, octets }) => {
    place += octets.length
    return mots(3, 1, 0x409, cle, octets.length, place - octets.length)
  })
  return Buffer.concat([
    mots(0, textes.length, 6 + 12 * textes.length),
    ...index,
    ...textes.map(({ octets }) => octets),
  ])
}

/** @param {Buffer} octets */
const aligner = (octets) => Buffer.concat([octets, Buffer.alloc(-octets.length & 3)])

/** @param {Record<string, Buffer>} tables */
function assembler(tables) {
  const entrees = Object.entries(tables)
  let place = 12 + 16 * entrees.length
  const annuaire = entrees.map(([nom, octets]) => {
    const entree = Buffer.concat([Buffer.from(nom), doubles(somme(octets), place, octets.length)])
    place += aligner(octets).length
    return entree
  })
  return Buffer.concat([
    doubles(0x10000),
    mots(entrees.length, 128, 3, 16 * entrees.length - 128),
    ...annuaire,
    ...entrees.map(([, octets]) => aligner(octets)),
  ])
}

/** @param {Buffer} octets */
function somme(octets) {
  const alignes = aligner(octets)
  let total = 0
  for (let place = 0; place < alignes.length; place += 4) total = (total + alignes.readUInt32BE(place)) >>> 0
  return total
}
