import { lotsAuStade } from '#features/papiers/server/appels.essais.ts'
import type { Db } from '#server/database/db.ts'
import { addJours, aujourdhui } from '#shared/dates.ts'
import type { Visitor } from '#test/harness/app.ts'

/** A bloc that has reached the first stade, lines of it that are due, and appels de fonds of others. */
export interface Appelables {
  residence: number
  bloc: number
  echeances: number[]
  documents: number[]
}

/** Lines that made-up requests call: a new bloc each time, since a payment or a cancelled paper changes what can be asked of one. */
export async function buildAppelables(db: Db, karim: Visitor): Promise<Appelables> {
  const { bloc, lots, path } = await lotsAuStade(db, {
    lots: 6,
    atteint: addJours(aujourdhui(), -1),
    prix: 100_000,
  })
  const lignes = lots.slice(0, 2).map(({ echeance }) => ({ echeance_id: echeance }))
  // Settings that made-up requests have changed may refuse every paper for a while.
  const { documents = [] } = (await karim.post(path, { lignes })).json as { documents?: { id: number }[] }
  const { residence_id } = await db
    .selectFrom('blocs')
    .select('residence_id')
    .where('id', '=', bloc)
    .executeTakeFirstOrThrow()
  return {
    residence: residence_id,
    bloc,
    echeances: lots.slice(2).map(({ echeance }) => echeance),
    documents: documents.map(({ id }) => id),
  }
}
