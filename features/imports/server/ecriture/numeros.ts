import { sql } from 'kysely'
import type { NomDeSerie, Numero } from '#features/imports/server/controle/numeros.ts'
import { aujourdhui } from '#shared/dates.ts'
import type { Db } from '#server/database/db.ts'

/** The year in which what has no number of its own is numbered, in Algiers. */
export const anneeEnCours = (): number => Number(aujourdhui().slice(0, 4))

/**
 * Numbers what a workbook writes of one series: a number that it gives is kept, the others follow the largest of this year, in their
 * order. The last number of each year becomes the larger one. Whoever takes a number of this year waits from here on.
 * @param donnes in the order of the workbook, null where none is given
 */
export async function numeroter(
  db: Db,
  serie: NomDeSerie,
  donnes: readonly (Numero | null)[],
): Promise<Numero[]> {
  const annee = anneeEnCours()
  const plusGrands = new Map<number, number>()
  for (const donne of donnes)
    if (donne) plusGrands.set(donne.annee, Math.max(plusGrands.get(donne.annee) ?? 0, donne.numero))
  for (const [an, plusGrand] of [...plusGrands].toSorted(([a], [b]) => a - b))
    await porter(db, serie, an, sql`greatest(d.dernier, ${plusGrand})`, plusGrand)
  const aTirer = donnes.filter((donne) => donne === null).length
  if (aTirer === 0) return donnes.flatMap((donne) => donne ?? [])
  const dernier = await porter(db, serie, annee, sql`d.dernier + ${aTirer}`, aTirer)
  let numero = dernier - aTirer
  return donnes.map((donne) => donne ?? { annee, numero: (numero += 1) })
}

/** Moves the last number of a year on. @param premier the last one of a year that had none @returns the last one from then on */
async function porter(
  db: Db,
  serie: NomDeSerie,
  annee: number,
  suivant: ReturnType<typeof sql>,
  premier: number,
): Promise<number> {
  const recus = serie === 'recu'
  const cle = recus ? sql`annee` : sql`serie, annee`
  const { rows } = await sql<{ dernier: number }>`
    insert into ${sql.table(recus ? 'recus' : 'numeros')} as d (${cle}, dernier)
    values (${recus ? sql`` : sql`${serie}, `}${annee}, ${premier})
    on conflict (${cle}) do update set dernier = ${suivant} returning dernier`.execute(db)
  return rows[0]?.dernier ?? premier
}
