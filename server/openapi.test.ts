import { afterAll, beforeAll, expect, it } from 'vitest'
import { startApp, type TestApp } from '#test/app.ts'

let t: TestApp
beforeAll(async () => {
  t = await startApp()
})
afterAll(() => t.close())

// spec: API-13
it('describes every served call, its wire shapes in decimal dinars, to members only', async () => {
  expect((await t.visitor().get('/docs')).statusCode).toBe(401)
  expect((await t.visitor().get('/docs/openapi.json')).statusCode).toBe(401)
  const karim = await t.member()
  const { json } = await karim.get('/docs/openapi.json')
  const { paths } = json as { paths: Record<string, Record<string, unknown>> }
  expect(Object.keys(paths)).toEqual(expect.arrayContaining(['/login', '/api/clients', '/api/clients/{id}']))
  expect(paths['/api/clients']).toMatchObject({
    post: {
      requestBody: {
        content: {
          'application/json': {
            schema: { required: expect.arrayContaining(['nomComplet', 'tel', 'email']) },
          },
        },
      },
      security: [{ session: [] }],
    },
  })
  for (const contract of t.app.contracts)
    expect(paths[contract.path]).toHaveProperty(contract.method.toLowerCase())
  const page = await karim.get('/docs')
  expect(page.headers['content-type']).toContain('text/html')
  expect(page.body).toContain('Ajoute un client')
})
