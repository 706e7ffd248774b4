import { sql, type RawBuilder } from 'kysely'
import { CODES_MODE, readMode, type Mode } from '#features/paiements/modes.ts'
import {
  encaissementsEndpoints,
  type EncaissementsFiltres,
  type ModesEncaisses,
  type MoisEncaisse,
  type SommesEncaissees,
} from '#features/rapports/encaissements.contract.ts'
import {
  moisEntre,
  readEtendue,
  type Bornes,
  type Etendue,
  type Mois,
} from '#features/rapports/periode.rules.ts'
import {
  pageDesResidences,
  readResidencesParNom,
  RESIDENCES_PAR_PAGE,
  type ResidenceNommee,
} from '#features/rapports/server/residences.page.ts'
import { addMois } from '#shared/dates.ts'
import { pathOf, readTranche, type PageQuery } from '#shared/pagination.ts'
import type { Db } from '#server/database/db.ts'
import { inSnapshot } from '#server/database/transaction.ts'

export interface Encaissements {
  etendue: Etendue | null
  bornes: Bornes | null
  totals: SommesEncaissees
  modes: ModesEncaisses
  mois: MoisEncaisse[]
  residences: ResidenceNommee[]
  parResidence: ReadonlyMap<number, SommesEncaissees>
}

const RIEN: SommesEncaissees = {
  encaisse: 0,
  nombre: 0,
  rejete: 0,
  net: 0,
  rembourse: 0,
  retenues: 0,
  timbre: 0,
}

/** The report « Encaissements » with a page of its residences. Amounts in centimes. */
export function listEncaissements(db: Db, query: EncaissementsFiltres & PageQuery) {
  const slice = readTranche(query, RESIDENCES_PAR_PAGE)
  const { du, au, residence } = query
  return inSnapshot(db, async (instant) => {
    const lu = await readEncaissements(instant, { du, au, residence })
    return {
      du: lu.etendue?.du ?? null,
      au: lu.etendue?.au ?? null,
      bornes: lu.bornes,
      totals: lu.totals,
      modes: lu.modes,
      mois: lu.mois,
      residences: pageDesResidences(
        lu.residences,
        (id) => lu.parResidence.get(id) ?? RIEN,
        slice,
        pathOf(encaissementsEndpoints.read, { du, au, residence }),
      ),
    }
  })
}

/** What the report holds, of all residences. The caller runs it in a snapshot. Amounts in centimes. */
export async function readEncaissements(db: Db, filtres: EncaissementsFiltres): Promise<Encaissements> {
  const bornes = await readBornes(db)
  const etendue = readEtendue(filtres, bornes)
  const residences = await readResidencesParNom(db, filtres.residence)
  const groupes = etendue === null ? [] : await selectGroupes(db, etendue, filtres.residence)
  const parMois = new Map<Mois, SommesEncaissees>()
  const parResidence = new Map<number, SommesEncaissees>()
  const parMode = new Map<Mode | null, SommesEncaissees>()
  let totals = RIEN
  for (const { sorte, mois, residence_id, mode, ...lues } of groupes) {
    const sommes = { ...lues, net: lues.encaisse - lues.rejete }
    if (sorte === 'mois' && mois !== null) parMois.set(mois, sommes)
    else if (sorte === 'residence' && residence_id !== null) parResidence.set(residence_id, sommes)
    else if (sorte === 'mode' && sommes.nombre > 0) parMode.set(readMode(mode), sommes)
    else if (sorte === 'tout') totals = sommes
  }
  return {
    etendue,
    bornes,
    totals,
    modes: [...CODES_MODE, null].flatMap((mode) => {
      const sommes = parMode.get(mode)
      return sommes ? [{ mode, nombre: sommes.nombre, montant: sommes.encaisse }] : []
    }),
    mois:
      etendue === null ? [] : moisEntre(etendue).map((mois) => ({ mois, ...(parMois.get(mois) ?? RIEN) })),
    residences,
    parResidence,
  }
}

export interface MoisDuneResidence extends SommesEncaissees {
  mois: Mois
  residence_id: number
}

/** The sums of each month and residence in which there is anything, by month. Amounts in centimes. */
export async function readMoisParResidence(
  db: Db,
  etendue: Etendue,
  residence: number | undefined,
): Promise<MoisDuneResidence[]> {
  const { rows } = await sql<MoisDuneResidence>`
    ${faits(etendue, residence)}
    select to_char(mois, 'YYYY-MM') as mois, residence_id, ${SOMMES}, sum(encaisse - rejete)::bigint as net
    from faits group by faits.mois, residence_id order by faits.mois, residence_id`.execute(db)
  return rows
}

interface Groupe extends Omit<SommesEncaissees, 'net'> {
  sorte: 'mois' | 'residence' | 'mode' | 'tout'
  mois: Mois | null
  residence_id: number | null
  mode: string | null
}

const SOMMES = sql`sum(encaisse)::bigint as encaisse, sum(nombre)::bigint as nombre, sum(rejete)::bigint as rejete,
  sum(rembourse)::bigint as rembourse, sum(retenues)::bigint as retenues, sum(timbre)::bigint as timbre`

async function selectGroupes(db: Db, etendue: Etendue, residence: number | undefined): Promise<Groupe[]> {
  const { rows } = await sql<Groupe>`
    ${faits(etendue, residence)}
    select case grouping(faits.mois, residence_id, mode) when 3 then 'mois' when 5 then 'residence' when 6 then 'mode' else 'tout' end as sorte,
      to_char(mois, 'YYYY-MM') as mois, residence_id, mode, ${SOMMES}
    from faits group by grouping sets ((faits.mois), (residence_id), (mode), ()) having count(*) > 0`.execute(
    db,
  )
  return rows
}

/**
 * `faits`: the sums by month, residence and mode of payment. Each kind of fact is added up by sale before a sale is looked for: payments out of
 * the covering index `paiements_par_vente`, rejections out of `cheques_rejetes`.
 */
function faits({ du, au }: Etendue, residence: number | undefined) {
  const [premier, fin] = [`${du}-01`, addMois(`${au}-01`, 1)]
  const within = (jour: RawBuilder<unknown>) => sql`${jour} >= ${premier}::date and ${jour} < ${fin}::date`
  const finie = sql`(v.terminee_le at time zone 'Africa/Algiers')::date`
  const ofResidence = residence === undefined ? sql`` : sql`where b.residence_id = ${residence}`
  return sql`with par_vente as (
      select vente_id, premier_du_mois(date_paiement) as mois, mode, sum(versement)::bigint as encaisse, count(*) as nombre,
        0::bigint as rejete, 0::bigint as rembourse, 0::bigint as retenues, 0::bigint as timbre
      from paiements where ${within(sql`date_paiement`)} group by 1, 2, 3
      union all select vente_id, premier_du_mois(rejete_le), null, 0, 0, sum(versement)::bigint, 0, 0, 0
      from paiements where rejete_le is not null and ${within(sql`rejete_le`)} group by 1, 2
      union all select vente_id, premier_du_mois(jour), null, 0, 0, 0, sum(montant)::bigint, 0, 0
      from remboursements where ${within(sql`jour`)} group by 1, 2
      union all select d.vente_id, premier_du_mois(${finie}), null, 0, 0, 0, 0, d.retenue, 0
      from desistements d join ventes v on v.id = d.vente_id where ${within(finie)}
      union all select vente_id, premier_du_mois(date_paiement), null, 0, 0, 0, 0, 0, sum(timbre)::bigint
      from paiements where timbre > 0 and ${within(sql`date_paiement`)} group by 1, 2),
    faits as (
      select f.mois, b.residence_id, f.mode, sum(f.encaisse) as encaisse, sum(f.nombre) as nombre, sum(f.rejete) as rejete,
        sum(f.rembourse) as rembourse, sum(f.retenues) as retenues, sum(f.timbre) as timbre
      from par_vente f join ventes v on v.id = f.vente_id join biens b on b.id = v.bien_id ${ofResidence}
      group by 1, 2, 3)`
}

/** The first and the last month with a payment, a rejection, a refund or a retenue; null before the first of them. */
async function readBornes(db: Db): Promise<Bornes | null> {
  const { rows } = await sql<{ premier: Mois | null; dernier: Mois | null }>`
    select to_char(min(premier), 'YYYY-MM') as premier, to_char(max(dernier), 'YYYY-MM') as dernier from (
      select min(date_paiement) as premier, max(date_paiement) as dernier from paiements
      union all select min(rejete_le), max(rejete_le) from paiements where rejete_le is not null
      union all select min(jour), max(jour) from remboursements
      union all select (min(v.terminee_le) at time zone 'Africa/Algiers')::date, (max(v.terminee_le) at time zone 'Africa/Algiers')::date
      from desistements d join ventes v on v.id = d.vente_id where d.retenue > 0) b`.execute(db)
  const [lu] = rows
  return lu && lu.premier !== null && lu.dernier !== null
    ? { premier: lu.premier, dernier: lu.dernier }
    : null
}
