import { aujourdhui } from '#shared/dates.ts'
import type { SerieDePapier } from '#shared/papiers.ts'
import type { Db } from '#server/database/db.ts'

/** The series without gap, besides that of receipts. */
type Serie = 'dossier' | 'remboursement' | 'remise' | SerieDePapier

/**
 * The next number of a series in the year it is in Algiers. The row lock is held until the caller commits, and the number goes back
 * when it does not: a year has no gap. Taken last, so that it is held shortly.
 */
export async function nextNumero(db: Db, serie: Serie): Promise<{ annee: number; numero: number }> {
  const annee = Number(aujourdhui().slice(0, 4))
  const { dernier } = await db
    .insertInto('numeros')
    .values({ serie, annee, dernier: 1 })
    .onConflict((conflict) =>
      conflict.columns(['serie', 'annee']).doUpdateSet((eb) => ({ dernier: eb('numeros.dernier', '+', 1) })),
    )
    .returning('dernier')
    .executeTakeFirstOrThrow()
  return { annee, numero: dernier }
}
