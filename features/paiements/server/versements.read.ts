import { readPaiements, type PaiementLu } from '#features/paiements/server/paiements.read.ts'
import { toPaiement } from '#features/paiements/server/paiements.wire.ts'
import type { Versement } from '#features/paiements/versement.contract.ts'
import type { Db } from '#server/database/db.ts'

/** These payments with the residence of their bien, in the order of the ids. Amounts in centimes. */
export const readVersements = async (db: Db, ids: readonly number[]): Promise<Versement[]> =>
  (await readPaiements(db, ids)).map(toVersement)

const toVersement = (lu: PaiementLu): Versement => ({
  ...toPaiement(lu),
  residence: { id: lu.bien.residence_id ?? 0, nom: lu.bien.residence ?? '' },
})
