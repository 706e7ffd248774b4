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

/** Reads the report of all residences. The caller runs it in a snapshot. Amounts in centimes. */
export async function readEncaissements(db: Db, filtres: EncaissementsFiltres): Promise<Encaissements> {
  const { residence } = filtres
  const bornes = await readBornes(db)
  const etendue = readEtendue(filtres, bornes)
  const residences = await readResidencesParNom(db, residence)
  const parMois = new Map<Mois, SommesEncaissees>()
  const parMode = new Map<Mode | null, SommesEncaissees>()
  let totals = RIEN
  for (const { sorte, mois, mode, ...sommes } of etendue === null
    ? []
    : await selectMoisEtModes(db, etendue, residence)) {
    if (sorte === 'mois' && mois !== null) parMois.set(mois, sommes)
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
    parResidence:
      residence === undefined
        ? await selectParResidence(db, etendue)
        : new Map(residences.map(({ id }) => [id, totals])),
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
    with faits as (${faits(etendue, residence, ['vente_id', 'mois'])})
    select to_char(f.mois, 'YYYY-MM') as mois, b.residence_id, ${SOMMES}
    from faits f join ventes v on v.id = f.vente_id join biens b on b.id = v.bien_id
    group by f.mois, b.residence_id order by f.mois, b.residence_id`.execute(db)
  return rows
}

interface Groupe extends SommesEncaissees {
  sorte: 'mois' | 'mode' | 'tout'
  mois: Mois | null
  mode: string | null
}

const SOMMES = sql`sum(encaisse)::bigint as encaisse, sum(nombre)::bigint as nombre, sum(rejete)::bigint as rejete,
  sum(encaisse - rejete)::bigint as net, sum(rembourse)::bigint as rembourse, sum(retenues)::bigint as retenues, sum(timbre)::bigint as timbre`

/** Days are added up first, so that a month is looked for once a day and not once a payment. */
async function selectMoisEtModes(db: Db, etendue: Etendue, residence: number | undefined): Promise<Groupe[]> {
  const { rows } = await sql<Groupe>`
    with faits as (${faits(etendue, residence, ['jour', 'mode'])}),
    datees as (select *, premier_du_mois(jour) as mois from faits)
    select case grouping(mois, mode) when 1 then 'mois' when 2 then 'mode' else 'tout' end as sorte,
      to_char(mois, 'YYYY-MM') as mois, mode, ${SOMMES}
    from datees group by grouping sets ((datees.mois), (mode), ()) having count(*) > 0`.execute(db)
  return rows
}

/** Each sale is added up before its bien is looked for, payments out of the covering index `paiements_par_vente`. */
async function selectParResidence(
  db: Db,
  etendue: Etendue | null,
): Promise<ReadonlyMap<number, SommesEncaissees>> {
  if (etendue === null) return new Map()
  const { rows } = await sql<SommesEncaissees & { residence_id: number }>`
    with faits as (${faits(etendue, undefined, ['vente_id'])})
    select b.residence_id, ${SOMMES}
    from faits f join ventes v on v.id = f.vente_id join biens b on b.id = v.bien_id group by b.residence_id`.execute(
    db,
  )
  return new Map(rows.map(({ residence_id, ...sommes }) => [residence_id, sommes]))
}

type Sql = RawBuilder<unknown>

/** Keys by which the sums of the facts are grouped. */
type Cle = 'vente_id' | 'jour' | 'mois' | 'mode'

/** Where facts of a kind are read, and which sums they move. */
interface Fait {
  from: Sql
  /** Its day. */
  jour: Sql
  vente: Sql
  where?: Sql
  /** Mode of a payment. */
  mode?: Sql
  sommes: Partial<Record<(typeof COLONNES)[number], Sql>>
}
const COLONNES = ['encaisse', 'nombre', 'rejete', 'rembourse', 'retenues', 'timbre'] as const

const VENTE = sql`vente_id`
const FAITS: readonly Fait[] = [
  {
    from: sql`paiements`,
    jour: sql`date_paiement`,
    vente: VENTE,
    mode: sql`mode`,
    sommes: { encaisse: sql`sum(versement)`, nombre: sql`count(*)` },
  },
  {
    from: sql`paiements`,
    jour: sql`rejete_le`,
    vente: VENTE,
    where: sql`rejete_le is not null`,
    sommes: { rejete: sql`sum(versement)` },
  },
  { from: sql`remboursements`, jour: sql`jour`, vente: VENTE, sommes: { rembourse: sql`sum(montant)` } },
  {
    from: sql`desistements d join ventes t on t.id = d.vente_id`,
    jour: sql`(t.terminee_le at time zone 'Africa/Algiers')::date`,
    vente: sql`d.vente_id`,
    where: sql`d.retenue > 0`,
    sommes: { retenues: sql`sum(d.retenue)` },
  },
  {
    from: sql`paiements`,
    jour: sql`date_paiement`,
    vente: VENTE,
    where: sql`timbre > 0`,
    sommes: { timbre: sql`sum(timbre)` },
  },
]

/** The sums of payments, rejections, refunds, retenues and timbre of a span, each kind added up by the keys before anything is joined. */
function faits({ du, au }: Etendue, residence: number | undefined, cles: readonly Cle[]): Sql {
  const [premier, fin] = [`${du}-01`, addMois(`${au}-01`, 1)]
  const arms = FAITS.map(({ from, jour, vente, where = sql`true`, mode = sql`null::text`, sommes }) => {
    const valeurs = { vente_id: vente, jour, mois: sql`premier_du_mois(${jour})`, mode }
    const keys = cles.map((cle) => sql`${valeurs[cle]} as ${sql.ref(cle)}`)
    const sums = COLONNES.map((nom) => sql`${sommes[nom] ?? sql`0`}::bigint as ${sql.ref(nom)}`)
    const within =
      residence === undefined
        ? sql``
        : sql`and ${vente} in (select v.id from ventes v join biens b on b.id = v.bien_id where b.residence_id = ${residence})`
    return sql`select ${sql.join([...keys, ...sums])} from ${from}
      where ${where} and ${jour} >= ${premier}::date and ${jour} < ${fin}::date ${within}
      group by ${sql.join(cles.map((_, rang) => sql.lit(rang + 1)))}`
  })
  return sql.join(arms, sql` union all `)
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
