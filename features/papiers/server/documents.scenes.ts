import { lotsAuStade } from '#features/papiers/server/appels.essais.ts'
import type { Db } from '#server/database/db.ts'
import { buildAppartement, buildBloc, buildClient, idOf, pay, sell } from '#test/harness/builders.ts'
import type { Scenes } from '#test/scenes/scene.ts'

async function paid(db: Db): Promise<number> {
  const vente = await sell(db, await buildAppartement(db), (await buildClient(db)).id)
  await pay(db, vente, 50_000_000)
  return vente
}
async function advanced(db: Db): Promise<number> {
  const { id } = await buildBloc(db)
  const stade = await db.selectFrom('stades').select('id').orderBy('rang').executeTakeFirstOrThrow()
  await db
    .insertInto('stades_atteints')
    .values({ bloc_id: id, stade_id: stade.id, atteint_le: '2026-02-01', note_par: 'Karim Benali' })
    .execute()
  return id
}
const attestation = { type: 'attestation_paiement', langue: 'ar', destinataire: 'CNEP-Banque' }

export const scenes: Scenes = (visitor) => ({
  'POST /api/ventes/{id}/documents': async (db) => ({
    path: `/api/ventes/${await paid(db)}/documents`,
    body: attestation,
  }),
  'POST /api/blocs/{id}/documents': async (db) => ({
    path: `/api/blocs/${await advanced(db)}/documents`,
    body: { type: 'attestation_avancement', vente_id: null },
  }),
  'POST /api/blocs/{id}/stades/{stadeId}/appels': async (db) => {
    const { path, lots } = await lotsAuStade(db, { lots: 2, atteint: '2026-02-01' })
    return { path, body: { lignes: lots.map(({ echeance }) => ({ echeance_id: echeance, langue: 'fr' })) } }
  },
  'POST /api/documents/{id}/annuler': async (db) => {
    const answer = await visitor.post(`/api/ventes/${await paid(db)}/documents`, attestation)
    if (answer.statusCode !== 201) throw new Error(`${answer.statusCode} ${answer.body}`)
    return { path: `/api/documents/${idOf(answer)}/annuler`, body: { motif: 'Nom mal écrit' } }
  },
})
