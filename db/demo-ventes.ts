import { sql } from 'kysely'
import { applyModele, type Declencheur, type LigneDeModele } from '#features/echeanciers/echeancier.rules.ts'
import type { Db } from '#server/database/db.ts'
import { addJours, addMois, type Jour } from '#shared/dates.ts'
import { insertFins, insertOptions, insertTransferts, type Vente } from '#db/demo-fins.ts'
import { PAR } from '#db/demo-names.ts'
import { pick, seeded } from '#db/random.ts'

/** Échéancier of a lot sold on plans, in hundredths of a percent. */
const VENTE_SUR_PLANS: [
  libelle: string,
  libelle_ar: string,
  pourcent: number,
  declencheur: Declencheur,
  stade?: number,
][] = [
  ['Signature du contrat', 'توقيع العقد', 2_000, 'contrat'],
  ['Fondations achevées', 'انتهاء الأساسات', 1_500, 'stade', 1],
  ['Gros œuvre achevé', 'انتهاء الأشغال الكبرى', 3_500, 'stade', 2],
  ["Tous corps d'état achevés", 'انتهاء جميع الأشغال', 2_500, 'stade', 3],
  ['Remise des clés', 'تسليم المفاتيح', 500, 'livraison'],
]
const MENSUALITES: LigneDeModele = {
  libelle: 'Mensualité',
  libelle_ar: 'قسط شهري',
  pourcent: 10_000,
  declencheur: 'date',
  stade_id: null,
  nombre: 12,
  pas_mois: 1,
}
/** Number of stades reached by each bloc, in the order of their ids. */
const STADES_DES_BLOCS = [3, 2, 1, 1, 1, 1, 0, 0]
const SANS_ECHEANCIER = 12

/** Gives the demo's sales their life. The same day gives the same data; payments stay unchanged. */
export async function insertDossiers(db: Db, today: Jour): Promise<void> {
  const random = seeded(20_260_103)
  const stades = (await db.selectFrom('stades').select('id').orderBy('rang').execute()).map(({ id }) => id)
  await insertStades(db, stades, today)
  const { rows: ventes } = await sql<Vente>`
    select v.id, v.bien_id, v.client_id, b.type, bloc_du_bien(b.id) as bloc, v.prix, v.reservation_le
    from ventes v join biens b on b.id = v.bien_id order by v.id`.execute(db)
  await dateDossiers(db, ventes, today)
  await insertEcheanciers(db, ventes, stades, today)
  await insertFins(db, ventes, today, random)
  await insertTransferts(db, ventes, today)
  await insertRelances(db, today)
  await insertOptions(db, ventes, today)
}

async function insertStades(db: Db, stades: readonly number[], today: Jour): Promise<void> {
  const blocs = (await db.selectFrom('blocs').select('id').orderBy('id').execute()).map(({ id }) => id)
  const values = blocs.flatMap((bloc_id, n) =>
    stades.slice(0, STADES_DES_BLOCS[n]).map((stade_id, rang, { length }) => ({
      bloc_id,
      stade_id,
      atteint_le: addJours(today, -12 - 21 * n - 160 * (length - 1 - rang)),
      note: rang === 1 ? "Procès-verbal du bureau d'études" : null,
      note_par: PAR,
    })),
  )
  await db.insertInto('stades_atteints').values(values).execute()
}

/** Two sales in three have a contract; in the first bloc one in three is delivered. */
async function dateDossiers(db: Db, ventes: readonly Vente[], today: Jour): Promise<void> {
  const first = Math.min(...ventes.flatMap(({ bloc }) => bloc ?? []))
  for (const [n, { id, bloc, reservation_le }] of ventes.entries()) {
    if (n % 3 === 2) continue
    const contrat_le = earlier(addJours(reservation_le, 25 + (n % 20)), today)
    const livraison_le = bloc === first && n % 3 === 0 ? earlier(addJours(contrat_le, 30), today) : null
    await db
      .updateTable('ventes')
      .set({
        contrat_le,
        livraison_le,
        livraison_prevue_le: livraison_le === null && bloc !== null ? addMois(today, 4 + (n % 15)) : null,
        notaire: pick(seeded(n), ['Maître Zohra Belkacem', 'Maître Djamel Ould Ali', 'Maître Nawel Ferhat']),
      })
      .where('id', '=', id)
      .execute()
  }
}

const earlier = (a: Jour, b: Jour): Jour => (a < b ? a : b)

async function insertEcheanciers(
  db: Db,
  ventes: readonly Vente[],
  stades: readonly number[],
  today: Jour,
): Promise<void> {
  const surPlans: LigneDeModele[] = VENTE_SUR_PLANS.map(
    ([libelle, libelle_ar, pourcent, declencheur, rang]) => ({
      libelle,
      libelle_ar,
      pourcent,
      declencheur,
      stade_id: (rang !== undefined && stades[rang - 1]) || null,
      nombre: 1,
      pas_mois: 1,
    }),
  )
  const lots = ventes.filter(({ bloc }) => bloc !== null)
  const without = new Set(lots.slice(-SANS_ECHEANCIER).map(({ id }) => id))
  const rows = ventes.flatMap(({ id, bloc, prix, reservation_le }) => {
    if (without.has(id)) return []
    const lignes =
      bloc === null
        ? applyModele(prix, [MENSUALITES], { premier_jour: earlier(addMois(reservation_le, 1), today) })
        : applyModele(prix, surPlans)
    return lignes.map((ligne, index) => ({ ...ligne, vente_id: id, rang: index + 1 }))
  })
  await sql`
    insert into echeances (vente_id, rang, libelle, libelle_ar, montant, declencheur, stade_id, date_prevue)
    select * from json_to_recordset(${JSON.stringify(
      rows.map(({ vente_id, rang, libelle, libelle_ar, montant, declencheur, stade_id, date_prevue }) => ({
        vente_id,
        rang,
        libelle,
        libelle_ar,
        montant,
        declencheur,
        stade_id,
        date_prevue,
      })),
    )}::json) as l (vente_id bigint, rang integer, libelle text, libelle_ar text, montant bigint,
      declencheur text, stade_id bigint, date_prevue date)`.execute(db)
  await sql`select rafraichir_echeances(array(select id from ventes))`.execute(db)
}

async function insertRelances(db: Db, today: Jour): Promise<void> {
  const { rows: late } = await sql<{ vente_id: number; montant: number }>`
    select vente_id, sum(montant - couvert)::bigint as montant from echeances
    where ouverte and couvert < montant and exigible_le < ${today}::date group by 1 order by 1 limit 12`.execute(
    db,
  )
  if (late.length === 0) return
  await db
    .insertInto('relances')
    .values(
      late.map(({ vente_id, montant }, n) => ({
        vente_id,
        canal: ['lettre', 'telephone', 'whatsapp', 'email'][n % 4] ?? 'lettre',
        jour: addJours(today, -3 * n),
        montant,
        note: n % 4 === 1 ? 'Promet de passer en fin de semaine' : null,
        membre_nom: PAR,
        cree_le: new Date(`${addJours(today, -3 * n)}T08:15:00Z`),
      })),
    )
    .execute()
}
