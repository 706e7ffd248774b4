import { buildAppartement, buildClient, idOf, sell } from '#test/harness/builders.ts'
import { PDF } from '#test/harness/plans.ts'
import { next, type Scenes } from '#test/scenes/scene.ts'

const file = () => ({ part: 'fichier', name: `carte ${next()}.pdf`, content: PDF })

export const scenes: Scenes = (visitor) => ({
  'POST /api/pieces': async (db) => ({
    path: '/api/pieces',
    body: {
      vente_id: await sell(db, await buildAppartement(db), (await buildClient(db)).id),
      type: 'contrat-signe',
      note: 'Exemplaire du notaire',
    },
    file: file(),
  }),
  'DELETE /api/pieces/{id}': async (db) => {
    const client_id = String((await buildClient(db)).id)
    const added = await visitor.form('/api/pieces', { client_id, type: 'piece-identite' }, file())
    return { path: `/api/pieces/${idOf(added)}` }
  },
})
