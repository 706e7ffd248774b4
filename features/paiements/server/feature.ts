import { sql } from 'kysely'
import { paiementsEndpoints } from '#features/paiements/paiements.contract.ts'
import { paiementsRoutes } from '#features/paiements/server/paiements.routes.ts'
import type { Db } from '#server/database/db.ts'
import { defineFeature } from '#server/feature.ts'
import { communesErreurs, refusal } from '#shared/erreurs.ts'

export const paiements = defineFeature({
  routes: [paiementsRoutes],
  calls: { paiements: paiementsEndpoints },
  settings: { complete: completeReglages },
  constraints: {
    paiements_represente: refusal(communesErreurs.conflit),
    paiements_remise: refusal(communesErreurs.conflit),
    paiements_cheque: refusal(communesErreurs.conflit),
  },
})

/** Completes the settings of the forms with the banks that payments name, and says in one word whether the droit de timbre is reckoned. */
async function completeReglages(db: Db, reglages: Record<string, unknown>): Promise<Record<string, unknown>> {
  const { banques, ...rest } = Object(reglages['paiements']) as Record<string, unknown>
  const { percevoir } = Object(reglages['timbre']) as Record<string, unknown>
  const said = { ...reglages, timbre: percevoir === true }
  if (!Array.isArray(banques)) return said
  const proposees = banques.filter((banque) => typeof banque === 'string')
  return { ...said, paiements: { ...rest, banques: await completeBanques(db, proposees) } }
}

const OFFERTES = 200

/** The banks named by payments, each once, at most two hundred. The recursive query steps through the index from one bank to the next. */
async function listBanquesUtilisees(db: Db): Promise<string[]> {
  const { rows } = await sql<{ banque: string }>`
    with recursive suite (banque) as (
      (select p.banque from paiements p where p.banque is not null order by p.banque limit 1)
      union all
      select (select p.banque from paiements p where p.banque > s.banque order by p.banque limit 1)
      from suite s where s.banque is not null)
    select banque from suite where banque is not null limit ${OFFERTES}`.execute(db)
  return rows.map(({ banque }) => banque)
}

/** The banks of a form's list, by name, at most two hundred: those of the settings first, then those used by payments. */
async function completeBanques(db: Db, proposees: readonly string[]): Promise<string[]> {
  const toutes = new Set([...proposees, ...(await listBanquesUtilisees(db))])
  return [...toutes].slice(0, OFFERTES).toSorted((a, b) => a.localeCompare(b, 'fr'))
}
