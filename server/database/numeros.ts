import { aujourdhui } from '#shared/dates.ts'
import type { SerieDePapier } from '#shared/papiers.ts'
import type { Db } from '#server/database/db.ts'

/** Series without gaps, besides the receipts. */
type Serie = 'dossier' | 'remboursement' | 'remise' | SerieDePapier

/**
 * Next number of a series in the current year of Algiers. Its row stays locked until the commit, and a rollback gives it back, so a year
 * has no gap. Callers take it last.
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
