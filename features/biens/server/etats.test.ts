import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addJours, aujourdhui } from '#shared/dates.ts'
import { CODES_D_ETAT, describeEtats, etatDit, type EtatDuBien } from '#shared/etats.ts'
import { etatDuBien } from '#features/etats/server/etats.read.ts'
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
} from '#test/harness/builders.ts'

let t: TestApp
let karim: Visitor
let client: number
let lieu: { residence_id: number; bloc_id: number; etage_id: number; parking_id: number }
beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
})
afterAll(() => t.close())
beforeEach(async () => {
  client = (await buildClient(t.db)).id
  const residence_id = (await buildResidence(t.db)).id
  const bloc_id = (await buildBloc(t.db, { residence_id })).id
  const parking_id = (await buildParking(t.db, { residence_id })).id
  lieu = { residence_id, bloc_id, parking_id, etage_id: (await buildEtage(t.db, { bloc_id })).id }
})

const KINDS = [
  {
    name: 'appartements',
    build: () => buildAppartement(t.db, { etage_id: lieu.etage_id }),
    sell: (id: number) => karim.put(`/api/appartements/${id}/assigner-client`, { client_id: client }),
    places: () => [
      `bloc_id=${lieu.bloc_id}`,
      `etage_id=${lieu.etage_id}`,
      `residence_id=${lieu.residence_id}&tri=-prix`,
    ],
  },
  {
    name: 'locaux',
    build: () => buildLocal(t.db, { bloc_id: lieu.bloc_id }),
    sell: (id: number) => karim.put(`/api/locaux/${id}/assigner-client`, { client_id: client }),
    places: () => [`bloc_id=${lieu.bloc_id}`, `residence_id=${lieu.residence_id}&tri=-montant`],
  },
  {
    name: 'places-parking',
    build: () => buildPlace(t.db, { parking_id: lieu.parking_id }),
    sell: (id: number) => karim.post(`/api/places-parking/${id}/attribuer`, { client_id: client }),
    places: () => [`parking_id=${lieu.parking_id}`, `residence_id=${lieu.residence_id}`],
  },
] as const

interface Page {
  data: { id: number; etat_bien: EtatDuBien; vente_id: number | null; dossier: string | null }[]
  total: number
  last_page: number
  next_page_url: string | null
}
const read = async (path: string) => (await karim.get(path)).json as Page

/** All pages of two, by the links of the answers: what they hold, and the total that each of them says. */
async function walk(path: string): Promise<{ ids: number[]; etats: Set<EtatDuBien>; totals: number[] }> {
  const [ids, totals]: [number[], number[]] = [[], []]
  const etats = new Set<EtatDuBien>()
  for (let at: string | null = `${path}&per_page=2`; at !== null;) {
    const { data, total, next_page_url }: Page = await read(at)
    for (const { id, etat_bien } of data) {
      ids.push(id)
      etats.add(etat_bien)
    }
    totals.push(total)
    at = next_page_url === null ? null : next_page_url.replace('/backend/public', '')
  }
  return { ids: ids.toSorted((a, b) => a - b), etats, totals }
}

/** The state that the database says, which the column of the statements repeats. */
const stateOf = async (id: number) => {
  const { rows } = await sql<{ etat: EtatDuBien; colonne: EtatDuBien }>`
    select etat_du_bien(b.id, ${aujourdhui()}::date) as etat, ${etatDuBien('b', 'v', aujourdhui())} as colonne
    from biens b left join ventes v on v.bien_id = b.id and v.terminee_le is null where b.id = ${id}`.execute(
    t.db,
  )
  expect(rows[0]?.colonne).toBe(rows[0]?.etat)
  return rows[0]?.etat
}

describe.each(KINDS)('GET /api/$name', ({ name, build, sell, places }) => {
  /** Each list of each state holds exactly the biens that the database says stand so, on all its pages. */
  async function agrees(biens: readonly number[]) {
    const states = new Map<number, EtatDuBien | undefined>()
    for (const id of biens) states.set(id, await stateOf(id))
    for (const place of places())
      for (const etat of CODES_D_ETAT) {
        const those = biens.filter((id) => states.get(id) === etat)
        const { ids, etats, totals } = await walk(`/api/${name}?${place}&etat_bien=${etat}`)
        expect([place, etat, ids, ...etats]).toEqual([place, etat, those, ...(ids.length ? [etat] : [])])
        expect(new Set(totals)).toEqual(new Set([those.length]))
      }
    return biens.map((id) => states.get(id))
  }

  // spec: EC-17, RE-45
  it('is limited to one of the five states, whatever has happened to a bien', async () => {
    const biens: number[] = []
    for (let n = 0; n < 7; n++) biens.push(await build())
    const [held = 0, expired = 0, blocked = 0, sold = 0, delivered = 0, given = 0] = biens
    await buildOption(t.db, held, { expire_le: aujourdhui() })
    const { id: option } = await buildOption(t.db, expired)
    expect((await karim.put(`/api/biens/${blocked}/blocage`, { motif: 'Logement témoin' })).statusCode).toBe(
      200,
    )
    for (const id of [sold, delivered, given]) expect((await sell(id)).statusCode).toBe(200)
    expect(await agrees(biens)).toEqual(['option', 'option', 'bloque', 'vendu', 'vendu', 'vendu', 'libre'])

    // The day after the last one of an option.
    await sql`update options set expire_le = ${addJours(aujourdhui(), -1)} where id = ${option}`.execute(t.db)
    const venteOf = async (id: number) => {
      const { data } = await read(`/api/${name}?${places()[0]}&per_page=100`)
      return data.find((bien) => bien.id === id)?.vente_id ?? 0
    }
    const livree = await karim.put(`/api/ventes/${await venteOf(delivered)}`, {
      reservation_le: aujourdhui(),
      contrat_le: aujourdhui(),
      livraison_le: aujourdhui(),
    })
    expect(livree.statusCode).toBe(200)
    const finie = await karim.post(`/api/ventes/${await venteOf(given)}/desistement`, {
      demande_le: aujourdhui(),
      origine: 'client',
      motif: 'Crédit refusé',
      retenue: 0,
    })
    expect(finie.statusCode).toBe(201)
    expect(await agrees(biens)).toEqual(['option', 'libre', 'bloque', 'vendu', 'livre', 'libre', 'libre'])

    await karim.put(`/api/biens/${blocked}/blocage`, { motif: null })
    expect((await agrees(biens))[2]).toBe('libre')
  })

  // spec: EC-17, VE-05
  it('means all by any other word, and leaves etat=disponible and etat=vendu what they were', async () => {
    const biens = [await build(), await build(), await build(), await build()]
    const [held = 0, blocked = 0, sold = 0] = biens
    await buildOption(t.db, held)
    await karim.put(`/api/biens/${blocked}/blocage`, { motif: 'Témoin' })
    await sell(sold)
    const [place] = places()
    const found = async (filter: string) => (await walk(`/api/${name}?${place}&${filter}`)).ids
    for (const other of ['', 'disponible', 'LIBRE', 'autre', 'libre,option', "'; drop table biens; --"])
      expect(await found(`etat_bien=${encodeURIComponent(other)}`)).toEqual(biens)
    expect(await found('etat_bien=libre&etat_bien=option')).toEqual(biens)
    expect(await found('etat=disponible')).toEqual(biens.filter((id) => id !== sold))
    expect(await found('etat=vendu')).toEqual([sold])
    expect(await found('etat=disponible&etat_bien=bloque')).toEqual([blocked])
    expect(await found('etat=vendu&etat_bien=bloque')).toEqual([])
    expect(await found(`client_id=${client}&etat_bien=vendu`)).toEqual([sold])
    const { next_page_url, last_page } = await read(`/api/${name}?${place}&etat_bien=libre&per_page=1`)
    expect([next_page_url, last_page]).toEqual([null, 1])
    const first = await read(`/api/${name}?${place}&etat=disponible&per_page=1`)
    expect(first.next_page_url).toContain('etat=disponible')
    const all = await walk(`/api/${name}?etat_bien=option`)
    expect(all.ids).toContain(held)
    expect(new Set(all.totals).size).toBe(1)
    expect(all.totals[0]).toBe(all.ids.length)
  })
})

// spec: EC-16, RE-45
it('a report says where its lot stands, and until when it is held', async () => {
  for (const [path, id] of [
    ['appartements', await buildAppartement(t.db, { etage_id: lieu.etage_id })],
    ['locaux', await buildLocal(t.db, { bloc_id: lieu.bloc_id })],
  ] as const) {
    const report = async () => (await karim.get(`/api/${path}/${id}/report`)).json
    expect(await report()).toMatchObject({ etat_bien: 'libre', option: null })
    const { id: option } = await buildOption(t.db, id, { expire_le: aujourdhui() })
    expect(await report()).toMatchObject({
      etat_bien: 'option',
      option: { id: option, expire_le: aujourdhui() },
    })
  }
})

// spec: EC-16
it('the most restrictive state is said, and what is specified where no other is known', () => {
  const dits = CODES_D_ETAT.flatMap((etat_bien) =>
    [true, false].map((estDispo) => [
      etat_bien,
      estDispo,
      etatDit({ etat_bien, estDispo }),
      describeEtats({ etat_bien, estDispo }),
    ]),
  )
  expect(dits).toEqual([
    ['libre', true, 'libre', 'Disponible'],
    ['libre', false, 'vendu', 'Vendu'],
    ['option', true, 'option', 'Disponible, option'],
    ['option', false, 'option', 'Vendu, option'],
    ['bloque', true, 'bloque', 'Disponible, bloqué'],
    ['bloque', false, 'bloque', 'Vendu, bloqué'],
    ['vendu', true, 'libre', 'Disponible'],
    ['vendu', false, 'vendu', 'Vendu'],
    ['livre', true, 'livre', 'Disponible, livré'],
    ['livre', false, 'livre', 'Vendu, livré'],
  ])
})
