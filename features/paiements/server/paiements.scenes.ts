import { PDF } from '#test/harness/plans.ts'
import { buildAppartement, buildPlace, sell } from '#test/harness/builders.ts'
import { next, vendu, type Scenes } from '#test/scenes/scene.ts'

/** Means that the form of a payment sends when it is in cash, with no account. */
const MOYEN = {
  banque: null,
  compte_id: null,
  date_cheque: null,
  details: null,
  mode: 'especes',
  payeur: null,
  payeur_type: null,
  reference: null,
}

export const scenes: Scenes = (visitor) => ({
  'POST /api/paiements': async (db) => {
    const { bien, acheteur } = await vendu(db, buildAppartement)
    return {
      path: '/api/paiements',
      body: {
        ...MOYEN,
        client_id: acheteur,
        appartement_id: bien,
        local_id: null,
        place_parking_id: null,
        date_paiement: '2026-02-01',
        versement: 30,
      },
    }
  },
  'POST /api/paiements/groupes': async (db) => {
    const { acheteur } = await vendu(db, buildAppartement)
    const ventes = [
      await sell(db, await buildAppartement(db), acheteur),
      await sell(db, await buildPlace(db), acheteur),
    ]
    return {
      path: '/api/paiements/groupes',
      body: {
        ...MOYEN,
        client_id: acheteur,
        date_paiement: '2026-02-01',
        mode: 'cheque',
        banque: 'BNA',
        reference: `00${next()}`,
        lignes: ventes.map((vente_id) => ({ vente_id, versement: 30 })),
      },
    }
  },
  'PUT /api/paiements/{id}': async (db) => {
    const { bien, acheteur, paiement } = await vendu(db, buildAppartement, 1000)
    return {
      path: `/api/paiements/${paiement}`,
      body: {
        ...MOYEN,
        client_id: acheteur,
        appartement_id: bien,
        local_id: null,
        place_parking_id: null,
        date_paiement: '2026-02-01',
        versement: 30,
        version: 1,
      },
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
