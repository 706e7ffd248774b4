import * as z from 'zod/mini'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { peut, ROLES, type Access, type Role } from '#shared/droits.ts'
import { BASE } from '#shared/endpoint.ts'
import type { Shape } from '#server/http/route.ts'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import { fingerprints } from '#test/harness/tables.ts'
import { makeChange } from '#test/scenes/changes.ts'

let t: TestApp
let karim: Visitor
beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
  // A call of a client's link needs an opened link.
  await makeChange('POST /api/suivi/fermer', t.db, karim)
})
afterAll(() => t.close())

const NON_CONNECTE = [401, 'Veuillez vous connecter.'] as const
const EXPIRE = [403, 'Votre accès a expiré : saisissez de nouveau les chiffres.'] as const
const AUTRE_COMPTE = [409, 'Vous êtes maintenant connecté comme Karim Benali. Rechargez la page.'] as const
const ROLE = [403, 'Votre rôle ne permet pas cette action.'] as const
const TYPE = [415, "Ce type de contenu n'est pas accepté."] as const
const ILLISIBLE = [400, 'La demande est illisible.'] as const
const JETON = [419, 'La page a expiré. Rechargez-la puis réessayez.'] as const
const INTROUVABLE = [404, "Cet élément n'existe pas ou a été supprimé."] as const
const INVALIDE = [422, undefined] as const
const PAS_UN_PDF = [422, 'Le fichier doit être un PDF.'] as const
const PERIMEE = [409, 'Cette fiche a été modifiée entre-temps. Rechargez-la.'] as const

interface Request {
  method: string
  path: string
  role: Role
  headers: Record<string, string>
  payload?: object | string
}

/** A fault of a request, and the product's refusal of it. Of several faults the first of the list is told. */
interface Defect {
  what: string
  said: readonly [status: number, message: string | undefined]
  /** Part of the request that the defect spoils; two defects of one place cannot be tried together. */
  place: 'sender' | 'account' | 'role' | 'type' | 'body' | 'token' | 'address' | 'version'
  spoil(request: Request): void
}

/** A request that is accepted, as far as a call has one, and all that can be wrong with it, in the order in which it is told. */
interface Case {
  call: string
  request(): Request
  defects: Defect[]
}

const BORD = 'x-bord'
const form = (fields: Record<string, unknown>, file: string, part: string) =>
  [
    ...Object.entries(fields).map(
      ([name, value]) => `Content-Disposition: form-data; name="${name}"\r\n\r\n${String(value)}\r\n`,
    ),
    `Content-Disposition: form-data; name="${part}"; filename="plan.pdf"\r\n\r\n${file}\r\n`,
  ]
    .map((piece) => `--${BORD}\r\n${piece}`)
    .join('') + `--${BORD}--\r\n`

const NOBODY_OF_IT = '999999999'
const fill = (path: string, id: string) => path.replace(/\{\w+\}/g, id)
/** Query that a reading call requires. */
const queryOf = ({ path }: Shape) => {
  if (!path.endsWith('/apercu')) return ''
  return path.includes('/blocs/') ? '?type=attestation_avancement' : '?type=decompte'
}
const without = (access: Access) => ROLES.find((role) => !peut(role, access))
const names = ({ params }: Shape) =>
  params && z.safeParse(params, { id: '1', bonId: '1', ligneId: '1', residenceId: '1' }).success

function sender({ access, toutCompte }: Pick<Shape, 'access' | 'toutCompte'>): Defect[] {
  const spoil = ({ headers }: Request) => delete headers['cookie']
  if (access === 'lien') return [{ what: 'no open link', said: EXPIRE, place: 'sender', spoil }]
  const role = without(access)
  return [
    ...(access === 'public'
      ? []
      : [
          {
            what: 'no session',
            said: NON_CONNECTE,
            place: 'sender' as const,
            spoil,
          },
        ]),
    ...(access === 'public' || toutCompte
      ? []
      : [
          {
            what: "another account's screen",
            said: AUTRE_COMPTE,
            place: 'account' as const,
            spoil: ({ headers }: Request) => (headers['x-compte'] = 'autre'),
          },
        ]),
    ...(role
      ? [
          {
            what: `as ${role}`,
            said: ROLE,
            place: 'role' as const,
            spoil: (request: Request) => (request.role = role),
          },
        ]
      : []),
  ]
}

const packed: Defect = {
  what: 'a packed body',
  said: TYPE,
  place: 'type',
  spoil: ({ headers }) => (headers['content-encoding'] = 'gzip'),
}
const brokenJson: Defect = {
  what: 'broken JSON',
  said: ILLISIBLE,
  place: 'body',
  spoil: (request) => (request.payload = '{"nom": '),
}
const noToken: Defect = {
  what: 'no token',
  said: JETON,
  place: 'token',
  spoil: ({ headers }) => delete headers['x-xsrf-token'],
}
const address = (call: Shape): Defect[] =>
  call.params
    ? [
        {
          what: 'an address that is no identifier',
          said: INTROUVABLE,
          place: 'address',
          spoil: (request) => (request.path = fill(call.path, 'rien')),
        },
      ]
    : []
/** @param whole true where the request is complete, so that its record is looked for */
const unknown = (call: Shape, whole = true): Defect[] =>
  names(call) && whole
    ? [
        {
          what: 'an unknown record',
          said: INTROUVABLE,
          place: 'address',
          spoil: (request) => (request.path = fill(call.path, NOBODY_OF_IT) + queryOf(call)),
        },
      ]
    : []

const reading = (call: Shape): Case => ({
  call: `GET ${call.path}`,
  request: () => ({
    method: 'GET',
    path: fill(call.path, '1') + queryOf(call),
    role: 'direction',
    headers: { cookie: karim.cookies.line },
  }),
  defects: [...sender(call), packed, ...address(call), ...unknown(call)],
})

const signed = () => ({ cookie: karim.cookies.line, 'x-xsrf-token': karim.cookies.token })

async function change(call: Shape): Promise<Case> {
  const { method, path, body = {} } = await makeChange(`${call.method} ${call.path}`, t.db, karim)
  const json = 'application/json'
  const wrong = Object.fromEntries(Object.keys(body).map((name) => [name, {}]))
  const refusable = call.body && !z.safeParse(call.body, wrong).success
  const versioned =
    call.method === 'PUT' && call.body && z.safeParse(call.body, { ...body, version: 999 }).success
  return {
    call: `${call.method} ${call.path}`,
    request: () => ({
      method,
      path,
      role: 'direction',
      headers: { ...signed(), 'content-type': json },
      payload: body,
    }),
    defects: [
      ...sender(call),
      packed,
      {
        what: 'a text',
        said: TYPE,
        place: 'type',
        spoil: (request) => {
          request.headers['content-type'] = 'text/plain'
          request.payload = JSON.stringify(request.payload)
        },
      },
      brokenJson,
      noToken,
      ...address(call),
      ...(refusable
        ? [
            {
              what: 'a body that is refused',
              said: INVALIDE,
              place: 'body' as const,
              spoil: (request: Request) => (request.payload = wrong),
            },
          ]
        : []),
      ...unknown(call, !call.file || call.body !== undefined),
      ...(versioned && isVersioned(call)
        ? [
            {
              what: 'a version that is past',
              said: PERIMEE,
              place: 'version' as const,
              spoil: (request: Request) => {
                if (typeof request.payload === 'object')
                  request.payload = { ...request.payload, version: 999 }
              },
            },
          ]
        : []),
    ],
  }
}

const isVersioned = ({ body }: Shape) => carriesVersion(body)
const carriesVersion = (body: unknown): boolean =>
  body instanceof z.ZodMiniIntersection
    ? carriesVersion(body._zod.def.left)
    : body instanceof z.ZodMiniObject && 'version' in body.shape

/** A form with a plan. What its parts say is told after the address: nothing of it is received before. */
async function upload(call: Shape, part: string): Promise<Case> {
  const { path, body = {} } = await makeChange(`${call.method} ${call.path}`, t.db, karim)
  const fields = { ...body, ...(call.method === 'PUT' && { _method: 'PUT' }) }
  const type = `multipart/form-data; boundary=${BORD}`
  return {
    call: `${call.method} ${call.path}, with a plan`,
    request: () => ({
      method: 'POST',
      path,
      role: 'direction',
      headers: { ...signed(), 'content-type': type },
      payload: form(fields, '%PDF-1.4\n%%EOF\n', part),
    }),
    defects: [
      ...sender(call),
      packed,
      {
        what: 'no boundary',
        said: ILLISIBLE,
        place: 'type',
        spoil: ({ headers }) => (headers['content-type'] = 'multipart/form-data'),
      },
      noToken,
      ...address(call),
      {
        what: 'a form that stops short',
        said: ILLISIBLE,
        place: 'body',
        spoil: (request) => (request.payload = form(fields, '%PDF-', part).slice(0, -14)),
      },
      {
        what: 'what is no PDF',
        said: call.accept === undefined || call.accept === 'plan' ? PAS_UN_PDF : INVALIDE,
        place: 'body',
        spoil: (request) => (request.payload = form(fields, 'MZ', part)),
      },
      ...(call.body
        ? [
            {
              what: 'a field that is refused',
              said: INVALIDE,
              place: 'body' as const,
              spoil: (request: Request) =>
                (request.payload = form({ ...fields, nom: '', montant: '-' }, '', part)),
            },
          ]
        : []),
      ...unknown(call),
    ],
  }
}

const setRole = (role: Role) => t.db.updateTable('membres').set({ role }).execute()

/** The answer to a request, and the defect that it should have told. */
async function answerTo({ call, request }: Case, defects: Defect[]) {
  const asked = request()
  for (const { spoil } of defects) spoil(asked)
  const { method, path, role, headers, payload } = asked
  if (role !== 'direction') await setRole(role)
  // The caller is a visitor who keeps nothing: the member's cookies are those of the request.
  const { statusCode, json } = await t.visitor().send({
    method: method as 'GET',
    url: BASE + path,
    headers,
    ...(payload !== undefined && { payload }),
  })
  if (role !== 'direction') await setRole('direction')
  const what = [call, ...defects.map((defect) => defect.what)].join(' + ')
  return { what, statusCode, message: (json as { message?: string } | undefined)?.message }
}

/** Makes a request with each of its defects, and with each two that can go together; those that are answered otherwise than they should. */
async function outOfOrder(one: Case): Promise<{ tried: number; wrong: string[] }> {
  const before = await fingerprints(t.db)
  const wrong: string[] = []
  let tried = 0
  for (const [index, first] of one.defects.entries())
    for (const second of [undefined, ...one.defects.slice(index + 1)]) {
      if (second?.place === first.place) continue
      // A defect checked after the rôle is checked after the account too, which the same hook asks before it.
      if (first.place === 'account' && second && second.place !== 'role') continue
      const [status, said] = first.said
      const { what, statusCode, message } = await answerTo(one, second ? [first, second] : [first])
      tried++
      if (statusCode !== status || (said !== undefined && message !== said))
        wrong.push(`${what}: ${statusCode} ${message}`)
    }
  const after = await fingerprints(t.db)
  // An attempt at a password, given back or not, leaves its row.
  const kept = Object.keys(after).filter((table) => table !== 'tentatives')
  wrong.push(...kept.filter((table) => after[table] !== before[table]))
  return { tried, wrong }
}

describe('of two things that are wrong with a call, one is told, and nothing is written', () => {
  it('readings', async () => {
    const calls = t.app.contracts.filter(({ method }) => method === 'GET')
    expect(calls.length).toBeGreaterThan(60)
    for (const call of calls) expect((await outOfOrder(reading(call))).wrong).toEqual([])
  })

  it.each(['POST', 'PUT', 'DELETE'])('changes by %s', async (method) => {
    const calls = t.app.contracts.filter((call) => call.method === method)
    expect(calls.length).toBeGreaterThan(15)
    for (const call of calls) {
      const { tried, wrong } = await outOfOrder(await change(call))
      expect(wrong).toEqual([])
      expect([call.path, tried > 4]).toEqual([call.path, true])
    }
  })

  it('forms with a plan', async () => {
    // A logo is looked into before its promoter is; what it is refused for has tests of its own.
    const calls = t.app.contracts.flatMap((call) =>
      call.file && call.file !== 'logo' ? [{ call, part: call.file }] : [],
    )
    expect(calls.length).toBeGreaterThan(3)
    for (const { call, part } of calls) {
      const { tried, wrong } = await outOfOrder(await upload(call, part))
      expect(wrong).toEqual([])
      expect(tried).toBeGreaterThan(15)
    }
  })

  it('changes that no call makes', async () => {
    const method = 'POST'
    const path = '/api/nulle-part'
    const defects = [
      ...sender({ access: 'membre' }),
      packed,
      brokenJson,
      noToken,
      { what: 'nothing else', said: [404, "Cette adresse n'existe pas."], place: 'address', spoil: () => {} },
    ] satisfies Defect[]
    const headers = () => ({ ...signed(), 'content-type': 'application/json' })
    const request = (): Request => ({ method, path, role: 'direction', headers: headers(), payload: {} })
    expect(await outOfOrder({ call: path, request, defects })).toEqual({ tried: 17, wrong: [] })
  })
})
