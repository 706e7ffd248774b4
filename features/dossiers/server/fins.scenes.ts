import type { Db } from '#server/database/db.ts'
import type { Visitor } from '#test/harness/app.ts'
import { buildAppartement, buildClient, idOf, pay, sell } from '#test/harness/builders.ts'
import type { Scenes } from '#test/scenes/scene.ts'

const paid = async (db: Db) => {
  const vente = await sell(db, await buildAppartement(db), (await buildClient(db)).id)
  await pay(db, vente, 50_000_000)
  return vente
}
const desistement = { demande_le: '2026-03-02', origine: 'client', motif: 'Crédit refusé', retenue: 50_000 }
const remboursement = {
  jour: '2026-03-10',
  montant: 100_000,
  mode: 'virement',
  banque: 'CPA',
  reference: '4471',
}

const accepted = async (answer: ReturnType<Visitor['post']>) => {
  const { statusCode, body, json } = await answer
  if (statusCode !== 201) throw new Error(`${statusCode} ${body}`)
  return idOf({ json })
}

export const scenes: Scenes = (visitor) => {
  const withdrawn = async (db: Db) =>
    accepted(visitor.post(`/api/ventes/${await paid(db)}/desistement`, desistement))
  return {
    'POST /api/ventes/{id}/desistement': async (db) => ({
      path: `/api/ventes/${await paid(db)}/desistement`,
      body: desistement,
    }),
    'PUT /api/ventes/{id}/desistement': async (db) => ({
      path: `/api/ventes/${await withdrawn(db)}/desistement`,
      body: { ...desistement, retenue: null, retenue_pourcent: 5, note: 'Accord du 3 mars' },
    }),
    'DELETE /api/ventes/{id}/desistement': async (db) => ({
      path: `/api/ventes/${await withdrawn(db)}/desistement`,
    }),
    'POST /api/ventes/{id}/remboursements': async (db) => ({
      path: `/api/ventes/${await withdrawn(db)}/remboursements`,
      body: remboursement,
    }),
    'DELETE /api/remboursements/{id}': async (db) => ({
      path: `/api/remboursements/${await accepted(
        visitor.post(`/api/ventes/${await withdrawn(db)}/remboursements`, remboursement),
      )}`,
    }),
    'POST /api/ventes/{id}/transfert-bien': async (db) => ({
      path: `/api/ventes/${await paid(db)}/transfert-bien`,
      body: { bien_id: await buildAppartement(db), montant: 900_000, motif: 'Préfère un étage plus haut' },
    }),
    'POST /api/ventes/{id}/transfert-client': async (db) => ({
      path: `/api/ventes/${await paid(db)}/transfert-client`,
      body: { client_id: (await buildClient(db)).id, frais: 20_000, motif: 'Cède à son frère' },
    }),
  }
}
