import { sql, type RawBuilder } from 'kysely'
import { SANS_ECHEANCIER } from '#features/etats/server/etats.read.ts'
import {
  MOIS_PREVUS,
  previsionsDuRapport,
  type PrevisionsFiltres,
  type SommesPrevues,
} from '#features/rapports/previsions.contract.ts'
import { moisEntre, type Mois } from '#features/rapports/periode.rules.ts'
import {
  pageDesResidences,
  readResidencesParNom,
  RESIDENCES_PAR_PAGE,
  type ResidenceNommee,
} from '#features/rapports/server/residences.page.ts'
import { addMois, aujourdhui, type Jour } from '#shared/dates.ts'
import { pathOf, readTranche, type PageQuery } from '#shared/pagination.ts'
import type { Db } from '#server/database/db.ts'
import { inSnapshot } from '#server/database/transaction.ts'

export interface Previsions {
  aujourdhui: Jour
  sommes: SommesPrevues
  residences: ResidenceNommee[]
  ofResidence: (id: number) => SommesPrevues
}

/** The report « Prévisions » with a page of its residences. Amounts in centimes. */
export function listPrevisions(db: Db, { residence, ...paging }: PrevisionsFiltres & PageQuery) {
  const slice = readTranche(paging, RESIDENCES_PAR_PAGE)
  return inSnapshot(db, async (instant) => {
    const { sommes, residences, ofResidence, ...lu } = await readPrevisions(instant, { residence })
    const path = pathOf(previsionsDuRapport.read, { residence })
    return { ...lu, ...sommes, residences: pageDesResidences(residences, ofResidence, slice, path) }
  })
}

/** Reads the report of all residences. The caller runs it in a snapshot. Amounts in centimes. @param jour today, in Algiers */
export async function readPrevisions(
  db: Db,
  { residence }: PrevisionsFiltres,
  jour: Jour = aujourdhui(),
): Promise<Previsions> {
  const residences = await readResidencesParNom(db, residence)
  const mois = moisEntre({
    du: jour.slice(0, 7),
    au: addMois(`${jour.slice(0, 7)}-01`, MOIS_PREVUS - 1).slice(0, 7),
  })
  const parResidence = new Map<number, Lieu[]>()
  for (const lieu of await selectLieux(db, residence, jour)) {
    const known = parResidence.get(lieu.residence_id)
    if (known) known.push(lieu)
    else parResidence.set(lieu.residence_id, [lieu])
  }
  return {
    aujourdhui: jour,
    sommes: addUp(mois, [...parResidence.values()].flat()),
    residences,
    ofResidence: (id) => addUp(mois, parResidence.get(id) ?? []),
  }
}

/** Places of an amount beside the months, which are 0 to 11 and 12 for the later ones. */
const SEULS = { en_retard: -1, depasse: -2, attend_contrat: -3, sans_date: -4, sans_echeancier: -5 } as const

interface Lieu {
  residence_id: number
  place: number
  ferme: number
  prevu: number
}

function addUp(mois: readonly Mois[], lieux: readonly Lieu[]): SommesPrevues {
  const at = (place: number) => {
    const those = lieux.filter((lieu) => lieu.place === place)
    return {
      ferme: those.reduce((sum, { ferme }) => sum + ferme, 0),
      prevu: those.reduce((sum, { prevu }) => sum + prevu, 0),
    }
  }
  const seul = (place: number) => at(place).ferme + at(place).prevu
  return {
    en_retard: seul(SEULS.en_retard),
    mois: mois.map((one, rang) => ({ mois: one, ...at(rang) })),
    depasse: seul(SEULS.depasse),
    plus_tard: at(MOIS_PREVUS),
    attend_contrat: seul(SEULS.attend_contrat),
    sans_date: seul(SEULS.sans_date),
    sans_echeancier: seul(SEULS.sans_echeancier),
    total: lieux.reduce((sum, { ferme, prevu }) => sum + ferme + prevu, 0),
  }
}

/** The sums by residence and place, added up by sale first out of `echeances_restantes`. */
async function selectLieux(db: Db, residence: number | undefined, jour: Jour): Promise<Lieu[]> {
  const [annee = 0, mois = 0] = jour.split('-').map(Number)
  const monthOf = (day: RawBuilder<unknown>) =>
    sql`least((date_part('year', ${day}) * 12 + date_part('month', ${day}))::integer - ${sql.lit(annee * 12 + mois)}, ${sql.lit(MOIS_PREVUS)})`
  const { rows } = await sql<Lieu>`
    with par_vente as (
      select e.vente_id, e.exigible_le is not null as est_ferme,
        case when e.exigible_le < ${jour}::date then ${sql.lit(SEULS.en_retard)}
          when e.exigible_le is not null then ${monthOf(sql`e.exigible_le`)}
          when e.prevue_le < ${jour}::date then ${sql.lit(SEULS.depasse)}
          when e.prevue_le is not null then ${monthOf(sql`e.prevue_le`)}
          when e.attend_contrat then ${sql.lit(SEULS.attend_contrat)}
          else ${sql.lit(SEULS.sans_date)} end as place,
        sum(e.montant - e.couvert)::bigint as montant
      from echeances e where e.ouverte and e.couvert < e.montant group by 1, 2, 3
      union all
      select v.id, false, ${sql.lit(SEULS.sans_echeancier)}, v.prix - v.total_paye
      from ventes v where ${SANS_ECHEANCIER} and v.prix > v.total_paye)
    select b.residence_id, p.place,
      coalesce(sum(p.montant) filter (where p.est_ferme), 0)::bigint as ferme,
      coalesce(sum(p.montant) filter (where not p.est_ferme), 0)::bigint as prevu
    from par_vente p join ventes v on v.id = p.vente_id join biens b on b.id = v.bien_id
    ${residence === undefined ? sql`` : sql`where b.residence_id = ${residence}`}
    group by 1, 2`.execute(db)
  return rows
}
