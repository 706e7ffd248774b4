import { sql } from 'kysely'
import type {
  PaiementRecent,
  Statistique,
  VentesEtEncaissements,
} from '#features/tableau-de-bord/tableau-de-bord.contract.ts'
import type { Centimes } from '#shared/argent.ts'
import { ajouterMois, aujourdhui, type Jour } from '#shared/dates.ts'
import type { Db } from '#server/database/db.ts'

const MOIS_MONTRES = 12
const PAIEMENTS_MONTRES = 5

/** The six counts of D1 §2 (Q82); "Utilisateurs" counts all accounts (Q83). */
export async function readStatistiques(db: Db): Promise<Statistique[]> {
  const { rows } = await sql<Statistique>`
    select 'Total Résidences' as title, count(*) as value from residences
    union all select 'Total Blocs', count(*) from blocs
    union all select 'Total Étages', count(*) from etages
    union all select 'Total Parkings', count(*) from parkings
    union all select 'Total Clients', count(*) from clients
    union all select 'Total Utilisateurs', count(*) from membres`.execute(db)
  return rows
}

/** What is sold, paid and still to be paid, in centimes. @param jour today, in Algiers */
export async function readVentes(db: Db, jour: Jour = aujourdhui()): Promise<VentesEtEncaissements> {
  const sommes = await readSommes(db)
  const mois = await readMois(db, jour)
  return { ...sommes, encaisse_mois: mois.at(-1)?.montant ?? 0, mois, derniers: await readDerniers(db) }
}

type Sommes = Pick<
  VentesEtEncaissements,
  'encaisse_total' | 'reste_a_encaisser' | 'anciens' | 'biens_vendus' | 'biens_total'
>

/** The vente carries its running total: no payment is read (M13: equal to the recap to the centime). */
function readSommes(db: Db): Promise<Sommes> {
  const sum = (what: string, open: boolean) =>
    sql<Centimes>`coalesce(sum(${sql.raw(what)}) filter (where terminee_le is ${sql.raw(open ? 'null' : 'not null')}), 0)::bigint`
  return db
    .selectFrom('ventes')
    .select([
      sum('total_paye', true).as('encaisse_total'),
      sum('prix - total_paye', true).as('reste_a_encaisser'),
      sum('total_paye', false).as('anciens'),
      sql<number>`count(*) filter (where terminee_le is null)`.as('biens_vendus'),
      sql<number>`(select count(*) from biens)`.as('biens_total'),
    ])
    .executeTakeFirstOrThrow()
}

async function readMois(db: Db, jour: Jour): Promise<{ mois: string; montant: Centimes }[]> {
  const premier = `${jour.slice(0, 7)}-01`
  const mois = Array.from({ length: MOIS_MONTRES }, (_, n) =>
    ajouterMois(premier, n + 1 - MOIS_MONTRES).slice(0, 7),
  )
  const rows = await db
    .selectFrom('paiements as p')
    .innerJoin('ventes as v', (join) => join.onRef('v.id', '=', 'p.vente_id').on('v.terminee_le', 'is', null))
    .where('p.date_paiement', '>=', `${mois[0]}-01`)
    .where('p.date_paiement', '<', ajouterMois(premier, 1))
    .select([
      sql<string>`to_char(p.date_paiement, 'YYYY-MM')`.as('mois'),
      sql<Centimes>`sum(p.versement)::bigint`.as('montant'),
    ])
    .groupBy('mois')
    .execute()
  const montants = new Map(rows.map((row) => [row.mois, row.montant]))
  return mois.map((m) => ({ mois: m, montant: montants.get(m) ?? 0 }))
}

async function readDerniers(db: Db): Promise<PaiementRecent[]> {
  const { rows } = await sql<PaiementRecent>`
    with derniers as (
      select p.id, p.vente_id, p.date_paiement, p.versement, v.client_id, v.bien_id
      from paiements p join ventes v on v.id = p.vente_id and v.terminee_le is null
      order by p.date_paiement desc, p.id desc limit ${PAIEMENTS_MONTRES})
    select d.id, d.client_id, c.nom_complet as client, b.type, d.bien_id, d.date_paiement, d.versement,
      coalesce(a.num_lot, l.num, pp.numero_place::text) as nlot, r.nom as residence
    from derniers d
    join clients c on c.id = d.client_id
    join biens b on b.id = d.bien_id
    left join appartements a on a.id = b.id
    left join etages e on e.id = a.etage_id
    left join locaux l on l.id = b.id
    left join blocs bl on bl.id = coalesce(e.bloc_id, l.bloc_id)
    left join places_parking pp on pp.id = b.id
    left join parkings k on k.id = pp.parking_id
    join residences r on r.id = coalesce(bl.residence_id, k.residence_id)
    order by d.date_paiement desc, d.id desc`.execute(db)
  return rows
}
