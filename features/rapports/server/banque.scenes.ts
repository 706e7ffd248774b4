import { buildAppartement, buildCompteBancaire, pay, sell } from '#test/harness/builders.ts'
import { vendu, type Scenes } from '#test/scenes/scene.ts'

export const scenes: Scenes = () => ({
  'PUT /api/rapports/banque': async (db) => {
    const { acheteur } = await vendu(db, buildAppartement)
    const compte_id = (await buildCompteBancaire(db)).id
    const vente = await sell(db, await buildAppartement(db), acheteur)
    const id = await pay(db, vente, 1000, '2026-02-03', { mode: 'virement', compte_id })
    return { path: '/api/rapports/banque', body: { lignes: [{ objet: 'paiement', id }], vu: true } }
  },
})
