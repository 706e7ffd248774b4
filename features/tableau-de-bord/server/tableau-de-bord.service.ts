import { sql, type RawBuilder } from 'kysely'
import type {
  Alertes,
  PaiementRecent,
  Statistique,
  VentesEtEncaissements,
} from '#features/tableau-de-bord/tableau-de-bord.contract.ts'
import type { Centimes } from '#shared/argent.ts'
import { addMois, aujourdhui, type Jour } from '#shared/dates.ts'
import { isHolding, SANS_CONTRAT, SANS_ECHEANCIER } from '#features/etats/server/etats.read.ts'
import type { Db } from '#server/database/db.ts'
import { statement } from '#server/database/prepared.ts'
import { A_REMETTRE, REJETES_A_REPRESENTER, type Compte } from '#features/cheques/server/cheques.read.ts'
import { ages } from '#features/echeanciers/server/echeances.read.ts'

/** The counts stop here, where the screen shows « 99+ ». */
const COMPTE_MAX = 100
const JOURS_RESTANTS = 7

const counted = (rows: RawBuilder<unknown>) =>
  sql`(select count(*) from (${rows} limit ${sql.lit(COMPTE_MAX)}) compte)`

/** A JSON object of the alerts, amounts in centimes; the overdue échéances come from their partial index. */
const alertesLe = (jour: RawBuilder<Jour>) => sql`(
  select json_build_object('echeances_en_retard', count(*), 'montant_en_retard', coalesce(sum(e.montant - e.couvert), 0)::bigint,
    'anciennete', ${ages(jour)},
    'options_a_echeance', ${counted(sql`select from options o
      where ${isHolding('o', jour)} and o.expire_le <= ${jour}::date + ${sql.lit(JOURS_RESTANTS)}`)},
    'ventes_sans_echeancier', ${counted(sql`select from ventes v where ${SANS_ECHEANCIER}`)},
    'remboursements_a_faire', ${counted(sql`select from desistements d join ventes_decrites e on e.id = d.vente_id where e.a_rembourser > 0`)},
    'ventes_sans_contrat', ${counted(sql`select from ventes v where ${SANS_CONTRAT}`)})
  from echeances e where e.ouverte and e.couvert < e.montant and e.exigible_le < ${jour}::date)`

const MOIS_MONTRES = 12
const PAIEMENTS_MONTRES = 5

/** The data of the dashboard, amounts in centimes. @param tresorerie true to tell the cheques @param jour today, in Algiers */
export async function readTableau(
  db: Db,
  { tresorerie, jour = aujourdhui() }: { tresorerie: boolean; jour?: Jour },
): Promise<{ stats: Statistique[]; ventes: VentesEtEncaissements; alertes: Alertes }> {
  const premier = `${jour.slice(0, 7)}-01`
  const mois = Array.from({ length: MOIS_MONTRES }, (_, n) => addMois(premier, n + 1 - MOIS_MONTRES))
  const [lu] = await selectTableau(db, mois[0] ?? premier, premier, jour)
  if (!lu) throw new Error('a select without FROM has one row')
  const cumuls = new Map((lu.cumuls ?? []).map((row) => [cle(row), row]))
  const de = (quoi: string, leMois: string | null = null) =>
    cumuls.get(cle({ quoi, mois: leMois })) ?? { nombre: 0, prix: 0, paye: 0 }
  const [ouvertes, terminees] = [de('ventes ouvertes'), de('ventes terminees')]
  const net = (m: Jour) => de('encaissements', m).paye - de('rejets', m).paye
  return {
    stats: STATISTIQUES.map(([title, quoi]) => ({ title, value: de(quoi).nombre })),
    ventes: {
      encaisse_mois: net(premier),
      rejete_mois: de('rejets', premier).paye,
      rembourse_mois: lu.rembourse,
      encaisse_total: ouvertes.paye,
      reste_a_encaisser: ouvertes.prix - ouvertes.paye,
      anciens: terminees.paye,
      biens_vendus: ouvertes.nombre,
      biens_total: de('biens').nombre,
      mois: mois.map((m) => ({ mois: m.slice(0, 7), montant: net(m) })),
      derniers: lu.derniers,
    },
    alertes: {
      ...lu.alertes,
      cheques_a_remettre: tresorerie ? lu.cheques.nombre : null,
      montant_a_remettre: tresorerie ? lu.cheques.montant : null,
      cheques_rejetes: tresorerie ? lu.rejetes : null,
    },
  }
}

/** The six counts of D1 §2 (Q82); "Utilisateurs" counts all accounts (Q83). */
const STATISTIQUES = [
  ['Total Résidences', 'residences'],
  ['Total Blocs', 'blocs'],
  ['Total Étages', 'etages'],
  ['Total Parkings', 'parkings'],
  ['Total Clients', 'clients'],
  ['Total Utilisateurs', 'membres'],
] as const

interface Cumul {
  quoi: string
  /** The first day of the month, for sums by month. */
  mois: string | null
  nombre: number
  prix: Centimes
  paye: Centimes
}
const cle = ({ quoi, mois }: Pick<Cumul, 'quoi' | 'mois'>) => `${quoi} ${mois ?? ''}`

/** The kept totals (docs/decisions/0040), which the recap reads too, so that both agree to the centime. */
const cumulsEntre = (du: RawBuilder<Jour>, au: RawBuilder<Jour>) => sql`
  select quoi, mois, sum(nombre)::bigint as nombre, sum(prix)::bigint as prix, sum(paye)::bigint as paye
  from cumuls where mois is null or mois between ${du}::date and ${au}::date group by quoi, mois
  union all select 'membres', null, count(*), 0, 0 from membres`

/** The last payments of the open sales. The residence is a subselect, because a join would read all residences. */
const DERNIERS = sql`
    with derniers as (
      select p.id, p.vente_id, p.date_paiement, p.versement, v.client_id, v.bien_id
      from paiements p join ventes v on v.id = p.vente_id and v.terminee_le is null
      where p.rejete_le is null order by p.date_paiement desc, p.id desc limit ${sql.lit(PAIEMENTS_MONTRES)})
    select d.id, d.client_id, c.nom_complet as client, b.type, d.bien_id, d.date_paiement, d.versement,
      coalesce(a.num_lot, l.num, pp.numero_place::text) as nlot,
      (select r.nom from residences r where r.id = coalesce(bl.residence_id, k.residence_id)) as residence
    from derniers d
    join clients c on c.id = d.client_id
    join biens b on b.id = d.bien_id
    left join appartements a on a.id = b.id
    left join etages e on e.id = a.etage_id
    left join locaux l on l.id = b.id
    left join blocs bl on bl.id = coalesce(e.bloc_id, l.bloc_id)
    left join places_parking pp on pp.id = b.id
    left join parkings k on k.id = pp.parking_id
    order by d.date_paiement desc, d.id desc`

const selectTableau = statement<
  [Jour, Jour, Jour],
  {
    cumuls: Cumul[] | null
    derniers: PaiementRecent[]
    alertes: Omit<Alertes, `${string}_a_remettre` | 'cheques_rejetes'>
    cheques: Compte
    rejetes: number
    rembourse: Centimes
  }
>(
  (du, au, jour) => sql`
    select (select json_agg(c) from (${cumulsEntre(du, au)}) c) as cumuls,
      (select coalesce(json_agg(d order by d.date_paiement desc, d.id desc), '[]') from (${DERNIERS}) d) as derniers,
      ${alertesLe(jour)} as alertes, ${A_REMETTRE} as cheques,
      ${counted(sql`select ${REJETES_A_REPRESENTER}`)} as rejetes,
      (select coalesce(sum(montant), 0)::bigint from remboursements
        where jour >= ${au}::date and jour < ${au}::date + interval '1 month') as rembourse`,
)

/** The last five downloads of a backup within seven days, the latest first: name of the member, ISO instant. */
export async function readTelechargements(db: Db): Promise<{ nom: string; le: string }[]> {
  const { rows } = await sql<{ nom: string; quand: Date }>`
    select membre_nom as nom, quand from journal
    where objet = 'sauvegarde' and action = 'télécharger' and quand > now() - interval '7 days'
    order by quand desc, id desc limit 5`.execute(db)
  return rows.map(({ nom, quand }) => ({ nom, le: quand.toISOString() }))
}
