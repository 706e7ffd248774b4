import { sql } from 'kysely'

/** SQL for the name on a receipt: the client who held the dossier when `p` was recorded, which the payment keeps. */
export const nomDuDetenteur = sql<string>`(select h.nom_complet from clients h where h.id = p.detenteur_id)`

/** SQL for id and name of that client, null when the dossier `v` of the payment `p` is his. */
export const detenteurDecrit = sql<{ id: number; nomComplet: string } | null>`
  case when p.detenteur_id <> v.client_id then (
    select json_build_object('id', h.id, 'nomComplet', h.nom_complet) from clients h where h.id = p.detenteur_id) end`

/**
 * SQL for the name of the holder of a payment that may be gone: `p`, else the line of the journal `avant` that deleted it. A line of before
 * the payment kept its holder says when the payment was recorded: the first cession after that tells who held the dossier.
 */
export const nomDuDetenteurPasse = sql<string | null>`(
  select h.nom_complet from clients h where h.id = coalesce(p.detenteur_id, (d.avant->>'detenteur_id')::bigint, (
    select t.ancien_client_id from transferts t
    where p.id is null and t.vente_id = (d.avant->>'vente_id')::bigint and t.nature = 'client'
      and t.quand > (d.avant->>'cree_le')::timestamptz order by t.id limit 1)))`
