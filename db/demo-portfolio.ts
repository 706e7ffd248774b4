import { sql, type Insertable } from 'kysely'
import { prixRevise } from '#features/prix/prix.rules.ts'
import type { Centimes } from '#shared/argent.ts'
import { addMois, type Jour } from '#shared/dates.ts'
import type { Db } from '#server/database/db.ts'
import type { DB } from '#server/database/schema.ts'
import { ETAGES, PAR, RESIDENCES } from '#db/demo-names.ts'
import { between, ids, repeat, type Random } from '#db/random.ts'

export async function insertStructure(db: Db): Promise<{ id: number; bloc: number; niveau: number }[]> {
  const etages = []
  for (const { nom, adresse, blocs } of RESIDENCES) {
    const { id: residence_id } = await db
      .insertInto('residences')
      .values({ nom, adresse })
      .returning('id')
      .executeTakeFirstOrThrow()
    for (const nomloc of blocs) {
      const description = `R+${ETAGES.length - 1}, deux ascenseurs, façade ${nomloc.endsWith('Sud') ? 'sud' : 'principale'}`
      const { id: bloc_id } = await db
        .insertInto('blocs')
        .values({ residence_id, nomloc, description })
        .returning('id')
        .executeTakeFirstOrThrow()
      const rows = await db
        .insertInto('etages')
        .values(
          ETAGES.map((designation, niveau) => ({ bloc_id, designation, niveau, logement_par_palier: 6 })),
        )
        .returning(['id', 'bloc_id as bloc', 'niveau'])
        .execute()
      etages.push(...rows)
    }
  }
  return etages
}

/** Inserts the common rows in `biens`, prices in centimes. @returns their ids, which the rows of each kind share */
async function insertBiens(db: Db, type: string, prix: number[]): Promise<number[]> {
  return ids(
    await db
      .insertInto('biens')
      .values(prix.map((montant) => ({ type, prix: montant })))
      .returning('id')
      .execute(),
  )
}

const TYPES = [
  ['F2', 5200],
  ['F3', 7400],
  ['F3', 8100],
  ['F4', 10_250],
  ['F4', 11_600],
  ['F5 duplex', 16_480],
] as const

export async function insertAppartements(
  db: Db,
  etages: { id: number; bloc: number; niveau: number }[],
  random: Random,
): Promise<number[]> {
  const lots = etages.flatMap(({ id, niveau }) =>
    TYPES.map(([type, surface], rang) => ({
      etage_id: id,
      type,
      surface: surface + between(random, -150, 150),
      numero: niveau * 100 + rang + 1,
    })),
  )
  // 165 000 to 240 000 DA per m² (a surface is in hundredths of m²), rounded to 10 000 DA.
  const prix = lots.map(
    ({ surface }) => Math.round((surface * between(random, 165_000, 240_000)) / 1_000_000) * 1_000_000,
  )
  const numbers = await insertBiens(db, 'appartement', prix)
  await db
    .insertInto('appartements')
    .values(
      lots.map(({ etage_id, type, surface, numero }, n) => ({
        id: numbers[n] ?? 0,
        etage_id,
        num_lot: String(numero).padStart(3, '0'),
        type_logement: type,
        surface_habitable: surface,
        surface_utile: between(random, 400, 1800),
      })),
    )
    .execute()
  return numbers
}

export async function insertLocaux(db: Db, random: Random): Promise<number[]> {
  const blocs = await db.selectFrom('blocs').select('id').orderBy('id').execute()
  const surfaces = repeat(30, () => between(random, 2500, 14_000))
  const numbers = await insertBiens(
    db,
    'local',
    surfaces.map(
      (surface) => Math.round((surface * between(random, 280_000, 420_000)) / 1_000_000) * 1_000_000,
    ),
  )
  await db
    .insertInto('locaux')
    .values(
      surfaces.map((surface, n) => ({
        id: numbers[n] ?? 0,
        bloc_id: blocs[n % blocs.length]?.id ?? 0,
        num: `L-${String(n + 1).padStart(2, '0')}`,
        surface,
        description: n % 3 === 0 ? 'Angle, double vitrine, hauteur sous plafond 4,20 m' : null,
      })),
    )
    .execute()
  return numbers
}

export async function insertPlaces(db: Db, random: Random): Promise<number[]> {
  const residences = await db.selectFrom('residences').select('id').orderBy('id').execute()
  const noms = ['Sous-sol Yasmine', 'Parking extérieur Yasmine', 'Sous-sol Tafourah', 'Parking Ibn Khaldoun']
  const numbers: number[] = []
  for (const [rang, parking_nom] of noms.entries()) {
    const residence_id = residences[[0, 0, 1, 2][rang] ?? 0]?.id ?? 0
    const { id: parking_id } = await db
      .insertInto('parkings')
      .values({ residence_id, parking_nom, nb_places: 30 })
      .returning('id')
      .executeTakeFirstOrThrow()
    const type_place = rang === 1 ? 'Plein Air' : 'Couvert'
    const biens = await insertBiens(
      db,
      'place_parking',
      repeat(30, () => between(random, 90, 180) * 1_000_000),
    )
    const places: Insertable<DB['places_parking']>[] = biens.map((id, n) => ({
      id,
      parking_id,
      numero_place: n + 1,
      type_place: n % 10 === 9 ? 'Box' : type_place,
      position: n % 4 === 0 ? `Allée ${'ABCDEFGH'[Math.floor(n / 4)] ?? 'A'}` : null,
      superficie: n % 2 === 0 ? 1250 : null,
    }))
    await db.insertInto('places_parking').values(places).execute()
    numbers.push(...biens)
  }
  return numbers
}

const ARRONDI = 1_000_000
const REVISIONS = [
  { valeur: 300, mois: -9, motif: 'Avancement du gros œuvre' },
  { valeur: 200, mois: -3, motif: 'Hausse des matériaux' },
]

/** Records two price revisions of the unsold lots and locaux of the first residence, nine and three months ago, that end at today's prices. */
export async function insertRevisions(db: Db, today: Jour): Promise<void> {
  const { rows: lots } = await sql<{ id: number; prix: Centimes }>`
    select b.id, b.prix from biens b
    where b.residence_id = (select min(id) from residences) and b.type in ('appartement', 'local')
      and not exists (select from ventes v where v.bien_id = b.id and v.terminee_le is null)
    order by b.id`.execute(db)
  const now = new Map(lots.map(({ id, prix }) => [id, prix]))
  const steps = REVISIONS.toReversed().map((revision) => {
    const changes = [...now].map(([id, nouveau]) => ({
      id,
      nouveau,
      ancien: prixAvant(nouveau, revision.valeur),
    }))
    for (const { id, ancien } of changes) now.set(id, ancien)
    return { ...revision, changes }
  })
  for (const { valeur, mois, motif, changes } of steps.toReversed()) {
    const le = sql<Date>`(${addMois(today, mois)}::date + time '10:15') at time zone 'Africa/Algiers'`
    const { id } = await db
      .insertInto('revisions_prix')
      .values({
        membre_nom: PAR,
        sorte: 'pourcent',
        valeur,
        arrondi: ARRONDI,
        motif,
        nombre: changes.length,
        cree_le: le,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('changements_prix')
      .values(
        changes.map(({ id: bien_id, ancien, nouveau }) => ({
          bien_id,
          ancien,
          nouveau,
          revision_id: id,
          le,
        })),
      )
      .execute()
  }
}

/** Price in centimes from which a rise of `valeur` hundredths of a percent gives `nouveau`; the nearest one where none gives it. */
function prixAvant(nouveau: Centimes, valeur: number): Centimes {
  const near = Math.round((nouveau * 10_000) / (10_000 + valeur) / ARRONDI) * ARRONDI
  const revised = (prix: Centimes) => prixRevise({ sorte: 'pourcent', valeur, arrondi: ARRONDI }, prix, null)
  return [near, near - ARRONDI, near + ARRONDI].find((prix) => revised(prix) === nouveau) ?? near
}
