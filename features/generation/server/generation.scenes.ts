import { buildResidence } from '#test/harness/builders.ts'
import type { Scenes } from '#test/scenes/scene.ts'

export const scenes: Scenes = () => ({
  'POST /api/residences/{id}/generer': async (db) => ({
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
  }),
})
