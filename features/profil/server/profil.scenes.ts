import { next, type Scenes } from '#test/scenes/scene.ts'

export const scenes: Scenes = () => ({
  'PUT /api/profile': async () => ({
    path: '/api/profile',
    body: { name: 'Karim', email: `karim${next()}@diyar.dz`, password: '', password_confirmation: '' },
  }),
})
