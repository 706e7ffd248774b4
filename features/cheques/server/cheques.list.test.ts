import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aujourdhui } from '#shared/dates.ts'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import {
  buildAppartement,
  buildClient,
  buildCompteBancaire,
  idOf,
  pay,
  payByCheque,
  sell,
} from '#test/harness/builders.ts'

let t: TestApp
let karim: Visitor
const ids: Record<string, number> = {}
const noms = new Map<number, string>()

interface Liste {
  data: { id: number; etat: string; residence: { nom: string } }[]
  total: number
  next_page_url: string | null
  totals: object
  etats: object
}
const list = async (query = '') => (await karim.get(`/api/cheques${query}`)).json as Liste
const named = async (query: string) => (await list(query)).data.map(({ id }) => noms.get(id) ?? String(id))

/** Fourteen cheques of two clients, at every step; a virement and a cheque that was cleared long ago besides. */
beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
  const { id: compte_id } = await buildCompteBancaire(t.db)
  const [elodie, amine] = await Promise.all([
    buildClient(t.db, { nom_complet: 'Élodie Benaïssa', tel: '0550 12 34 56' }),
    buildClient(t.db, { nom_complet: 'محمد الأمين', tel: '0661 99 88 77' }),
  ])
  const sold = async (client: number) =>
    sell(t.db, await buildAppartement(t.db, { prix: 10_000_000_000 }), client)
  const ventes = { elodie: await sold(elodie.id), amine: await sold(amine.id) }
  const add = async (nom: string, vente: number, given: object = {}, versement = 1_000) => {
    const id = await payByCheque(t.db, vente, versement, given)
    ids[nom] = id
    noms.set(id, nom)
    return id
  }
  await add('tard', ventes.elodie, { date_cheque: '2099-01-01', reference: '0012345' })
  await add('tôt', ventes.elodie, {
    date_cheque: '2026-01-02',
    reference: '77_1',
    date_paiement: '2026-02-02',
  })
  await add('sans jour', ventes.amine, { date_cheque: null, banque: 'CPA' })
  const bring = (jour: string, ...cheques: number[]) =>
    karim.post('/api/remises', { compte_id, jour, ids: cheques })
  await bring('2026-03-20', await add('remis A', ventes.elodie), await add('remis B', ventes.amine))
  await bring('2026-03-10', await add('remis C', ventes.elodie))
  const clear = (id: number, encaisse_le: string) =>
    karim.post('/api/cheques/encaisser', { ids: [id], encaisse_le })
  await clear(await add('encaissé 1', ventes.elodie), `${aujourdhui().slice(0, 7)}-01`)
  await clear(await add('encaissé 2', ventes.elodie), aujourdhui())
  await clear(await add('encaissé autrefois', ventes.amine), '2026-01-20')
  const reject = async (nom: string, rejete_le: string) => {
    const id = await add(nom, ventes.amine, {}, 2_000)
    await karim.post(`/api/cheques/${id}/rejeter`, { rejete_le, motif: 'Opposition' })
    return id
  }
  await reject('rejeté 1', '2026-02-01')
  const represented = await reject('rejeté 2', '2026-02-02')
  noms.set(
    idOf(await karim.post(`/api/cheques/${represented}/representer`, { date_paiement: '2026-02-03' })),
    'nouveau',
  )
  await pay(t.db, ventes.elodie, 500, '2026-01-15', { mode: 'virement', banque: 'BNA', reference: '0012345' })
})
afterAll(() => t.close())

describe('the cheques', () => {
  it('at each step are in its order, the post-dated last, with what each step comes to', async () => {
    const recus = await list()
    expect(await named('')).toEqual(['tôt', 'nouveau', 'tard', 'sans jour'])
    expect(recus).toMatchObject({
      total: 4,
      totals: { nombre: 4, montant: 50 },
      etats: {
        recu: { nombre: 4, montant: 50 },
        remis: { nombre: 3, montant: 30 },
        rejete: { nombre: 1, montant: 20 },
      },
    })
    for (const cheque of recus.data)
      expect(cheque).toMatchObject({ etat: 'recu', residence: { nom: expect.any(String) as string } })
    expect(await named('?etat=remis')).toEqual(['remis C', 'remis A', 'remis B'])
    expect(await named('?etat=encaisse')).toEqual(['encaissé 2', 'encaissé 1'])
    expect(await named('?etat=rejete')).toEqual(['rejeté 2', 'rejeté 1'])
    expect(await named('?etat=autre')).toEqual(await named(''))
  })

  // spec: RE-45
  it('that came back are those to present again, or all of them; the counts tell one from the other', async () => {
    const waiting = await list('?etat=rejete&a_representer=1')
    expect(await named('?etat=rejete&a_representer=1')).toEqual(['rejeté 1'])
    expect(waiting).toMatchObject({
      total: 1,
      totals: { nombre: 1, montant: 20 },
      etats: { rejete: { nombre: 1, montant: 20, total: 2 } },
    })
    expect(await list('?etat=rejete')).toMatchObject({ total: 2, etats: { rejete: { nombre: 1, total: 2 } } })
    // The filter means nothing at another step, and no value but 1 means anything.
    expect(await named('?etat=remis&a_representer=1')).toEqual(await named('?etat=remis'))
    expect(await named('?etat=rejete&a_representer=oui')).toHaveLength(2)
    expect(await named('?etat=rejete&a_representer=1&du=2026-02-02')).toEqual([])
    const paged = await list('?etat=rejete&a_representer=1&per_page=1')
    expect(paged).toMatchObject({ total: 1, next_page_url: null })
  })

  it('are those of a period: of their payment, remise, clearing or rejection; exchanged when it is backwards', async () => {
    expect(await named('?du=2026-02-01&au=2026-02-28')).toEqual(['tôt', 'nouveau'])
    expect(await named('?etat=remis&du=2026-03-15')).toEqual(['remis A', 'remis B'])
    expect(await named('?etat=remis&au=2026-03-10&du=2026-03-01')).toEqual(['remis C'])
    for (const backwards of ['du=2026-01-01&au=2026-01-31', 'du=2026-01-31&au=2026-01-01'])
      expect(await named(`?etat=encaisse&${backwards}`)).toEqual(['encaissé autrefois'])
    expect(await named('?etat=encaisse&du=2026-01-01')).toHaveLength(3)
    expect(await named('?etat=rejete&du=2026-02-02&au=2026-02-02')).toEqual(['rejeté 2'])
    expect(await named('?etat=encaisse&du=2026-02-30&au=hier')).toHaveLength(2)
  })

  it('are found by client, phone, receipt or number, letter by letter, in a bank or in all', async () => {
    const recu = async (nom: string) =>
      ((await karim.get(`/api/paiements/${ids[nom] ?? 0}`)).json as { recu: string }).recu
    const search = (text: string, rest = '') => named(`?recherche=${encodeURIComponent(text)}${rest}`)
    expect(await search('benaissa elodie')).toEqual(['tôt', 'tard'])
    expect(await search('محمد')).toEqual(['nouveau', 'sans jour'])
    expect(await search('0661998877')).toEqual(['nouveau', 'sans jour'])
    expect(await search('12345')).toEqual(['tard'])
    expect(await search('7_1')).toEqual(['tôt'])
    expect(await search('%')).toEqual([])
    const numero = await recu('tôt')
    for (const text of [numero, `reçu ${numero}`, `reçu ${String(Number(numero.slice(5)))}`, numero.slice(5)])
      expect(await search(text)).toContain('tôt')
    expect(await named('?banque=CPA')).toEqual(['sans jour'])
    expect(await search('benaissa', '&banque=CPA')).toEqual([])
    expect(await list('?banque=CPA')).toMatchObject({
      totals: { nombre: 1, montant: 10 },
      etats: { recu: { nombre: 4 } },
    })
  })

  it('come page by page, each once', async () => {
    const first = await list('?per_page=3')
    expect(first).toMatchObject({ total: 4, totals: { nombre: 4 } })
    expect(first.next_page_url).toBe('/backend/public/api/cheques?etat=recu&per_page=3&page=2')
    const second = await list('?per_page=3&page=2')
    expect([...first.data, ...second.data].map(({ id }) => id)).toEqual(
      (await list()).data.map(({ id }) => id),
    )
  })
})

describe('the remises', () => {
  it('are those of a period, the newest day first, and say where their cheques are', async () => {
    const days = async (query = '') =>
      ((await karim.get(`/api/remises${query}`)).json as { data: { jour: string }[] }).data.map(
        ({ jour }) => jour,
      )
    expect(await days()).toEqual(['2026-03-20', '2026-03-10'])
    expect(await days('?du=2026-03-31&au=2026-03-15')).toEqual(['2026-03-20'])
    expect(await days('?au=2026-03-15')).toEqual(['2026-03-10'])
    expect(await days('?page=9')).toEqual([])
  })
})
