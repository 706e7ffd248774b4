import { openSession } from '#server/http/session.ts'
import { next, type Scenes } from '#test/scenes/scene.ts'

export const scenes: Scenes = (visitor) => ({
  'PUT /api/profile': async () => ({
    path: '/api/profile',
    body: { name: 'Karim', email: `karim${next()}@diyar.dz`, password: '', password_confirmation: '' },
  }),
  'DELETE /api/profile/connexions/{id}': async (db) => {
    const { id: membre } = (await visitor.get('/api/user')).json as { id: number }
    await openSession(db, membre)
    const { id } = await db
      .selectFrom('sessions')
      .select('id')
      .where('membre_id', '=', membre)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    return { path: `/api/profile/connexions/${id}` }
  },
})
