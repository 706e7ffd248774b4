import { sql, type RawBuilder } from 'kysely'
import { SANS_MODE, type EtatCherche, type FiltresDePaiement } from '#features/paiements/filtres.ts'
import { readPeriode } from '#shared/dates.ts'

const ETATS: Record<EtatCherche, RawBuilder<boolean>> = {
  valide: sql`p.rejete_le is null`,
  // Received or at the bank, each word for word the condition of its index: both together are few, and are found by them.
  attente: sql`((p.mode = 'cheque' and p.remise_id is null and p.encaisse_le is null and p.rejete_le is null)
    or (p.remise_id is not null and p.encaisse_le is null and p.rejete_le is null))`,
  encaisse: sql`(p.encaisse_le is not null and p.rejete_le is null)`,
  rejete: sql`p.rejete_le is not null`,
}

/** The filters that are set, under the names of the query; a period as it was meant. */
export function readFiltres({ mode, banque, du, au, etat }: FiltresDePaiement) {
  const set = { mode, banque: banque || undefined, ...readPeriode({ du, au }), etat }
  return Object.values(set).some((valeur) => valeur !== undefined) ? set : null
}

/**
 * « The payment `p` of a query is meant », one condition for each filter that is set. Values that the planner sees: of a month it
 * walks the days, of a bank the bank.
 */
export function matchesFiltres(filtres: FiltresDePaiement): RawBuilder<boolean>[] {
  const { mode, banque, du, au, etat } = readFiltres(filtres) ?? {}
  return [
    ...(mode === undefined
      ? []
      : [mode === SANS_MODE ? sql<boolean>`p.mode is null` : sql<boolean>`p.mode = ${mode}`]),
    ...(banque === undefined ? [] : [sql<boolean>`p.banque = ${banque}`]),
    ...(du === undefined ? [] : [sql<boolean>`p.date_paiement >= ${du}::date`]),
    ...(au === undefined ? [] : [sql<boolean>`p.date_paiement <= ${au}::date`]),
    ...(etat === undefined ? [] : [ETATS[etat]]),
  ]
}
