import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { BASE } from '#shared/endpoint.ts'
import { AppError } from '#server/errors.ts'

/** The built screens: assets as files (compressed ahead), any other address outside the base path is the application page (Q6). */
export async function serveScreens(app: FastifyInstance, folder: string): Promise<void> {
  const page = await readFile(join(folder, 'index.html'), 'utf8')
  await app.register(fastifyStatic, {
    root: folder,
    index: false,
    preCompressed: true,
    wildcard: false,
    // Its own header would replace the one below.
    cacheControl: false,
    setHeaders(response, path) {
      const hashed = path.includes('/assets/') || path.includes('\\assets\\')
      response.setHeader('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  app.setNotFoundHandler((request, reply) => {
    const wantsPage = request.method === 'GET' || request.method === 'HEAD'
    if (!wantsPage || request.url.startsWith(BASE) || request.url.startsWith('/assets/'))
      throw new AppError('routeInconnue')
    const html = page
      .replaceAll('__CSP_NONCE__', reply.cspNonce.script)
      .replaceAll('__CSP_STYLE_NONCE__', reply.cspNonce.style)
    return reply.type('text/html; charset=utf-8').header('cache-control', 'no-store').send(html)
  })
}
