import { PDF } from '#test/harness/plans.ts'
import { buildAppartement, buildPlace } from '#test/harness/builders.ts'
import { next, vendu, type Scenes } from '#test/scenes/scene.ts'

export const scenes: Scenes = (visitor) => ({
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
  'POST /api/paiements/{id}/justificatif': async (db) => ({
    path: `/api/paiements/${(await vendu(db, buildAppartement, 1000)).paiement}/justificatif`,
    file: { part: 'justificatif', name: `bordereau ${next()}.pdf`, content: PDF },
  }),
  'DELETE /api/paiements/{id}/justificatif': async (db) => {
    const { paiement } = await vendu(db, buildAppartement, 1000)
    const path = `/api/paiements/${paiement}/justificatif`
    await visitor.form(path, {}, { part: 'justificatif', name: 'bordereau.pdf', content: PDF })
    return { path }
  },
  'DELETE /api/paiements/{id}': async (db) => ({
    path: `/api/paiements/${(await vendu(db, buildPlace, 1000)).paiement}`,
  }),
})
