import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import type pg from 'pg'
import { hashPassword } from '#features/acces/server/password.ts'
import { readConfig } from '#server/config.ts'
import type { Db } from '#server/database/db.ts'
import { migrate } from '#server/database/migrate.ts'
import { connect, openDatabase, WITHOUT_TIMEOUTS } from '#server/database/pool.ts'
import { RESIDENCES, WORKS } from '../bench/calls.ts'

export const appartementsSelling = (sold: number): number => Math.floor((sold * 4) / 3)

/** The connection that fills a portfolio; a measure that begins after it waits until it has ended. */
export const FILLING = 'remplissage'

/**
 * Fills an empty database by set-based SQL, however long a slow machine takes; the same size gives the same data. A large portfolio has one
 * residence of 5,000 lots and one of 500 ({@link RESIDENCES}).
 */
export async function fillBench(connection: pg.ClientConfig, appartements: number): Promise<void> {
  const { db } = connect(connection, { ...WITHOUT_TIMEOUTS, max: 1, application_name: FILLING })
  try {
    await db.transaction().execute((transaction) => fill(transaction, appartements))
    // A vacuum marks pages visible to all, so that index-only scans happen as in a portfolio that grew by the day.
    await sql`vacuum analyze`.execute(db)
  } finally {
    await db.destroy()
  }
}

async function fill(db: Db, appartements: number): Promise<void> {
  const clients = Math.ceil(appartements / 4)
  const paiements = appartements * 10
  const residences = Math.ceil(appartements / 200)
  const run = (query: ReturnType<typeof sql>) => query.execute(db)
  await run(
    sql`insert into residences (nom, adresse) select 'Résidence ' || n, 'Alger ' || n from generate_series(1, ${residences}) n`,
  )
  await run(
    sql`insert into blocs (residence_id, nomloc, description) select r.id, 'Bloc ' || chr(64 + b), 'R+9' from residences r, generate_series(1, 2) b order by r.id, b`,
  )
  if (appartements >= RESIDENCES.least)
    await run(sql`update blocs set residence_id = ${RESIDENCES.large} where residence_id between 11 and 35`)
  if (appartements >= RESIDENCES.least)
    await run(sql`update blocs set residence_id = ${RESIDENCES.small} where id in (73, 74, 75)`)
  await run(
    sql`insert into etages (bloc_id, designation, niveau, logement_par_palier) select b.id, 'Étage ' || e, e, 10 from blocs b, generate_series(0, 9) e order by b.id, e`,
  )
  await run(sql`
    insert into clients (nom_complet, tel, email, adresse)
    select (array['Benali','Boudiaf','Chérif','Haddad','Mansouri','Saïdi','Zerrouki','Meziane','محمد','Aït Ahmed'])[1 + n % 10] || ' '
        || (array['Karim','Amina','Yacine','Nadia','Élodie','Sofiane','Meriem'])[1 + n % 7] || ' ' || n, '0555 ' || n, 'client' || n || '@exemple.dz', 'Alger'
    from generate_series(1, ${clients}) n`)
  await run(
    sql`insert into biens (type, prix) select 'appartement', 1000000000 + (n % 977) * 1000000 from generate_series(1, ${appartements}) n`,
  )
  await run(sql`
    insert into appartements (id, etage_id, num_lot, type_logement, surface_habitable, surface_utile)
    select b.id, e.id, lpad(((b.rang - 1) % 10 + 1)::text, 3, '0'), 'F' || 2 + b.rang % 4, 5000 + b.rang % 6000, 800
    from (select id, row_number() over (order by id) as rang from biens) b
    join (select id, row_number() over (order by id) as rang from etages) e on e.rang = (b.rang - 1) / 10 + 1`)
  await run(sql`
    insert into ventes (bien_id, client_id, prix, ouverte_le, dossier_annee, dossier_numero, reservation_le)
    select b.id, c.id, b.prix, now() - (b.rang % 1000) * interval '1 day', 2026, b.rang, (now() at time zone 'Africa/Algiers')::date - (b.rang % 1000)::integer
    from (select id, prix, row_number() over (order by id) as rang from biens) b
    join (select id, row_number() over (order by id) as rang from clients) c on c.rang = 1 + b.rang * 7919 % ${clients}
    where b.rang % 4 <> 0`)
  await run(sql`
    insert into paiements (vente_id, date_paiement, versement, recu_annee, recu_numero, mode, banque, reference, date_cheque, encaisse_le, rejete_le, motif_rejet)
    select v.id, jour, 40000000 + p.n % 1000 * 10000, 2026, p.n, mode,
      case when mode in ('cheque', 'virement', 'versement_bancaire') then (array['BNA','CPA','BEA','BADR','CNEP-Banque'])[1 + p.n % 5] end,
      case when mode in ('cheque', 'virement', 'versement_bancaire') then lpad(p.n::text, 7, '0') end,
      case when mode = 'cheque' then jour end,
      case when mode = 'cheque' and jour <= (now() at time zone 'Africa/Algiers')::date - 10 and p.n % 97 <> 0 then jour + 10 end,
      case when mode = 'cheque' and jour < (now() at time zone 'Africa/Algiers')::date - 10 and p.n % 97 = 0 then jour + 7 end,
      case when mode = 'cheque' and jour < (now() at time zone 'Africa/Algiers')::date - 10 and p.n % 97 = 0 then 'Provision insuffisante' end
    from (select id, row_number() over (order by id) as rang from ventes) v
    join (select n, 1 + n % (select count(*) from ventes) as rang from generate_series(1, ${paiements}) n) p using (rang)
    cross join lateral (select (now() at time zone 'Africa/Algiers')::date - ((p.n * 7) % 1095)::integer as jour,
      (array['cheque','cheque','cheque','cheque','virement','virement','virement','versement_bancaire','especes',null])[1 + (p.n / 7) % 10] as mode) m`)
  await run(
    sql`update ventes v set total_paye = s.somme from (select vente_id, sum(versement)::bigint as somme from paiements where rejete_le is null group by 1) s where s.vente_id = v.id`,
  )
  await fillEcheances(db)
  await fillComptes(db, appartements)
  await run(sql`insert into numeros (serie, annee, dernier) values ('dossier', 2026, ${appartements})`)
  await run(sql`insert into recus (annee, dernier) values (2026, ${paiements})`)
  await run(
    sql`insert into journal (quand, membre_nom, action, objet, objet_id, apres) select date_paiement + time '10:00', 'Banc', 'ajouter', 'paiement', id, jsonb_build_object('versement', versement) from paiements order by date_paiement`,
  )
}

/** Gives each sale five échéances. Blocs have reached none to three of the stades in turn; every other delivery has a foreseen day. */
async function fillEcheances(db: Db): Promise<void> {
  const run = (query: ReturnType<typeof sql>) => query.execute(db)
  await run(sql`
    insert into stades_atteints (bloc_id, stade_id, atteint_le, note_par)
    select b.id, s.id, current_date - ((b.id * 37) % 240)::integer - (3 - s.rang) * 150, 'Banc'
    from blocs b join stades s on s.rang <= b.id % 4`)
  await run(sql`
    update ventes set contrat_le = reservation_le + 30, notaire = 'Maître ' || (array['Kaci','Belaïd','Ouali','Hamdani','Tlemçani'])[1 + id % 5] || ' '
      || (array['Farid','Houria','Rachid','Lynda'])[1 + id % 4] where reservation_le + 30 <= current_date`)
  await run(sql`
    insert into echeances (vente_id, rang, libelle, montant, declencheur, stade_id, date_prevue)
    select v.id, m.rang, m.libelle,
      case when m.rang = 5 then v.prix - v.prix * 20 / 100 - v.prix * 15 / 100 - v.prix * 35 / 100 - v.prix * 25 / 100 else v.prix * m.part / 100 end,
      m.declencheur, s.id,
      case when (m.declencheur = 'stade' or (m.rang = 5 and v.id % 2 = 0)) and t.bloc_id <> ${WORKS.bloc}
        then current_date + ((v.id * 13 + m.rang * 90) % 500)::integer - 60 end
    from ventes v join appartements a on a.id = v.bien_id join etages t on t.id = a.etage_id
    cross join (values (1, 'Signature du contrat', 20, 'contrat', null), (2, 'Fondations achevées', 15, 'stade', 1),
      (3, 'Gros œuvre achevé', 35, 'stade', 2), (4, 'Tous corps d''état achevés', 25, 'stade', 3), (5, 'Remise des clés', 5, 'livraison', null))
      m(rang, libelle, part, declencheur, stade)
    left join stades s on s.rang = m.stade`)
  await run(sql`select rafraichir_echeances(array(select id from ventes))`)
}

/** Gives virements one of three accounts, sales one of seven vendeurs, and each residence some hundred bons of forty fournisseurs, most of them paid. */
async function fillComptes(db: Db, appartements: number): Promise<void> {
  const run = (query: ReturnType<typeof sql>) => query.execute(db)
  await run(sql`insert into comptes_bancaires (banque, numero)
    select (array['BNA','CPA','BEA'])[n], lpad(n::text, 20, '0') from generate_series(1, 3) n`)
  await run(sql`update paiements set compte_id = c.id from (select id, row_number() over (order by id) as rang from comptes_bancaires) c
    where c.rang = 1 + paiements.id % 3 and mode in ('virement', 'versement_bancaire')`)
  await run(
    sql`update ventes set vendeur = (array['Nadia','Karim','Samir','Lynda','Yacine','Amel','Sofiane'])[1 + id % 7]`,
  )
  await run(sql`update residences set budget = 40000000000 + id * 1000000000 where id % 3 <> 0`)
  await run(
    sql`insert into categories_bons (nom) select 'Catégorie ' || n from generate_series(1, 20) n order by n`,
  )
  await run(sql`
    insert into bons (categorie_bon_id, reference, date_bon, residence_id, fournisseur)
    select c.id, 'B-' || n, current_date - ((n * 11) % 1095)::integer, case when n % 20 > 0 then 1 + n % ${Math.ceil(appartements / 200)} end,
      case when n % 10 > 0 then 'Fournisseur ' || n % 40 end
    from generate_series(1, ${Math.ceil(appartements / 2)}) n
    join (select id, row_number() over (order by id) as rang from categories_bons) c on c.rang = 1 + n % 20 order by n`)
  await run(sql`
    insert into lignes (bon_id, designation, prix_unitaire, quantite)
    select id, 'Ligne ' || l, 12500000 + id % 900 * 10000, l from bons, generate_series(1, 3) l order by id, l`)
  await run(sql`
    insert into reglements (bon_id, date_reglement, montant, mode, compte_id)
    select b.id, least(b.date_bon + 30, current_date), s.total / (1 + b.id % 2), 'virement', c.id
    from bons b join (select bon_id, sum(prix_unitaire * quantite)::bigint as total from lignes group by 1) s on s.bon_id = b.id
    join (select id, row_number() over (order by id) as rang from comptes_bancaires) c on c.rang = 1 + b.id % 3
    where b.id % 5 > 0 order by b.id`)
}

export const ACCOUNT = { name: 'Banc', email: 'banc@diyar.dz', password: 'Motdepasse1!' }

export async function onDataset(size: number, work: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'diyar-bench-'))
  try {
    // Under root, PostgreSQL runs as another account, which must traverse the folder.
    await chmod(folder, 0o711)
    await install(folder, size)
    await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Registers the night's backup as made: a starting server would otherwise make it, and every call would be measured beside it. */
const markSaved = (db: Db) =>
  sql`insert into sauvegardes (jour, fichier, taille, sha256)
    select (now() at time zone 'Africa/Algiers' - interval '2 hours')::date + n, 'banc', 1, decode(repeat('00', 32), 'hex')
    from generate_series(0, 1) n`.execute(db)

async function install(folder: string, size: number): Promise<void> {
  const config = readConfig({ DATA_DIR: folder })
  const database = await openDatabase(config)
  try {
    await migrate(database.connection)
    await fillBench(database.connection, size)
    await markSaved(database.db)
    const mot_de_passe = await hashPassword(ACCOUNT.password)
    await database.db
      .insertInto('membres')
      .values({ name: ACCOUNT.name, email: ACCOUNT.email, mot_de_passe, actif: true })
      .execute()
  } finally {
    await database.close()
  }
}
