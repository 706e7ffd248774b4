import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import type { TotauxDuRegistre, RecuDuRegistre } from '#features/rapports/registres.contract.ts'
import { aujourdhui } from '#shared/dates.ts'
import { numeroRecu } from '#shared/numero.ts'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import { buildAppartement, buildClient, buildLocal, idOf, sell } from '#test/harness/builders.ts'

const ANNEE = Number(aujourdhui().slice(0, 4))

let t: TestApp
let karim: Visitor
let client: number
let bien: number
beforeEach(async () => {
  t = await startApp()
  karim = await t.member()
  client = (await buildClient(t.db, { nom_complet: 'Élodie Benaïssa' })).id
  bien = await buildAppartement(t.db, { prix: 10_000_000_000, num_lot: 'A-12' })
  await sell(t.db, bien, client)
  return () => t.close()
})

const cheque = { mode: 'cheque', banque: 'BNA' }
const post = async (versement: number, rest: object = {}) =>
  idOf(
    await karim.post('/api/paiements', {
      client_id: client,
      appartement_id: bien,
      date_paiement: `${ANNEE}-01-15`,
      versement,
      ...rest,
    }),
  )
const reject = (id: number) =>
  karim.post(`/api/cheques/${id}/rejeter`, {
    rejete_le: `${ANNEE}-02-01`,
    motif: 'Provision insuffisante',
  })
/** Writes a receipt as an import does: with a number of its own. */
async function importRecu(numero: number) {
  const { vente_id } = await t.db.selectFrom('paiements').select('vente_id').executeTakeFirstOrThrow()
  const { id } = await t.db
    .insertInto('paiements')
    .values({
      vente_id,
      date_paiement: `${ANNEE}-01-02`,
      versement: 100,
      recu_annee: ANNEE,
      recu_numero: numero,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const apres = JSON.stringify({ import: 1, versement: 100 })
  await t.db
    .insertInto('journal')
    .values({ membre_nom: 'Import', action: 'ajouter', objet: 'paiement', objet_id: id, apres })
    .execute()
  await sql`update ventes set total_paye = total_paye + 100 where id = ${vente_id}`.execute(t.db)
  await sql`update recus set dernier = greatest(dernier, ${numero}) where annee = ${ANNEE}`.execute(t.db)
}
interface Registre {
  data: RecuDuRegistre[]
  total: number
  totals: TotauxDuRegistre
  annees: number[]
}
const register = async (query = '') =>
  (await karim.get(`/api/recus?${query.includes('per_page') ? '' : 'per_page=1000'}${query}`))
    .json as Registre
const numbers = async (query: string) => {
  const { data, total } = await register(query)
  return { numeros: data.map(({ recu }) => Number(recu.slice(5))), total }
}

// spec: RF-10
describe('what the register comes to, and what is found in it', () => {
  const found = async (query: string) => {
    const { data, totals } = await register(`&${query}`)
    return { recus: data.map(({ recu, etat }) => [Number(recu.slice(5)), etat]), totals }
  }

  it('is the sum of the valid receipts of the result', async () => {
    for (let n = 1; n <= 3; n++) await post(1000 * n)
    await reject(await post(5000, { ...cheque, reference: '0012345' }))
    expect((await register()).totals.montant).toBe(6000)
    expect((await register('&de=2&a=3')).totals.montant).toBe(5000)
    expect((await register('&etat=valide')).totals.montant).toBe(6000)
    expect((await register('&etat=rejete')).totals.montant).toBe(0)
  })

  it('is by client, bien or receipt, also among what is void, and totals follow', async () => {
    await post(1000)
    expect((await karim.delete(`/api/paiements/${await post(2000)}`)).statusCode).toBe(200)
    const amine = (await buildClient(t.db, { nom_complet: 'Amine Kaci' })).id
    const local = await buildLocal(t.db, { prix: 10_000_000_000, num: 'L-77' })
    await sell(t.db, local, amine)
    const other = { client_id: amine, appartement_id: undefined, local_id: local }
    await post(4000, other)
    await reject(await post(8000, { ...other, ...cheque, reference: '0012345' }))
    await importRecu(6)
    const elodie = [
      [1, 'valide'],
      [2, 'annule'],
      [6, 'valide'],
    ]
    for (const search of ['benaissa', 'A-12', 'lot a-12'])
      expect([search, (await found(`search=${encodeURIComponent(search)}`)).recus]).toEqual([search, elodie])
    expect(await found('search=L-77')).toEqual({
      recus: [
        [3, 'valide'],
        [4, 'rejete'],
      ],
      totals: { numeros: 2, valides: 1, rejetes: 1, annules: 0, absents: 0, montant: 4000 },
    })
    expect((await found(`search=${ANNEE}-000002`)).recus).toEqual([[2, 'annule']])
    expect((await found('search=5')).recus).toContainEqual([5, 'absent'])
    expect((await found('search=kaci&etat=rejete')).totals).toMatchObject({ numeros: 2, montant: 0 })
    expect((await found('search=benaissa&de=2')).recus).toEqual(elodie.slice(1))
    expect((await found('search=0012345')).recus).toEqual([])
    expect((await found('search=%25')).recus).toEqual([])
    const page = (await karim.get(`/api/recus?search=benaissa&per_page=2&page=2`)).json as {
      data: unknown[]
      total: number
      prev_page_url: string
    }
    expect([page.data.length, page.total]).toEqual([1, 3])
    expect(page.prev_page_url).toContain('search=benaissa')
  })
})

describe('the register of a year', () => {
  // spec: EN-25
  it('has every number once, also what was deleted, rejected, or given to nobody', async () => {
    const ids: number[] = []
    for (let n = 1; n <= 4; n++) ids.push(await post(1000 * n, { mode: 'virement', banque: 'CPA' }))
    ids.push(await post(5000, { ...cheque, reference: '0012345' }))
    expect((await karim.delete(`/api/paiements/${ids[2]}`)).statusCode).toBe(200)
    expect((await reject(ids[4] ?? 0)).statusCode).toBe(200)
    const five = await register()
    expect(five.totals).toEqual({ numeros: 5, valides: 3, rejetes: 1, annules: 1, absents: 0, montant: 7000 })
    expect(five.data.map(({ etat }) => etat)).toEqual(['valide', 'valide', 'annule', 'valide', 'rejete'])
    expect(five.data[0]).toMatchObject({
      recu: numeroRecu(ANNEE, 1),
      paiement_id: ids[0],
      client: 'Élodie Benaïssa',
      bien: 'Appartement A-12',
      mode: 'virement',
      banque: 'CPA',
      versement: 1000,
      date_paiement: `${ANNEE}-01-15`,
      lieu: { client_id: client, type: 'appartement', id: bien },
      annule_le: null,
      motif_rejet: null,
    })
    expect(five.data[2]).toMatchObject({
      paiement_id: null,
      client: 'Élodie Benaïssa',
      bien: 'Appartement A-12',
      mode: 'virement',
      versement: 3000,
      annule_par: 'Karim Benali',
    })
    expect(Date.now() - Date.parse(five.data[2]?.annule_le ?? '')).toBeLessThan(60_000)
    expect(Date.parse(five.data[2]?.enregistre_le ?? '')).toBeLessThan(
      Date.parse(five.data[2]?.annule_le ?? ''),
    )
    expect(five.data[4]).toMatchObject({
      etat: 'rejete',
      motif_rejet: 'Provision insuffisante',
      versement: 5000,
    })

    // A creation that fails gives its number back.
    const refused = await karim.post('/api/paiements', {
      client_id: client,
      appartement_id: bien,
      date_paiement: `${ANNEE}-01-15`,
      versement: 1e10,
    })
    expect(refused.statusCode).toBe(422)
    await importRecu(8)
    const eight = await register()
    expect(eight.totals).toMatchObject({ numeros: 8, valides: 4, rejetes: 1, annules: 1, absents: 2 })
    expect(eight.data.slice(5).map(({ etat }) => etat)).toEqual(['absent', 'absent', 'valide'])
    expect(eight.data[5]).toEqual({
      recu: numeroRecu(ANNEE, 6),
      etat: 'absent',
      paiement_id: null,
      date_paiement: null,
      enregistre_le: null,
      client: null,
      bien: null,
      residence: null,
      mode: null,
      banque: null,
      reference: null,
      lieu: null,
      versement: null,
      timbre: null,
      annule_le: null,
      annule_par: null,
      motif_rejet: null,
    })
    await importRecu(6)
    expect((await register()).totals).toMatchObject({ numeros: 8, valides: 5, absents: 1 })
    await post(10)
    expect((await register()).data.at(-1)).toMatchObject({ recu: numeroRecu(ANNEE, 9), etat: 'valide' })
  })

  // spec: EN-25
  it('after 200 creations, deletions and rejections by eight at once, each state is what became of its number', async () => {
    let seed = 20260312
    const draw = (below: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
      return Math.floor((seed / 2_147_483_648) * below)
    }
    const all: number[] = []
    const act = async () => {
      const what = draw(10)
      const id = all[draw(Math.max(all.length, 1))]
      if (what < 6 || id === undefined) {
        all.push(await post(1 + draw(500), draw(2) ? cheque : { mode: 'especes' }))
      } else if (what < 8) await karim.delete(`/api/paiements/${id}`)
      else await reject(id)
    }
    await Promise.all(
      Array.from({ length: 8 }, async () => {
        for (let n = 0; n < 25; n++) await act()
      }),
    )
    const { data, totals } = await register()
    const payments = await t.db.selectFrom('paiements').selectAll().execute()
    expect(data.map(({ recu }) => recu)).toEqual(
      Array.from({ length: all.length }, (_, rang) => numeroRecu(ANNEE, rang + 1)),
    )
    const stateOf = (numero: number) => {
      const found = payments.find(({ recu_numero }) => recu_numero === numero)
      return found ? (found.rejete_le ? 'rejete' : 'valide') : 'annule'
    }
    expect(data.map(({ etat }) => etat)).toEqual(data.map((_, rang) => stateOf(rang + 1)))
    const count = (etat: string) => data.filter((line) => line.etat === etat).length
    expect(totals).toMatchObject({
      numeros: all.length,
      valides: count('valide'),
      rejetes: count('rejete'),
      annules: count('annule'),
      absents: 0,
    })
    expect([totals.rejetes > 0, totals.annules > 0]).toEqual([true, true])
    for (const etat of ['valide', 'rejete', 'annule'])
      expect([etat, (await register(`&etat=${etat}`)).total]).toEqual([etat, count(etat)])
  })

  it('shows what is asked for: a state, ranks in either order, a page, a year', async () => {
    for (let n = 1; n <= 10; n++) await post(100, cheque)
    const ids = await t.db.selectFrom('paiements').select('id').orderBy('recu_numero').execute()
    for (const rang of [0, 1, 4]) await karim.delete(`/api/paiements/${ids[rang]?.id}`)
    await reject(ids[5]?.id ?? 0)
    await importRecu(14)
    expect(await numbers('&etat=valide')).toEqual({ numeros: [3, 4, 7, 8, 9, 10, 14], total: 7 })
    expect(await numbers('&etat=annule')).toEqual({ numeros: [1, 2, 5], total: 3 })
    expect(await numbers('&etat=rejete')).toEqual({ numeros: [6], total: 1 })
    expect(await numbers('&etat=absent')).toEqual({ numeros: [11, 12, 13], total: 3 })
    expect(await numbers('&de=9&a=4')).toEqual({ numeros: [4, 5, 6, 7, 8, 9], total: 6 })
    expect(await numbers('&de=4&etat=valide')).toEqual({ numeros: [4, 7, 8, 9, 10, 14], total: 6 })
    expect(await numbers('&a=11&etat=absent')).toEqual({ numeros: [11], total: 1 })
    expect(await numbers('&de=15')).toEqual({ numeros: [], total: 0 })
    expect(await numbers('&de=15&etat=valide')).toEqual({ numeros: [], total: 0 })
    expect(await numbers('&annee=1999')).toEqual({ numeros: [], total: 0 })
    expect((await numbers('&etat=inconnu&de=x&annee=bientot')).total).toBe(14)
    const pages = []
    for (let page = 1; page <= 5; page++)
      pages.push((await numbers(`&etat=valide&per_page=2&page=${page}`)).numeros)
    expect(pages).toEqual([[3, 4], [7, 8], [9, 10], [14], []])
    const { json } = await karim.get('/api/recus?etat=valide&de=2')
    expect(json).toMatchObject({
      per_page: 50,
      total: 7,
      annees: [ANNEE],
      totals: { numeros: 14, annules: 3 },
    })
  })

  // spec: EN-15
  it('shows what went with a withdrawn client as void, whose name is looked up where the journal has none', async () => {
    const local = await buildLocal(t.db, { prix: 1_000_000 })
    await sell(t.db, local, client)
    const paid = { client_id: client, local_id: local, date_paiement: `${ANNEE}-01-15`, versement: 30 }
    await karim.post('/api/paiements', paid)
    await karim.post('/api/paiements', { ...paid, versement: 40 })
    expect((await karim.put(`/api/locaux/${local}/retirer-client`)).statusCode).toBe(200)
    // A line of a former version: neither name nor receipt in letters.
    await t.db
      .insertInto('journal')
      .values({
        membre_nom: 'Amina Saïdi',
        action: 'supprimer',
        objet: 'paiement',
        objet_id: 999_999,
        avant: JSON.stringify({
          recu_annee: ANNEE,
          recu_numero: 3,
          client_id: client,
          bien_id: bien,
          versement: 2500,
          date_paiement: `${ANNEE}-01-20`,
        }),
      })
      .execute()
    await sql`update recus set dernier = 3 where annee = ${ANNEE}`.execute(t.db)
    const { data, totals } = await register()
    expect(totals).toEqual({ numeros: 3, valides: 0, rejetes: 0, annules: 3, absents: 0, montant: 0 })
    expect(data).toMatchObject([
      { etat: 'annule', versement: 30, client: 'Élodie Benaïssa', lieu: { type: 'local', id: local } },
      { etat: 'annule', versement: 40, annule_par: 'Karim Benali' },
      {
        etat: 'annule',
        versement: 25,
        client: 'Élodie Benaïssa',
        bien: 'Appartement A-12',
        annule_par: 'Amina Saïdi',
        enregistre_le: null,
      },
    ])
  })
})
