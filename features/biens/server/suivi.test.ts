import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addJours, aujourdhui } from '#shared/dates.ts'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import {
  buildAppartement,
  buildBloc,
  buildClient,
  buildEtage,
  buildLocal,
  buildOption,
  buildParking,
  buildPlace,
  buildResidence,
  pay,
  sell,
} from '#test/harness/builders.ts'

let t: TestApp
let karim: Visitor
let client: number
let places: { residence_id: number; bloc_id: number; etage_id: number; parking_id: number }
beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
})
afterAll(() => t.close())
beforeEach(async () => {
  client = (await buildClient(t.db, { nom_complet: 'Élodie Benaïssa' })).id
  const residence_id = (await buildResidence(t.db)).id
  const bloc_id = (await buildBloc(t.db, { residence_id })).id
  const parking_id = (await buildParking(t.db, { residence_id })).id
  places = { residence_id, bloc_id, parking_id, etage_id: (await buildEtage(t.db, { bloc_id })).id }
})

/** Each kind of bien where the tests stand, and the calls that speak of it. */
const KINDS = {
  appartement: {
    build: () => buildAppartement(t.db, { etage_id: places.etage_id }),
    one: (id: number) => `/api/appartements/${id}`,
    lists: () => [
      `/api/appartements?bloc_id=${places.bloc_id}`,
      `/api/appartements?tri=-prix&per_page=100&residence_id=${places.residence_id}`,
      `/api/clients/${client}/appartements`,
    ],
    sell: (id: number, body: object) => karim.put(`/api/appartements/${id}/assigner-client`, body),
    free: (id: number) => karim.put(`/api/appartements/${id}/retirer-client`),
    nested: 'appartement',
  },
  local: {
    build: () => buildLocal(t.db, { bloc_id: places.bloc_id }),
    one: (id: number) => `/api/locaux/${id}`,
    lists: () => [`/api/locaux?bloc_id=${places.bloc_id}`, `/api/locaux/client/${client}`],
    sell: (id: number, body: object) => karim.put(`/api/locaux/${id}/assigner-client`, body),
    free: (id: number) => karim.put(`/api/locaux/${id}/retirer-client`),
    nested: 'local',
  },
  place: {
    build: () => buildPlace(t.db, { parking_id: places.parking_id }),
    one: (id: number) => `/api/place-parking/${id}`,
    lists: () => [`/api/parkings/${places.parking_id}`, `/api/place-parking-client/${client}`],
    sell: (id: number, body: object) => karim.post(`/api/places-parking/${id}/attribuer`, body),
    free: (id: number) => karim.post(`/api/places-parking/${id}/liberer`),
    nested: 'place',
  },
} as const
const kinds = Object.entries(KINDS).map(([name, kind]) => ({ name, ...kind }))

interface Suivi {
  id: number
  vente_id: number | null
  dossier: string | null
  etat_bien: string
  option: object | null
  bloque_motif: string | null
}
const read = async (path: string) => (await karim.get(path)).json as Suivi
/** Every record of that id in an answer, however deep. */
function found(answer: unknown, id: number): Suivi[] {
  if (typeof answer !== 'object' || answer === null) return []
  const inside = Object.values(answer).flatMap((value) => found(value, id))
  return 'etat_bien' in answer && 'id' in answer && answer.id === id ? [answer as Suivi, ...inside] : inside
}
/** An answer as it was before a bien said how it stands; a lock of a bien moves its version on. */
const specified = (body: string) => {
  const added = new Set(['vente_id', 'dossier', 'etat_bien', 'option', 'bloque_motif', 'version'])
  return JSON.stringify(
    JSON.parse(body, function drop(key, value) {
      const besides = added.has(key) && typeof this === 'object' && 'estDispo' in this
      return besides || key === 'alertes' ? undefined : value
    }),
  )
}

describe.each(kinds)('$name', ({ build, one, lists, sell: sold, free, nested }) => {
  it('says how it stands wherever it is shown, as the database does', async () => {
    const id = await build()
    const states: string[] = []
    const stands = async (expected: object) => {
      const said = await read(one(id))
      expect(said).toMatchObject(expected)
      const { rows } = await sql<{ etat: string }>`
        select etat_du_bien(${id}::bigint, ${aujourdhui()}::date) as etat`.execute(t.db)
      expect(rows[0]?.etat).toBe(said.etat_bien)
      const suivi = ({ vente_id, dossier, etat_bien, option, bloque_motif }: Suivi) => ({
        vente_id,
        dossier,
        etat_bien,
        option,
        bloque_motif,
      })
      const listed = await Promise.all(lists().map(async (path) => found(await read(path), id)))
      for (const each of listed.flat()) expect(suivi(each)).toEqual(suivi(said))
      states.push(said.etat_bien)
      return listed.filter((each) => each.length > 0).length
    }
    const rien = { vente_id: null, dossier: null, option: null, bloque_motif: null }
    await stands({ ...rien, etat_bien: 'libre' })
    const { id: option } = await buildOption(t.db, id, { expire_le: aujourdhui() })
    const held = { id: option, client_id: null, nom: 'Lynda Aït Ahmed', tel: '0661 22 33 44' }
    await stands({ ...rien, etat_bien: 'option', option: { ...held, expire_le: aujourdhui() } })
    // spec: VE-03
    await sql`update options set expire_le = ${addJours(aujourdhui(), -1)} where id = ${option}`.execute(t.db)
    await stands({ ...rien, etat_bien: 'libre' })
    await karim.put(`/api/biens/${id}/blocage`, { motif: 'Logement témoin' })
    await stands({ ...rien, etat_bien: 'bloque', bloque_motif: 'Logement témoin' })
    await karim.put(`/api/biens/${id}/blocage`, { motif: null })
    const answer = await sold(id, { client_id: client })
    const { vente_id, dossier } = await read(one(id))
    expect(dossier).toMatch(/^\d{4}-D-\d{4,}$/)
    expect(answer.json).toMatchObject({ vente_id, dossier, [nested]: { vente_id, etat_bien: 'vendu' } })
    expect(await stands({ etat_bien: 'vendu', option: null, bloque_motif: null })).toBe(lists().length)
    await t.db
      .updateTable('ventes')
      .set({ livraison_le: aujourdhui() })
      .where('id', '=', vente_id ?? 0)
      .execute()
    await stands({ vente_id, dossier, etat_bien: 'livre' })
    expect((await free(id)).json).toMatchObject({ ...rien, etat_bien: 'libre' })
    expect(states).toEqual(['libre', 'option', 'libre', 'bloque', 'vendu', 'livre'])
  })

  // spec: VE-05, VE-08
  it('answers what is specified as before while it is held, and while it is off sale', async () => {
    const id = await build()
    const other = await build()
    await pay(t.db, await sell(t.db, other, client), 100)
    const paths = [
      one(id),
      one(other),
      ...lists(),
      ...['disponible', 'vendu'].flatMap((etat) => [
        `/api/appartements?etat=${etat}&bloc_id=${places.bloc_id}`,
        `/api/locaux?etat=${etat}&bloc_id=${places.bloc_id}`,
      ]),
      `/api/parkings/${places.parking_id}/occupation`,
      `/api/residences/${places.residence_id}/report`,
      `/api/blocs/${places.bloc_id}/report`,
      `/api/recap-paiements?per_page=100`,
      `/api/clients/${client}/assets`,
      '/api/dashboard',
    ]
    const readings = () =>
      Promise.all(
        paths.map(async (path) => {
          const { statusCode, body } = await karim.get(path)
          expect([path, statusCode]).toEqual([path, 200])
          return `${path}: ${specified(body)}`
        }),
      )
    const before = await readings()
    const held = await karim.post('/api/options', { bien_id: id, nom: 'Samir', expire_le: aujourdhui() })
    expect(held.statusCode).toBe(201)
    expect(await readings()).toEqual(before)
    await karim.post(`/api/options/${(held.json as Suivi).id}/liberer`, {})
    await karim.put(`/api/biens/${id}/blocage`, { motif: 'Témoin' })
    expect(await readings()).toEqual(before)
    expect((await read(one(id))).etat_bien).toBe('bloque')
  })

  // spec: VE-04, VE-06
  it('is sold under the option it is held by, and not while it is off sale', async () => {
    const id = await build()
    const { id: option_id } = await buildOption(t.db, id)
    const { id: elsewhere } = await buildOption(t.db, await build())
    const rows = () =>
      Promise.all([
        t.db.selectFrom('ventes').selectAll().orderBy('id').execute(),
        t.db.selectFrom('options').selectAll().orderBy('id').execute(),
        t.db.selectFrom('journal').select('id').orderBy('id').execute(),
      ])
    const before = await rows()
    for (const body of [{}, { option_id: elsewhere }]) {
      const refused = await sold(id, { client_id: client, ...body })
      expect([refused.statusCode, await rows()]).toEqual([409, before])
    }
    const unknown = await sold(id, { client_id: client, option_id: 999_999 })
    expect([unknown.statusCode, unknown.json]).toMatchObject([
      422,
      { errors: { option_id: [expect.any(String)] } },
    ])
    expect(await rows()).toEqual(before)
    expect((await sold(id, { client_id: client, option_id })).statusCode).toBe(200)
    expect((await rows())[1].find((row) => row.id === option_id)).toMatchObject({
      fin: 'vendue',
      client_id: client,
    })
    const blocked = await build()
    await karim.put(`/api/biens/${blocked}/blocage`, { motif: 'Témoin' })
    const [ventes] = await rows()
    const refused = await sold(blocked, { client_id: client })
    expect([refused.statusCode, refused.json]).toEqual([
      409,
      { message: "Ce bien est bloqué (Témoin) : débloquez-le d'abord." },
    ])
    expect((await rows())[0]).toEqual(ventes)
  })
})
