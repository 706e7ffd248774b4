import type { Cellule } from '#shared/cellule.ts'
import type { LigneLue, Tranche } from '#server/documents/classeur/lecteur.ts'
import { COLONNE_DES_MESSAGES, COLONNE_DES_REMISES, foldTitre } from '#features/imports/server/sheets.ts'

/** Titles of columns stand in one of the first lines of a sheet. */
export const LIGNES_DE_TITRES = 10
/** Fewer known titles than this may be words of a line. */
const TITRES_CONNUS_MIN = 3
const AJOUTEES: ReadonlySet<string> = new Set([COLONNE_DES_MESSAGES, COLONNE_DES_REMISES].map(foldTitre))

export const textOf = (cellule: Cellule | undefined): string =>
  cellule === null || cellule === undefined || cellule instanceof Date ? '' : String(cellule).trim()

/** The line of the titles: of the first ten the one with most titles that `knows`, at least three; undefined when none has. */
export function findTitles(
  lignes: readonly LigneLue[],
  knows: (titre: string) => boolean,
): LigneLue | undefined {
  let meilleure: LigneLue | undefined
  let connus = TITRES_CONNUS_MIN - 1
  for (const lue of lignes) {
    if (lue.ligne > LIGNES_DE_TITRES) break
    const siens = lue.cellules.filter((cellule) => knows(textOf(cellule))).length
    if (siens <= connus) continue
    meilleure = lue
    connus = siens
  }
  return meilleure
}

/** A title of a column with the place where it stands. */
export interface TitreLu {
  at: number
  titre: string
  /** The text of a cell merged over two titles or more in the line above. */
  groupe: string | null
}

interface Plage {
  de: number
  a: number
  haut: number
  bas: number
}

const columnOf = (lettres: string): number =>
  [...lettres].reduce((rang, lettre) => rang * 26 + lettre.charCodeAt(0) - 64, 0) - 1

/** The zero-based place of a column named as Excel does; -1 for another text. */
export const placeOfLetter = (lettre: string): number => (/^[A-Z]{1,3}$/.test(lettre) ? columnOf(lettre) : -1)

const plagesOf = (groupes: Tranche['groupes'] = []): Plage[] =>
  groupes.flatMap((texte) => {
    const [, de = '', haut = '', a = '', bas = ''] = /^([A-Z]+)(\d+):([A-Z]+)(\d+)$/.exec(texte) ?? []
    return de === '' ? [] : [{ de: columnOf(de), a: columnOf(a), haut: Number(haut), bas: Number(bas) }]
  })

/** Reads the titles of a sheet: a cell merged down into the line of titles is one, and one merged over several stands above them. */
export function readTitles(
  entete: LigneLue,
  tete: readonly LigneLue[],
  groupes: Tranche['groupes'],
): TitreLu[] {
  const plages = plagesOf(groupes)
  const at = (ligne: number, colonne: number) =>
    textOf(tete.find((lue) => lue.ligne === ligne)?.cellules[colonne])
  const covers = ({ de, a, haut, bas }: Plage, ligne: number, colonne: number) =>
    de <= colonne && colonne <= a && haut <= ligne && ligne <= bas
  const largeur = Math.max(entete.cellules.length, ...plages.map(({ a }) => a + 1))
  const titres = Array.from({ length: largeur }, (_, colonne): TitreLu => {
    const sien = textOf(entete.cellules[colonne])
    const dessus = plages.find(
      (plage) => plage.de === colonne && plage.haut < entete.ligne && covers(plage, entete.ligne, colonne),
    )
    return { at: colonne, titre: sien === '' && dessus ? at(dessus.haut, colonne) : sien, groupe: null }
  })
  for (const plage of plages.filter(({ de, a, bas }) => a > de && bas === entete.ligne - 1)) {
    const dessous = titres.filter(
      (titre) => titre.titre !== '' && plage.de <= titre.at && titre.at <= plage.a,
    )
    const texte = at(plage.haut, plage.de)
    if (texte !== '' && dessous.length > 1) for (const titre of dessous) titre.groupe = texte
  }
  return titres.filter(({ titre }) => !AJOUTEES.has(foldTitre(titre)))
}
