import { sql, type RawBuilder } from 'kysely'
import { structureErreurs } from '#features/structure/structure.erreurs.ts'
import { communesErreurs } from '#shared/erreurs.ts'
import { isSature, tauxOccupation } from '#features/structure/occupation.rules.ts'
import {
  type PaymentTotals,
  type Residence,
  type ResidenceInput,
  type ResidenceReport,
  type ResidenceResume,
  residencesEndpoints,
} from '#features/structure/residences.contract.ts'
import {
  compareNames,
  clientsOf,
  ETAGES_DU_BLOC,
  lotsOf,
  statsOf,
} from '#features/structure/server/occupation.service.ts'
import type { NiveauVide } from '#features/structure/server/niveaux.service.ts'
import {
  limitRows,
  pathOf,
  toPage,
  readTranche,
  type PageQuery,
  type ChoixQuery,
} from '#shared/pagination.ts'
import type { TypeBien } from '#shared/biens.ts'
import { formatCompte } from '#shared/texte.ts'
import type { Fichier } from '#server/files/intact.ts'
import { addMany, changeManyVersioned } from '#server/database/bulk.ts'
import { cumulCount } from '#server/database/records.ts'
import type { Db } from '#server/database/db.ts'
import { anyOf, limitAndOffset, statement } from '#server/database/prepared.ts'
import { containsNoms } from '#server/database/lists.ts'
import { refuse } from '#server/http/errors.ts'
import { groupBy } from '#shared/group-by.ts'
import { inSnapshot } from '#server/database/transaction.ts'

const PAR_PAGE = 3

/** An empty page has one row of nulls, which carries the total. */
const selectPage = statement<[number, number], Row & { total: number }>(
  (limit, offset) => sql`
    select t.total, r.* from (select ${cumulCount('residences')} as total) t
    left join (${selectResidences(sql`select id from residences order by id desc ${limitAndOffset({ limit, offset })}`)}) r on true
    order by r.id desc`,
)

/** Lists one page of residences, the newest first, so that a new one is visible at once. */
export async function listResidences(db: Db, query: PageQuery) {
  const slice = readTranche(query, PAR_PAGE)
  const rows = await selectPage(db, slice.limit, slice.offset)
  const found = rows.flatMap(({ total: _total, ...row }) => (row.id === null ? [] : [toResidence(row)]))
  return toPage(found, rows[0]?.total ?? 0, slice, pathOf(residencesEndpoints.list))
}

/** Lists all residences by name for select boxes, or those that the search finds. */
export async function allResidences(db: Db, query: ChoixQuery): Promise<ResidenceResume[]> {
  const rows = await db
    .selectFrom('residences')
    .$if(query.search !== '', (toutes) => toutes.where(containsNoms('recherche', query.search)))
    .select(['id', 'nom'])
    .execute()
  return limitRows(
    rows.toSorted((a, b) => compareNames(a.nom, b.nom) || a.id - b.id),
    query,
  )
}

const selectResidence = statement<[number], Row>(
  (id) => sql<Row>`${selectResidences(sql`select ${id}::bigint`)}`,
)

/** Reads a residence. @throws introuvable (404) */
export async function readResidence(db: Db, id: number): Promise<Residence> {
  const [row] = await selectResidence(db, id)
  if (!row) throw refuse(communesErreurs.introuvable)
  return toResidence(row)
}

/** Reads the residences of these ids, in no order. Unknown ids are left out. */
export async function readResidences(db: Db, ids: readonly number[]): Promise<Residence[]> {
  const { rows } = await sql<Row>`${selectResidences(sql`select unnest(${ids}::bigint[])`)}`.execute(db)
  return rows.map(toResidence)
}

const toColumns = ({ nom, adresse }: ResidenceInput) => ({ nom, adresse })

export const RESIDENCE: NiveauVide<ResidenceInput, Residence> = {
  objet: 'residence',
  read: readResidence,
  readMany: readResidences,
  /** @throws residenceNomPris (422 on nom, Q98) */
  hold: (db, { nom }, avant) => refuseTakenName(db, nom, avant?.id ?? null),
  insert: (db, saisies) => addMany(db, 'residences', saisies.map(toColumns)),
  change: (db, saisies) =>
    changeManyVersioned(
      db,
      'residences',
      saisies.map((saisie) => ({ id: saisie.id, ...toColumns(saisie) })),
    ),
  nonVide: structureErreurs.residenceNonVide,
  nomme: 'cette résidence',
  contenu: ({ blocs_count, parkings_count }) => [
    blocs_count > 0 && formatCompte(blocs_count, 'bloc'),
    parkings_count > 0 && formatCompte(parkings_count, 'parking'),
  ],
  nommeAilleurs: async (db, id) => {
    const { bons } = await db
      .selectFrom('bons')
      .where('residence_id', '=', id)
      .select(sql<number>`count(*)`.as('bons'))
      .executeTakeFirstOrThrow()
    return [bons > 0 && formatCompte(bons, "bon d'achat", "bons d'achat")]
  },
}

/** Finds the kept plan of a residence, under its display name. @throws introuvable, residenceSansPlan (404, Q99) */
export async function planOf(db: Db, id: number): Promise<Fichier & { nom: string }> {
  const found = await db
    .selectFrom('residences as r')
    .leftJoin('fichiers as f', 'f.id', 'r.plan_id')
    .select(['r.nom', 'r.plan_id', 'f.taille', 'f.type'])
    .where('r.id', '=', id)
    .executeTakeFirst()
  if (!found) throw refuse(communesErreurs.introuvable)
  const { plan_id, taille, type, nom } = found
  if (plan_id === null || taille === null || type === null) throw refuse(structureErreurs.residenceSansPlan)
  return { id: plan_id, taille, type, nom: `Plan ${nom}.pdf` }
}

/** Locks a residence against deletion during an addition. @throws residenceInconnue (422 on residence_id) */
export async function holdResidence(db: Db, id: number): Promise<void> {
  const residence = await db
    .selectFrom('residences')
    .select('id')
    .where('id', '=', id)
    .forKeyShare()
    .executeTakeFirst()
  if (!residence) throw refuse(structureErreurs.residenceInconnue).on('residence_id')
}

/** Serialises the changes of names, so that equal names at once are refused by {@link refuseTakenName} and not by the index. */
export async function lockNomsDeResidences(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('residences.nom'))`.execute(db)
}

async function refuseTakenName(db: Db, nom: string, own: number | null): Promise<void> {
  await lockNomsDeResidences(db)
  const taken = await db
    .selectFrom('residences')
    .select('id')
    .where(sql`lower(nom)`, '=', sql`lower(${nom}::text)`)
    .where('id', 'is distinct from', own)
    .executeTakeFirst()
  if (taken)
    throw refuse(structureErreurs.residenceNomPris, {
      action: own === null ? 'la création' : 'la mise à jour',
    }).on('nom')
}

interface Row extends Omit<
  Residence,
  'plan_pdf' | 'est_saturee' | 'taux_occupation' | 'appartements_count' | 'occupied_count'
> {
  plan_id: string | null
  /** Number of appartements, and of those with an open sale. */
  lots: number
  sold: number
}

/** Selects residences with their counts, in no order. A look-up for each étage and lot took twice as long for 5,000 lots. */
function selectResidences(ids: RawBuilder<unknown>): RawBuilder<unknown> {
  const inBlocs = (table: string) => sql`(
    select count(*) from ${sql.table(table)} x where x.bloc_id = any(l.blocs))`
  return sql`
    select r.id, r.nom, r.adresse, r.plan_id, r.version, cardinality(l.blocs) as blocs_count, ${inBlocs('etages')} as etages_count,
      ${inBlocs('locaux')} as locaux_count, (select count(*) from parkings k where k.residence_id = r.id) as parkings_count,
      cardinality(l.lots) as lots,
      (select count(*) from ventes v where v.bien_id = any(l.lots) and v.terminee_le is null) as sold
    from residences r cross join lateral (
      select b.blocs, array(
        select a.id from appartements a
        where a.etage_id = any(array(select e.id from etages e where e.bloc_id = any(b.blocs)))) as lots
      from (select array(select o.id from blocs o where o.residence_id = r.id) as blocs offset 0) b offset 0) l
    where r.id = ${anyOf(ids)}`
}

function toResidence({ plan_id, lots: total, sold: occupied, ...row }: Row): Residence {
  return {
    ...row,
    plan_pdf: plan_id && `plans/${plan_id}.pdf`,
    est_saturee: isSature({ total, occupied }),
    taux_occupation: tauxOccupation({ total, occupied }),
    appartements_count: total,
    occupied_count: occupied,
  }
}

/** Reads the counts, blocs and clients of a residence (D2 §3). @throws introuvable (404) */
export const readResidenceReport = (pool: Db, id: number) =>
  inSnapshot(pool, async (db): Promise<ResidenceReport> => {
    const { nom, adresse, etages_count } = await readResidence(db, id)
    const rows = await db
      .selectFrom('blocs as b')
      .where('b.residence_id', '=', id)
      .select(['b.id', 'b.nomloc', 'b.description', ETAGES_DU_BLOC])
      .execute()
    const lots = await lotsOf(db, 'residence', id)
    const lotsDuBloc = groupBy(lots, (lot) => lot.bloc.id)
    return {
      id,
      nom,
      adresse,
      stats: { blocCount: rows.length, etageCount: etages_count, ...statsOf(lots) },
      blocs: rows
        .toSorted((a, b) => compareNames(a.nomloc, b.nomloc) || a.id - b.id)
        .map((bloc) => {
          const siens = lotsDuBloc.get(bloc.id) ?? []
          const total = siens.length
          const occupied = siens.filter(({ client }) => client !== null).length
          return {
            ...bloc,
            appartements_count: total,
            occupied_count: occupied,
            tauxOccupation: tauxOccupation({ total, occupied }),
          }
        }),
      clients: clientsOf(lots),
    }
  })

/** Paid sums of a residence's current sales in centimes: appartements, places, locaux (Q101). @throws introuvable (404) */
export async function readPaymentTotals(db: Db, id: number): Promise<PaymentTotals> {
  await readResidence(db, id)
  const paye = (type: TypeBien) => sql`coalesce(sum(v.total_paye) filter (where b.type = ${type}), 0)::bigint`
  const { rows } = await sql<PaymentTotals>`
    select ${paye('appartement')} as appartements_total, ${paye('place_parking')} as places_parking_total,
      ${paye('local')} as locaux_total
    from biens b join ventes v on v.bien_id = b.id and v.terminee_le is null where b.residence_id = ${id}`.execute(
    db,
  )
  return rows[0] ?? { appartements_total: 0, places_parking_total: 0, locaux_total: 0 }
}
