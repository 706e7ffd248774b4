import type { Db } from '#server/database/db.ts'
import { addJours, aujourdhui } from '#shared/dates.ts'
import { buildAppartement, buildClient, buildOption } from '#test/harness/builders.ts'
import type { Scenes } from '#test/scenes/scene.ts'

const held = async (db: Db) => (await buildOption(db, await buildAppartement(db))).id
const expire_le = () => addJours(aujourdhui(), 3)

export const scenes: Scenes = () => ({
  'POST /api/options': async (db) => ({
    path: '/api/options',
    body: {
      bien_id: await buildAppartement(db),
      client_id: (await buildClient(db)).id,
      expire_le: expire_le(),
      note: 'Revient samedi',
    },
  }),
  'PUT /api/options/{id}': async (db) => ({
    path: `/api/options/${await held(db)}`,
    body: { expire_le: expire_le(), note: 'Prolongée au téléphone' },
  }),
  'POST /api/options/{id}/liberer': async (db) => ({
    path: `/api/options/${await held(db)}/liberer`,
    body: { motif: 'Renonce' },
  }),
  'POST /api/options/{id}/effacer': async (db) => {
    const { id } = await buildOption(db, await buildAppartement(db), {
      nom: 'Samir Belkacem',
      fin: 'liberee',
      fin_le: new Date(),
    })
    return { path: `/api/options/${id}/effacer`, body: { confirmation: 'Samir Belkacem' } }
  },
})
