import type { Colonne } from '#features/imports/colonnes.ts'
import { colonnesDe } from '#features/imports/feuilles.ts'
import { signaler, type Contexte, type Ligne } from '#features/imports/server/controle/contexte.ts'
import { formatValeur } from '#features/imports/server/controle/lignes.ts'

/** Fields of a sheet, as its cells would say them. */
type Dit = Readonly<Record<string, string | number | null>>

/**
 * What becomes of a line about something that is there and that lines never change: each cell that says otherwise is told, and left.
 * A blank cell says nothing.
 */
export function laisser(ctx: Contexte, ligne: Ligne, avant: Dit, ici: Dit): void {
  const colonnes = new Map<string, Colonne>(colonnesDe(ligne.feuille).map((une) => [une.champ, une]))
  let differe = false
  for (const [champ, valeur] of Object.entries(ici)) {
    const colonne = colonnes.get(champ)
    const connue = avant[champ] ?? null
    if (!colonne || ligne.valeurs[champ] == null || valeur === connue) continue
    differe = true
    const [la, celle] = [connue, valeur].map((une) => formatValeur(colonne, une))
    const texte = `${colonne.titre} : ${la} dans Diyar, ${celle} ici. Laissé tel quel.`
    signaler(ctx, ligne, 'avertissement', champ, texte)
  }
  ligne.sort ??= differe ? 'laisse' : 'existant'
}

/** A line that says again what a line above says: told, and not counted twice. */
export function redire(ctx: Contexte, ligne: Ligne, premiere: number, memes: boolean): void {
  if (!memes)
    return signaler(ctx, ligne, 'erreur', null, `Déjà à la ligne ${premiere}, avec d'autres valeurs.`)
  signaler(ctx, ligne, 'avertissement', null, `Déjà à la ligne ${premiere} : cette ligne est ignorée.`)
  ligne.sort ??= 'existant'
}
