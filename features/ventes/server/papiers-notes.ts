import { sql } from 'kysely'
import type { Relance } from '#features/ventes/dossiers.contract.ts'
import { numeroPapier } from '#shared/numero.ts'

/** The appel de fonds `d` that a note says was sent, null without one. */
export const PAPIER_NOTE = sql`case when d.id is not null then
  json_build_object('id', d.id, 'annee', d.annee, 'serie', d.serie, 'numero', d.numero) end`

/** A paper as {@link PAPIER_NOTE} reads it. */
export interface PapierLu {
  id: number
  annee: number
  serie: string
  numero: number
}

export const numeroDuPapier = ({ id, annee, serie, numero }: PapierLu): NonNullable<Relance['document']> => ({
  id,
  numero: numeroPapier(annee, serie, numero),
})
