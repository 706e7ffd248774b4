import type { Db } from '#server/database/db.ts'
import { buildBloc, buildResidence } from '#test/harness/builders.ts'
import { next, type Scenes } from '#test/scenes/scene.ts'

/** A stade that no other scene has moved or taken away. */
async function stade(db: Db): Promise<number> {
  const { id } = await db
    .insertInto('stades')
    .values({ nom: `Stade ${next()}`, rang: 1 })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export const scenes: Scenes = (visitor) => ({
  'PUT /api/blocs/{id}/stades/{stadeId}': async (db) => ({
    path: `/api/blocs/${(await buildBloc(db)).id}/stades/${await stade(db)}`,
    body: { atteint_le: '2026-03-01', note: "Procès-verbal du bureau d'études" },
  }),
  'DELETE /api/blocs/{id}/stades/{stadeId}': async (db) => {
    const path = `/api/blocs/${(await buildBloc(db)).id}/stades/${await stade(db)}`
    await visitor.put(path, { atteint_le: '2026-03-01' })
    return { path }
  },
  'PUT /api/residences/{id}/previsions': async (db) => {
    const { id: residence_id } = await buildResidence(db)
    const { id } = await buildBloc(db, { residence_id })
    return {
      path: `/api/residences/${residence_id}/previsions`,
      body: {
        blocs: [
          {
            id,
            livraison_prevue_le: '2027-12-01',
            stades: [{ stade_id: await stade(db), prevu_le: '2027-06-15' }],
          },
        ],
      },
    }
  },
  'POST /api/stades': async () => ({ path: '/api/stades', body: { nom: `Hors d'eau ${next()}` } }),
  'PUT /api/stades/{id}': async (db) => ({
    path: `/api/stades/${await stade(db)}`,
    body: { nom: `Hors d'air ${next()}` },
  }),
  'DELETE /api/stades/{id}': async (db) => ({ path: `/api/stades/${await stade(db)}` }),
})
