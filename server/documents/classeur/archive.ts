import { open } from 'node:fs/promises'
import {
  enMemoire,
  lireRepertoire,
  ouvrirPartie,
  Refus,
  TAILLE_MAX,
  TEXTES_MAX,
  trouverDonnees,
  type Partie,
  type Source,
} from '#server/documents/classeur/zip.mjs'

/** What a file that was sent may be instead of a workbook: codes of refusals. */
export type PasClasseur = 'pasClasseur' | 'ancienClasseur' | 'classeurMacros'

const OLE = Buffer.from('d0cf11e0a1b11ae1', 'hex')
const ZIP = Buffer.from('PK\u0003\u0004', 'latin1')
const TYPES = '[Content_Types].xml'
const TYPES_MAX = 4 * 1024 * 1024
/** Of the whole directory: that there are too many parts is said when the workbook is read. */
const PARTIES = 70_000
const CLASSEUR =
  /["']application\/vnd\.openxmlformats-officedocument\.spreadsheetml\.(?:sheet|template)\.main\+xml["']/
const MACROS =
  /["']application\/vnd\.ms-(?:excel\.(?:sheet|template|addin)\.macroEnabled\.main\+xml|office\.vbaProject)["']/i

/** What a file that was sent is, by its first bytes and its directory: null for a workbook to read, else the code of the refusal. */
export async function jugerClasseur(path: string): Promise<PasClasseur | null> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const source: Source = {
      taille: size,
      lire: async (de, longueur) =>
        (await file.read(Buffer.alloc(longueur), 0, longueur, de)).buffer.subarray(0, longueur),
    }
    const debut = await source.lire(0, Math.min(8, size))
    if (debut.equals(OLE)) return 'ancienClasseur'
    if (!debut.subarray(0, 4).equals(ZIP)) return 'pasClasseur'
    const types = await lireTypes(source)
    if (MACROS.test(types)) return 'classeurMacros'
    return CLASSEUR.test(types) ? null : 'pasClasseur'
  } catch (error) {
    if (error instanceof Refus) return 'pasClasseur'
    throw error
  } finally {
    await file.close()
  }
}

/** What the archive says its parts are. */
async function lireTypes(source: Source): Promise<string> {
  const partie = (await lireRepertoire(source, PARTIES)).find(({ nom }) => nom === TYPES)
  if (!partie) return ''
  const morceaux: Buffer[] = []
  for await (const morceau of ouvrirPartie(source, partie, TYPES_MAX)) morceaux.push(morceau)
  return Buffer.concat(morceaux).toString('utf8')
}

/**
 * Inflates every part of an archive once, counting and keeping nothing, before anything reads it.
 * @throws Refus « abime » when parts overlap, share a name, leave the archive or are not what the directory says; « tropGrand »
 * beyond 200 Mo in all, 30 Mo of shared texts, 2,000 parts; the signal's reason
 */
export async function parcourirArchive(octets: Uint8Array, signal?: AbortSignal): Promise<void> {
  const source = enMemoire(octets)
  const parties = await lireRepertoire(source)
  await requireDistinctes(source, parties)
  let reste = TAILLE_MAX
  for (const partie of parties) {
    const max = /(?:^|\/)sharedStrings\.xml$/i.test(partie.nom) ? Math.min(TEXTES_MAX, reste) : reste
    for await (const { length } of ouvrirPartie(source, partie, max)) {
      signal?.throwIfAborted()
      reste -= length
    }
  }
}

async function requireDistinctes(source: Source, parties: readonly Partie[]): Promise<void> {
  const noms = new Set(parties.map(({ nom }) => nom.toLowerCase()))
  const dehors = [...noms].some((nom) => /^[\\/]|^[a-z]:|(?:^|[\\/])\.\.(?:[\\/]|$)/.test(nom))
  if (noms.size < parties.length || dehors) throw new Refus('abime')
  const places = await Promise.all(
    parties.map(async (partie) => ({
      de: partie.entete,
      a: (await trouverDonnees(source, partie)) + partie.comprime,
    })),
  )
  const rangees = places.toSorted((one, other) => one.de - other.de)
  if (rangees.some(({ a }, rang) => a > (rangees[rang + 1]?.de ?? source.taille))) throw new Refus('abime')
}
