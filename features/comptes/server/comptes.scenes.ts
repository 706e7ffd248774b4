import { buildCompteBancaire } from '#test/harness/builders.ts'
import { next, type Scenes } from '#test/scenes/scene.ts'

const compte = () => ({ banque: 'CPA', agence: 'Blida', numero: `004 00${next()}`, actif: true })

export const scenes: Scenes = () => ({
  'POST /api/comptes-bancaires': async () => ({ path: '/api/comptes-bancaires', body: compte() }),
  'PUT /api/comptes-bancaires/{id}': async (db) => ({
    path: `/api/comptes-bancaires/${(await buildCompteBancaire(db)).id}`,
    body: compte(),
  }),
})
