import { sql } from 'kysely'
import type { Db } from '#server/database/db.ts'
import { anyOf, runPrepared } from '#server/database/prepared.ts'
import { GENRES, type TypeBien } from '#shared/biens.ts'

/** What a bien is called and where it is, whatever its kind. `surface` in hundredths of m² (Q186), `code` as in Q177. */
export interface BienDecrit {
  id: number
  type: TypeBien
  /** Lot, local or place number. */
  numero: string
  /** "F3", "Box"…, nothing for a local. */
  sorte: string | null
  /** Name of the bloc or of the parking. */
  code: string | null
  etage: string | null
  residence: string | null
  surface: number | null
}

/** So many at a time, that a report of thousands leaves room for the other requests between two readings. */
const LOT = 2_000

/** The given biens, described, by their id. */
export async function decrireBiens(db: Db, ids: readonly number[]): Promise<Map<number, BienDecrit>> {
  const biens = new Map<number, BienDecrit>()
  for (let from = 0; from < ids.length; from += LOT) {
    for (const bien of await readBiens(db, ids.slice(from, from + LOT))) biens.set(bien.id, bien)
  }
  return biens
}

function readBiens(db: Db, ids: readonly number[]): Promise<BienDecrit[]> {
  return runPrepared(
    db,
    sql<BienDecrit>`
    select b.id, b.type,
      coalesce(a.num_lot, l.num, k.numero_place::text) as numero,
      coalesce(a.type_logement, k.type_place) as sorte,
      coalesce(o.nomloc, g.parking_nom) as code,
      e.designation as etage,
      r.nom as residence,
      coalesce(a.surface_habitable + a.surface_utile, l.surface, k.superficie) as surface
    from biens b
    left join appartements a on a.id = b.id
    left join etages e on e.id = a.etage_id
    left join locaux l on l.id = b.id
    left join blocs o on o.id = coalesce(e.bloc_id, l.bloc_id)
    left join places_parking k on k.id = b.id
    left join parkings g on g.id = k.parking_id
    left join residences r on r.id = coalesce(o.residence_id, g.residence_id)
    where b.id = ${anyOf(ids)}`,
  )
}

const parNumero = new Intl.Collator('fr', { numeric: true })

/** Order of a client's biens: dwellings, then locaux, then places; A2 before A10; the id last. */
export function comparerBiens(
  a: Pick<BienDecrit, 'type' | 'numero' | 'id'>,
  b: Pick<BienDecrit, 'type' | 'numero' | 'id'>,
): number {
  return GENRES[a.type].rang - GENRES[b.type].rang || parNumero.compare(a.numero, b.numero) || a.id - b.id
}
