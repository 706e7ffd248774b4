import { type RawBuilder, sql } from 'kysely'
import type * as z from 'zod/mini'
import type { compteNomme } from '#features/comptes/comptes.contract.ts'

export type CompteNomme = z.output<typeof compteNomme>

/** A column with the account that a row names, null for none. @param id the row's column of its id, such as « p.compte_id » */
export const compteDe = (id: string): RawBuilder<CompteNomme | null> => sql`(
  case when ${sql.ref(id)} is not null then (
    select json_build_object('id', k.id, 'banque', k.banque, 'numero', k.numero)
    from comptes_bancaires k where k.id = ${sql.ref(id)}) end)`
