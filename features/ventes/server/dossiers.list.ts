import { sql, type RawBuilder } from 'kysely'
import { enRetard, SANS_CONTRAT, SANS_ECHEANCIER } from '#features/etats/server/etats.read.ts'
import { bienDecrit, isWithin, toBienResume, type BienDecrit } from '#features/etats/server/biens.read.ts'
import {
  type DossierLigne,
  dossiersEndpoints,
  type DossiersFiltres,
  type DossiersQuery,
  type Vendeur,
} from '#features/ventes/dossiers.contract.ts'
import { etapeOf, etatOf } from '#features/ventes/server/dossiers.read.ts'
import { REMISE, VENDEUR } from '#features/ventes/server/ventes.read.ts'
import { matchesVente } from '#features/ventes/server/ventes.recherche.ts'
import { avancement } from '#features/etats/etats.rules.ts'
import type { Centimes } from '#shared/argent.ts'
import { aujourdhui, jourOf, readPeriode, type Jour } from '#shared/dates.ts'
import { numeroDossier, readNumeroDeDossier } from '#shared/numero.ts'
import { pathOf, readTranche, toPage } from '#shared/pagination.ts'
import type { Db } from '#server/database/db.ts'
import { containsMots, shown } from '#server/database/lists.ts'
import { anyOf, limitAndOffset, statement } from '#server/database/prepared.ts'

const PAR_PAGE = 10

type Liste = 'ouvertes' | 'reste' | 'closes' | 'sans'

interface Rows {
  /** Condition of the index, word for word. */
  where: RawBuilder<unknown>
  /** The last column is unique, so that pages neither overlap nor skip rows. */
  order: RawBuilder<unknown>
  /** Count of the rows: kept in `cumuls`, or counted in the index of the few without an échéancier. */
  total: RawBuilder<number>
}

const cumulOf = (quoi: string) =>
  sql<number>`(select coalesce(sum(nombre), 0)::bigint from cumuls where quoi = ${sql.lit(quoi)})`

const LISTES: Record<Liste, Rows> = {
  ouvertes: {
    where: sql`v.terminee_le is null`,
    order: sql`v.dossier_annee desc, v.dossier_numero desc`,
    total: cumulOf('ventes ouvertes'),
  },
  reste: {
    where: sql`v.terminee_le is null and v.prix > v.total_paye`,
    order: sql`(v.prix - v.total_paye) desc, v.id desc`,
    total: cumulOf('ventes avec reste'),
  },
  // Open order, since the planner finds few rows by their index (0015) and sorts them, and meets many along `ventes_ouvertes`.
  sans: {
    where: SANS_ECHEANCIER,
    order: sql`v.dossier_annee desc, v.dossier_numero desc`,
    total: sql`(select count(*) from ventes v where ${SANS_ECHEANCIER})`,
  },
  closes: {
    where: sql`v.terminee_le is not null`,
    order: sql`v.terminee_le desc, v.id desc`,
    total: cumulOf('ventes terminees'),
  },
}

/** A sale as the list and its workbook show it, amounts in centimes. */
export interface LigneLue {
  id: number
  dossier_annee: number
  dossier_numero: number
  bien: BienDecrit
  client: DossierLigne['client']
  prix: Centimes
  total_paye: Centimes
  reservation_le: Jour
  contrat_le: Jour | null
  livraison_le: Jour | null
  notaire: string | null
  vendeur: Vendeur | null
  terminee_le: Date | null
  en_retard: Centimes
  sans_echeancier: boolean
  remise: Centimes | null
  desistement: { demande_le: Jour; retenue: Centimes; rembourse: Centimes; a_rembourser: Centimes } | null
}

type Row = (Omit<LigneLue, 'id' | 'remise'> & { id: number }) | { id: null }
type Counted = Row & {
  total: number
  /** How many rows of the whole list have no échéancier, and nothing late to tell. */
  sans: number
}

/** The sales `v` of a condition with what the list says of them; `more` are further columns. */
const lignes = (today: RawBuilder<unknown>, where: RawBuilder<unknown>, more = sql``) => sql`
  select v.id, v.dossier_annee, v.dossier_numero, ${bienDecrit('v.bien_id')} as bien,
    json_build_object('id', c.id, 'nomComplet', c.nom_complet, 'tel', c.tel, 'email', c.email) as client,
    v.prix, v.total_paye, v.reservation_le, v.contrat_le, v.livraison_le, v.notaire, ${VENDEUR} as vendeur, v.terminee_le,
    ${enRetard(today)} as en_retard, ${SANS_ECHEANCIER} as sans_echeancier,
    (select json_build_object('demande_le', d.demande_le, 'retenue', d.retenue, 'rembourse', e.rembourse, 'a_rembourser', e.a_rembourser)
      from desistements d join ventes_decrites e on e.id = d.vente_id where d.vente_id = v.id) as desistement${more}
  from ventes v join clients c on c.id = v.client_id where ${where}`

/** One statement reads rows and count of the same instant. The ids come as an array: with a join the planner would read all sales. */
const selectLignes = (
  total: RawBuilder<unknown>,
  ids: RawBuilder<unknown>,
  today: RawBuilder<unknown>,
  sans: RawBuilder<unknown>,
  before = sql``,
) => sql<Counted>`
  with ${before} t as materialized (select ${total} as total, ${sans} as sans),
  page as materialized (select i.id, row_number() over () as rang from (${ids}) i)
  select t.total, t.sans, f.* from t left join (page p join (${lignes(today, sql`v.id = ${anyOf(sql`select id from page`)}`)}) f
    on f.id = p.id) on true
  order by p.rang`

const pageOf = (liste: Liste) =>
  statement<[Jour, number, number], Counted>((today, limit, offset) => {
    const { where, order, total } = LISTES[liste]
    const ids = sql`select v.id from ventes v where ${where} order by ${order} ${limitAndOffset({ limit, offset })}`
    const sans = sql`(select count(*) from ventes v where ${SANS_ECHEANCIER} and ${where})`
    return selectLignes(total, ids, sql`${today}::date`, sans)
  })
const PAGES = {
  sans: pageOf('sans'),
  closes: pageOf('closes'),
  reste: pageOf('reste'),
  ouvertes: pageOf('ouvertes'),
} satisfies Record<Liste, unknown>

/** Lists one page of dossiers: the newest first, or by remainder, or the closed ones, the last closed first. Amounts in centimes. */
export async function listDossiers(db: Db, query: DossiersQuery) {
  const slice = readTranche(query, PAR_PAGE)
  const { search, residence_id, bloc_id, client_id, bien_id, etat, a_rembourser, sans_echeancier } = query
  const { vendeur_id, sans_contrat, du, au, tri } = query
  const rows = await readRows(db, listeOf(query), query, slice)
  const path = pathOf(dossiersEndpoints.list, {
    search,
    residence_id,
    bloc_id,
    client_id,
    bien_id,
    vendeur_id,
    etat,
    a_rembourser,
    sans_echeancier,
    sans_contrat,
    du,
    au,
    tri,
  })
  return {
    ...toPage(rows.flatMap(toLigne), rows[0]?.total ?? 0, slice, path),
    totals: { sans_echeancier: rows[0]?.sans ?? 0 },
  }
}

function listeOf({ etat, sans_echeancier, tri }: DossiersFiltres): Liste {
  if (sans_echeancier !== undefined) return 'sans'
  if (etat === 'closes') return 'closes'
  return tri === 'reste' ? 'reste' : 'ouvertes'
}

async function readRows(
  db: Db,
  liste: Liste,
  query: DossiersQuery,
  { limit, offset }: { limit: number; offset: number },
): Promise<Counted[]> {
  const filters = conditions(query)
  if (filters.length === 0) return PAGES[liste](db, aujourdhui(), limit, offset)
  const { where, order } = LISTES[liste]
  const found = sql`select v.id, ${SANS_ECHEANCIER} as sans, row_number() over (order by ${order}) as rang from ventes v
    where ${sql.join([where, ...filters], sql` and `)}`
  const ids = sql`select f.id from trouvees f order by f.rang limit ${limit} offset ${offset}`
  const total = sql`(select count(*) from trouvees)`
  const sans = sql`(select count(*) from trouvees where sans)`
  const before = sql`trouvees as materialized (${found}),`
  const { rows } = await selectLignes(total, ids, sql`${aujourdhui()}::date`, sans, before).execute(db)
  return rows
}

/** The ids of all rows of a list, in its order. */
export async function findDossiers(db: Db, query: DossiersFiltres): Promise<number[]> {
  const { where, order } = LISTES[listeOf(query)]
  const found = sql.join([where, ...conditions(query)], sql` and `)
  const { rows } = await sql<{
    id: number
  }>`select v.id from ventes v where ${found} order by ${order}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Reads these dossiers in their order, amounts in centimes. */
export async function readLignes(db: Db, ids: readonly number[]): Promise<LigneLue[]> {
  const which = sql`v.id = ${anyOf(sql`select unnest(${ids}::bigint[])`)}`
  const { rows } = await lignes(sql`${aujourdhui()}::date`, which, sql`, ${REMISE} as remise`)
    .$castTo<LigneLue>()
    .execute(db)
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** The civil day that a closed dossier shows: that of the demand, else that of the end; null of an open one. */
export const finLe = ({
  desistement,
  terminee_le,
}: Pick<LigneLue, 'desistement' | 'terminee_le'>): Jour | null =>
  desistement?.demande_le ?? (terminee_le && jourOf(terminee_le))
/** SQL for {@link finLe} of the vente `v`. */
const FIN_LE = sql`coalesce((select d.demande_le from desistements d where d.vente_id = v.id), (v.terminee_le at time zone 'Africa/Algiers')::date)`

function conditions({
  search,
  client_id,
  bien_id,
  vendeur_id,
  a_rembourser,
  sans_contrat,
  etat,
  du: first,
  au: last,
  ...lieu
}: DossiersFiltres) {
  const { du, au } = readPeriode({ du: first, au: last })
  const jour = etat === 'closes' ? FIN_LE : sql`v.reservation_le`
  return [
    ...(sans_contrat === undefined ? [] : [SANS_CONTRAT]),
    ...(du === undefined ? [] : [sql`${jour} >= ${du}::date`]),
    ...(au === undefined ? [] : [sql`${jour} <= ${au}::date`]),
    ...(search === '' ? [] : [matches(search)]),
    ...isWithin('v.bien_id', lieu),
    ...(client_id === undefined ? [] : [sql`v.client_id = ${client_id}`]),
    ...(bien_id === undefined ? [] : [sql`v.bien_id = ${bien_id}`]),
    ...(vendeur_id === undefined ? [] : [sql`v.vendeur_id = ${vendeur_id}`]),
    ...(a_rembourser === undefined
      ? []
      : [
          sql`v.id in (select d.vente_id from desistements d join ventes_decrites e on e.id = d.vente_id
            where e.a_rembourser > 0)`,
        ]),
  ]
}

/** Searches by client, dossier, number of a bien or notary; the number of a dossier finds that dossier only. */
function matches(search: string): RawBuilder<boolean> {
  const cherche = readNumeroDeDossier(search)
  return cherche
    ? sql<boolean>`(v.dossier_annee = ${cherche.annee} and v.dossier_numero = ${cherche.numero})`
    : sql<boolean>`(${matchesVente(search, shown)} or ${containsMots('v.recherche', search)})`
}

function toLigne(counted: Row): DossierLigne[] {
  if (counted.id === null) return []
  const { id, desistement, ...row } = counted
  return [
    {
      id,
      dossier: numeroDossier(row.dossier_annee, row.dossier_numero),
      etat: etatOf({ ...row, desistement }),
      etape: etapeOf(row),
      bien: toBienResume(row.bien),
      client: row.client,
      montant: row.prix,
      totalPaye: row.total_paye,
      ...avancement(row.prix, row.total_paye),
      reservation_le: row.reservation_le,
      contrat_le: row.contrat_le,
      notaire: row.notaire,
      terminee_le: row.terminee_le && jourOf(row.terminee_le),
      desistement_le: desistement && desistement.demande_le,
      en_retard: row.en_retard,
      vendeur: row.vendeur,
      sans_echeancier: row.sans_echeancier,
      retenue: desistement && desistement.retenue,
      a_rembourser: desistement && desistement.a_rembourser,
    },
  ]
}
