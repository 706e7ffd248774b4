import {
  buildCategorie,
  buildBon,
  buildCompteBancaire,
  buildLigne,
  buildReglement,
  buildResidence,
} from '#test/harness/builders.ts'
import { next, type Scenes } from '#test/scenes/scene.ts'

const ligne = () => ({ designation: 'Ciment', prix_unitaire: 12.5, quantite: 3 })

export const scenes: Scenes = () => ({
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
      fournisseur: 'Sarl Béton',
      residence_id: (await buildResidence(db)).id,
      lignes: [ligne(), ligne()],
    },
  }),
  'PUT /api/bons/{id}': async (db) => ({
    path: `/api/bons/${(await buildBon(db)).id}`,
    body: {
      reference: `R${next()}`,
      date_bon: '2026-02-04',
      fournisseur: 'Eurl Acier',
      residence_id: (await buildResidence(db)).id,
    },
  }),
  'DELETE /api/bons/{id}': async (db) => {
    const { id } = await buildBon(db)
    await buildLigne(db, id)
    return { path: `/api/bons/${id}` }
  },
  'POST /api/bons/{id}/reglements': async (db) => {
    const { id } = await buildBon(db)
    await buildLigne(db, id)
    return {
      path: `/api/bons/${id}/reglements`,
      body: {
        date_reglement: '2026-02-05',
        montant: 100.5,
        mode: 'virement',
        compte_id: (await buildCompteBancaire(db)).id,
        banque: 'BNA',
        reference: 'VIR 12',
        details: 'Acompte',
      },
    }
  },
  'DELETE /api/bons/{bonId}/reglements/{reglementId}': async (db) => {
    const { id } = await buildBon(db)
    await buildLigne(db, id)
    return { path: `/api/bons/${id}/reglements/${(await buildReglement(db, id)).id}` }
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
})
