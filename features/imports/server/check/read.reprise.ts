import { lireTexte } from '#features/imports/cellules.ts'
import { CHAMPS_DE_REPRISE, feuilleDeReprise } from '#features/imports/reprise.colonnes.ts'
import { CHAMPS_DE_L_ACQUEREUR, CHAMPS_DU_NUMERO } from '#features/imports/reprise.words.ts'
import { isBlank } from '#features/imports/server/reprise/cellules.rules.ts'
import { report, type Contexte, type Ligne, type Source } from '#features/imports/server/check/context.ts'
import { aujourdhui, endOfLastMonth } from '#shared/dates.ts'
import type { Cellule } from '#shared/cellule.ts'
import type { LigneLue } from '#server/documents/classeur/lecteur.ts'

/**
 * Reads the titles of the model's sheet Reprise, each by its title there or by the words of its field. Its lines name their residence, its
 * amounts are dinars, and a total without a day is that of the end of last month.
 * @param plier folds a title for comparison
 * @returns the source of its lines, and the fields that it lacks: « numero », « client »
 */
export function readTitres(
  titre: string,
  entete: LigneLue | undefined,
  plier: (titre: string) => string,
): { source: Source; manquent: ('numero' | 'client')[] } {
  const champs = new Map<string, string>()
  for (const [champ, { libelle }] of CHAMPS_DE_REPRISE) champs.set(plier(libelle), champ)
  for (const colonne of feuilleDeReprise.colonnes) champs.set(plier(colonne.titre), colonne.champ)
  const positions = new Map<string, number>()
  const titres = new Map<string, string>()
  for (const [at, cellule] of (entete?.cellules ?? []).entries()) {
    const ecrit = String(cellule ?? '').trim()
    const champ = champs.get(plier(ecrit))
    if (champ === undefined || positions.has(champ)) continue
    positions.set(champ, at)
    titres.set(champ, ecrit.replace(/\s*\*\s*$/, ''))
  }
  const lacks = (parmi: ReadonlySet<string>) => ![...parmi].some((champ) => positions.has(champ))
  return {
    source: {
      titre,
      entete: entete?.ligne ?? 1,
      positions,
      titres,
      residence_id: null,
      bloc: null,
      arretee_au: endOfLastMonth(aujourdhui()),
      unite: 'da',
    },
    manquent: [
      ...(lacks(CHAMPS_DU_NUMERO) ? (['numero'] as const) : []),
      ...(lacks(CHAMPS_DE_L_ACQUEREUR) ? (['client'] as const) : []),
    ],
  }
}

const AUCUN: ReadonlySet<string> = new Set()

/** The first text of a line, and whether it stands there alone. */
function debutOf(cellules: readonly Cellule[]): Ligne['debut'] {
  const pleines = cellules.filter((cellule) => !isBlank(cellule))
  const texte = pleines.find((cellule) => typeof cellule === 'string')
  return texte === undefined ? undefined : { texte: texte.trim(), seul: pleines.length === 1 }
}

/** Keeps the cells of a line of Reprise as they stand. A text that nothing can keep is told at its cell. @returns true for a line that has a value */
export function readLineOfReprise(ctx: Contexte, source: Source, { ligne, cellules }: LigneLue): boolean {
  const lues: Record<string, Cellule> = {}
  const illisibles = new Set<string>()
  const lue: Ligne = {
    feuille: 'reprise',
    ligne,
    valeurs: {},
    illisibles: AUCUN,
    issue: null,
    source,
    cellules: lues,
  }
  for (const [champ, at] of source.positions) {
    const cellule = cellules[at] ?? null
    if (cellule === null) continue
    const texte = typeof cellule === 'string' ? lireTexte(cellule) : null
    if (texte?.faute !== undefined) {
      illisibles.add(champ)
      report(ctx, lue, 'erreur', champ, texte.faute)
    } else if (texte === null || texte.valeur !== null) lues[champ] = cellule
  }
  if (illisibles.size > 0) lue.illisibles = illisibles
  const vide = illisibles.size === 0 && Object.keys(lues).length === 0
  const debut = debutOf(cellules)
  if (debut) lue.debut = debut
  // A text alone may be the title of a bloc, in a column that is not read too.
  if (!vide || debut?.seul) ctx.lignes.reprise.push(lue)
  return !vide
}
