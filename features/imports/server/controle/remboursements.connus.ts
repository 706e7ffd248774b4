import { sql } from 'kysely'
import type { Contexte } from '#features/imports/server/controle/contexte.ts'
import { lireNumero, type Numero } from '#features/imports/server/controle/numeros.ts'
import type { Mode } from '#features/paiements/modes.ts'
import type { Centimes } from '#shared/argent.ts'
import type { Jour } from '#shared/dates.ts'

/** A refund that is there. In centimes. */
export interface RembourseConnu extends Numero {
  vente_id: number
  jour: Jour
  montant: Centimes
  mode: Mode
  banque: string | null
  reference: string | null
  note: string | null
}

/** The refunds that are there of the dossiers that the sheet names, and those with its numbers. */
export async function chargerRemboursements({ db, lignes, registres }: Contexte): Promise<RembourseConnu[]> {
  if (lignes.remboursements.length === 0) return []
  const numeros = lignes.remboursements.flatMap(
    ({ valeurs }) => lireNumero('remboursement', String(valeurs.numero ?? '')) ?? [],
  )
  const ventes = registres.ventes.toutes.flatMap(({ id, desistement }) =>
    id !== null && desistement ? id : [],
  )
  const { rows } = await sql<RembourseConnu>`
    select vente_id, annee, numero, jour, montant, mode, banque, reference, note from remboursements
    where vente_id = any (${ventes}::bigint[]) or (annee, numero) in (
      select * from unnest(${numeros.map(({ annee }) => annee)}::int[], ${numeros.map(({ numero }) => numero)}::int[]))
    order by id`.execute(db)
  return rows
}
