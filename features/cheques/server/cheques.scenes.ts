import type { Db } from '#server/database/db.ts'
import type { Visitor } from '#test/harness/app.ts'
import { buildAppartement, buildCompteBancaire, idOf, payByCheque, sell } from '#test/harness/builders.ts'
import { vendu, type Scenes } from '#test/scenes/scene.ts'

const JOUR = '2026-02-03'

/** A cheque of a sale of its own. */
async function cheque(db: Db): Promise<number> {
  const { acheteur } = await vendu(db, buildAppartement)
  return payByCheque(db, await sell(db, await buildAppartement(db), acheteur), 1000)
}

async function rejete(db: Db, visitor: Visitor): Promise<number> {
  const id = await cheque(db)
  await visitor.post(`/api/cheques/${id}/rejeter`, { rejete_le: JOUR, motif: 'Provision insuffisante' })
  return id
}

const remise = async (db: Db) => ({
  compte_id: (await buildCompteBancaire(db)).id,
  jour: JOUR,
  ids: [await cheque(db), await cheque(db)],
})

export const scenes: Scenes = (visitor) => ({
  'POST /api/cheques/{id}/annuler-etape': async (db) => ({
    path: `/api/cheques/${await rejete(db, visitor)}/annuler-etape`,
    body: {},
  }),
  'POST /api/cheques/{id}/rejeter': async (db) => ({
    path: `/api/cheques/${await cheque(db)}/rejeter`,
    body: { rejete_le: JOUR, motif: 'Provision insuffisante', frais_rejet: 2500 },
  }),
  'POST /api/cheques/{id}/representer': async (db) => ({
    path: `/api/cheques/${await rejete(db, visitor)}/representer`,
    body: { date_paiement: JOUR },
  }),
  'POST /api/cheques/encaisser': async (db) => ({
    path: '/api/cheques/encaisser',
    body: { ids: [await cheque(db)], encaisse_le: JOUR },
  }),
  'POST /api/remises': async (db) => ({ path: '/api/remises', body: await remise(db) }),
  'DELETE /api/remises/{id}': async (db) => ({
    path: `/api/remises/${idOf(await visitor.post('/api/remises', await remise(db)))}`,
  }),
})
