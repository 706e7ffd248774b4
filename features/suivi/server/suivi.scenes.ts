import { createLien } from '#features/suivi/server/liens.service.ts'
import { buildClient, buildLocal, pay, sell } from '#test/harness/builders.ts'
import type { Db } from '#server/database/db.ts'
import { next, type Scenes } from '#test/scenes/scene.ts'

const SAMIRA = { id: 0, name: 'Samira', email: '' }

/** A client with a live link, who has bought and paid. */
async function lie(db: Db) {
  const { id } = await buildClient(db, { tel: `0550 12 ${String(next()).padStart(4, '0')} 34 56` })
  await pay(db, await sell(db, await buildLocal(db), id), 100_000)
  const { adresse } = await createLien(db, SAMIRA, id)
  return { id, body: { jeton: adresse.split('#')[1] ?? '', chiffres: '3456' } }
}

export const scenes: Scenes = (visitor) => ({
  'POST /api/clients/{id}/lien': async (db) => ({
    path: `/api/clients/${(await buildClient(db, { tel: '0550 12 34 56' })).id}/lien`,
  }),
  'DELETE /api/clients/{id}/lien': async (db) => ({ path: `/api/clients/${(await lie(db)).id}/lien` }),
  'POST /api/suivi/ouvrir': async (db) => ({ path: '/api/suivi/ouvrir', body: (await lie(db)).body }),
  'POST /api/suivi/fermer': async (db) => {
    const { statusCode } = await visitor.post('/api/suivi/ouvrir', (await lie(db)).body)
    if (statusCode !== 200) throw new Error(`the link did not open: ${statusCode}`)
    return { path: '/api/suivi/fermer' }
  },
})
