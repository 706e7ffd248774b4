import { sql } from 'kysely'
import { LIEUX_EN_ARABE } from '#db/demo-arabe.ts'
import { ids } from '#db/random.ts'
import type { Db } from '#server/database/db.ts'
import { addJours, addMois, type Jour } from '#shared/dates.ts'

const PERMIS = [
  { numero: 'PC 2021/0458', autorite: 'APC de Draria', acte: 'Acte n° 1 182, volume 214', mois: 52 },
  { numero: 'PC 2022/0117', autorite: 'APC de Bordj El Kiffan', acte: 'Acte n° 906, volume 231', mois: 41 },
  { numero: 'PC 2023/0033', autorite: 'APC de Béjaïa', acte: 'Acte n° 77, volume 19', mois: 30 },
]
/** Months that the guarantees of the first blocs still have; one has expired, the last blocs have none. */
const GARANTIES = [18, 14, 26, 8, -2, 20]

/** Gives residences their permit and their names in Arabic, and blocs their guarantees. The same day gives the same data. */
export async function insertDossiersLegaux(db: Db, today: Jour): Promise<void> {
  for (const [n, id] of ids(
    await db.selectFrom('residences').select('id').orderBy('id').execute(),
  ).entries()) {
    const { numero, autorite, acte, mois } = PERMIS[n % PERMIS.length] ?? {}
    await db
      .updateTable('residences')
      .set({
        permis_numero: numero,
        permis_autorite: autorite,
        permis_le: addMois(today, -(mois ?? 0)),
        terrain_acte: acte,
        terrain_le: addMois(today, -(mois ?? 0) - 14),
      })
      .where('id', '=', id)
      .execute()
  }
  for (const [n, id] of ids(await db.selectFrom('blocs').select('id').orderBy('id').execute()).entries()) {
    const left = GARANTIES[n]
    await db
      .updateTable('blocs')
      .set({
        livraison_prevue_le: addMois(today, 6 + 3 * n),
        ...(left !== undefined && {
          garantie_numero: `FGCMPI-${2_480 + 37 * n}`,
          garantie_police: n % 2 === 0 ? `P-${5_100 + 11 * n}` : null,
          garantie_le: addMois(today, left - 36),
          garantie_au: addJours(addMois(today, left), -1),
        }),
      })
      .where('id', '=', id)
      .execute()
  }
  await nameLieux(db)
}

const LIEUX = [
  ['residences', 'nom', 'nom_ar'],
  ['residences', 'adresse', 'adresse_ar'],
  ['blocs', 'nomloc', 'nom_ar'],
  ['etages', 'designation', 'designation_ar'],
  ['parkings', 'parking_nom', 'nom_ar'],
] as const

async function nameLieux(db: Db): Promise<void> {
  for (const [table, nom, enArabe] of LIEUX)
    await sql`update ${sql.table(table)} t set ${sql.ref(enArabe)} = n.value
      from json_each_text(${JSON.stringify(LIEUX_EN_ARABE)}::json) n where n.key = t.${sql.ref(nom)}`.execute(
      db,
    )
}
