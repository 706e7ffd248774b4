import type { Bare } from '../bench/bare-answer.ts'
import {
  DA,
  A_REMETTRE,
  percent,
  share,
  LATE,
  CLIENT,
  LOT,
  CODE,
  RECU,
  DOSSIER,
  MEANS,
  COUNTED,
  BLOC,
} from '../bench/bare-columns.ts'
import { compteOf } from '#server/http/session.ts'
import { VERSION } from '#server/version.ts'
import { BASE } from '#shared/endpoint.ts'

const bare = (path: string, ask: Bare['ask'], answer: Bare['answer'] = ({ data }) => data): Bare => ({
  path: BASE + path,
  ask,
  answer,
})

const paged =
  (chemin: string, usual: number, filters: readonly string[] = []): Bare['answer'] =>
  ({ data, total }, { page, size, from, query }) => {
    const rows = Array.isArray(data) ? data.length : 0
    const last = Math.max(Math.ceil(total / size), 1)
    const named = filters.flatMap((name) =>
      query[name] ? [`${name}=${encodeURIComponent(query[name])}`] : [],
    )
    if (size !== usual) named.push(`per_page=${size}`)
    const link = (to: number) => `${BASE}${chemin}?${[...named, `page=${to}`].join('&')}`
    return {
      data,
      current_page: page,
      last_page: last,
      per_page: size,
      total,
      from: rows > 0 ? from + 1 : null,
      to: rows > 0 ? from + rows : null,
      prev_page_url: page > 1 ? link(Math.min(page - 1, last)) : null,
      next_page_url: page < last ? link(page + 1) : null,
      meta: { current_page: page, last_page: last, per_page: size, total },
    }
  }

const PAYMENTS = `coalesce((select json_agg(json_build_object('id', p.id, 'client_id', c.id, 'client', ${CLIENT}, 'appartement_id', a.id,
  'place_parking_id', null, 'local_id', null, 'date_paiement', p.date_paiement, 'details', p.details, 'versement', ${DA('p.versement')},
  'solde', ${DA('v.prix - p.cumul')}, 'prix', ${DA('v.prix')}, 'recu', ${RECU}, 'code', ${CODE}, 'rectifie_le', p.rectifie_le, 'vente_id', p.vente_id,
  'vente_terminee', false, ${MEANS}, 'appartement', ${LOT}, 'place_parking', null, 'local', null, 'version', p.version) order by p.date_paiement, p.id)
  from (select *, ${COUNTED} over (order by date_paiement, id), 0)::bigint as cumul from paiements where vente_id = v.id) p), '[]')`

const lots = (ids: string) => `
  select a.id, json_build_object('id', a.id, 'numLot', a.num_lot, 'typeLogement', a.type_logement,
    'surfaceHabitable', ${DA('a.surface_habitable')}, 'surfaceUtile', ${DA('a.surface_utile')}, 'etage_id', a.etage_id,
    'montant', ${DA('b.prix')}, 'client_id', c.id, 'client', case when c.id is not null then ${CLIENT} end, 'estDispo', c.id is null,
    'resteAPayer', ${DA('greatest(b.prix - coalesce(v.total_paye, 0), 0)')},
    'pourcentagePaiement', ${share('coalesce(v.total_paye, 0)', 'b.prix')},
    'montant1', ${DA('a.montant1')}, 'montant2', ${DA('a.montant2')}, 'plan_pdf', 'plans/' || a.plan_id || '.pdf',
    'etage', json_build_object('id', e.id, 'designation', e.designation, 'bloc_id', o.id, 'bloc', ${BLOC}),
    'bloc', ${BLOC}, 'paiements', ${PAYMENTS}, 'version', b.version, 'vente_id', v.id, 'bloque_motif', b.bloque_motif,
    'dossier', case when v.id is not null then ${DOSSIER} end, 'etat_bien', etat_du_bien(b.id, (now() at time zone 'Africa/Algiers')::date),
    'option', (select json_build_object('id', x.id) from options x where x.bien_id = b.id and x.fin is null
      and x.expire_le >= (now() at time zone 'Africa/Algiers')::date)) as lot
  from (${ids}) i join appartements a on a.id = i.id join biens b on b.id = a.id
  join etages e on e.id = a.etage_id join blocs o on o.id = e.bloc_id join residences r on r.id = o.residence_id
  left join ventes v on v.bien_id = a.id and v.terminee_le is null left join clients c on c.id = v.client_id`

const NEWEST = `select (select json_agg(f.lot order by f.id desc) from (${lots('select id from appartements order by id desc limit $1 offset $2')}) f) as data,
  (select count(*)::int from appartements) as total`

const PLACE = `from appartements a join etages e on e.id = a.etage_id join blocs o on o.id = e.bloc_id
  where o.residence_id = $3 and ($4::bigint is null or o.id = $4) and ($5::bigint is null or e.id = $5)`
const IN_PLACE = `select (select json_agg(f.lot order by f.bloc, f.niveau, f.id) from (${lots(`select a.id ${PLACE} order by o.recherche, o.id, e.niveau, e.id, a.id limit $1 offset $2`).replace('as lot', 'as lot, o.recherche as bloc, e.niveau')}) f) as data,
  (select count(*)::int ${PLACE}) as total`

const OWNED = `select json_build_object('id', c.id, 'client', ${CLIENT}, 'biens', x.biens, 'totaux', json_build_object('biens', x.nombre,
    'montant', ${DA('x.prix')}, 'totalPaye', ${DA('x.paye')}, 'resteAPayer', ${DA('x.prix - x.paye')})) as groupe, c.recherche, c.id
  from page c, lateral (select count(*) as nombre, sum(v.prix)::bigint as prix, sum(v.total_paye)::bigint as paye,
    json_agg(json_build_object('id', a.id, 'type', 'appartement', 'vente_id', v.id, 'dossier', ${DOSSIER}, 'nlot', a.num_lot, 'residence', r.nom, 'code', o.nomloc,
      'surface', ${DA('a.surface_habitable + a.surface_utile')}, 'montant', ${DA('v.prix')}, 'reglement', ${DA('v.total_paye')},
      'resteAPayer', ${DA('greatest(v.prix - v.total_paye, 0)')}, 'pourcentagePaiement', ${share('v.total_paye', 'v.prix')}, 'versements_retenus', null)
      order by a.num_lot, a.id) as biens
    from ventes v join appartements a on a.id = v.bien_id join etages e on e.id = a.etage_id join blocs o on o.id = e.bloc_id
    join residences r on r.id = o.residence_id where v.client_id = c.id and v.terminee_le is null) x`

const TOTALS = `json_build_object('nombre_biens', s.biens, 'montant_global', ${DA('s.prix')}, 'total_paye', ${DA('s.paye')}, 'total_restant', ${DA('s.prix - s.paye')}, 'versements_retenus', null)`
const recap = (sold: string) => `
  with vendus as (select * from ventes v where v.terminee_le is null ${sold}),
  sommes as (select count(*)::int as biens, count(distinct client_id)::int as clients, sum(prix)::bigint as prix, sum(total_paye)::bigint as paye from vendus),
  page as (select * from clients where id in (select client_id from vendus) order by recherche, id limit $1 offset $2)
  select json_build_object('data', (select json_agg(g.groupe order by g.recherche, g.id) from (${OWNED}) g), 'totals', ${TOTALS}) as data, s.clients as total
  from sommes s`
const RECAP = recap('')
const RECAP_FOUND = recap(
  `and v.client_id in (select id from clients where recherche like $3 and ' ' || recherche like $4)`,
)
const recapAnswer: Bare['answer'] = ({ data, total }, asked) => {
  const { data: rows, totals } = data as { data: unknown; totals: unknown }
  return {
    ...(paged('/api/recap-paiements', 6, ['search'])({ data: rows, total }, asked) as object),
    totals,
  }
}

const OCCUPIED = `(select count(*) as lots, count(v.id) as sold from blocs o join etages e on e.bloc_id = o.id join appartements a on a.etage_id = e.id
  left join ventes v on v.bien_id = a.id and v.terminee_le is null where o.residence_id = r.id)`
const RIEN = `'bloc_id', null, 'vente_id', null, 'montant', null, 'surface', null, 'etat_bien', null, 'page', null, 'cloture', null`
const FIND = `'residence_id', null, 'parking_id', null, 'totaux', null, 'paiement', null, 'bon', null`
const BIEN = (
  surface: string,
) => `'bloc_id', null, 'vente_id', v.id, 'page', null, 'cloture', null, 'montant', ${DA('i.prix')}, 'surface', ${DA(surface)},
  'etat_bien', case when i.bloque_le is not null then 'bloque' when v.livraison_le is not null then 'livre' when v.id is not null then 'vendu'
    when exists (select from options x where x.bien_id = i.id and x.fin is null and x.expire_le >= current_date) then 'option' else 'libre' end`
const BUYER = `case when c.id is not null then json_build_object('id', c.id, 'nomComplet', c.nom_complet) end`
const SALE = `join biens i on i.id = a.id left join ventes v on v.bien_id = a.id and v.terminee_le is null left join clients c on c.id = v.client_id`

/** The busiest calls written by hand; each covers only the parameters that bench/calls.ts asks with. */
export const BARE: readonly Bare[] = [
  bare(
    '/api/appartements',
    ({ size, from, query: { residence_id, bloc_id = null, etage_id = null } }) =>
      residence_id === undefined
        ? [NEWEST, [size, from]]
        : [IN_PLACE, [size, from, residence_id, bloc_id, etage_id]],
    paged('/api/appartements', 6, ['residence_id', 'bloc_id', 'etage_id']),
  ),
  bare(
    '/api/recap-paiements',
    ({ size, from, query: { search } }) => {
      const [name, first] = (search ?? '').split(' ')
      return search ? [RECAP_FOUND, [size, from, `%${name}%`, `% ${first}%`]] : [RECAP, [size, from]]
    },
    recapAnswer,
  ),
  bare(
    '/api/paiements/appartement/1',
    ({ size, from }) => [
      `with tous as (select p.*, v.prix, v.client_id, v.terminee_le, v.dossier_annee, v.dossier_numero,
         ${COUNTED.replaceAll('versement', 'p.versement').replace('rejete_le', 'p.rejete_le')} over (partition by p.vente_id order by p.date_paiement, p.id), 0)::bigint as cumul
       from paiements p join ventes v on v.id = p.vente_id where v.bien_id = 1),
     page as (select * from tous order by date_paiement desc, id desc limit $1 offset $2)
     select (select json_agg(json_build_object('id', p.id, 'client_id', c.id, 'client', ${CLIENT}, 'appartement_id', a.id, 'place_parking_id', null,
         'local_id', null, 'date_paiement', p.date_paiement, 'details', p.details, 'versement', ${DA('p.versement')}, 'solde', ${DA('p.prix - p.cumul')},
         'prix', ${DA('p.prix')}, 'recu', ${RECU}, 'code', ${CODE}, 'rectifie_le', p.rectifie_le, 'vente_id', p.vente_id, 'vente_terminee', p.terminee_le is not null, ${MEANS.replaceAll(/\bv\.(dossier|client_id)/g, 'p.$1')},
         'appartement', json_build_object('id', a.id, 'numLot', a.num_lot, 'typeLogement', a.type_logement, 'montant', ${DA('b.prix')},
           'bloc', json_build_object('nomloc', o.nomloc, 'residence', json_build_object('nom', r.nom))),
         'place_parking', null, 'local', null, 'version', p.version) order by p.date_paiement desc, p.id desc)
       from page p join clients c on c.id = p.client_id join appartements a on a.id = 1 join biens b on b.id = a.id
       join etages e on e.id = a.etage_id join blocs o on o.id = e.bloc_id join residences r on r.id = o.residence_id) as data,
     (select count(*)::int from tous) as total`,
      [size, from],
    ],
    paged('/api/paiements/appartement/1', 6),
  ),
  bare(
    '/api/clients',
    ({ size, from }) => [
      `select (select json_agg(json_build_object('id', c.id, 'nomComplet', c.nom_complet, 'tel', c.tel, 'email', coalesce(c.email, ''), 'sans_email', c.email is null,
         'sans_telephone', c.tel is null, 'adresse', c.adresse,
         'version', c.version, 'biens', x.biens, 'reste', ${DA('x.reste')}, 'en_retard', ${DA('x.en_retard')}, 'sans_echeancier', x.sans) order by c.recherche, c.id)
         from (select * from clients order by recherche, id limit $1 offset $2) c, lateral (select count(*) as biens,
           greatest(coalesce(sum(v.prix), 0) - coalesce(sum(v.total_paye), 0), 0)::bigint as reste, coalesce(sum(${LATE}), 0)::bigint as en_retard,
           count(*) filter (where v.prix > 0 and not v.planifiee) as sans from ventes v where v.client_id = c.id and v.terminee_le is null) x) as data,
       (select count(*)::int from clients) as total`,
      [size, from],
    ],
    paged('/api/clients', 10),
  ),
  bare(
    '/api/residences',
    ({ size, from }) => [
      `select (select json_agg(json_build_object('id', r.id, 'nom', r.nom, 'adresse', r.adresse, 'plan_pdf', 'plans/' || r.plan_id || '.pdf',
         'version', r.version, 'est_saturee', x.lots > 0 and x.sold >= x.lots, 'taux_occupation', ${percent('x.sold', 'x.lots')},
         'blocs_count', (select count(*) from blocs o where o.residence_id = r.id),
         'etages_count', (select count(*) from etages e join blocs o on o.id = e.bloc_id where o.residence_id = r.id),
         'appartements_count', x.lots, 'occupied_count', x.sold,
         'locaux_count', (select count(*) from locaux l join blocs o on o.id = l.bloc_id where o.residence_id = r.id),
         'parkings_count', (select count(*) from parkings k where k.residence_id = r.id)) order by r.id desc)
       from (select * from residences order by id desc limit $1 offset $2) r, lateral ${OCCUPIED} x) as data,
     (select count(*)::int from residences) as total`,
      [size, from],
    ],
    paged('/api/residences', 3),
  ),
  bare('/api/dashboard', () => [
    `with ouvertes as (select count(*) as biens, coalesce(sum(prix), 0)::bigint as prix, coalesce(sum(total_paye), 0)::bigint as paye from ventes where terminee_le is null),
     jour as (select (now() at time zone 'Africa/Algiers')::date as jour),
     mois as (select m::date as mois, coalesce(sum(p.versement), 0)::bigint as paye from jour,
       generate_series(date_trunc('month', jour) - interval '11 months', date_trunc('month', jour), interval '1 month') m
       left join paiements p on p.date_paiement >= m and p.date_paiement < m + interval '1 month' group by m),
     rejets as (select date_trunc('month', rejete_le)::date as mois, sum(versement)::bigint as paye from paiements where rejete_le is not null group by 1),
     nets as (select m.mois, (m.paye - coalesce(r.paye, 0))::bigint as paye, coalesce(r.paye, 0)::bigint as rejete from mois m left join rejets r using (mois)),
     derniers as (select p.*, v.client_id, v.bien_id from paiements p join ventes v on v.id = p.vente_id and v.terminee_le is null
       where p.rejete_le is null order by p.date_paiement desc, p.id desc limit 5)
     select json_build_object('stats', json_build_array(
       json_build_object('title', 'Total Résidences', 'value', (select count(*) from residences)),
       json_build_object('title', 'Total Blocs', 'value', (select count(*) from blocs)),
       json_build_object('title', 'Total Étages', 'value', (select count(*) from etages)),
       json_build_object('title', 'Total Parkings', 'value', (select count(*) from parkings)),
       json_build_object('title', 'Total Clients', 'value', (select count(*) from clients)),
       json_build_object('title', 'Total Utilisateurs', 'value', (select count(*) from membres))),
     'ventes', json_build_object('encaisse_mois', (select ${DA('paye')} from nets order by mois desc limit 1),
       'rejete_mois', (select ${DA('rejete')} from nets order by mois desc limit 1),
       'rembourse_mois', (select ${DA('coalesce(sum(montant), 0)::bigint')} from remboursements r, jour where r.jour >= date_trunc('month', jour.jour) and r.jour < date_trunc('month', jour.jour) + interval '1 month'), 'encaisse_total', ${DA('s.paye')},
       'reste_a_encaisser', ${DA('s.prix - s.paye')}, 'anciens', (select ${DA('coalesce(sum(total_paye), 0)::bigint')} from ventes where terminee_le is not null),
       'biens_vendus', s.biens, 'biens_total', (select count(*) from biens),
       'mois', (select json_agg(json_build_object('mois', to_char(mois, 'YYYY-MM'), 'montant', ${DA('paye')}) order by mois) from nets),
       'derniers', (select json_agg(json_build_object('id', d.id, 'client_id', c.id, 'client', c.nom_complet, 'type', b.type, 'bien_id', b.id,
           'nlot', a.num_lot, 'residence', r.nom, 'date_paiement', d.date_paiement, 'versement', ${DA('d.versement')}) order by d.date_paiement desc, d.id desc)
         from derniers d join clients c on c.id = d.client_id join biens b on b.id = d.bien_id join appartements a on a.id = b.id
         join etages e on e.id = a.etage_id join blocs o on o.id = e.bloc_id join residences r on r.id = o.residence_id)),
     'alertes', (select json_build_object('echeances_en_retard', count(*), 'montant_en_retard', ${DA('coalesce(sum(e.montant - e.couvert), 0)::bigint')},
         'anciennete', json_build_object(${[
           ['j0_30', 'between 0 and 30'],
           ['j31_60', 'between 31 and 60'],
           ['j61_90', 'between 61 and 90'],
           ['j90_plus', '> 90'],
         ]
           .map(
             ([age, jours]) =>
               `'${age}', ${DA(`coalesce(sum(e.montant - e.couvert) filter (where jour.jour - e.exigible_le ${jours}), 0)::bigint`)}`,
           )
           .join(', ')}),
         'cheques_a_remettre', (select count(distinct coalesce(-p.groupe_id, p.id)) from paiements p where ${A_REMETTRE}),
         'montant_a_remettre', (select ${DA('coalesce(sum(p.versement), 0)::bigint')} from paiements p where ${A_REMETTRE}),
         'options_a_echeance', (select count(*) from options, jour where fin is null and expire_le between jour and jour + 7),
         'cheques_rejetes', (select count(distinct coalesce(-p.groupe_id, p.id)) from paiements p where p.rejete_le is not null and not exists (select from paiements q where q.represente_id = p.id)),
         'ventes_sans_contrat', (select count(*) from ventes where terminee_le is null and contrat_le is null),
         'ventes_sans_echeancier', (select count(*) from ventes where terminee_le is null and prix > 0 and not planifiee),
         'remboursements_a_faire', (select count(*) from desistements d join ventes v on v.id = d.vente_id
           where v.total_paye - d.retenue > coalesce((select sum(montant) from remboursements where vente_id = d.vente_id), 0)))
       from echeances e, jour where e.ouverte and e.couvert < e.montant and e.exigible_le < jour.jour),
     'telechargements', (select coalesce(json_agg(json_build_object('nom', membre_nom, 'le', quand) order by quand desc, id desc), '[]') from (
         select * from journal where objet = 'sauvegarde' and action = 'télécharger' and quand > now() - interval '7 days' order by quand desc, id desc limit 5) j),
     'sauvegarde_en_retard', coalesce((select max(faite_le) from sauvegardes), (select min(applied_at) from migrations)) < now() - interval '48 hours') as data
     from ouvertes s`,
    [],
  ]),
  bare('/api/recherche', ({ query }) => [
    `select json_build_object('data', coalesce(json_agg(t.trouvaille order by t.genre, t.ordre, t.id), '[]')) as data from (
       (select 1 as genre, c.recherche as ordre, c.id, json_build_object('genre', 'client', 'id', c.id, 'titre', c.nom_complet, 'lieu', c.tel,
          'residence_id', null, 'parking_id', null, 'client', null, 'paiement', null, 'bon', null, ${RIEN},
          'totaux', (select case when count(*) > 0 then json_build_object('biens', count(*), 'montant', ${DA('sum(v.prix)::bigint')},
            'totalPaye', ${DA('sum(v.total_paye)::bigint')}, 'resteAPayer', ${DA('(sum(v.prix) - sum(v.total_paye))::bigint')}) end
            from ventes v where v.client_id = c.id and v.terminee_le is null)) as trouvaille
        from (select * from clients where recherche like $1 order by recherche, id limit 6) c)
       union all (select 2, r.recherche, r.id, json_build_object('genre', 'residence', 'id', r.id, 'titre', r.nom, 'lieu', r.adresse, 'client', null, ${FIND}, ${RIEN})
        from residences r where r.recherche like $1 order by r.recherche, r.id limit 6)
       union all (select 3, o.recherche, o.id, json_build_object('genre', 'bloc', 'id', o.id, 'titre', o.nomloc, 'lieu', r.nom, 'client', null,
          'residence_id', r.id, 'parking_id', null, 'totaux', null, 'paiement', null, 'bon', null, ${RIEN})
        from blocs o join residences r on r.id = o.residence_id where o.recherche like $1 order by o.recherche, o.id limit 6)
       union all (select 4, a.num_lot, a.id, json_build_object('genre', 'appartement', 'id', a.id, 'titre', 'Lot ' || a.num_lot,
          'lieu', concat_ws(', ', r.nom, o.nomloc, e.designation), 'client', ${BUYER}, ${FIND}, ${BIEN('a.surface_habitable + a.surface_utile')})
        from (select * from appartements where recherche like $1 order by length(num_lot), num_lot, id limit 6) a
        join etages e on e.id = a.etage_id join blocs o on o.id = e.bloc_id join residences r on r.id = o.residence_id ${SALE})
       union all (select 5, a.num, a.id, json_build_object('genre', 'local', 'id', a.id, 'titre', 'Local ' || a.num,
          'lieu', concat_ws(', ', r.nom, o.nomloc), 'client', ${BUYER}, ${FIND}, ${BIEN('a.surface')})
        from (select * from locaux where recherche like $1 order by length(num), num, id limit 6) a
        join blocs o on o.id = a.bloc_id join residences r on r.id = o.residence_id ${SALE})
       union all (select 6, k.recherche, a.id, json_build_object('genre', 'place_parking', 'id', a.id, 'titre', 'Place ' || a.numero_place,
          'lieu', concat_ws(', ', k.parking_nom, r.nom), 'client', ${BUYER}, 'residence_id', null, 'parking_id', k.id, 'totaux', null, 'paiement', null, 'bon', null, ${BIEN('a.superficie')})
        from places_parking a join parkings k on k.id = a.parking_id join residences r on r.id = k.residence_id ${SALE}
        where k.recherche like $1 order by k.recherche, a.numero_place limit 6)
       union all (select 7, '', b.id, json_build_object('genre', 'bon', 'id', b.id, 'titre', b.reference)
        from bons b where b.recherche like $1 or b.id in (select bon_id from lignes where recherche like $1) order by b.date_bon desc limit 6)) t`,
    [`%${query['q']}%`],
  ]),
  bare(
    '/api/user',
    () => [
      `select json_build_object('id', id, 'name', name, 'email', email, 'statut', case when actif then 'activé' else 'désactivé' end, 'role', role) as data from membres limit 1`,
      [],
    ],
    ({ data }) => ({
      ...(data as { id: number }),
      compte: compteOf(data as { id: number }),
      suite: null,
      version: VERSION,
    }),
  ),
]
