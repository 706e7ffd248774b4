import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql, type RawBuilder } from 'kysely'
import { afterEach, expect, it, vi } from 'vitest'
import { fillDemo } from '#db/demo.ts'
import { readPrevisions } from '#features/rapports/server/previsions.service.ts'
import { readTableau } from '#features/tableau-de-bord/server/tableau-de-bord.service.ts'
import type { Db } from '#server/database/db.ts'
import { inSnapshot } from '#server/database/transaction.ts'
import { diskStore } from '#server/files/disk.ts'
import { claimStore } from '#server/files/installation.ts'
import { freshDatabase } from '#test/harness/database.ts'
import { failedInvariants } from '#test/harness/invariants.ts'
import { aujourdhui, type Jour } from '#shared/dates.ts'

const countsOn = (day: Jour) => sql<Record<string, number>>`select
  (select count(*) from residences) residences, (select count(*) from blocs) blocs, (select count(*) from etages) etages,
  (select count(*) from appartements) appartements, (select count(*) from locaux) locaux, (select count(*) from parkings) parkings,
  (select count(*) from places_parking) places, (select count(*) from clients) clients, (select count(*) from paiements) paiements,
  (select count(distinct date_part('year', date_paiement))::int8 from paiements) annees, (select count(*) from categories_bons) categories,
  (select count(*) from promoteurs) promoteurs, (select count(distinct remise_id) from paiements where encaisse_le is null and rejete_le is null) remises, (select count(*) from comptes_bancaires) comptes,
  (select count(*) from paiements where mode is null) sans_mode, (select count(*) from paiements where represente_id is not null) representes,
  (select count(*) from paiements where rejete_le is not null) rejetes, (select count(*) from paiements where remise_id is not null and encaisse_le is null and rejete_le is null) remis,
  (select count(*) from paiements where mode = 'cheque' and remise_id is null and encaisse_le is null and rejete_le is null) a_remettre,
  (select count(distinct bloc_id) from stades_atteints) blocs_avec_stade,
  (select count(*) from ventes v where not exists (select from echeances e where e.vente_id = v.id)) sans_echeancier,
  (select count(*) from options where fin is null and expire_le >= ${day}::date) options_en_cours, (select count(*) from options) options,
  (select count(*) from biens where bloque_le is not null) bloques, (select count(*) from desistements) desistements,
  (select count(*) from transferts) transferts, (select count(*) from relances) relances,
  (select count(*) from revisions_prix) revisions,
  (select count(distinct role) from membres) roles, (select count(*) from clients where piece_numero is not null) identites,
  (select count(*) from clients where nom_ar is not null) noms_arabes, (select count(*) from clients where genre is null) sans_genre,
  (select count(*) from clients where genre = 'societe') societes, (select count(*) from clients where representant_ar is not null) representants,
  (select count(*) from blocs where garantie_numero is not null) garanties,
  (select count(*) from blocs where garantie_au < ${day}::date) garanties_expirees, (select count(*) from blocs where nom_ar is null) blocs_sans_nom_arabe,
  (select count(*) from (select nom_ar from residences union all select adresse_ar from residences
    union all select designation_ar from etages union all select nom_ar from parkings) l where nom_ar is null) lieux_sans_nom_arabe,
  (select count(*) from echeances where libelle_ar is null) echeances_sans_nom_arabe, (select count(*) from co_acquereurs) acquereurs,
  (select count(*) from pieces) pieces, (select count(*) from documents) papiers, (select count(distinct serie) from documents) series,
  (select count(*) from documents where langue = 'ar') papiers_arabes, (select count(*) from documents where annule_le is not null) annules,
  (select count(*) from journal where apres is null and avant is null) lignes_sans_valeur,
  (select bool_and(nombre > 20 and nombre = (select count(*) from changements_prix c where c.revision_id = r.id)) from revisions_prix r) revises`

/** Counts what does not read like a real portfolio. */
const faultsOn = (day: Jour) => sql<Record<string, number>>`select
  (select count(*) from (select distinct on (vente_id) details from paiements where recu_annee > 0 order by vente_id, date_paiement, id) p
    where details is distinct from 'Acompte') sans_acompte,
  (select count(*) from desistements where (origine = 'promoteur') <> (motif like 'Échéances impayées%')) motifs_du_promoteur,
  (select count(*) from desistements d where (origine = 'promoteur') <> exists (select from echeances e
    where e.vente_id = d.vente_id and e.couvert < e.montant and e.exigible_le < d.demande_le)) retards_sans_motif,
  (select count(*) from desistements d join paiements p on p.vente_id = d.vente_id where p.date_paiement > d.demande_le) payes_apres_la_fin,
  (select count(*) from clients where nom_complet ~ '^[A-Za-z]+ [A-Za-z]+$'
    and email not like lower(replace(nom_complet, ' ', '.')) || '%') adresses_d_un_autre,
  (select count(*) from clients where email ~ '^client') adresses_sans_nom,
  (select count(*) from paiements where date_paiement > ${day}::date) paiements_a_venir,
  (select count(*) from (select count(*) filter (where e.couvert = e.montant) payees from echeances e
    join ventes v on v.id = e.vente_id join places_parking p on p.id = v.bien_id group by v.id) p where payees < 10) places_peu_payees,
  (select count(*) from relances r where not exists (select from echeances e
    where e.vente_id = r.vente_id and e.couvert < e.montant and e.exigible_le < r.jour)) relances_sans_retard,
  (select count(*) from options where fin is null and client_id is not null
    and nom <> (select nom_complet from clients c where c.id = client_id)) options_d_un_autre`

/** Six to ten late dossiers, the oldest of less than ninety days, and late amounts of less than 5 % of all that has fallen due. */
const retardsOn = (day: Jour) => sql<Record<string, boolean>>`select
  count(distinct vente_id) filter (where couvert < montant) between 6 and 10 as six_a_dix,
  ${day}::date - min(exigible_le) filter (where couvert < montant) < 90 as moins_de_90_jours,
  100 * sum(montant - couvert) < 5 * sum(montant) as moins_de_5_pourcent
  from echeances where ouverte and exigible_le < ${day}::date`

const detailsOn = (day: Jour) => sql<Record<string, unknown>>`select
  (select count(*) from options where fin is null and expire_le = ${day}::date + 1) finissent_demain,
  (select count(*) from options where fin is null and expire_le >= ${day}::date and client_id is null) prospects,
  (select count(*) from options where fin is null and expire_le < ${day}::date) expirees,
  (select array_agg(fin order by fin) from options where fin is not null) closes,
  (select count(*) from relances where jour = ${day}::date) relances_du_jour,
  (select array_agg(b.type || ' ' || round(100 * coalesce((select sum(montant) from remboursements r where r.vente_id = v.id), 0)
    / (v.total_paye - d.retenue)) order by d.demande_le)
    from desistements d join ventes v on v.id = d.vente_id join biens b on b.id = v.bien_id) rendus,
  (select f.type from promoteurs p join fichiers f on f.id = p.logo_id where f.taille <= 200 * 1024) logo,
  (select valeur ->> 'adresse_publique' from parametres where section = 'acces') adresse`

/** Further promises of `entree-2.md` J. */
const anneeOn = (day: Jour) => sql<Record<string, unknown>>`select
  (select count(*) between 210 and 230 from ventes) ventes_vers_220,
  (select count(*) from ventes where terminee_le is null and contrat_le is null) sans_contrat,
  (select count(*) from clients where email is null) sans_email,
  (select count(*) from clients where nom_complet ~ '[ء-ي]') noms_en_arabe,
  (select array_agg(n::int order by id) from (select r.id, count(*) filter (where a.surface_utile >= a.surface_habitable) as n from residences r
    join biens b on b.residence_id = r.id join appartements a on a.id = b.id group by 1) u) utiles_du_plan,
  (select array_agg(n::int order by id) from (select r.id, count(v.id) filter (where v.livraison_le is null and b.type <> 'place_parking') as n
    from residences r join biens b on b.residence_id = r.id left join ventes v on v.bien_id = b.id and v.terminee_le is null where r.id = (select min(id) from residences) group by 1) l) pas_livrees,
  (select count(distinct vente_id) from paiements where recu_annee = 0) ventes_reprises,
  (select count(*) from paiements where recu_annee = 0) recus_rep,
  (select count(distinct etat) from (select case when rejete_le is not null then 'rejete' when encaisse_le is not null then 'encaisse'
    when remise_id is not null then 'remis' else 'recu' end as etat from paiements where mode = 'cheque') e) etats_de_cheque,
  (select count(*) from paiements p where rejete_le is not null and not exists (select from paiements q where q.represente_id = p.id)) impayes,
  (select count(*) from (select from remboursements group by vente_id having count(*) = 2) r) rembourses_en_deux,
  (select array_agg(nature order by nature) from transferts) changements,
  (select count(distinct vente_id) from co_acquereurs) ventes_a_plusieurs,
  (select array_agg(serie || ' ' || langue) from (select distinct d.serie, l.langue from documents d cross join (values ('fr'), ('ar')) l (langue)
    except select serie, langue from documents) m) papiers_en_une_langue,
  (select count(*) from bons where fournisseur is null or residence_id is null) bons_sans_fournisseur,
  (select count(*) > 60 from reglements where vu_le is not null) reglements_pointes,
  (select count(*) from bons b where (select sum(prix_unitaire * quantite) from lignes where bon_id = b.id)
    > coalesce((select sum(montant) from reglements where bon_id = b.id), 0)) > 0 bons_a_regler,
  (select count(*) from residences where budget is not null) budgets,
  (select count(*) > 0 and bool_and(trouve = especes + timbre - sorties) from clotures) caisse_juste,
  (select array_agg(n::int) from (select count(*) as n from paiements where groupe_id is not null group by groupe_id) g) groupes,
  (select count(distinct vendeur_id) from ventes) vendeurs, (select count(*) from ventes where vendeur is null) sans_vendeur,
  (select array_agg(valeur::int order by cree_le) from revisions_prix) revisions,
  (select count(*) from biens where prix % 1000000 <> 0) prix_a_virgules,
  (select count(*) from (select distinct on (p.vente_id) p.versement, v.prix from paiements p join ventes v on v.id = p.vente_id
    order by p.vente_id, p.date_paiement, p.id) f where 100 * versement not between 10 * prix and 30 * prix) premiers_versements_etranges,
  (select bool_and(exists (select from echeances e where e.vente_id = v.id)) from
    (select id from ventes where terminee_le is null order by reservation_le desc, id desc limit 12) v) derniers_planifies,
  (select count(*) from generate_series(date_trunc('month', ${day}::date) - interval '11 months', ${day}::date, '1 month') m
    where not exists (select from ventes where date_trunc('month', reservation_le) = m)
      or not exists (select from paiements where date_trunc('month', date_paiement) = m)) mois_vides,
  (select count(*) from ventes where ouverte_le > ${day}::date + 1) ventes_a_venir,
  (select count(distinct (quand at time zone 'Africa/Algiers')::date) > 400 from journal) jours_du_journal,
  (select count(*) from information_schema.columns where table_schema = current_schema() and column_default ~ '^(public|"?demo)') horloges_restees`

/** The dashboard and the forecast as their screens tell them, and what of them no office would believe. */
async function ecransOn(db: Db, day: Jour) {
  const { ventes, alertes } = await readTableau(db, { tresorerie: true, jour: day })
  const { sommes } = await inSnapshot(db, (instant) => readPrevisions(instant, { residence: undefined }, day))
  const { en_retard, total, mois, plus_tard } = sommes
  const prevus = [...mois, plus_tard].reduce((sum, { ferme, prevu }) => sum + ferme + prevu, 0)
  const { mois: douze, derniers, ...nombres } = ventes
  return {
    prevu: 100 * prevus >= 60 * (total - en_retard),
    en_retard: 100 * alertes.montant_en_retard <= 5 * (ventes.encaisse_total + alertes.montant_en_retard),
    negatifs: Object.entries({ ...nombres, ...sommes, mois: 0, plus_tard: 0 }).filter(([, n]) => n < 0),
    mois_sans_recette: douze.filter(({ montant }) => montant <= 0),
    vendus: nombres.biens_vendus / nombres.biens_total > 0.3 && nombres.biens_vendus < nombres.biens_total,
    derniers: derniers.length,
    reste: nombres.reste_a_encaisser > 0 && nombres.reste_a_encaisser === total,
  }
}

const fingerprint = sql<{ somme: string }>`
  select (select md5(string_agg(e::text, '|' order by e.id)) from echeances e) || md5(string_agg(p::text, '|' order by p.id)) as somme from (select id, vente_id, date_paiement, versement, recu_numero from paiements) p`

afterEach(() => {
  vi.useRealTimers()
})

/** Fills a database on `day`, papers and all. */
async function demo(day: Jour) {
  vi.useFakeTimers({ now: new Date(`${day}T10:00:00Z`), toFake: ['Date'] })
  const database = await freshDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'diyar-demo-'))
  await claimStore(diskStore(folder), database.db)
  await fillDemo(database.db, day, 'no hash', diskStore(folder))
  const read = async <T>(query: RawBuilder<T>) => (await query.execute(database.db)).rows[0]
  const { annees, ...counts } = (await read(countsOn(day))) ?? {}
  const faults = Object.entries((await read(faultsOn(day))) ?? {}).filter(([, number]) => number !== 0)
  const annee = await read(anneeOn(day))
  const ecrans = await ecransOn(database.db, day)
  const [retards, details] = [await read(retardsOn(day)), await read(detailsOn(day))]
  const result = {
    annees,
    portfolio: {
      counts,
      faults,
      retards,
      details,
      annee,
      ecrans,
      broken: await failedInvariants(database.db),
    },
    print: (await read(fingerprint))?.somme,
  }
  await database.close()
  await rm(folder, { recursive: true, force: true })
  return result
}

const PROMISED = {
  counts: {
    residences: 3,
    blocs: 8,
    etages: 40,
    appartements: 240,
    locaux: 30,
    parkings: 4,
    places: 120,
    clients: 150,
    paiements: 900,
    categories: 6,
    promoteurs: 1,
    remises: 2,
    comptes: 2,
    sans_mode: 45,
    representes: 5,
    rejetes: 6,
    remis: 12,
    a_remettre: 18,
    blocs_avec_stade: 6,
    sans_echeancier: 12,
    options_en_cours: 3,
    options: 6,
    bloques: 2,
    desistements: 4,
    transferts: 2,
    relances: 12,
    revisions: 2,
    roles: 5,
    identites: 40,
    noms_arabes: 150,
    sans_genre: 0,
    societes: 9,
    representants: 9,
    garanties: 6,
    garanties_expirees: 1,
    blocs_sans_nom_arabe: 1,
    lieux_sans_nom_arabe: 0,
    echeances_sans_nom_arabe: 0,
    acquereurs: 6,
    pieces: 12,
    papiers: 38,
    series: 8,
    papiers_arabes: 8,
    annules: 2,
    lignes_sans_valeur: 0,
    revises: true,
  },
  faults: [],
  retards: { six_a_dix: true, moins_de_90_jours: true, moins_de_5_pourcent: true },
  details: {
    finissent_demain: 1,
    prospects: 1,
    expirees: 1,
    closes: ['liberee', 'vendue'],
    relances_du_jour: 1,
    rendus: ['appartement 100', 'appartement 40', 'appartement 0', 'local 60'],
    logo: 'image/png',
    adresse: 'https://diyar.example',
  },
  annee: {
    ventes_vers_220: true,
    sans_contrat: 1,
    sans_email: 3,
    noms_en_arabe: 12,
    utiles_du_plan: [0, 0, 60],
    pas_livrees: [0],
    ventes_reprises: 15,
    recus_rep: 20,
    etats_de_cheque: 4,
    impayes: 1,
    rembourses_en_deux: 1,
    changements: ['bien', 'client'],
    ventes_a_plusieurs: 4,
    papiers_en_une_langue: null,
    bons_sans_fournisseur: 0,
    reglements_pointes: true,
    bons_a_regler: true,
    budgets: 3,
    caisse_juste: true,
    groupes: [2],
    vendeurs: 2,
    sans_vendeur: 15,
    revisions: [300, -200],
    prix_a_virgules: 0,
    premiers_versements_etranges: 0,
    derniers_planifies: true,
    mois_vides: 0,
    ventes_a_venir: 0,
    jours_du_journal: true,
    horloges_restees: 0,
  },
  ecrans: {
    prevu: true,
    en_retard: true,
    negatifs: [],
    mois_sans_recette: [],
    vendus: true,
    derniers: 5,
    reste: true,
  },
  broken: [],
}

// spec: IN-38, EC-43, RE-34
it('is the promised portfolio, believable, and comes out the same each time', async () => {
  const first = await demo('2026-06-15')
  expect(first.portfolio).toEqual(PROMISED)
  expect(first.annees).toBe(4)
  expect((await demo('2026-06-15')).print).toBe(first.print)
}, 600_000)

// spec: IN-38, EC-43
it.each(['2025-12-31', '2028-02-29', aujourdhui()])('is the same portfolio on %s', async (day) => {
  expect((await demo(day)).portfolio).toEqual(PROMISED)
})
