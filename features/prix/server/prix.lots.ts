import { sql } from 'kysely'
import { etatDuBien, isInEtat } from '#features/etats/server/etats.read.ts'
import { SURFACE } from '#features/etats/server/biens.read.ts'
import { structureErreurs } from '#features/structure/structure.erreurs.ts'
import type { CriteresDePrix, EtatRevisable } from '#features/prix/prix.contract.ts'
import { LOTS_MAX, prixErreurs } from '#features/prix/prix.erreurs.ts'
import type { Centimes } from '#shared/argent.ts'
import type { TypeBien } from '#shared/biens.ts'
import { aujourdhui, type Jour } from '#shared/dates.ts'
import type { Db } from '#server/database/db.ts'
import { statement } from '#server/database/prepared.ts'
import { refuse } from '#server/http/errors.ts'

/** A lot without an open vente; price in centimes, surface in hundredths of m². */
export interface LotNonVendu {
  id: number
  type: TypeBien
  numero: string
  lieu: string
  etat: EtatRevisable
  surface: number | null
  prix: Centimes
  version: number
}

/** A criterion left out is null. A niveau excludes locaux and places; a bloc excludes places. */
const selectLots = statement<
  [
    residence: number,
    types: readonly TypeBien[],
    etats: readonly EtatRevisable[],
    blocs: readonly number[] | null,
    sorte: string | null,
    niveaux: readonly (number | null)[],
    prix: readonly (number | null)[],
    surfaces: readonly (number | null)[],
    jour: Jour,
    limite: number | null,
  ],
  LotNonVendu & { total: number }
>(
  (residence, types, etats, blocs, sorte, niveaux, prix, surfaces, jour, limite) => sql`
    select lot.*, count(*) over () as total from (
      select b.id, b.type, b.prix, b.version, coalesce(a.num_lot, l.num, p.numero_place::text) as numero,
        concat_ws(', ', coalesce(o.nomloc, k.parking_nom), e.designation) as lieu, ${SURFACE} as surface,
        ${etatDuBien('b', null, jour)} as etat
      from biens b
      left join appartements a on a.id = b.id
      left join etages e on e.id = a.etage_id
      left join locaux l on l.id = b.id
      left join blocs o on o.id = coalesce(e.bloc_id, l.bloc_id)
      left join places_parking p on p.id = b.id
      left join parkings k on k.id = p.parking_id
      where b.residence_id = ${residence} and b.type = any(${types}::text[])
        and ${isInEtat('disponible', 'b.id')}
        and (${blocs}::bigint[] is null or o.id = any(${blocs}::bigint[]))
        and (${sorte}::text is null or normaliser(coalesce(a.type_logement, p.type_place)) = normaliser(${sorte}))
        and ((${niveaux}::int[])[1] is null or e.niveau >= (${niveaux}::int[])[1])
        and ((${niveaux}::int[])[2] is null or e.niveau <= (${niveaux}::int[])[2])
        and ((${prix}::bigint[])[1] is null or b.prix >= (${prix}::bigint[])[1])
        and ((${prix}::bigint[])[2] is null or b.prix <= (${prix}::bigint[])[2])
        and ((${surfaces}::bigint[])[1] is null or ${SURFACE} >= (${surfaces}::bigint[])[1])
        and ((${surfaces}::bigint[])[2] is null or ${SURFACE} <= (${surfaces}::bigint[])[2])
    ) lot where lot.etat = any(${etats}::text[]) order by lot.id limit ${limite}::bigint`,
)

function bornes(de: number | null = null, a: number | null = null): (number | null)[] {
  return de !== null && a !== null && de > a ? [a, de] : [de, a]
}

/** Reads the unsold lots of a residence that match the criteria, by id. @throws revisionTropLongue (422) */
export async function readLotsNonVendus(db: Db, criteres: CriteresDePrix): Promise<LotNonVendu[]> {
  const { residence_id, bloc_ids, types, etats, typeLogement } = criteres
  const rows = await selectLots(
    db,
    residence_id,
    types,
    etats,
    bloc_ids ?? null,
    typeLogement ?? null,
    bornes(criteres.niveau_de, criteres.niveau_a),
    bornes(criteres.prix_min, criteres.prix_max),
    bornes(criteres.surface_min, criteres.surface_max),
    aujourdhui(),
    LOTS_MAX + 1,
  )
  const total = rows[0]?.total ?? 0
  if (total > LOTS_MAX) throw refuse(prixErreurs.revisionTropLongue, { lots: total })
  return rows.map(({ total: _, ...lot }) => lot)
}

/**
 * Checks that the residence exists and holds each bloc.
 * @throws residenceInconnue, blocInconnu, blocAutreResidence (422, each on its field)
 */
export async function assertPlaces(db: Db, { residence_id, bloc_ids }: CriteresDePrix): Promise<void> {
  const residence = await db
    .selectFrom('residences')
    .select('id')
    .where('id', '=', residence_id)
    .executeTakeFirst()
  if (!residence) throw refuse(structureErreurs.residenceInconnue).on('residence_id')
  const asked = new Set(bloc_ids)
  if (asked.size === 0) return
  const blocs = await db
    .selectFrom('blocs')
    .select('residence_id')
    .where('id', '=', sql<number>`any(${[...asked]}::bigint[])`)
    .execute()
  if (blocs.length < asked.size) throw refuse(structureErreurs.blocInconnu).on('bloc_ids')
  if (blocs.some((bloc) => bloc.residence_id !== residence_id))
    throw refuse(structureErreurs.blocAutreResidence).on('bloc_ids')
}
