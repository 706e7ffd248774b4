import { constants, deflateRawSync } from 'node:zlib'
import { classeurOf, partsOf, zipOf, type Part } from '#test/harness/classeurs.ts'

/** Codes of what is refused when it is sent. */
export type Refused = 'pasClasseur' | 'ancienClasseur' | 'classeurMacros'
/** Codes of what reading it shows. */
type Unreadable = 'abime' | 'tropGrand' | 'tropDeLignes'

/** A file that somebody may send in place of a workbook, and what must become of it. */
export interface HostileWorkbook {
  what: string
  bytes: () => Buffer
  /** Refused at once, refused by whoever reads it, or read: that many lines. */
  expected: { sent: Refused } | { read: Unreadable } | { lines: number }
  /** Takes seconds to make or to read. */
  heavy?: boolean
}

export const MIO = 1024 * 1024
export const FICHIER_MAX = 10 * MIO

/** Workbooks of one sheet with these titles in its first line, `ROW`, and no line below it. */
export function headed(nom: string, titres: readonly string[]) {
  const ROW = `<row>${titres.map((titre) => `<c t="inlineStr"><is><t>${titre}</t></is></c>`).join('')}</row>`
  const classeur = (donnees: string) => classeurOf({ feuilles: [{ nom, donnees }] })
  /** An honest one, whose sheet is changed. */
  const withSheet = (change: (part: Part) => Partial<Part>) =>
    zipOf(
      partsOf({ feuilles: [{ nom, donnees: ROW }] }).map((part) =>
        part.nom.includes('sheet0') ? { ...part, ...change(part) } : part,
      ),
    )
  return {
    nom,
    ROW,
    classeur,
    withSheet,
    withXml: (xml: string) => classeurOf({ feuilles: [{ nom, xml }] }),
    withParts: (...plus: Part[]) => classeurOf({ feuilles: [{ nom, donnees: ROW }], plus }),
    withTexts: (textes: string, donnees = ROW) => classeurOf({ feuilles: [{ nom, donnees }], textes }),
    /** As large as a file may be, and a thousand times larger once it is open. */
    bomb(claimed: number): Buffer {
      const one = deflateRawSync(blanks, { level: 9, finishFlush: constants.Z_FULL_FLUSH }).length
      const megas = Math.floor((FICHIER_MAX - 8 * 1024) / one)
      return withSheet(() => ({ deflate: deflated(megas, blanks), taille: claimed }))
    },
    typed: (type: string) => classeurOf({ feuilles: [{ nom, donnees: ROW }], type }),
    honest: classeur(ROW),
  }
}
export type Headed = ReturnType<typeof headed>

/** So many bytes of a repeated MiB, deflated without ever having them: blocks that end on a byte can be put in a row. */
export function deflated(megas: number, mega: Buffer): Buffer {
  const block = deflateRawSync(mega, { level: 9, finishFlush: constants.Z_FULL_FLUSH })
  return Buffer.concat([...Array.from({ length: megas }, () => block), Buffer.from([3, 0])])
}
export const blanks = Buffer.alloc(MIO, ' ')

export const repeated = (text: string, bytes: number) => text.repeat(Math.ceil(bytes / text.length))
export const ole = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(4096)])
export const ms = (type: string) => `application/vnd.ms-excel.${type}.macroEnabled.main+xml`
export const line = (cells: string) => `<row>${cells}</row>`
