import type { FastifyInstance } from 'fastify'
import { BASE } from '#shared/endpoint.ts'
import { describeApi, type Operation } from '#server/http/openapi-document.ts'

/**
 * `/docs`: the page a developer reads; `/docs/openapi.json`: the document itself. Both for members only, both written when
 * they are asked for first: the calls do not change while the server runs.
 */
export function serveOpenApi(app: FastifyInstance): void {
  const config = { access: 'membre' as const }
  let written: { json: string; html: string } | undefined
  const documents = () => (written ??= write(describeApi(app.contracts)))
  app.get(`${BASE}/docs/openapi.json`, { config }, (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(documents().json),
  )
  app.get(`${BASE}/docs`, { config, helmet: { enableCSPNonces: true } }, (_request, reply) =>
    reply.type('text/html; charset=utf-8').send(page(documents().html, reply.cspNonce.style)),
  )
}

const escape = (text: string) => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)

function write(description: ReturnType<typeof describeApi>): { json: string; html: string } {
  const calls = Object.entries(description.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, call]) => ({ path, method, call })),
  )
  const section = ({ name }: { name: string }) =>
    `<h2>${escape(name)}</h2>${calls
      .filter(({ call }) => call.tags.includes(name))
      .map(entry)
      .join('')}`
  return { json: JSON.stringify(description), html: description.tags.map(section).join('') }
}

function page(html: string, nonce: string): string {
  return `<!doctype html><html lang="fr"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Diyar - Appels</title>
<style nonce="${nonce}">body{font:15px/1.5 system-ui,sans-serif;color:#12263a;background:#faf8f4;max-width:60rem;margin:2rem auto;padding:0 1rem}
h2{margin-top:2rem;color:#0f6e84}details{background:#fff;border:1px solid #e9e3d8;border-radius:8px;margin:.5rem 0;padding:.5rem 1rem}
summary{cursor:pointer}code{font-family:ui-monospace,monospace}b{display:inline-block;min-width:4.5rem;color:#0f6e84}pre{overflow:auto;font-size:13px}</style>
<h1>Appels de Diyar</h1><p>Tous sous <code>${BASE}</code>. Document complet : <a href="${BASE}/docs/openapi.json">openapi.json</a>.</p>${html}</html>`
}

function entry({ path, method, call }: { path: string; method: string; call: Operation }): string {
  const { summary, tags: _tags, ...details } = call
  return `<details><summary><b>${method.toUpperCase()}</b> <code>${escape(path)}</code> — ${escape(summary)}</summary><pre>${escape(JSON.stringify(details, null, 2))}</pre></details>`
}
