import { report, type Contexte } from '#features/imports/server/check/context.ts'
import { readMontantDe } from '#features/imports/server/reprise/cellules.rules.ts'
import type { LigneDeTotal } from '#features/imports/server/check/indexes.reprise.ts'
import { cellOf, DES_MONTANTS, MONTANTS } from '#features/imports/server/sheets/reprise.dites.ts'
import type { Lue } from '#features/imports/server/sheets/reprise.versements.ts'
import { formatMontant, type Centimes } from '#shared/argent.ts'

/** Compares each amount of a line of totals with the lines above it that were taken: all of them, or those since the total before. */
export function compareTotals(ctx: Contexte, lues: readonly Lue[]): void {
  const precedentes = new Map<LigneDeTotal['source'], number>()
  for (const { ligne, source } of ctx.indexes.reprise.totaux) {
    const depuis = precedentes.get(source) ?? 0
    const siennes = lues.filter(({ dite }) => dite.source === source && dite.ligne.ligne < ligne.ligne)
    for (const champ of DES_MONTANTS) {
      const cellule = cellOf(ligne, champ)
      const lu = cellule === null ? null : readMontantDe(cellule, source.unite)
      if (!lu || 'faute' in lu) continue
      const sumSince = (debut: number) =>
        siennes
          .filter(({ dite }) => dite.ligne.ligne > debut)
          .reduce((somme, lue) => somme + amountOf(lue, champ), 0)
      const toutes = sumSince(0)
      if (lu.valeur === toutes || lu.valeur === sumSince(depuis)) continue
      const texte = `Ligne TOTAL : ${formatMontant(lu.valeur)}, les lignes font ${formatMontant(toutes)}.`
      report(ctx, ligne, 'avertissement', champ, texte)
    }
    precedentes.set(source, ligne.ligne)
  }
}

/** Returns the amount that a line has in a column. */
function amountOf({ prix, total, reste, versements }: Lue, champ: string): Centimes {
  if (champ === 'prix') return prix ?? 0
  if (champ === 'total') return total ?? 0
  if (champ === 'c_reste') return reste ?? 0
  return MONTANTS.some((un) => un === champ) ? (versements.find((un) => un.champ === champ)?.montant ?? 0) : 0
}
