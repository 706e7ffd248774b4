import { buildClient } from '#test/harness/builders.ts'
import type { Scenes } from '#test/scenes/scene.ts'

export const scenes: Scenes = () => ({
  'PUT /api/clients/{id}/dossier': async (db) => ({
    path: `/api/clients/${(await buildClient(db)).id}/dossier`,
    body: {
      nom_ar: 'إلودي بن عيسى',
      tel2: '0666 12 34 56',
      naissance_le: '1984-03-14',
      naissance_lieu: 'Oran',
      profession: 'Architecte',
      situation: 'marié',
      nin: '109 841 234 567 890 123',
      piece_type: 'carte',
      piece_numero: '301 245 876',
      piece_delivree_le: '2021-06-01',
      piece_lieu: "Daïra d'Oran",
    },
  }),
  'POST /api/clients/{id}/effacer': async (db) => {
    const { id, nom_complet } = await buildClient(db)
    return { path: `/api/clients/${id}/effacer`, body: { confirmation: nom_complet } }
  },
})
