import { isBlank } from '#features/imports/server/reprise/cellules.rules.ts'
import { report, type Contexte, type Ligne, type Source } from '#features/imports/server/check/context.ts'
import { champDuVersement, RANGS } from '#features/imports/reprise.colonnes.ts'
import type { Cellule } from '#shared/cellule.ts'
import { formatNombre } from '#shared/argent.ts'

/** The cell of a field; null when it is blank. */
export const cellOf = ({ cellules }: Pick<Ligne, 'cellules'>, champ: string): Cellule => {
  const cellule = cellules?.[champ]
  return cellule === undefined || isBlank(cellule) ? null : cellule
}

export const MONTANTS = RANGS.map((rang) => champDuVersement('montant', rang))
/** Fields that hold amounts, in the order of a line of totals. */
export const DES_MONTANTS: readonly string[] = ['prix', ...MONTANTS, 'total', 'c_reste']

/** Reports a message of the line of titles of a list. */
export function sayOfSource(ctx: Contexte, source: Source, champ: string | null, texte: string): void {
  const tete = { feuille: 'reprise', ligne: source.entete, issue: null, source } as const
  report(ctx, { ...tete }, 'avertissement', champ, texte)
}

/** Counts how names were read, to tell each reading once. */
export class Lectures {
  readonly #comptes = new Map<
    string,
    { source: Source; champ: string; ecrit: string; lu: string; lignes: number }
  >()

  add(source: Source, champ: string, ecrit: string, lu: string): void {
    const cle = `${source.titre}\u0000${champ}\u0000${ecrit}\u0000${lu}`
    const connue = this.#comptes.get(cle)
    if (connue) connue.lignes += 1
    else this.#comptes.set(cle, { source, champ, ecrit, lu, lignes: 1 })
  }

  tell(ctx: Contexte): void {
    for (const { source, champ, ecrit, lu, lignes } of this.#comptes.values()) {
      const combien = lignes === 1 ? '1 ligne' : `${formatNombre(lignes)} lignes`
      sayOfSource(ctx, source, champ, `« ${ecrit} » lu comme « ${lu} » (${combien}).`)
    }
  }
}
