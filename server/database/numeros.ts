import { sql, type RawBuilder } from 'kysely'
import { aujourdhui } from '#shared/dates.ts'
import type { SerieDePapier } from '#shared/papiers.ts'
import type { Db } from '#server/database/db.ts'

/** Series without gaps; receipts are numbered in a table of their own. */
type Serie = 'dossier' | 'remboursement' | 'remise' | 'recu' | 'cloture' | SerieDePapier

/** A number of a series: its year and its rank in that year. The year of a receipt may be that of `REPRISE` (shared/numero.ts). */
export interface Numero {
  annee: number
  numero: number
}

/** The current year in Algiers, which numbers everything without a number of its own. */
export const anneeEnCours = (): number => Number(aujourdhui().slice(0, 4))

/**
 * Next number of a series in the current year of Algiers. Its row stays locked until the commit, and a rollback gives it back, so a year
 * has no gap. Callers take it last.
 */
export async function nextNumero(db: Db, serie: Serie): Promise<Numero> {
  const [numero] = await nextNumeros(db, serie, [null])
  if (!numero) throw new Error('a number that is asked for is given')
  return numero
}

/**
 * Numbers many records of a series, in their order: a given number is kept, null takes the next one of `annee` after all those. The rows of
 * the years stay locked until the commit.
 */
export async function nextNumeros(
  db: Db,
  serie: Serie,
  donnes: readonly (Numero | null)[],
  annee: number = anneeEnCours(),
): Promise<Numero[]> {
  const plusGrands = new Map<number, number>()
  for (const donne of donnes)
    if (donne) plusGrands.set(donne.annee, Math.max(plusGrands.get(donne.annee) ?? 0, donne.numero))
  for (const [une, plusGrand] of [...plusGrands].toSorted(([a], [b]) => a - b))
    await carry(db, serie, une, sql`greatest(d.dernier, ${plusGrand})`, plusGrand)
  const aTirer = donnes.filter((donne) => donne === null).length
  if (aTirer === 0) return donnes.flatMap((donne) => donne ?? [])
  let numero = (await carry(db, serie, annee, sql`d.dernier + ${aTirer}`, aTirer)) - aTirer
  return donnes.map((donne) => donne ?? { annee, numero: (numero += 1) })
}

/** Raises the last number of a year, which is `premier` in a year without numbers. @returns the last number from then on */
async function carry(
  db: Db,
  serie: Serie,
  annee: number,
  suivant: RawBuilder<unknown>,
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
