import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { fillDemo } from '#db/demo.ts'
import { diskStore } from '#server/files/disk.ts'
import { claimStore } from '#server/files/installation.ts'
import { freshDatabase } from '#test/harness/database.ts'
import { failedInvariants } from '#test/harness/invariants.ts'

const counts = sql<Record<string, number>>`select
  (select count(*) from residences) residences, (select count(*) from blocs) blocs, (select count(*) from etages) etages,
  (select count(*) from appartements) appartements, (select count(*) from locaux) locaux, (select count(*) from parkings) parkings,
  (select count(*) from places_parking) places, (select count(*) from clients) clients, (select count(*) from paiements) paiements,
  (select count(distinct date_part('year', date_paiement))::int8 from paiements) annees, (select count(*) from categories_bons) categories,
  (select count(*) from promoteurs) promoteurs, (select count(*) from remises) remises, (select count(*) from comptes_bancaires) comptes,
  (select count(*) from paiements where mode is null) sans_mode, (select count(*) from paiements where represente_id is not null) representes,
  (select count(*) from paiements where rejete_le is not null) rejetes, (select count(*) from paiements where remise_id is not null) remis,
  (select count(*) from paiements where mode = 'cheque' and remise_id is null and encaisse_le is null and rejete_le is null) a_remettre,
  (select count(distinct bloc_id) from stades_atteints) blocs_avec_stade,
  (select count(*) from ventes v where not exists (select from echeances e where e.vente_id = v.id)) sans_echeancier,
  (select count(*) from options where fin is null and expire_le >= '2026-06-15') options_en_cours, (select count(*) from options) options,
  (select count(*) from biens where bloque_le is not null) bloques, (select count(*) from desistements) desistements,
  (select count(*) from transferts) transferts, (select count(*) from relances) relances,
  (select count(*) from revisions_prix) revisions,
  (select count(distinct role) from membres) roles, (select count(*) from clients where piece_numero is not null) identites,
  (select count(*) from clients where nom_ar is not null) noms_arabes, (select count(*) from clients where genre is null) sans_genre,
  (select count(*) from clients where genre = 'societe') societes, (select count(*) from clients where representant_ar is not null) representants,
  (select count(*) from blocs where garantie_numero is not null) garanties,
  (select count(*) from blocs where garantie_au < '2026-06-15') garanties_expirees, (select count(*) from blocs where nom_ar is null) blocs_sans_nom_arabe,
  (select count(*) from (select nom_ar from residences union all select adresse_ar from residences
    union all select designation_ar from etages union all select nom_ar from parkings) l where nom_ar is null) lieux_sans_nom_arabe,
  (select count(*) from echeances where libelle_ar is null) echeances_sans_nom_arabe, (select count(*) from co_acquereurs) acquereurs,
  (select count(*) from pieces) pieces, (select count(*) from documents) papiers, (select count(distinct serie) from documents) series,
  (select count(*) from documents where langue = 'ar') papiers_arabes, (select count(*) from documents where annule_le is not null) annules,
  (select count(*) from journal where apres is null and avant is null) lignes_sans_valeur,
  (select bool_and(nombre > 20 and nombre = (select count(*) from changements_prix c where c.revision_id = r.id)) from revisions_prix r) revises`

/** What does not read like a real portfolio. */
const faults = sql<Record<string, number>>`select
  (select count(*) from (select distinct on (vente_id) details from paiements order by vente_id, date_paiement, id) p
    where details is distinct from 'Acompte') sans_acompte,
  (select count(*) from desistements where (origine = 'promoteur') <> (motif like 'Échéances impayées%')) motifs_du_promoteur,
  (select count(*) from clients where nom_complet ~ '^[A-Za-z]+ [A-Za-z]+$'
    and email not like lower(replace(nom_complet, ' ', '.')) || '%') adresses_d_un_autre`

const fingerprint = sql<{ somme: string }>`
  select (select md5(string_agg(e::text, '|' order by e.id)) from echeances e) || md5(string_agg(p::text, '|' order by p.id)) as somme from (select id, vente_id, date_paiement, versement, recu_numero from paiements) p`

async function demo() {
  const database = await freshDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'diyar-demo-'))
  await claimStore(diskStore(folder), database.db)
  await fillDemo(database.db, '2026-06-15', 'no hash', diskStore(folder))
  const result = {
    counts: (await counts.execute(database.db)).rows[0],
    faults: (await faults.execute(database.db)).rows[0],
    broken: await failedInvariants(database.db),
    print: (await fingerprint.execute(database.db)).rows[0]?.somme,
  }
  await database.close()
  await rm(folder, { recursive: true, force: true })
  return result
}

it('is the promised portfolio, keeps every rule, and comes out the same each time', async () => {
  const first = await demo()
  expect(first.counts).toEqual({
    residences: 3,
    blocs: 8,
    etages: 40,
    appartements: 240,
    locaux: 30,
    parkings: 4,
    places: 120,
    clients: 150,
    paiements: 900,
    annees: 4,
    categories: 6,
    promoteurs: 1,
    remises: 2,
    comptes: 2,
    sans_mode: 45,
    representes: 3,
    rejetes: 6,
    remis: 12,
    a_remettre: 18,
    blocs_avec_stade: 6,
    sans_echeancier: 12,
    options_en_cours: 5,
    options: 8,
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
    papiers_arabes: 5,
    annules: 2,
    lignes_sans_valeur: 0,
    revises: true,
  })
  expect(first.broken).toEqual([])
  // spec: EC-43
  expect(first.faults).toEqual({ sans_acompte: 0, motifs_du_promoteur: 0, adresses_d_un_autre: 0 })
  expect((await demo()).print).toBe(first.print)
})
