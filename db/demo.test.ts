import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql, type RawBuilder } from 'kysely'
import { afterEach, expect, it, vi } from 'vitest'
import { fillDemo } from '#db/demo.ts'
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
  const [retards, details] = [await read(retardsOn(day)), await read(detailsOn(day))]
  const result = {
    annees,
    portfolio: { counts, faults, retards, details, broken: await failedInvariants(database.db) },
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
  broken: [],
}

// spec: EC-43, RE-34
it('is the promised portfolio, believable, and comes out the same each time', async () => {
  const first = await demo('2026-06-15')
  expect(first.portfolio).toEqual(PROMISED)
  expect(first.annees).toBe(4)
  expect((await demo('2026-06-15')).print).toBe(first.print)
}, 600_000)

// spec: EC-43
it.each(['2025-12-31', '2028-02-29', aujourdhui()])('is the same portfolio on %s', async (day) => {
  expect((await demo(day)).portfolio).toEqual(PROMISED)
})
