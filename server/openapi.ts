import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { BASE } from '#shared/endpoint.ts'
import { AppError } from '#server/errors.ts'
import type { Shape } from '#server/route.ts'
import { readSession } from '#server/session.ts'

type JsonSchema = Record<string, unknown>
interface Operation {
  summary: string
  tags: string[]
  parameters?: JsonSchema[]
  requestBody?: JsonSchema
  responses: Record<string, JsonSchema>
  security: JsonSchema[]
}

/** The OpenAPI 3.1 description of every served call, derived from the contracts. Amounts are decimal dinars. */
function describeApi(contracts: readonly Shape[]) {
  const paths: Record<string, Record<string, Operation>> = {}
  for (const contract of contracts)
    for (const path of [contract.path, ...(contract.aliases ?? [])])
      (paths[path] ??= {})[contract.method.toLowerCase()] = operation(contract)
  return {
    openapi: '3.1.0',
    info: {
      title: 'Diyar',
      version: '1',
      description: 'Montants en dinars (deux décimales), surfaces en m², jours AAAA-MM-JJ.',
    },
    servers: [{ url: BASE }],
    components: {
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'diyar_session' } },
      schemas: {
        Erreur: {
          type: 'object',
          properties: {
            message: { type: 'string' },
            errors: { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } },
          },
        },
      },
    },
    paths,
  }
}

/** Wire shapes: the input side of every schema. */
const wire = (schema: z.ZodMiniType): JsonSchema => {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return rest
}

function operation(contract: Shape): Operation {
  const body = contract.body && wire(contract.body)
  const content = body && {
    'application/json': { schema: body },
    ...(contract.file && {
      'multipart/form-data': {
        schema: {
          ...body,
          properties: {
            ...(body['properties'] as JsonSchema),
            [contract.file]: { type: 'string', format: 'binary' },
          },
        },
      },
    }),
  }
  return {
    summary: contract.summary,
    tags: [contract.path.replace(/^\/api\//, '/').split('/')[1] ?? ''],
    ...(contract.params || contract.query
      ? { parameters: [...parameters(contract.params, 'path'), ...parameters(contract.query, 'query')] }
      : {}),
    ...(content && { requestBody: { required: true, content } }),
    responses: { [contract.status ?? 200]: success(contract), default: refusal },
    security: contract.access === 'public' ? [] : [{ session: [] }],
  }
}

const refusal = {
  description: 'Refus',
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Erreur' } } },
}

function success({ response, contentType }: Shape): JsonSchema {
  if (contentType) return { description: 'Fichier', content: { [contentType]: {} } }
  return response
    ? { description: 'Réponse', content: { 'application/json': { schema: wire(response) } } }
    : { description: 'Rien' }
}

function parameters(schema: z.ZodMiniType | undefined, where: 'path' | 'query'): JsonSchema[] {
  const properties = schema ? (wire(schema)['properties'] ?? {}) : {}
  return Object.entries(properties).map(([name, value]) => ({
    name,
    in: where,
    required: where === 'path',
    schema: value as JsonSchema,
  }))
}

/** `/docs`: the page a developer reads; `/docs/openapi.json`: the document itself. Both for members only. */
export function serveOpenApi(app: FastifyInstance): void {
  const config = { access: 'membre' as const }
  // Made once: it takes as long as thirty calls.
  let description: ReturnType<typeof describeApi> | undefined
  const guard = async (request: FastifyRequest) => {
    if (!(await app.places.take(() => readSession(app.pool, request)))) throw new AppError('nonAuthentifie')
  }
  app.get(`${BASE}/docs/openapi.json`, { config }, async (request) => {
    await guard(request)
    return (description ??= describeApi(app.contracts))
  })
  app.get(`${BASE}/docs`, { config }, async (request, reply) => {
    await guard(request)
    return reply.type('text/html; charset=utf-8').send(page(app.contracts, reply.cspNonce.style))
  })
}

const escape = (text: string) => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)

function page(contracts: readonly Shape[], nonce: string): string {
  const { paths } = describeApi(contracts)
  const calls = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, call]) => ({ path, method, call })),
  )
  const tags = [...new Set(calls.flatMap(({ call }) => call.tags))].toSorted()
  const section = (tag: string) =>
    `<h2>${escape(tag)}</h2>${calls
      .filter(({ call }) => call.tags.includes(tag))
      .map(entry)
      .join('')}`
  return `<!doctype html><html lang="fr"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Diyar - Appels</title>
<style nonce="${nonce}">body{font:15px/1.5 system-ui,sans-serif;color:#12263a;background:#faf8f4;max-width:60rem;margin:2rem auto;padding:0 1rem}
h2{margin-top:2rem;color:#0f6e84}details{background:#fff;border:1px solid #e9e3d8;border-radius:8px;margin:.5rem 0;padding:.5rem 1rem}
summary{cursor:pointer}code{font-family:ui-monospace,monospace}b{display:inline-block;min-width:4.5rem;color:#0f6e84}pre{overflow:auto;font-size:13px}</style>
<h1>Appels de Diyar</h1><p>Tous sous <code>${BASE}</code>. Document complet : <a href="${BASE}/docs/openapi.json">openapi.json</a>.</p>${tags.map(section).join('')}</html>`
}

function entry({ path, method, call }: { path: string; method: string; call: Operation }): string {
  const { summary, tags: _tags, ...details } = call
  return `<details><summary><b>${method.toUpperCase()}</b> <code>${escape(path)}</code> — ${escape(summary)}</summary><pre>${escape(JSON.stringify(details, null, 2))}</pre></details>`
}
