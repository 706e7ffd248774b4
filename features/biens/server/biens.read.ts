import { sql, type RawBuilder } from 'kysely'
import type { Centimes } from '#shared/argent.ts'
import type { Db } from '#server/database/db.ts'
import { anyOf, runPrepared } from '#server/database/prepared.ts'
import { AppError } from '#server/http/errors.ts'
import type { BienResume } from '#features/biens/bien.contract.ts'
import { GENRES, libelleDuBien, type Etat, type TypeBien } from '#shared/biens.ts'

/** What a bien is called and where it is, whatever its kind: a row of the view `biens_decrits`. `code` as in Q177. */
export interface BienDecrit {
  id: number
  type: TypeBien
  /** In centimes. */
  prix: Centimes
  /** Lot, local or place number. */
  numero: string
  /** "F3", "Box"…, nothing for a local. */
  sorte: string | null
  /** In hundredths of m² (Q186). */
  surface: number | null
  /** Only an appartement has one, only a place a parking. */
  etage: string | null
  parking_id: number | null
  bloc_id: number | null
  /** Name of the bloc or of the parking. */
  code: string | null
  residence_id: number | null
  residence: string | null
}

const COLONNES = sql`id, type, prix, numero, sorte, surface, etage, parking_id, bloc_id, code, residence_id, residence`

/**
 * The bien whose id a query has in `column`, as one of its columns: looked up by key for each row. A join with the view would
 * read all biens, for the planner gives up beyond eight tables (docs/decisions/0066).
 */
export const bienDecrit = (column: string): RawBuilder<BienDecrit> =>
  sql<BienDecrit>`(
    select to_json(decrit) from (select ${COLONNES} from biens_decrits where id = ${sql.ref(column)}) decrit)`

/** So many at a time, that a report of thousands leaves room for the other requests between two readings. */
const LOT = 2_000

/** The given biens, described, by their id. */
export async function describeBiens(db: Db, ids: readonly number[]): Promise<Map<number, BienDecrit>> {
  const biens = new Map<number, BienDecrit>()
  for (let from = 0; from < ids.length; from += LOT) {
    for (const bien of await readBiens(db, ids.slice(from, from + LOT))) biens.set(bien.id, bien)
  }
  return biens
}

const readBiens = (db: Db, ids: readonly number[]): Promise<BienDecrit[]> =>
  runPrepared(db, sql<BienDecrit>`select ${COLONNES} from biens_decrits where id = ${anyOf(ids)}`)

/** A bien as lists of other things name it. */
export const toBienResume = ({
  id,
  type,
  numero,
  code,
  etage,
  residence_id,
  residence,
  bloc_id,
}: BienDecrit): BienResume => ({
  id,
  type,
  numero,
  designation: libelleDuBien(type, numero),
  lieu: [code, etage].filter(Boolean).join(', '),
  residence_id: residence_id ?? 0,
  residence: residence ?? '',
  bloc_id,
})

/** What a bien of the given kind costs, in centimes. @throws introuvable */
export async function readPrix(db: Db, type: TypeBien, id: number): Promise<Centimes> {
  const bien = await db
    .selectFrom('biens')
    .select('prix')
    .where('id', '=', id)
    .where('type', '=', type)
    .executeTakeFirst()
  if (!bien) throw new AppError('introuvable')
  return bien.prix
}

const parNumero = new Intl.Collator('fr', { numeric: true })

/** Order of a client's biens: dwellings, then locaux, then places; A2 before A10; the id last. */
export function compareBiens(
  a: Pick<BienDecrit, 'type' | 'numero' | 'id'>,
  b: Pick<BienDecrit, 'type' | 'numero' | 'id'>,
): number {
  return GENRES[a.type].rang - GENRES[b.type].rang || parNumero.compare(a.numero, b.numero) || a.id - b.id
}

/** Ids of the biens a client has now. */
export const selectBiensDuClient = (db: Db, clientId: number) =>
  db.selectFrom('ventes').select('bien_id').where('client_id', '=', clientId).where('terminee_le', 'is', null)

/** "This bien is free", or sold, for a list limited to it. @param id its qualified column */
export function isInEtat(etat: Etat, id: string): RawBuilder<boolean> {
  const vendu = sql<boolean>`exists (select from ventes w where w.bien_id = ${sql.ref(id)} and w.terminee_le is null)`
  return etat === 'vendu' ? vendu : sql<boolean>`not ${vendu}`
}
