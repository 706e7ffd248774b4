import { sql, type Insertable } from 'kysely'
import { ajouterJours, type Jour } from '#shared/dates.ts'
import type { Db } from '#server/database/db.ts'
import type { DB } from '#server/database/schema.ts'
import { CHARGES, DETAILS, ETAGES, FOURNISSEURS, NOMS, NOMS_ARABES, PRENOMS, RESIDENCES, RUES } from '#db/demo-names.ts'

/** The account of the demo portfolio; `npm run demo` prints it. */
export const DEMO_ACCOUNT = { name: 'Amina Cherif', email: 'demo@diyar.dz', password: 'Demonstration1!' }
const PAYMENTS = 900

/**
 * Fills an empty database with one promoter's business: 3 residences, 8 blocs, 40 étages, 240 appartements, 30 locaux,
 * 4 parkings of 30 places, 150 clients, 900 payments over the three years before `today`, vouchers in 6 categories.
 * The same day gives the same portfolio, to the centime. `hashed` is the hash of {@link DEMO_ACCOUNT}'s password.
 */
export async function fillDemo(db: Db, today: Jour, hashed: string): Promise<void> {
  const random = seeded(20_260_101)
  await insertMembers(db, hashed)
  const clients = await insertClients(db, random)
  const etages = await insertStructure(db)
  const appartements = await insertAppartements(db, etages, random)
  const locaux = await insertLocaux(db, random)
  const places = await insertPlaces(db, random)
  const sold = [...some(appartements, 0.62, random), ...some(locaux, 0.5, random), ...some(places, 0.45, random)]
  const ventes = await insertVentes(db, sold, clients, today, random)
  await insertPaiements(db, ventes, today, random)
  await db
    .insertInto('promoteurs')
    .values({ nom: 'SARL Diyar Promotion', email: 'contact@diyar-promotion.dz', telephone: '+213 23 45 67 89', adresse: '14, rue des Frères Bouadou, Bir Mourad Raïs, Alger' })
    .execute()
  await insertCharges(db, today, random)
  await journalise(db)
  await sql`analyze`.execute(db)
}

type Random = () => number
/** Mulberry32: small, seeded, the same everywhere. */
function seeded(seed: number): Random {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

const between = (random: Random, from: number, to: number) => from + Math.floor(random() * (to - from + 1))
function pick<T>(random: Random, from: readonly T[]): T {
  const chosen = from[between(random, 0, from.length - 1)]
  if (chosen === undefined) throw new RangeError('nothing to pick from')
  return chosen
}
const some = <T>(from: T[], part: number, random: Random) => from.filter(() => random() < part)
const repeat = <T>(times: number, make: (index: number) => T) => Array.from({ length: times }, (_, index) => make(index))

async function insertMembers(db: Db, hashed: string): Promise<void> {
  const account = (name: string, email: string, actif: boolean) => ({ name, email, actif, mot_de_passe: hashed })
  await db
    .insertInto('membres')
    .values([
      account(DEMO_ACCOUNT.name, DEMO_ACCOUNT.email, true),
      account('Yacine Meziane', 'yacine.meziane@diyar.dz', true),
      account('Samira Boudiaf', 'samira.boudiaf@diyar.dz', true),
      account('نور الدين شريف', 'n.cherif@diyar.dz', true),
      account('Redha Haddad', 'redha.haddad@diyar.dz', true),
      account('Lynda Aït Ahmed', 'lynda.aitahmed@diyar.dz', true),
      account('Toufik Guerfi', 'toufik.guerfi@diyar.dz', false),
      account('Naïma Tlemçani', 'naima.tlemcani@diyar.dz', false),
    ])
    .execute()
}

async function insertClients(db: Db, random: Random): Promise<number[]> {
  const values = repeat(150, (n) => {
    const prenom = PRENOMS[n % PRENOMS.length] ?? ''
    const nom = NOMS[(n * 7) % NOMS.length] ?? ''
    const arabe = n % 13 === 5 ? NOMS_ARABES[Math.floor(n / 13)] : undefined
    const boite = `${prenom}.${nom}`.normalize('NFD').replace(/[^a-zA-Z.]/g, '').toLowerCase()
    return {
      nom_complet: arabe ?? `${nom} ${prenom}`,
      tel: `0${pick(random, [5, 6, 7])}${pick(random, [40, 55, 61, 70, 98])} ${between(random, 10, 99)} ${between(random, 10, 99)} ${between(random, 10, 99)}`,
      email: `${boite}${n}@${pick(random, ['gmail.com', 'yahoo.fr', 'djaweb.dz'])}`,
      adresse: random() < 0.85 ? pick(random, RUES) : null,
    }
  })
  return ids(await db.insertInto('clients').values(values).returning('id').execute())
}

const ids = (rows: { id: number }[]) => rows.map(({ id }) => id)

/** Residences, blocs and étages; gives the étages with what the lots' names need. */
async function insertStructure(db: Db): Promise<{ id: number; bloc: number; niveau: number }[]> {
  const etages = []
  for (const { nom, adresse, blocs } of RESIDENCES) {
    const { id: residence_id } = await db.insertInto('residences').values({ nom, adresse }).returning('id').executeTakeFirstOrThrow()
    for (const nomloc of blocs) {
      const description = `R+${ETAGES.length - 1}, deux ascenseurs, façade ${nomloc.endsWith('Sud') ? 'sud' : 'principale'}`
      const { id: bloc_id } = await db.insertInto('blocs').values({ residence_id, nomloc, description }).returning('id').executeTakeFirstOrThrow()
      const rows = await db
        .insertInto('etages')
        .values(ETAGES.map((designation, niveau) => ({ bloc_id, designation, niveau, logement_par_palier: 6 })))
        .returning(['id', 'bloc_id as bloc', 'niveau'])
        .execute()
      etages.push(...rows)
    }
  }
  return etages
}

/** Each kind of bien: its row in `biens` first, then its own under the same id. */
async function insertBiens(db: Db, type: string, prix: number[]): Promise<number[]> {
  return ids(await db.insertInto('biens').values(prix.map((montant) => ({ type, prix: montant }))).returning('id').execute())
}

const TYPES = [['F2', 5200], ['F3', 7400], ['F3', 8100], ['F4', 10_250], ['F4', 11_600], ['F5 duplex', 16_480]] as const

async function insertAppartements(db: Db, etages: { id: number; bloc: number; niveau: number }[], random: Random): Promise<number[]> {
  const lots = etages.flatMap(({ id, niveau }) => TYPES.map(([type, surface], rang) => ({ etage_id: id, type, surface: surface + between(random, -150, 150), numero: niveau * 100 + rang + 1 })))
  // Centimes per hundredth of m²: 165 000 to 240 000 DA a m², rounded to 10 000 DA.
  const prix = lots.map(({ surface }) => Math.round((surface * between(random, 165_000, 240_000)) / 1_000_000) * 1_000_000)
  const numbers = await insertBiens(db, 'appartement', prix)
  await db
    .insertInto('appartements')
    .values(lots.map(({ etage_id, type, surface, numero }, n) => ({
      id: numbers[n] ?? 0, etage_id, num_lot: String(numero).padStart(3, '0'), type_logement: type,
      surface_habitable: surface, surface_utile: between(random, 400, 1800),
    })))
    .execute()
  return numbers
}

async function insertLocaux(db: Db, random: Random): Promise<number[]> {
  const blocs = await db.selectFrom('blocs').select('id').orderBy('id').execute()
  const surfaces = repeat(30, () => between(random, 2500, 14_000))
  const numbers = await insertBiens(db, 'local', surfaces.map((surface) => Math.round((surface * between(random, 280_000, 420_000)) / 1_000_000) * 1_000_000))
  await db
    .insertInto('locaux')
    .values(surfaces.map((surface, n) => ({
      id: numbers[n] ?? 0, bloc_id: blocs[n % blocs.length]?.id ?? 0, num: `L-${String(n + 1).padStart(2, '0')}`, surface,
      description: n % 3 === 0 ? 'Angle, double vitrine, hauteur sous plafond 4,20 m' : null,
    })))
    .execute()
  return numbers
}

async function insertPlaces(db: Db, random: Random): Promise<number[]> {
  const residences = await db.selectFrom('residences').select('id').orderBy('id').execute()
  const noms = ['Sous-sol Yasmine', 'Parking extérieur Yasmine', 'Sous-sol Tafourah', 'Parking Ibn Khaldoun']
  const numbers: number[] = []
  for (const [rang, parking_nom] of noms.entries()) {
    const residence_id = residences[[0, 0, 1, 2][rang] ?? 0]?.id ?? 0
    const { id: parking_id } = await db.insertInto('parkings').values({ residence_id, parking_nom, nb_places: 30 }).returning('id').executeTakeFirstOrThrow()
    const type_place = rang === 1 ? 'Plein Air' : 'Couvert'
    const biens = await insertBiens(db, 'place_parking', repeat(30, () => between(random, 90, 180) * 1_000_000))
    const places: Insertable<DB['places_parking']>[] = biens.map((id, n) => ({
      id, parking_id, numero_place: n + 1, type_place: n % 10 === 9 ? 'Box' : type_place,
      position: n % 4 === 0 ? `Allée ${'ABCDEFGH'[Math.floor(n / 4)] ?? 'A'}` : null, superficie: n % 2 === 0 ? 1250 : null,
    }))
    await db.insertInto('places_parking').values(places).execute()
    numbers.push(...biens)
  }
  return numbers
}

interface Sale {
  id: number
  prix: number
  day: Jour
}

async function insertVentes(db: Db, sold: number[], clients: number[], today: Jour, random: Random): Promise<Sale[]> {
  const prices = new Map((await db.selectFrom('biens').select(['id', 'prix']).execute()).map(({ id, prix }) => [id, prix]))
  const buyers = clients.slice(0, 128)
  const values = sold.map((bien_id, n) => ({ bien_id, client_id: buyers[n] ?? pick(random, buyers), prix: prices.get(bien_id) ?? 0, day: ajouterJours(today, -between(random, 20, 1090)) }))
  const rows = await db
    .insertInto('ventes')
    .values(values.map(({ day, ...vente }) => ({ ...vente, ouverte_le: new Date(`${day}T09:00:00Z`) })))
    .returning('id')
    .execute()
  return rows.map(({ id }, n) => ({ id, prix: values[n]?.prix ?? 0, day: values[n]?.day ?? today }))
}

/** 900 payments: every sale has paid some share of its price, a few nothing, one in six everything. */
async function insertPaiements(db: Db, ventes: Sale[], today: Jour, random: Random): Promise<void> {
  const paying = ventes.filter((_, n) => n % 14 !== 13)
  const parts = paying.map((_, n) => Math.floor(PAYMENTS / paying.length) + (n < PAYMENTS % paying.length ? 1 : 0))
  const drafts = paying.flatMap((vente, n) => {
    const share = n % 6 === 0 ? 1 : pick(random, [0.1, 0.2, 0.3, 0.45, 0.6, 0.8, 0.95])
    const amounts = cut(Math.floor(vente.prix * share), parts[n] ?? 1, random)
    const span = Math.max(daysBetween(vente.day, today), 1)
    return amounts.map((versement, rang) => ({ vente_id: vente.id, versement, date_paiement: ajouterJours(vente.day, Math.floor((span * rang) / amounts.length)), details: pick(random, DETAILS) }))
  })
  drafts.sort((a, b) => (a.date_paiement < b.date_paiement ? -1 : a.date_paiement > b.date_paiement ? 1 : a.vente_id - b.vente_id))
  const last = new Map<number, number>()
  const values = drafts.map((draft) => {
    const recu_annee = Number(draft.date_paiement.slice(0, 4))
    const recu_numero = (last.get(recu_annee) ?? 0) + 1
    last.set(recu_annee, recu_numero)
    return { ...draft, recu_annee, recu_numero }
  })
  await db.insertInto('paiements').values(values).execute()
  await db.insertInto('recus').values([...last].map(([annee, dernier]) => ({ annee, dernier }))).execute()
  await sql`update ventes v set total_paye = s.somme from (select vente_id, sum(versement)::bigint as somme from paiements group by 1) s where s.vente_id = v.id`.execute(db)
}

/** An amount in `parts` positive parts of whole thousands of DA, the last one taking what is left to the centime. */
function cut(total: number, parts: number, random: Random): number[] {
  const even = Math.floor(total / parts / 100_000) * 100_000
  const amounts = repeat(parts - 1, () => Math.max(Math.round((even * between(random, 60, 130)) / 100 / 100_000) * 100_000, 100_000))
  const rest = total - amounts.reduce((sum, amount) => sum + amount, 0)
  return rest > 0 ? [...amounts, rest] : [...repeat(parts - 1, () => even), total - even * (parts - 1)]
}

const daysBetween = (from: Jour, to: Jour) => Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000)

async function insertCharges(db: Db, today: Jour, random: Random): Promise<void> {
  for (const { nom, lignes } of CHARGES) {
    const { id: categorie_bon_id } = await db.insertInto('categories_bons').values({ nom }).returning('id').executeTakeFirstOrThrow()
    for (const n of repeat(between(random, 3, 8), (rang) => rang)) {
      const date_bon = ajouterJours(today, -between(random, 5, 900))
      const reference = `BA-${date_bon.slice(0, 4)}-${pick(random, FOURNISSEURS)}-${String(n + 1).padStart(3, '0')}`
      const { id: bon_id } = await db.insertInto('bons').values({ categorie_bon_id, reference, date_bon }).returning('id').executeTakeFirstOrThrow()
      await db
        .insertInto('lignes')
        .values(repeat(between(random, 1, 7), () => {
          const [designation, prix_unitaire] = pick(random, lignes)
          return { bon_id, designation, prix_unitaire, quantite: between(random, 1, 60) }
        }))
        .execute()
    }
  }
}

/** One line of the journal for everything that was put in. */
async function journalise(db: Db): Promise<void> {
  const tables = {
    membre: 'membres', client: 'clients', residence: 'residences', bloc: 'blocs', etage: 'etages', appartement: 'appartements', local: 'locaux',
    parking: 'parkings', place: 'places_parking', vente: 'ventes', paiement: 'paiements', promoteur: 'promoteurs', categorie: 'categories_bons', bon: 'bons', ligne: 'lignes',
  }
  for (const [objet, table] of Object.entries(tables))
    await sql`insert into journal (membre_nom, action, objet, objet_id) select 'Démonstration', 'ajouter', ${objet}, id from ${sql.table(table)} order by id`.execute(db)
}
