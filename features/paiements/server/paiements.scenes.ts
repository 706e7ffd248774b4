import { buildAppartement, buildPlace } from '#test/harness/builders.ts'
import { vendu, type Scenes } from '#test/scenes/scene.ts'

export const scenes: Scenes = () => ({
  'POST /api/paiements': async (db) => {
    const { bien, acheteur } = await vendu(db, buildAppartement)
    return {
      path: '/api/paiements',
      body: { client_id: acheteur, appartement_id: bien, date_paiement: '2026-02-01', versement: 30 },
    }
  },
  'PUT /api/paiements/{id}': async (db) => {
    const { bien, acheteur, paiement } = await vendu(db, buildAppartement, 1000)
    return {
      path: `/api/paiements/${paiement}`,
      body: { client_id: acheteur, appartement_id: bien, date_paiement: '2026-02-01', versement: 30 },
    }
  },
  'DELETE /api/paiements/{id}': async (db) => ({
    path: `/api/paiements/${(await vendu(db, buildPlace, 1000)).paiement}`,
  }),
})
