import { sql } from 'kysely'
import type { Doublon, DoublonsQuery } from '#features/clients/clients.contract.ts'
import type { Db } from '#server/database/db.ts'

/** So many are told. */
const AU_PLUS = 5
/** Fewer digits are an extension or a slip, and tell nobody from another. */
const CHIFFRES_MIN = 8

/** What two spellings of one phone have in common, as `tel_cle` has it: its last nine digits. */
const cleDeTelephone = (tel: string): string => tel.replace(/[^0-9]/g, '').slice(-9)

/** As `nin_cle` and `piece_cle` have it: letters and digits, upper case. Null for a number without any. */
const cleDeNumero = (numero: string) =>
  sql<string | null>`nullif(upper(regexp_replace(${numero}, '[^[:alnum:]]', '', 'g')), '')`

type Trouve = Omit<Doublon, 'raisons'> & { telephone: boolean; nin: boolean; piece: boolean }

/**
 * The clients who have one of these numbers, whatever its spelling (families share a phone, Q89: it is told, never refused). Those with
 * most of them first.
 */
export async function findDoublons(
  db: Db,
  { tel, tel2, nin, piece_numero, sauf }: DoublonsQuery,
): Promise<Doublon[]> {
  const tels = [tel, tel2].map(cleDeTelephone).filter((cle) => cle.length >= CHIFFRES_MIN)
  const { rows } = await sql<Trouve>`
    with cherche as (select ${tels}::text[] as tels, ${cleDeNumero(nin)} as nin, ${cleDeNumero(piece_numero)} as piece),
    trouves as (
      select id from clients where tel_cle = any(${tels}::text[]) or tel2_cle = any(${tels}::text[])
      union select id from clients where nin_cle = (select nin from cherche)
      union select id from clients where piece_cle = (select piece from cherche)),
    compares as (
      select c.id, c.nom_complet as "nomComplet", c.tel, c.recherche,
        coalesce(c.tel_cle = any(k.tels), false) or coalesce(c.tel2_cle = any(k.tels), false) as telephone,
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
