import { sql } from 'kysely'
import { toChiffres } from '#shared/chiffres.ts'
import type { Doublon, DoublonsQuery } from '#features/clients/clients.contract.ts'
import { clesDeTelephone } from '#shared/telephone.ts'
import type { Db } from '#server/database/db.ts'

/** Maximum number of duplicates in an answer. */
const AU_PLUS = 5

/** Normal form of a number, as in `nin_cle` and `piece_cle`: letters and digits in upper case, null without any. */
const cleDeNumero = (numero: string) =>
  sql<string | null>`nullif(upper(regexp_replace(${numero}, '[^[:alnum:]]', '', 'g')), '')`

type Trouve = Omit<Doublon, 'raisons'> & { telephone: boolean; nin: boolean; piece: boolean }

/** Finds clients with one of these numbers in any spelling, most matches first. Families share phones, so no save is refused (Q89). */
export async function findDoublons(
  db: Db,
  { tel, tel2, nin, piece_numero, sauf }: DoublonsQuery,
): Promise<Doublon[]> {
  const tels = [tel, tel2].flatMap((champ) => clesDeTelephone(toChiffres(champ)))
  const { rows } = await sql<Trouve>`
    with cherche as (select ${tels}::text[] as tels, ${cleDeNumero(toChiffres(nin))} as nin, ${cleDeNumero(toChiffres(piece_numero))} as piece),
    trouves as (
      select id from clients where tel_cles && ${tels}::text[]
      union select id from clients where nin_cle = (select nin from cherche)
      union select id from clients where piece_cle = (select piece from cherche)),
    compares as (
      select c.id, c.nom_complet as "nomComplet", c.tel, c.recherche,
        c.tel_cles && k.tels as telephone,
        coalesce(c.nin_cle = k.nin, false) as nin, coalesce(c.piece_cle = k.piece, false) as piece
      from trouves join clients c using (id) cross join cherche k
      where c.id is distinct from ${sauf ?? null}::bigint)
    select id, "nomComplet", tel, telephone, nin, piece from compares
    order by telephone::int + nin::int + piece::int desc, recherche, id limit ${AU_PLUS}`.execute(db)
  return rows.map(({ telephone, nin: memeNin, piece, ...client }) => ({
    ...client,
    raisons: [
      ...(telephone ? (['téléphone'] as const) : []),
      ...(memeNin ? (['NIN'] as const) : []),
      ...(piece ? (["pièce d'identité"] as const) : []),
    ],
  }))
}
