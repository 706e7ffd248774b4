import type { Db } from '#server/database/db.ts'
import { buildResidence } from '#test/harness/builders.ts'
import type { Scenes } from '#test/scenes/scene.ts'

const lots = async (db: Db) => ({
  path: `/api/residences/${(await buildResidence(db)).id}/generer`,
  body: {
    blocs: { nombre: 2, nom: 'Bloc {A}', description: 'Deux étages' },
    niveaux: [
      {
        de: 0,
        a: 1,
        palier: [{ typeLogement: 'F3', surfaceHabitable: 85.5, surfaceUtile: 12.25, montant: 9_500_000 }],
      },
    ],
    numero: '{bloc}{niveau}{rang:2}',
    locaux: { nombre: 1, numero: 'L{bloc}{rang}', surface: 45, prixM2: 150_000 },
    parking: { parking_nom: 'Sous-sol', nombre: 3, type_place: 'Box', montant: 500_000 },
  },
})

export const scenes: Scenes = (visitor) => ({
  'POST /api/residences/{id}/generer': lots,
  'POST /api/generations/{id}/defaire': async (db) => {
    const { path, body } = await lots(db)
    const { data } = (await visitor.post(path, body)).json as { data: { generation_id: number } }
    return { path: `/api/generations/${data.generation_id}/defaire`, body: {} }
  },
})
