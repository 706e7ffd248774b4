import type { Db } from '#server/database/db.ts'
import { buildAppartement, buildClient, idOf, pay, sell } from '#test/harness/builders.ts'
import type { Scenes } from '#test/scenes/scene.ts'

async function paid(db: Db): Promise<number> {
  const vente = await sell(db, await buildAppartement(db), (await buildClient(db)).id)
  await pay(db, vente, 50_000_000)
  return vente
}
const attestation = { type: 'attestation_paiement', langue: 'ar', destinataire: 'CNEP-Banque' }

export const scenes: Scenes = (visitor) => ({
  'POST /api/ventes/{id}/documents': async (db) => ({
    path: `/api/ventes/${await paid(db)}/documents`,
    body: attestation,
  }),
  'POST /api/documents/{id}/annuler': async (db) => {
    const answer = await visitor.post(`/api/ventes/${await paid(db)}/documents`, attestation)
    if (answer.statusCode !== 201) throw new Error(`${answer.statusCode} ${answer.body}`)
    return { path: `/api/documents/${idOf(answer)}/annuler`, body: { motif: 'Nom mal écrit' } }
  },
})
