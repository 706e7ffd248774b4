import type { Db } from '#server/database/db.ts'
import type { Visitor } from '#test/harness/app.ts'
import { buildResidence } from '#test/harness/builders.ts'
import { next, withPlan, plan, type Scenes } from '#test/scenes/scene.ts'

/** A residence whose plan was kept by the route that edits it. */
export async function residenceWithPlan(db: Db, visitor: Visitor) {
  const { id } = await buildResidence(db)
  const fields = { nom: `Les Pins ${next()}`, adresse: 'Alger' }
  await withPlan(visitor, `/api/residences/${id}`, fields)
  return { id, fields }
}

export const scenes: Scenes = (visitor) => ({
  'POST /api/residences': async () => ({
    path: '/api/residences',
    body: { nom: `Les Pins ${next()}`, adresse: 'Alger' },
    file: plan,
  }),
  'PUT /api/residences/{id}': async (db) => {
    const { id } = await residenceWithPlan(db, visitor)
    const body = { nom: `Les Pins ${next()}`, adresse: 'Oran', _method: 'PUT' }
    return { path: `/api/residences/${id}`, body, file: plan }
  },
  'DELETE /api/residences/{id}': async (db) => ({
    path: `/api/residences/${(await residenceWithPlan(db, visitor)).id}`,
  }),
})
