import { readParametres } from '#features/parametres/server/parametres.service.ts'
import {
  ecrituresEndpoints,
  type EcrituresQuery,
  type LigneDEcriture,
} from '#features/rapports/ecritures.contract.ts'
import { A_AFFECTER, ecrituresDe, type Acte } from '#features/rapports/ecritures.rules.ts'
import { readActesDesCharges, readActesDesVentes } from '#features/rapports/server/ecritures.actes.ts'
import { actesDeTva } from '#features/rapports/server/ecritures.tva.ts'
import { moisDernier, readTva } from '#features/rapports/server/tva.service.ts'
import type { Centimes } from '#shared/argent.ts'
import { pathOf, readTranche, toPage, type PageQuery } from '#shared/pagination.ts'
import type { Db } from '#server/database/db.ts'
import { inSnapshot } from '#server/database/transaction.ts'

const PAR_PAGE = 100

/** The écritures of a month. Amounts in centimes. */
export interface Ecritures {
  mois: string
  lignes: LigneDEcriture[]
  totals: { debit: Centimes; credit: Centimes }
  a_affecter: number
  reprises: Centimes
}

/** One page of {@link readEcritures}. */
export function listEcritures(db: Db, query: EcrituresQuery & PageQuery) {
  const slice = readTranche(query, PAR_PAGE)
  return inSnapshot(db, async (instant) => {
    const { lignes, ...lues } = await readEcritures(instant, query)
    const page = lignes.slice(slice.offset, slice.offset + slice.limit)
    const path = pathOf(ecrituresEndpoints.read, { mois: query.mois })
    return { ...toPage(page, lignes.length, slice, path), ...lues }
  })
}

/**
 * The écritures of a month by day and piece, made of what happened in it by the plan of the settings; nothing of them is kept. The caller runs
 * it in a snapshot.
 */
export async function readEcritures(db: Db, { mois = moisDernier() }: EcrituresQuery): Promise<Ecritures> {
  const plan = await readParametres(db, 'ecritures')
  const { reprises, ...tva } = await readTva(db, { mois })
  const actes = [
    ...(await readActesDesVentes(db, mois)),
    ...(await readActesDesCharges(db, mois)),
    ...actesDeTva(tva),
  ]
  const lignes = actes.toSorted(byDayAndPiece).flatMap((acte) => ecrituresDe(acte, plan))
  const sum = (what: 'debit' | 'credit') => lignes.reduce((total, ligne) => total + (ligne[what] ?? 0), 0)
  return {
    mois,
    lignes,
    totals: { debit: sum('debit'), credit: sum('credit') },
    a_affecter: lignes.filter(({ compte }) => compte === A_AFFECTER).length,
    reprises,
  }
}

const SORTES: readonly Acte['sorte'][] = [
  'versement',
  'encaissement',
  'rejet',
  'remboursement',
  'retenue',
  'bon',
  'reglement',
  'tva',
]
const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)
const byDayAndPiece = (one: Acte, other: Acte): number =>
  compare(one.jour, other.jour) ||
  compare(one.piece, other.piece) ||
  SORTES.indexOf(one.sorte) - SORTES.indexOf(other.sorte)
