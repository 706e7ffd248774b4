import type { Db } from '#server/database/db.ts'
import type { Visitor } from '#test/harness/app.ts'
import { addJours, aujourdhui } from '#shared/dates.ts'
import {
  buildAppartement,
  buildClient,
  buildCompteBancaire,
  idOf,
  pay,
  sell,
} from '#test/harness/builders.ts'

/** The records that made-up requests about groups and the bank speak of. */
export interface PoolsDeComptes {
  /** A client with two biens to pay. */
  client: number
  ventes: number[]
  /** A virement on an account. */
  virement: number
}

const HIER = addJours(aujourdhui(), -1)

/** The body of a group that its call accepts. */
const groupe = ({ client, ventes }: Pick<PoolsDeComptes, 'client' | 'ventes'>) => ({
  client_id: client,
  date_paiement: HIER,
  mode: 'virement',
  banque: 'BNA',
  reference: '4471',
  date_cheque: null,
  payeur_type: null,
  payeur: null,
  compte_id: null,
  lignes: ventes.map((vente_id) => ({ vente_id, versement: 1 })),
})

/** Puts them there anew, with one group that is recorded. */
export async function readPoolsDesComptes(db: Db, karim: Visitor): Promise<PoolsDeComptes> {
  const { id: client } = await buildClient(db)
  const sold = async () => sell(db, await buildAppartement(db, { prix: 100_000_000 }), client)
  const ventes = [await sold(), await sold()]
  const { id: compte_id } = await buildCompteBancaire(db)
  const virement = await pay(db, await sold(), 1_000, HIER, { mode: 'virement', compte_id })
  const { json } = await karim.post('/api/paiements/groupes', groupe({ client, ventes }))
  idOf({ json: (json as { groupe: unknown }).groupe })
  return { client, ventes, virement }
}

/** Returns the fields of a body about them whose values their names alone do not give. */
export const corpsDesComptes = (call: string, pools: PoolsDeComptes): Record<string, unknown> | undefined => {
  if (call === 'POST /api/paiements/groupes') return groupe(pools)
  if (call === 'PUT /api/rapports/banque')
    return { lignes: [{ objet: 'paiement', id: pools.virement }], vu: true, compte_id: undefined }
  return undefined
}
