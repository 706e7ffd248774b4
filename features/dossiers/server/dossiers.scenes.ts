import type { Db } from '#server/database/db.ts'
import { buildAppartement, buildClient, sell } from '#test/harness/builders.ts'
import type { Scenes } from '#test/scenes/scene.ts'

const sold = async (db: Db) => sell(db, await buildAppartement(db), (await buildClient(db)).id)

export const scenes: Scenes = () => ({
  'PUT /api/ventes/{id}': async (db) => ({
    path: `/api/ventes/${await sold(db)}`,
    body: {
      reservation_le: '2026-01-10',
      contrat_le: '2026-02-12',
      notaire: 'Maître Zohra Belkacem',
      note: 'Remise des clés prévue à l’automne',
    },
  }),
})
