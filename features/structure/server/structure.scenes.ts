import type { Db } from '#server/database/db.ts'
import type { Visitor } from '#test/harness/app.ts'
import { buildResidence, buildBloc, buildEtage, buildParking } from '#test/harness/builders.ts'
import { next, withPlan, plan, type Scenes } from '#test/scenes/scene.ts'

/** A residence whose plan was kept by the route that edits it. */
export async function residenceWithPlan(db: Db, visitor: Visitor) {
  const { id } = await buildResidence(db)
  const fields = { nom: `Les Pins ${next()}`, adresse: 'Alger' }
  await withPlan(visitor, `/api/residences/${id}`, fields)
  return { id, fields }
}

export const scenes: Scenes = (visitor) => ({
  'POST /api/residences': async () => ({
    path: '/api/residences',
    body: { nom: `Les Pins ${next()}`, adresse: 'Alger' },
    file: plan,
  }),
  'PUT /api/residences/{id}': async (db) => {
    const { id } = await residenceWithPlan(db, visitor)
    const body = { nom: `Les Pins ${next()}`, adresse: 'Oran', _method: 'PUT' }
    return { path: `/api/residences/${id}`, body, file: plan }
  },
  'PUT /api/residences/{id}/budget': async (db) => ({
    path: `/api/residences/${(await buildResidence(db)).id}/budget`,
    body: { budget: 250_000_000.5 },
  }),
  'DELETE /api/residences/{id}': async (db) => ({
    path: `/api/residences/${(await residenceWithPlan(db, visitor)).id}`,
  }),
  'PUT /api/residences/{id}/dossier-legal': async (db) => {
    const { id, bloc_id } = await buildEtage(db)
    const { residence_id } = await db
      .selectFrom('blocs')
      .select('residence_id')
      .where('id', '=', bloc_id)
      .executeTakeFirstOrThrow()
    const parking = await buildParking(db, { residence_id })
    return {
      path: `/api/residences/${residence_id}/dossier-legal`,
      body: {
        nom_ar: 'الصنوبر',
        adresse_ar: 'الجزائر',
        permis_numero: 'PC 45/2021',
        permis_le: '2021-03-15',
        permis_autorite: "APC d'Alger",
        terrain_acte: 'Acte n° 112, volume 8',
        terrain_le: '2019-11-04',
        blocs: [
          {
            id: bloc_id,
            nom_ar: 'العمارة أ',
            garantie_numero: 'G-2024-118',
            garantie_police: 'P 3301',
            garantie_le: '2024-02-01',
            garantie_au: '2030-01-31',
            livraison_prevue_le: '2027-06-30',
            etages: [{ id, designation_ar: 'الطابق الأول' }],
          },
        ],
        parkings: [{ id: parking.id, nom_ar: 'الموقف' }],
      },
    }
  },
  'POST /api/blocs': async (db) => ({
    path: '/api/blocs',
    body: { nomloc: 'Bloc', description: 'Neuf', residence_id: (await buildResidence(db)).id },
  }),
  'PUT /api/blocs/{id}': async (db) => {
    const { id, residence_id } = await buildBloc(db)
    return { path: `/api/blocs/${id}`, body: { nomloc: 'Bloc B', description: 'Neuf', residence_id } }
  },
  'DELETE /api/blocs/{id}': async (db) => ({ path: `/api/blocs/${(await buildBloc(db)).id}` }),
  'POST /api/etages': async (db) => ({
    path: '/api/etages',
    body: {
      designation: 'Premier',
      niveau: 1,
      logement_par_palier: 4,
      bloc_id: (await buildBloc(db)).id,
    },
  }),
  'PUT /api/etages/{id}': async (db) => {
    const { id, bloc_id } = await buildEtage(db)
    const body = { designation: 'Deuxième', niveau: 2, logement_par_palier: 4, bloc_id }
    return { path: `/api/etages/${id}`, body }
  },
  'DELETE /api/etages/{id}': async (db) => ({ path: `/api/etages/${(await buildEtage(db)).id}` }),
})
