import { sql, type RawBuilder } from 'kysely'

/** SQL for a value of the first cession of a sale after an instant, null when it has not changed hands since: who gave it then, held it at that instant. */
const dePremiereCession = <T>(value: RawBuilder<T>, vente: RawBuilder<unknown>, quand: RawBuilder<unknown>) =>
  sql<T | null>`(
  select ${value} from transferts cession join clients ancien on ancien.id = cession.ancien_client_id
  where cession.vente_id = ${vente} and cession.nature = 'client' and cession.quand > ${quand} order by cession.id limit 1)`

/** SQL for the name of the client who held the dossier of a sale at an instant, null when it has not changed hands since. */
export const detenteurDe = (vente: RawBuilder<unknown>, quand: RawBuilder<unknown>) =>
  dePremiereCession(sql<string>`ancien.nom_complet`, vente, quand)

/** SQL for the id of that client. */
export const idDuDetenteur = (vente: RawBuilder<unknown>, quand: RawBuilder<unknown>) =>
  dePremiereCession(sql<number>`cession.ancien_client_id`, vente, quand)

/** SQL for id and name of that client. */
export const detenteurDecrit = (vente: RawBuilder<unknown>, quand: RawBuilder<unknown>) =>
  dePremiereCession(
    sql<{
      id: number
      nomComplet: string
    }>`json_build_object('id', ancien.id, 'nomComplet', ancien.nom_complet)`,
    vente,
    quand,
  )

/** SQL for the name on a receipt: the client who held the dossier when `p` was paid; `c` is the client of the sale now. */
export const nomDuDetenteur = sql<string>`coalesce(${detenteurDe(sql`p.vente_id`, sql`p.cree_le`)}, c.nom_complet)`
