import type { LigneDeCaisse, TotauxDeCaisse } from '#features/rapports/registres.contract.ts'
import { aujourdhui } from '#shared/dates.ts'
import { startApp } from '#test/harness/app.ts'
import { buildAppartement, buildClient, idOf, sell } from '#test/harness/builders.ts'

const AUJOURDHUI = aujourdhui()

export const especes = { mode: 'especes' }
interface Caisse {
  data: LigneDeCaisse[]
  total: number
  jour: string
  membres: { id: number; nom: string }[]
  totals: TotauxDeCaisse
}

/** An installation of its own with a member and a sale, the calls that record its payments, and its till. */
export async function ouvrirCaisse() {
  const t = await startApp()
  const karim = await t.member()
  const client = (await buildClient(t.db, { nom_complet: 'Élodie Benaïssa' })).id
  const bien = await buildAppartement(t.db, { prix: 10_000_000_000, num_lot: 'A-12' })
  await sell(t.db, bien, client)
  const body = (versement: number, rest: object = {}) => ({
    client_id: client,
    appartement_id: bien,
    date_paiement: AUJOURDHUI,
    versement,
    ...rest,
  })
  return {
    t,
    karim,
    client,
    body,
    post: async (versement: number, rest: object = {}, who = karim) =>
      idOf(await who.post('/api/paiements', body(versement, rest))),
    till: async (query = '') => (await karim.get(`/api/journal-caisse${query}`)).json as Caisse,
  }
}
export type Ouverte = Awaited<ReturnType<typeof ouvrirCaisse>>
