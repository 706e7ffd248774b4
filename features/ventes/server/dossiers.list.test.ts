import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addJours, aujourdhui } from '#shared/dates.ts'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import {
  buildAppartement,
  buildBloc,
  buildClient,
  buildEcheancier,
  buildEtage,
  buildLocal,
  buildPlace,
  pay,
  sell,
} from '#test/harness/builders.ts'

interface Ligne {
  id: number
  dossier: string
  etat: string
  resteAPayer: number
  a_rembourser: number | null
  retenue: number | null
  terminee_le: string | null
}
interface Page {
  data: Ligne[]
  total: number
  last_page: number
  next_page_url: string | null
}

let t: TestApp
let karim: Visitor
const made = {
  elodie: 0,
  arabe: 0,
  residence: 0,
  bloc: 0,
  lot: 0,
  local: 0,
  place: 0,
  ended: 0,
  given: 0,
  repris: 0,
}
const list = async (query = '') => (await karim.get(`/api/ventes${query}`)).json as Page
const ids = async (query = '') => (await list(query)).data.map(({ id }) => id)

/** Three open sales and two that ended: one withdrawn, one désisted of which something is to be given back. */
beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
  made.elodie = (await buildClient(t.db, { nom_complet: 'Élodie Benaïssa', tel: '0798 99 75 78' })).id
  made.arabe = (await buildClient(t.db, { nom_complet: 'محمد الأمين بن عبد الله' })).id
  const bloc = await buildBloc(t.db)
  made.bloc = bloc.id
  made.residence = bloc.residence_id
  const etage = await buildEtage(t.db, { bloc_id: bloc.id })
  const lot = await buildAppartement(t.db, { etage_id: etage.id, num_lot: 'A-12', prix: 1_250_000_000 })
  made.lot = await sell(t.db, lot, made.elodie)
  made.local = await sell(t.db, await buildLocal(t.db, { num: 'L_7', prix: 9_999_999_999_999 }), made.arabe)
  made.place = await sell(t.db, await buildPlace(t.db, { numero_place: 41, prix: 50_000_000 }), made.elodie)
  await pay(t.db, made.place, 50_000_000)
  await pay(t.db, made.lot, 400_000_000)
  await buildEcheancier(t.db, made.lot, [
    [437_500_000, addJours(aujourdhui(), -19)],
    [812_500_000, addJours(aujourdhui(), 30)],
  ])
  const ended = await buildAppartement(t.db, { num_lot: 'B-1', prix: 100_000_000 })
  made.repris = ended
  made.ended = await sell(t.db, ended, made.elodie)
  await pay(t.db, made.ended, 10_000)
  await karim.put(`/api/appartements/${ended}/retirer-client`, {})
  const given = await buildAppartement(t.db, { num_lot: 'B-2', prix: 100_000_000 })
  made.given = await sell(t.db, given, made.arabe)
  await pay(t.db, made.given, 40_000_001)
  await t.db
    .updateTable('ventes')
    .set({ terminee_le: new Date(Date.now() + 60_000) })
    .where('id', '=', made.given)
    .execute()
  await t.db
    .insertInto('desistements')
    .values({
      vente_id: made.given,
      demande_le: aujourdhui(),
      origine: 'client',
      motif: 'Mutation',
      retenue: 6_000_000,
    })
    .execute()
})
afterAll(() => t.close())

describe('the dossiers', () => {
  it('are listed as they stand, the newest open one first', async () => {
    const { data, total } = await list()
    expect(total).toBe(3)
    expect(data.map(({ id }) => id)).toEqual([made.place, made.local, made.lot])
    expect(data[2]).toMatchObject({
      dossier: expect.stringMatching(/^\d{4}-D-\d{4}$/),
      etat: 'ouverte',
      etape: 'reservation',
      bien: { designation: 'Appartement A-12', residence_id: made.residence, bloc_id: made.bloc },
      client: { id: made.elodie, nomComplet: 'Élodie Benaïssa' },
      montant: 12_500_000,
      totalPaye: 4_000_000,
      resteAPayer: 8_500_000,
      pourcentagePaiement: 32,
      en_retard: 375_000,
      terminee_le: null,
      retenue: null,
      a_rembourser: null,
    })
    expect(data[1]).toMatchObject({
      montant: 99_999_999_999.99,
      resteAPayer: 99_999_999_999.99,
      en_retard: 0,
    })
  })

  it('that ended are listed apart, the last first, with what is still to be given back', async () => {
    const { data, total } = await list('?etat=closes')
    expect([total, data.map(({ id }) => id)]).toEqual([2, [made.given, made.ended]])
    expect(data[0]).toMatchObject({ etat: 'desistement', retenue: 60_000, a_rembourser: 340_000.01 })
    expect(data[1]).toMatchObject({ etat: 'retrait', retenue: null, a_rembourser: null })
    expect(await ids('?etat=closes&a_rembourser=1')).toEqual([made.given])
    await t.db
      .insertInto('remboursements')
      .values({
        vente_id: made.given,
        annee: 2026,
        numero: 1,
        jour: aujourdhui(),
        montant: 34_000_001,
        mode: 'virement',
      })
      .execute()
    await t.db.insertInto('numeros').values({ serie: 'remboursement', annee: 2026, dernier: 1 }).execute()
    expect((await list('?etat=closes')).data[0]).toMatchObject({ a_rembourser: 0 })
    expect((await list('?etat=closes&a_rembourser=1')).total).toBe(0)
  })

  it('of one bien are who holds it, and who held it before', async () => {
    const of = `?bien_id=${made.repris}`
    expect(await ids(of)).toEqual([])
    const { data, total } = await list(`${of}&etat=closes&per_page=1`)
    expect([total, data.map(({ id }) => id)]).toEqual([1, [made.ended]])
    expect((await list('?bien_id=999999999&etat=closes')).total).toBe(0)
    expect((await list('?bien_id=A-12')).total).toBe(3)
  })

  // spec: VE-20
  it('are found by client without accents, by phone, by the number of the bien or of the dossier, % and _ being letters', async () => {
    const numero = (await list()).data[2]?.dossier ?? ''
    const [annee, , rang] = numero.split('-')
    for (const [typed, found] of [
      ['elodie BENAISSA', [made.place, made.lot]],
      ['0798 99 75 78', [made.place, made.lot]],
      ['محمد', [made.local]],
      ['a-12', [made.lot]],
      ['lot A-12', [made.lot]],
      ['l_7', [made.local]],
      ['place 41', [made.place]],
      [numero, [made.lot]],
      [numero.toLowerCase(), [made.lot]],
      [`dossier ${annee}-d-${Number(rang)}`, [made.lot]],
      [`${annee}-D-99999`, []],
      [`1999-D-${Number(rang)}`, []],
      ['%', []],
      ['_12', []],
      ['a_12', []],
    ] as const)
      expect([typed, await ids(`?search=${encodeURIComponent(typed)}`)]).toEqual([typed, found])
  })

  it('of a residence, a bloc or a client are counted as they are filtered', async () => {
    for (const [query, found] of [
      [`?residence_id=${made.residence}`, [made.lot]],
      [`?bloc_id=${made.bloc}`, [made.lot]],
      [`?client_id=${made.elodie}`, [made.place, made.lot]],
      [`?client_id=${made.elodie}&tri=reste`, [made.lot]],
      [`?client_id=${made.elodie}&search=place`, []],
      ['?bloc_id=999999', []],
      ['?a_rembourser=1', []],
    ] as const) {
      const page = await list(query)
      expect([query, page.data.map(({ id }) => id), page.total]).toEqual([query, found, found.length])
    }
  })

  // spec: VE-41
  it('by what remains are those that owe something, the largest first', async () => {
    const { data, total } = await list('?tri=reste')
    expect([total, data.map(({ id }) => id)]).toEqual([2, [made.local, made.lot]])
  })

  // spec: VE-34
  it('read whatever is sent: an unknown word as none, a page beyond the last as empty, with the filters in the links', async () => {
    expect(await ids('?etat=toutes&tri=prix&a_rembourser=oui&residence_id=abc')).toEqual(await ids())
    const beyond = await list('?per_page=1&page=9')
    expect([beyond.data, beyond.total, beyond.last_page]).toEqual([[], 3, 3])
    const first = await list(`?client_id=${made.elodie}&per_page=1`)
    expect(first.next_page_url).toBe(`/backend/public/api/ventes?client_id=${made.elodie}&per_page=1&page=2`)
    expect((await t.visitor().get('/api/ventes')).statusCode).toBe(401)
  })
})

// spec: VE-41
it('pages have no gap and no repeat while payments are recorded on the dossiers that come after', async () => {
  const client = (await buildClient(t.db)).id
  const ventes: number[] = []
  for (let n = 0; n < 23; n++)
    // Many owe the same: what no two share decides then.
    ventes.push(await sell(t.db, await buildAppartement(t.db, { prix: 2_000_000 + (n % 3) }), client))
  const seen: number[] = []
  for (let page = 1; page <= 5; page++) {
    const { data } = await list(`?tri=reste&client_id=${client}&per_page=5&page=${page}`)
    seen.push(...data.map(({ id }) => id))
    // The smallest remainders become smaller still.
    const last = ventes.find((vente) => !seen.includes(vente))
    if (last !== undefined && page === 4) await pay(t.db, last, 1)
  }
  expect(seen).toHaveLength(23)
  expect(new Set(seen)).toEqual(new Set(ventes))
})

// spec: VE-07
it('eight sales at once take eight numbers one after the other, and a refused one takes none', async () => {
  const client = (await buildClient(t.db)).id
  const lots: number[] = []
  for (let n = 0; n < 8; n++) lots.push(await buildAppartement(t.db))
  const assign = (lot: number) => karim.put(`/api/appartements/${lot}/assigner-client`, { client_id: client })
  const last = async () =>
    (
      await t.db
        .selectFrom('numeros')
        .select('dernier')
        .where('serie', '=', 'dossier')
        .where('annee', '=', Number(aujourdhui().slice(0, 4)))
        .executeTakeFirstOrThrow()
    ).dernier
  const before = await last()
  const answers = await Promise.all(lots.map(assign))
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array<number>(8).fill(200))
  const numbers = await t.db
    .selectFrom('ventes')
    .select('dossier_numero')
    .where('bien_id', 'in', lots)
    .orderBy('dossier_numero')
    .execute()
  expect(numbers.map(({ dossier_numero }) => dossier_numero)).toEqual(
    Array.from({ length: 8 }, (_, rang) => before + 1 + rang),
  )
  const refused = await Promise.all([
    assign(lots[0] ?? 0),
    karim.put(`/api/appartements/${lots[1]}/assigner-client`, { client_id: 999_999 }),
    assign(999_999),
  ])
  expect(refused.every(({ statusCode }) => statusCode >= 400)).toBe(true)
  expect(await last()).toBe(before + 8)
  const next = await buildAppartement(t.db)
  expect((await assign(next)).statusCode).toBe(200)
  expect(await last()).toBe(before + 9)
})
