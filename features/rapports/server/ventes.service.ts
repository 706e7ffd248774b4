import { sql } from 'kysely'
import {
  moisEntre,
  readEtendue,
  type Bornes,
  type Etendue,
  type Mois,
} from '#features/rapports/periode.rules.ts'
import { NON_PRECISE } from '#features/rapports/rapports.words.ts'
import { readResidencesParNom, RESIDENCES_PAR_PAGE } from '#features/rapports/server/residences.page.ts'
import {
  type LigneVendue,
  type MoisVendu,
  type Par,
  type SommesVendues,
  type VentesFiltres,
  ventesRapportEndpoints,
} from '#features/rapports/ventes.contract.ts'
import { compareNames } from '#features/structure/server/occupation.service.ts'
import { addMois } from '#shared/dates.ts'
import { pathOf, readTranche, toPage, type PageQuery } from '#shared/pagination.ts'
import type { Db } from '#server/database/db.ts'
import { inSnapshot } from '#server/database/transaction.ts'

export interface RapportDesVentes {
  etendue: Etendue | null
  bornes: Bornes | null
  totals: SommesVendues
  mois: MoisVendu[]
  lignes: LigneVendue[]
}

const RIEN: SommesVendues = { ventes: 0, prix: 0, desistements: 0, prix_desistes: 0, retraits: 0 }

/** The report « Ventes » with a page of its residences or of its vendeurs. Amounts in centimes. */
export function listRapportDesVentes(db: Db, query: VentesFiltres & PageQuery) {
  const slice = readTranche(query, RESIDENCES_PAR_PAGE)
  const { du, au, par } = query
  return inSnapshot(db, async (instant) => {
    const { etendue, lignes, ...lu } = await readRapportDesVentes(instant, query)
    const page = lignes.slice(slice.offset, slice.offset + slice.limit)
    const path = pathOf(ventesRapportEndpoints.ventes, { du, au, par })
    return {
      ...lu,
      du: etendue?.du ?? null,
      au: etendue?.au ?? null,
      lignes: toPage(page, lignes.length, slice, path),
    }
  })
}

/** Reads the report with all of its lines. The caller runs it in a snapshot. Amounts in centimes. */
export async function readRapportDesVentes(
  db: Db,
  { par = 'residence', ...asked }: VentesFiltres,
): Promise<RapportDesVentes> {
  const bornes = await readBornes(db)
  const etendue = readEtendue(asked, bornes)
  const groupes = etendue === null ? [] : await selectGroupes(db, etendue, par)
  const parMois = new Map<Mois, SommesVendues>()
  const lues: LigneVendue[] = []
  let totals = RIEN
  for (const { sorte, mois, id, nom, ...sommes } of groupes) {
    if (sorte === 'tout') totals = sommes
    else if (sorte === 'mois') parMois.set(mois ?? '', sommes)
    else lues.push({ id, nom: nom ?? NON_PRECISE, ...sommes })
  }
  return {
    etendue,
    bornes,
    totals,
    mois:
      etendue === null ? [] : moisEntre(etendue).map((mois) => ({ mois, ...(parMois.get(mois) ?? RIEN) })),
    lignes: par === 'residence' ? await withResidences(db, lues) : lues.toSorted(compareLignes),
  }
}

/** By name, what nobody knows last. */
const compareLignes = (a: LigneVendue, b: LigneVendue) =>
  Number(isInconnue(a)) - Number(isInconnue(b)) || compareNames(a.nom, b.nom) || Number(a.id) - Number(b.id)
const isInconnue = ({ id, nom }: LigneVendue) => id === null && nom === NON_PRECISE

/** A line of each residence, also of one that sold nothing in the period. */
async function withResidences(db: Db, lues: readonly LigneVendue[]): Promise<LigneVendue[]> {
  const parId = new Map(lues.map((ligne) => [ligne.id, ligne]))
  const residences = await readResidencesParNom(db, undefined)
  return [
    ...residences.map(({ id, nom }) => ({ ...RIEN, ...parId.get(id), id, nom })),
    ...lues.filter(({ id }) => id === null),
  ]
}

interface Groupe extends SommesVendues {
  sorte: 'mois' | 'ligne' | 'tout'
  mois: Mois | null
  id: number | null
  nom: string | null
}

/** The sums of each month, of each line, and of all. Sales and ends are added up by month and line first, and named after. */
async function selectGroupes(db: Db, { du, au }: Etendue, par: Par): Promise<Groupe[]> {
  const [premier, apres] = [`${du}-01`, addMois(`${au}-01`, 1)]
  const [cle, lieu] =
    par === 'vendeur'
      ? [sql`v.vendeur_id as id, case when v.vendeur_id is null then v.vendeur end as laisse`, sql``]
      : [sql`b.residence_id as id, null::text as laisse`, sql`join biens b on b.id = v.bien_id`]
  const nom =
    par === 'vendeur'
      ? sql`coalesce((select m.name from membres m where m.id = g.id), g.laisse)`
      : sql`(select r.nom from residences r where r.id = g.id)`
  const { rows } = await sql<Groupe>`
    with faits as (
      select premier_du_mois(v.reservation_le) as mois, ${cle}, count(*) as ventes, sum(v.prix) as prix,
        0::bigint as desistements, 0::numeric as prix_desistes, 0::bigint as retraits
      from ventes v ${lieu} where v.reservation_le >= ${premier}::date and v.reservation_le < ${apres}::date group by 1, 2, 3
      union all
      select premier_du_mois((v.terminee_le at time zone 'Africa/Algiers')::date), ${cle}, 0, 0, count(d.vente_id),
        coalesce(sum(v.prix) filter (where d.vente_id is not null), 0), count(*) filter (where d.vente_id is null)
      from ventes v ${lieu} left join desistements d on d.vente_id = v.id
      where v.terminee_le >= ${premier}::date::timestamp at time zone 'Africa/Algiers'
        and v.terminee_le < ${apres}::date::timestamp at time zone 'Africa/Algiers' group by 1, 2, 3
    ), g as (
      select case grouping(mois, id) when 1 then 'mois' when 2 then 'ligne' else 'tout' end as sorte, mois, id, laisse,
        sum(ventes)::bigint as ventes, sum(prix)::bigint as prix, sum(desistements)::bigint as desistements,
        sum(prix_desistes)::bigint as prix_desistes, sum(retraits)::bigint as retraits
      from faits group by grouping sets ((mois), (id, laisse), ()) having count(*) > 0
    )
    select g.sorte, to_char(g.mois, 'YYYY-MM') as mois, g.id, ${nom} as nom, g.ventes, g.prix, g.desistements, g.prix_desistes, g.retraits
    from g`.execute(db)
  return rows
}

/** The first and the last month with a réservation or an end; null before the first sale. */
async function readBornes(db: Db): Promise<Bornes | null> {
  const { rows } = await sql<{ premier: Mois | null; dernier: Mois | null }>`
    select to_char(min(premier), 'YYYY-MM') as premier, to_char(max(dernier), 'YYYY-MM') as dernier from (
      select min(reservation_le) as premier, max(reservation_le) as dernier from ventes
      union all select (min(terminee_le) at time zone 'Africa/Algiers')::date, (max(terminee_le) at time zone 'Africa/Algiers')::date
      from ventes where terminee_le is not null) b`.execute(db)
  const { premier = null, dernier = null } = rows[0] ?? {}
  return premier !== null && dernier !== null ? { premier, dernier } : null
}
