import { readFile } from 'node:fs/promises'
import {
  readDirectory,
  openPartie,
  Refus,
  TAILLE_MAX,
  TEXTES_MAX,
  findData,
  type Partie,
} from '#server/documents/classeur/zip.mjs'

type PasClasseur = 'pasClasseur' | 'ancienClasseur' | 'classeurMacros'

const OLE = Buffer.from('d0cf11e0a1b11ae1', 'hex')
const ZIP = Buffer.from('PK\u0003\u0004', 'latin1')
const TYPES = '[Content_Types].xml'
const TYPES_MAX = 4 * 1024 * 1024
/** Most parts looked at here; {@link walkArchive} refuses a workbook of more than 2,000. */
const PARTIES = 70_000
const CLASSEUR =
  /["']application\/vnd\.openxmlformats-officedocument\.spreadsheetml\.(?:sheet|template)\.main\+xml["']/
const MACROS =
  /["']application\/vnd\.ms-(?:excel\.(?:sheet|template|addin)\.macroEnabled\.main\+xml|office\.vbaProject)["']/i

/** Judges a sent file by its first bytes and its directory: null for a workbook, else the code of the refusal. */
export async function judgeClasseur(path: string): Promise<PasClasseur | null> {
  const octets = await readFile(path)
  if (octets.subarray(0, OLE.length).equals(OLE)) return 'ancienClasseur'
  if (!octets.subarray(0, ZIP.length).equals(ZIP)) return 'pasClasseur'
  try {
    const types = await readTypes(octets)
    if (MACROS.test(types)) return 'classeurMacros'
    return CLASSEUR.test(types) ? null : 'pasClasseur'
  } catch (error) {
    if (error instanceof Refus) return 'pasClasseur'
    throw error
  }
}

async function readTypes(octets: Buffer): Promise<string> {
  const partie = (await readDirectory(octets, PARTIES)).find(({ nom }) => nom === TYPES)
  if (!partie) return ''
  const morceaux: Buffer[] = []
  for await (const morceau of openPartie(partie, TYPES_MAX)) morceaux.push(morceau)
  return Buffer.concat(morceaux).toString('utf8')
}

/**
 * Inflates every part of an archive once, before any other reading.
 * @throws Refus « abime » for overlapping, doubled, outside or untrue parts; « tropGrand » beyond 200 MB, 30 MB of shared texts, 2,000
 * parts; the signal's reason
 */
export async function walkArchive(octets: Uint8Array, signal?: AbortSignal): Promise<void> {
  const parties = await readDirectory(octets)
  await requireDistinctes(octets.length, parties)
  let reste = TAILLE_MAX
  for (const partie of parties) {
    const max = /(?:^|\/)sharedStrings\.xml$/i.test(partie.nom) ? Math.min(TEXTES_MAX, reste) : reste
    for await (const { length } of openPartie(partie, max)) {
      signal?.throwIfAborted()
      reste -= length
    }
  }
}

async function requireDistinctes(taille: number, parties: readonly Partie[]): Promise<void> {
  const noms = new Set(parties.map(({ nom }) => nom.toLowerCase()))
  const dehors = [...noms].some((nom) => /^[\\/]|^[a-z]:|(?:^|[\\/])\.\.(?:[\\/]|$)/.test(nom))
  if (noms.size < parties.length || dehors) throw new Refus('abime')
  const places = await Promise.all(
    parties.map(async (partie) => ({
      de: partie.entree.relativeOffsetOfLocalHeader,
      a: (await findData(partie)) + partie.entree.compressedSize,
    })),
  )
  const rangees = places.toSorted((one, other) => one.de - other.de)
  if (rangees.some(({ a }, rang) => a > (rangees[rang + 1]?.de ?? taille))) throw new Refus('abime')
}
