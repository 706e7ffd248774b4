import { type RawBuilder, sql } from 'kysely'
import { toChiffres } from '#shared/chiffres.ts'
import { readNumeroCherche, type readRecu } from '#shared/numero.ts'
import { motsOf, normaliser, readGenre } from '#shared/texte.ts'
import { containsMots, hasTrigram, shown, type Valeur } from '#server/database/lists.ts'

/** The condition that payment `p` has this receipt number; a null year means any. */
export const hasRecu = (
  { annee, numero }: NonNullable<ReturnType<typeof readRecu>>,
  valeur: Valeur = shown,
): RawBuilder<boolean> =>
  // The condition names the years, because the index of receipts begins with the year.
  sql<boolean>`(p.recu_numero = ${valeur(numero, 'bigint')} and p.recu_annee = any(${
    annee === null ? sql`array(select r.annee from recus r)` : sql`array[${valeur(annee, 'bigint')}]`
  }))`

/**
 * The condition that the receipt given before Diyar for payment `p` has this number: three characters in a row may stand anywhere in it,
 * a shorter number is the whole of it.
 */
export const hasOrigine = (origine: string, valeur: Valeur = shown): RawBuilder<boolean> => {
  const ecrite = sql<string>`normaliser(p.recu_origine)`
  return sql<boolean>`(p.recu_origine is not null and ${
    motsOf(origine).some(hasTrigram)
      ? containsMots(ecrite, origine, valeur)
      : sql`${ecrite} = ${valeur(normaliser(origine), 'text')}`
  })`
}

/** The text of a search that may be the number of a receipt given before Diyar, without the word « reçu »; null when it is blank. */
export function readOrigine(recherche: string): string | null {
  const { genre, reste } = readGenre(recherche)
  return (genre === 'recu' ? reste : normaliser(toChiffres(recherche))) || null
}

/** The conditions, of which one is enough, that a search names the receipt of payment `p` by its number or by that of its paper. */
export function matchesNumero(recherche: string): RawBuilder<boolean>[] {
  const recu = readNumeroCherche(recherche)
  const origine = readOrigine(recherche)
  return [...(recu === null ? [] : [hasRecu(recu)]), ...(origine === null ? [] : [hasOrigine(origine)])]
}
