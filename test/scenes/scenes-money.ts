import { buildAppartement, buildBon, buildCategorie, buildLigne, buildPlace } from '#test/harness/builders.ts'
import { next, vendu, type Scenes } from '#test/scenes/scene.ts'

const ligne = () => ({ designation: 'Ciment', prix_unitaire: 12.5, quantite: 3 })

/** What changes payments and charges. */
export const moneyScenes: Scenes = () => ({
  'POST /api/categories': async () => ({ path: '/api/categories', body: { nom: `Gros œuvre ${next()}` } }),
  'PUT /api/categories/{id}': async (db) => ({
    path: `/api/categories/${(await buildCategorie(db)).id}`,
    body: { nom: `Second œuvre ${next()}` },
  }),
  'DELETE /api/categories/{id}': async (db) => ({
    path: `/api/categories/${(await buildCategorie(db)).id}`,
  }),
  'POST /api/bons': async (db) => ({
    path: '/api/bons',
    body: {
      reference: `R${next()}`,
      date_bon: '2026-02-03',
      categorie_bon_id: (await buildCategorie(db)).id,
      lignes: [ligne(), ligne()],
    },
  }),
  'PUT /api/bons/{id}': async (db) => ({
    path: `/api/bons/${(await buildBon(db)).id}`,
    body: { reference: `R${next()}`, date_bon: '2026-02-04' },
  }),
  'DELETE /api/bons/{id}': async (db) => {
    const { id } = await buildBon(db)
    await buildLigne(db, id)
    return { path: `/api/bons/${id}` }
  },
  'POST /api/bons/{id}/lignes': async (db) => ({
    path: `/api/bons/${(await buildBon(db)).id}/lignes`,
    body: ligne(),
  }),
  'PUT /api/bons/{bonId}/lignes/{ligneId}': async (db) => {
    const { id } = await buildBon(db)
    return { path: `/api/bons/${id}/lignes/${(await buildLigne(db, id)).id}`, body: ligne() }
  },
  'DELETE /api/bons/{bonId}/lignes/{ligneId}': async (db) => {
    const { id } = await buildBon(db)
    return { path: `/api/bons/${id}/lignes/${(await buildLigne(db, id)).id}` }
  },
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
