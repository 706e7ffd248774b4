import { sql } from 'kysely'
import type { Role } from '#shared/droits.ts'
import { addJours, type Jour } from '#shared/dates.ts'
import type { Db } from '#server/database/db.ts'
import type { FileStore } from '#server/files/store.ts'
import { civiliteOf } from '#db/demo-arabe.ts'
import { CHARGES, FOURNISSEURS, NOMS, NOMS_ARABES, PAR, PRENOMS, RUES } from '#db/demo-names.ts'
import {
  insertAppartements,
  insertLocaux,
  insertPlaces,
  insertRevisions,
  insertStructure,
} from '#db/demo-portfolio.ts'
import { between, ids, pick, repeat, seeded, some, type Random } from '#db/random.ts'
import { insertDossiersLegaux } from '#db/demo-legal.ts'
import { insertAdministration } from '#db/demo-administration.ts'
import { insertLogo, insertPapiers, insertPieces } from '#db/demo-papiers.ts'
import { insertJournal } from '#db/demo-journal.ts'
import { insertPaiements, insertVentes } from '#db/demo-sales.ts'
import { insertSuites } from '#db/demo-fins.ts'
import { insertDossiers } from '#db/demo-ventes.ts'

export const DEMO_ACCOUNT = { name: PAR, email: 'demo@diyar.dz', password: 'Demonstration1!' }

/**
 * Fills an empty database with one promoter's business; the same day gives the same portfolio, to the centime. `hashed` is the hash of
 * {@link DEMO_ACCOUNT}'s password; without `files` neither scans nor a logo are added.
 */
export async function fillDemo(db: Db, today: Jour, hashed: string, files?: FileStore): Promise<void> {
  const random = seeded(20_260_101)
  await insertMembers(db, hashed)
  const clients = await insertClients(db, random)
  const etages = await insertStructure(db)
  const appartements = await insertAppartements(db, etages, random)
  const locaux = await insertLocaux(db, random)
  const places = await insertPlaces(db, random)
  const sold = [
    ...some(appartements, 0.62, random),
    ...some(locaux, 0.5, random),
    ...some(places, 0.45, random),
  ]
  await insertVentes(db, sold, clients, today, random)
  await insertDossiers(db, today)
  await insertPaiements(db, today, random)
  await insertSuites(db, today)
  await insertRevisions(db, today)
  await db
    .insertInto('promoteurs')
    .values({
      nom: 'SARL Diyar Promotion',
      email: 'contact@diyar-promotion.dz',
      telephone: '+213 23 45 67 89',
      adresse: '14, rue des Frères Bouadou, Bir Mourad Raïs, Alger',
    })
    .execute()
  await insertCharges(db, today, random)
  await insertAdministration(db, today)
  await insertDossiersLegaux(db, today)
  await insertJournal(db, today)
  const [actor] = await db
    .selectFrom('membres')
    .select(['id', 'name', 'email'])
    .orderBy('id')
    .limit(1)
    .execute()
  if (actor) {
    if (files) {
      await insertPieces(db, actor, files)
      await insertLogo(db, actor, files)
    }
    await insertPapiers(db, actor, today)
  }
  await sql`analyze`.execute(db)
}

async function insertMembers(db: Db, hashed: string): Promise<void> {
  const account = (name: string, email: string, role: Role, actif = true) => ({
    name,
    email,
    role,
    actif,
    mot_de_passe: hashed,
  })
  await db
    .insertInto('membres')
    .values([
      account(DEMO_ACCOUNT.name, DEMO_ACCOUNT.email, 'direction'),
      account('Yacine Meziane', 'yacine.meziane@diyar.dz', 'commercial'),
      account('Samira Boudiaf', 'samira.boudiaf@diyar.dz', 'caisse'),
      account('نور الدين شريف', 'n.cherif@diyar.dz', 'commercial'),
      account('Redha Haddad', 'redha.haddad@diyar.dz', 'comptable'),
      account('Lynda Aït Ahmed', 'lynda.aitahmed@diyar.dz', 'lecture'),
      account('Toufik Guerfi', 'toufik.guerfi@diyar.dz', 'direction', false),
      account('Naïma Tlemçani', 'naima.tlemcani@diyar.dz', 'caisse', false),
    ])
    .execute()
}

/** « haddad.redha » of « Haddad Redha »; names in Arabic have theirs beside them. */
const boiteOf = (nom: string): string =>
  (NOMS_ARABES.find((arabe) => arabe.nom === nom)?.boite ?? nom)
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter(Boolean)
    .join('.')

async function insertClients(db: Db, random: Random): Promise<number[]> {
  const values = repeat(150, (n) => {
    const prenom = PRENOMS[n % PRENOMS.length] ?? ''
    const nom = NOMS[(n * 7) % NOMS.length] ?? ''
    const joint = {
      tel: `0${pick(random, [5, 6, 7])}${pick(random, [40, 55, 61, 70, 98])} ${between(random, 10, 99)} ${between(random, 10, 99)} ${between(random, 10, 99)}`,
      domaine: pick(random, ['gmail.com', 'yahoo.fr', 'djaweb.dz']),
      adresse: random() < 0.85 ? pick(random, RUES) : null,
    }
    const { domaine, ...joignable } = joint
    const civil = civiliteOf(n, { prenom, nom, adresse: joint.adresse })
    return { ...joignable, ...civil, email: `${boiteOf(civil.nom_complet)}${n}@${domaine}` }
  })
  return ids(await db.insertInto('clients').values(values).returning('id').execute())
}

async function insertCharges(db: Db, today: Jour, random: Random): Promise<void> {
  for (const { nom, lignes } of CHARGES) {
    const { id: categorie_bon_id } = await db
      .insertInto('categories_bons')
      .values({ nom })
      .returning('id')
      .executeTakeFirstOrThrow()
    for (const n of repeat(between(random, 3, 8), (rang) => rang)) {
      const date_bon = addJours(today, -between(random, 5, 900))
      const reference = `BA-${date_bon.slice(0, 4)}-${pick(random, FOURNISSEURS)}-${String(n + 1).padStart(3, '0')}`
      const { id: bon_id } = await db
        .insertInto('bons')
        .values({ categorie_bon_id, reference, date_bon })
        .returning('id')
        .executeTakeFirstOrThrow()
      await db
        .insertInto('lignes')
        .values(
          repeat(between(random, 1, 7), () => {
            const [designation, prix_unitaire] = pick(random, lignes)
            return { bon_id, designation, prix_unitaire, quantite: between(random, 1, 60) }
          }),
        )
        .execute()
    }
  }
}
