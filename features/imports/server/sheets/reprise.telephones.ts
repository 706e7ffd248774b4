import { lireTelephone } from '#features/imports/cellules.ts'
import { report, type Contexte, type Ligne } from '#features/imports/server/check/context.ts'
import type { Dite } from '#features/imports/server/check/indexes.reprise.ts'
import { cellOf } from '#features/imports/server/sheets/reprise.dites.ts'
import { TELEPHONE_INVALIDE, isTelephone, TELEPHONE_MAX } from '#shared/coordonnees.ts'
import { numerosDe } from '#shared/telephone.ts'

/** Reads the phones of a line: the first of its cell, then the second, or that of « Téléphone 2 ». */
export function readTelephones(ctx: Contexte, ligne: Ligne): Pick<Dite, 'tel' | 'tel2'> {
  const tel = readTelephone(ctx, ligne, 'tel')
  const tel2 = readTelephone(ctx, ligne, 'tel2')
  const [premier = '', ...autres] = tel === null ? [] : numerosDe(tel)
  // Numbers of one cell are kept apart, unless there is a column for the second; what is beside a single one is kept as it stands.
  return tel === null || tel2 || autres.length === 0
    ? { tel, tel2: tel2 ?? '' }
    : { tel: premier, tel2: autres.join('/') }
}

/** @returns '' for a blank cell, null after the error is reported */
function readTelephone(ctx: Contexte, ligne: Ligne, champ: 'tel' | 'tel2'): string | null {
  if (ligne.illisibles.has(champ)) return null
  const cellule = cellOf(ligne, champ)
  if (cellule === null) return ''
  const { valeur, faute, avertissement } = lireTelephone(cellule)
  if (avertissement !== undefined) report(ctx, ligne, 'avertissement', champ, avertissement)
  const bon = typeof valeur === 'string' && valeur.length <= TELEPHONE_MAX && isTelephone(valeur)
  if (faute === undefined && bon) return valeur
  report(ctx, ligne, 'erreur', champ, faute ?? TELEPHONE_INVALIDE)
  return null
}
