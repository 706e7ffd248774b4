import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { BASE } from '#shared/endpoint.ts'
import { peut, ROLES, type Access } from '#shared/droits.ts'
import { refusalResponses, refusalSchemas, refusalsOf } from '#server/http/openapi-refusals.ts'
import { listes, type Liste } from '#shared/listes.ts'
import { features } from '#server/registry.ts'
import type { Shape } from '#server/http/route.ts'

/** Serves `/docs` and `/docs/openapi.json` to members. Both are written once: the calls do not change while the server runs. */
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

type JsonSchema = Record<string, unknown>
interface Operation {
  operationId: string
  summary: string
  description: string
  tags: string[]
  parameters?: JsonSchema[]
  requestBody?: JsonSchema
  responses: Record<string, JsonSchema>
  security: JsonSchema[]
}
interface Spelling {
  path: string
  method: string
  operation: Operation
}

/** Name of each contract in the description: noun and name of the call (`clientsCreate`). */
const names = new Map<object, string>(
  Object.values(features)
    .flatMap(({ calls }) => Object.entries(calls))
    .flatMap(([noun, group]) =>
      Object.entries(group).map(([name, contract]) => [
        contract,
        `${noun}${name.charAt(0).toUpperCase()}${name.slice(1)}`,
      ]),
    ),
)

/** Name of a served call. @throws Error when its contract is not in server/registry.ts */
export function operationName(contract: Shape): string {
  const name = names.get(contract)
  if (!name) throw new Error(`not in server/registry.ts: ${contract.method} ${contract.path}`)
  return name
}

/** OpenAPI 3.1 description of every served call, derived from the contracts. Amounts are decimal dinars. */
function describeApi(contracts: readonly Shape[]) {
  const spellings = contracts.flatMap((contract) => spellingsOf(contract))
  const paths: Record<string, Record<string, Operation>> = {}
  for (const { path, method, operation } of spellings) (paths[path] ??= {})[method] = operation
  for (const { path, operation } of spellings) {
    const note = noteOn(path, Object.keys(paths))
    if (note) operation.description += ` ${note}`
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Diyar',
      version: '1',
      description:
        'Montants en dinars (deux décimales), surfaces en m², jours AAAA-MM-JJ. Un refus est une phrase en français (schéma Erreur).',
    },
    servers: [{ url: BASE }],
    tags: [...new Set(spellings.flatMap(({ operation }) => operation.tags))]
      .toSorted()
      .map((name) => ({ name, description: `Les appels sous ${name}.` })),
    components: {
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: 'diyar_session' },
        lien: {
          type: 'apiKey',
          in: 'cookie',
          name: 'diyar_suivi',
          description: "Le cookie d'un client, que donne POST /api/suivi/ouvrir.",
        },
        jeton: {
          type: 'apiKey',
          in: 'header',
          name: 'X-XSRF-TOKEN',
          description: 'La valeur du cookie XSRF-TOKEN, que donne GET /sanctum/csrf-cookie.',
        },
      },
      schemas: refusalSchemas,
      responses: refusalResponses,
    },
    paths,
  }
}

function spellingsOf(contract: Shape): Spelling[] {
  const name = operationName(contract)
  const method = contract.method.toLowerCase()
  return [contract.path, ...(contract.aliases ?? [])].flatMap((path, nth) => {
    const operationId = nth === 0 ? name : `${name}Alias${nth}`
    const operation = operationOf(name, contract)
    const same = nth === 0 ? '' : `Autre orthographe de ${contract.method} ${contract.path}. `
    const description = same + operation.description
    const spelt = { path, method, operation: { ...operation, description, operationId } }
    // A browser form can only POST a file (Q123).
    return contract.file && contract.method === 'PUT' ? [spelt, asForm(spelt)] : [spelt]
  })
}

function asForm({ path, operation }: Spelling): Spelling {
  return {
    path,
    method: 'post',
    operation: {
      ...operation,
      operationId: `${operation.operationId}Form`,
      description: `Comme PUT ${path}, pour un formulaire avec fichier : envoyez le champ _method=PUT. ${operation.description}`,
    },
  }
}

/** French note for a path that a template could confuse with another: ids are numbers. */
function noteOn(path: string, all: string[]): string | undefined {
  const words = all.flatMap((other) => confusing(path, other))
  if (words.length === 0) return undefined
  return `Les identifiants sont des nombres entiers : « ${[...new Set(words)].join(' », « ')} » n'en est pas un, et ce chemin l'emporte sur ceux où un identifiant tient cette place.`
}

/** Words of a path in places where another path of the same shape has an id, if the reverse also occurs. */
function confusing(path: string, other: string): string[] {
  const [here, there] = [path.split('/'), other.split('/')]
  const open = (piece: string | undefined) => piece?.startsWith('{') ?? false
  const alike =
    here.length === there.length &&
    here.every((piece, at) => piece === there[at] || open(piece) || open(there[at]))
  const words = here.filter((piece, at) => !open(piece) && open(there[at]))
  return alike && words.length > 0 && there.some((piece, at) => !open(piece) && open(here[at])) ? words : []
}

/** JSON schema of the wire, the input side. */
const wire = (schema: z.ZodMiniType): JsonSchema => {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override({ zodSchema, jsonSchema }) {
      const held = listes.get(zodSchema)
      if (held) Object.assign(jsonSchema, listOf(held))
    },
  })
  return rest
}

/** The elements of a list are no part of the schema that bounds it. */
const listOf = ({ element, max, min }: Liste) => ({
  type: 'array',
  ...(min > 0 && { minItems: min }),
  maxItems: max,
  items: wire(element),
})

function operationOf(name: string, contract: Shape): Operation {
  const parameters = [
    ...parametersOf(contract.params, 'path'),
    ...parametersOf(contract.query, 'query'),
    ...headersOf(contract),
  ]
  const content = contract.body && contentOf(contract, wire(contract.body))
  const refusals = refusalsOf(contract).map((status) => [
    String(status),
    { $ref: `#/components/responses/Refus${status}` },
  ])
  return {
    operationId: name,
    summary: contract.summary,
    description: whoMay(contract.access),
    tags: [contract.path.replace(/^\/api\//, '/').split('/')[1] ?? ''],
    ...(parameters.length > 0 && { parameters }),
    ...(content && { requestBody: { required: true, content } }),
    responses: {
      ...(contract.essai && { 200: success(contract) }),
      [contract.status ?? 200]: success(contract),
      ...Object.fromEntries(refusals),
    },
    security: securityOf(contract),
  }
}

const OPEN: Partial<Record<Access, string>> = {
  public: 'Ouvert à tous, sans session.',
  lien: 'Ouvert par le lien remis à un client.',
  membre: 'Ouvert à tout membre actif.',
}

const whoMay = (access: Access): string =>
  OPEN[access] ?? `Droit « ${access} » : ${ROLES.filter((role) => peut(role, access)).join(', ')}.`

const securityOf = ({ access, method }: Shape): JsonSchema[] => {
  const who = access === 'lien' ? { lien: [] } : { session: [] }
  const needed = { ...(access !== 'public' && who), ...(method !== 'GET' && { jeton: [] }) }
  return Object.keys(needed).length > 0 ? [needed] : []
}

const contentOf = ({ file }: Shape, schema: JsonSchema): JsonSchema => ({
  'application/json': { schema },
  ...(file && {
    'multipart/form-data': {
      schema: {
        ...schema,
        properties: { ...(schema['properties'] as JsonSchema), [file]: { type: 'string', format: 'binary' } },
      },
    },
  }),
})

function success({ response, contentType }: Shape): JsonSchema {
  if (contentType)
    return {
      description: 'Le fichier.',
      content: Object.fromEntries([contentType].flat().map((type) => [type, {}])),
    }
  return response
    ? { description: 'La réponse.', content: { 'application/json': { schema: wire(response) } } }
    : { description: 'Rien.' }
}

function parametersOf(schema: z.ZodMiniType | undefined, where: 'path' | 'query'): JsonSchema[] {
  const properties = schema ? (wire(schema)['properties'] ?? {}) : {}
  return Object.entries(properties).map(([name, value]) => ({
    name,
    in: where,
    required: where === 'path',
    // Any other id gives 404.
    schema: where === 'path' && /id$/i.test(name) ? { type: 'integer', minimum: 1 } : (value as JsonSchema),
  }))
}

const COMPTE =
  "Le champ compte de GET /api/user et de POST /login : la demande est refusée (409) si la session est celle d'un autre."
const CLE = 'La même demande avec la même clé reçoit la première réponse et ne fait rien de plus.'
const VERSION = 'La version de la fiche, à la place du champ version.'

function headersOf({ method, access, body, secret, toutCompte }: Shape): JsonSchema[] {
  const versioned = body && Object.hasOwn(wire(body)['properties'] ?? {}, 'version')
  const ofMembre = access !== 'public' && access !== 'lien'
  const keyed = method === 'POST' && ofMembre && !secret
  return [
    ...(ofMembre && !toutCompte ? [header('X-Compte', COMPTE, { maxLength: 255 })] : []),
    ...(keyed ? [header('Idempotency-Key', CLE, { maxLength: 255 })] : []),
    ...(versioned ? [header('If-Match', VERSION)] : []),
  ]
}

const header = (name: string, description: string, bounds: JsonSchema = {}): JsonSchema => ({
  name,
  in: 'header',
  required: false,
  description,
  schema: { type: 'string', ...bounds },
})
