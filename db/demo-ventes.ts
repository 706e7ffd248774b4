import { sql } from 'kysely'
import { applyModele, type Declencheur, type LigneDeModele } from '#features/echeanciers/echeancier.rules.ts'
import type { Db } from '#server/database/db.ts'
import { addJours, addMois, type Jour } from '#shared/dates.ts'
import { PAR } from '#db/demo-names.ts'
import { earlier, later } from '#db/demo-versements.ts'
import { pick, seeded } from '#db/random.ts'

interface Vente {
  id: number
  type: string
  bloc: number | null
  prix: number
  reservation_le: Jour
}

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
/** Number of stades reached by each bloc, in the order of their ids, and the days since its last one. */
const STADES_DES_BLOCS = [
  { atteints: 3, jours: 12 },
  { atteints: 2, jours: 33 },
  { atteints: 1, jours: 54 },
  { atteints: 1, jours: 75 },
  { atteints: 1, jours: 190 },
  { atteints: 1, jours: 290 },
]
const JOURS_D_UN_STADE = 160
/** The latest sales of appartements wait for their échéancier. */
const SANS_ECHEANCIER = 12
const MILLE_DINARS = 100_000

/** Gives the demo's sales their steps and their échéanciers. The same day gives the same data. */
export async function insertDossiers(db: Db, today: Jour): Promise<void> {
  const stades = (await db.selectFrom('stades').select('id').orderBy('rang').execute()).map(({ id }) => id)
  await insertStades(db, stades, today)
  const { rows: ventes } = await sql<Vente>`
    select v.id, b.type, bloc_du_bien(b.id) as bloc, v.prix, v.reservation_le
    from ventes v join biens b on b.id = v.bien_id order by v.id`.execute(db)
  await dateDossiers(db, ventes, today)
  await insertEcheanciers(db, ventes, stades)
}

async function insertStades(db: Db, stades: readonly number[], today: Jour): Promise<void> {
  const blocs = (await db.selectFrom('blocs').select('id').orderBy('id').execute()).map(({ id }) => id)
  const values = STADES_DES_BLOCS.flatMap(({ atteints, jours }, n) =>
    stades.slice(0, atteints).map((stade_id, rang) => ({
      bloc_id: blocs[n] ?? 0,
      stade_id,
      atteint_le: addJours(today, -jours - JOURS_D_UN_STADE * (atteints - 1 - rang)),
      note: rang === 1 ? "Procès-verbal du bureau d'études" : null,
      note_par: PAR,
    })),
  )
  await db.insertInto('stades_atteints').values(values).execute()
  await insertPrevisions(db, blocs[1] ?? 0, stades.slice(STADES_DES_BLOCS[1]?.atteints ?? 0), today)
}

/** The office foresees the works of one bloc: a stade each three months, then the delivery. */
async function insertPrevisions(db: Db, bloc: number, stades: readonly number[], today: Jour): Promise<void> {
  const jours = stades.map((stade_id, rang) => ({
    bloc_id: bloc,
    stade_id,
    prevu_le: addMois(today, 3 * (rang + 1)),
  }))
  if (jours.length > 0) await db.insertInto('stades_prevus').values(jours).execute()
  const livraison_prevue_le = addMois(today, 3 * (stades.length + 1))
  await db.updateTable('blocs').set({ livraison_prevue_le }).where('id', '=', bloc).execute()
}

/** Two sales in three have a contract; in the first bloc, finished twelve days ago, one in three is delivered. */
async function dateDossiers(db: Db, ventes: readonly Vente[], today: Jour): Promise<void> {
  const first = Math.min(...ventes.flatMap(({ bloc }) => bloc ?? []))
  for (const [n, { id, bloc, reservation_le }] of ventes.entries()) {
    if (n % 3 === 2) continue
    const contrat_le = earlier(addJours(reservation_le, 25 + (n % 20)), today)
    const livraison_le = bloc === first && n % 3 === 0 ? later(contrat_le, addJours(today, -(n % 10))) : null
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

async function insertEcheanciers(db: Db, ventes: readonly Vente[], stades: readonly number[]): Promise<void> {
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
  const latest = ventes
    .filter(({ type }) => type === 'appartement')
    .toSorted((a, b) => b.reservation_le.localeCompare(a.reservation_le) || a.id - b.id)
  const without = new Set(latest.slice(0, SANS_ECHEANCIER).map(({ id }) => id))
  const rows = ventes.flatMap(({ id, bloc, prix, reservation_le }) => {
    if (without.has(id)) return []
    const lignes =
      bloc === null
        ? applyModele(prix, [MENSUALITES], {
            premier_jour: addMois(reservation_le, 1),
            arrondi: MILLE_DINARS,
          })
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
