import type { Db } from '#server/database/db.ts'

/** Who buys with the client of a vente. `part` in hundredths of a percent. */
export interface CoAcquereur {
  client_id: number
  nomComplet: string
  part: number
}

/** The co-acquéreurs of a vente, the largest share first. */
export const readCoAcquereurs = (db: Db, venteId: number): Promise<CoAcquereur[]> =>
  db
    .selectFrom('co_acquereurs as a')
    .innerJoin('clients as c', 'c.id', 'a.client_id')
    .where('a.vente_id', '=', venteId)
    .select(['a.client_id', 'c.nom_complet as nomComplet', 'a.part'])
    .orderBy('a.part', 'desc')
    .orderBy('a.client_id')
    .execute()
