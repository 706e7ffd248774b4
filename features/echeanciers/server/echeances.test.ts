import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Anciennete, Ligne, Totaux } from '#features/echeanciers/echeances.contract.ts'
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
  buildResidence,
  pay,
  sell,
} from '#test/harness/builders.ts'

interface Liste {
  data: Ligne[]
  total: number
  last_page: number
  per_page: number
  next_page_url: string | null
  totals: Totaux
  anciennete: Anciennete
}

const today = aujourdhui()
const inDays = (days: number) => addJours(today, days)

let t: TestApp
let karim: Visitor
let residence: number
let bloc: number
const list = async (query = '') => (await karim.get(`/api/echeances${query}`)).json as Liste
const named = async (query: string) => (await list(query)).data.map(({ libelle }) => libelle)

/** A vente with its lines, each named after how far its day is. */
async function venteOf(bien: number, client: number, lignes: readonly [montant: number, days: number][]) {
  const vente = await sell(t.db, bien, client)
  await buildEcheancier(
    t.db,
    vente,
    lignes.map(([montant, days]) => [montant, inDays(days)]),
  )
  await sql`update echeances set libelle = (date_prevue - ${today}::date)::text where vente_id = ${vente}`.execute(
    t.db,
  )
  return vente
}

beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
  residence = (await buildResidence(t.db, { nom: 'Les Jardins' })).id
  bloc = (await buildBloc(t.db, { residence_id: residence, nomloc: 'Bloc A' })).id
  const etage_id = (await buildEtage(t.db, { bloc_id: bloc })).id
  const elodie = (await buildClient(t.db, { nom_complet: 'Élodie Benaïssa', tel: '0555 12 34 56' })).id
  const amine = (await buildClient(t.db, { nom_complet: 'محمد 100%_الأمين' })).id
  const lot = await buildAppartement(t.db, { prix: 1_100, num_lot: 'A-12', etage_id })
  const borders = await venteOf(
    lot,
    elodie,
    [-91, -90, -61, -60, -31, -30, -1, 0, 1, 30, 31].map((days) => [100, days]),
  )
  await pay(t.db, borders, 40)
  // Elsewhere: a local and a place, the second with an end.
  const local = await buildLocal(t.db, { prix: 5_000, num: 'LC_7' })
  await venteOf(local, amine, [
    [2_000, -10],
    [3_000, 60],
  ])
  const place = await buildPlace(t.db, { prix: 700, numero_place: 7_301 })
  const ended = await venteOf(place, amine, [[700, -5]])
  await pay(t.db, ended, 100)
  await karim.post(`/api/places-parking/${place}/liberer`, {})
})
afterAll(() => t.close())

describe('the échéances that are late', () => {
  // spec: VE-17, CO-03
  it('are aged at each border, and the four ages add up to what remains', async () => {
    const { data, totals, anciennete, total } = await list(`?bloc_id=${bloc}`)
    expect(data.map(({ libelle }) => libelle)).toEqual(['-91', '-90', '-61', '-60', '-31', '-30', '-1'])
    expect(data.map(({ jours_retard }) => jours_retard)).toEqual([91, 90, 61, 60, 31, 30, 1])
    expect(anciennete).toEqual({ j0_30: 2, j31_60: 2, j61_90: 2, j90_plus: 0.6 })
    expect(totals).toEqual({ nombre: 7, montant: 7, recu: 0.4, reste: 6.6 })
    expect(total).toBe(7)
    // Due today is late nowhere; it is among what is due.
    const due = (await list(`?bloc_id=${bloc}&onglet=exigibles`)).data
    expect(due.map(({ etat }) => etat)).toEqual(['exigible', ...Array.from({ length: 7 }, () => 'en_retard')])
    expect(due[0]).toMatchObject({ exigible_le: today, jours_retard: 0 })
  })

  // spec: VE-17
  it('add up without a filter, by a residence and by a search, and are the same ages under every tab', async () => {
    for (const filter of [
      '',
      `residence_id=${residence}`,
      `bloc_id=${bloc}`,
      'search=benaissa',
      'search=lc_7',
    ]) {
      const late = await list(`?${filter}`)
      const sum = Object.values(late.anciennete).reduce((a, b) => a + b)
      expect(sum).toBeCloseTo(late.totals.reste, 2)
      expect(sum).toBeGreaterThan(0)
      for (const onglet of ['exigibles', 'a_venir'])
        expect((await list(`?onglet=${onglet}&${filter}`)).anciennete).toEqual(late.anciennete)
    }
    expect((await list()).totals).toEqual({ nombre: 8, montant: 27, recu: 0.4, reste: 26.6 })
    expect((await list('?search=personne')).anciennete).toEqual({
      j0_30: 0,
      j31_60: 0,
      j61_90: 0,
      j90_plus: 0,
    })
  })

  it('say whose they are, for what, and how they stand', async () => {
    const { data } = await list('?search=A-12&per_page=1')
    expect(data[0]).toMatchObject({
      rang: 1,
      montant: 1,
      couvert: 0.4,
      reste: 0.6,
      part: 9.09,
      declencheur: 'date',
      exigible_le: inDays(-91),
      etat: 'en_retard',
      dossier: expect.stringMatching(/^2026-D-\d{4}$/),
      client: { nomComplet: 'Élodie Benaïssa', tel: '0555 12 34 56' },
      bien: { designation: 'Appartement A-12', residence: 'Les Jardins', bloc_id: bloc },
      derniere_relance: null,
      relance_aujourdhui: false,
    })
  })

  it('leave out those of an ended sale', async () => {
    expect(await named('?search=7301')).toEqual([])
    expect(await named('?onglet=exigibles&search=7301')).toEqual([])
  })
})

describe('the échéances that are due', () => {
  it('are all there with reglees=1, what is covered too, the latest first', async () => {
    const vente = await venteOf(
      await buildAppartement(t.db, { prix: 300, num_lot: 'Z-1' }),
      (await buildClient(t.db)).id,
      [
        [100, -20],
        [100, -10],
        [100, 5],
      ],
    )
    await pay(t.db, vente, 100)
    const { data, totals } = await list('?onglet=exigibles&reglees=1&search=Z-1')
    expect(data.map(({ libelle, etat }) => [libelle, etat])).toEqual([
      ['-10', 'en_retard'],
      ['-20', 'reglee'],
    ])
    expect(totals).toEqual({ nombre: 2, montant: 2, recu: 1, reste: 1 })
  })

  it('come page by page, each once, in the order of their days', async () => {
    const first = await list('?onglet=exigibles&reglees=1&per_page=5')
    const second = await list('?onglet=exigibles&reglees=1&per_page=5&page=2')
    expect(first.next_page_url).toContain('onglet=exigibles')
    const days = [...first.data, ...second.data].map(({ exigible_le }) => exigible_le ?? '')
    expect(days).toEqual(days.toSorted().toReversed())
    expect(new Set([...first.data, ...second.data].map(({ id }) => id)).size).toBe(10)
    expect((await list('?onglet=exigibles&reglees=1')).per_page).toBe(20)
  })
})

describe('the échéances to come', () => {
  // spec: VE-18
  it('are those of the horizon, what was foreseen first, what has no day under « Tout » only', async () => {
    const lot = await buildAppartement(t.db, { prix: 600, num_lot: 'V-1' })
    const vente = await sell(t.db, lot, (await buildClient(t.db)).id)
    const stade = sql`(select min(id) from stades)`
    const line = (rang: number, libelle: string, declencheur: string, days: number | null) => sql`
      insert into echeances (vente_id, rang, libelle, montant, declencheur, stade_id, date_prevue)
      values (${vente}, ${rang}, ${libelle}, 100, ${declencheur}, case when ${declencheur} = 'stade' then ${stade} end,
        ${days === null ? null : inDays(days)}::date)`
    await t.db.transaction().execute(async (db) => {
      await line(1, 'dans 30', 'date', 30).execute(db)
      await line(2, 'dans 31', 'date', 31).execute(db)
      await line(3, 'prévue dans 14', 'stade', 14).execute(db)
      await line(4, 'prévue il y a 17', 'stade', -17).execute(db)
      await line(5, 'sans jour', 'livraison', null).execute(db)
      await line(6, 'dans 90', 'date', 90).execute(db)
      await sql`select rafraichir_echeances(array[${vente}::bigint])`.execute(db)
    })
    const under = (horizon: string) => named(`?onglet=a_venir&search=V-1${horizon}`)
    expect(await under('')).toEqual(['prévue il y a 17', 'prévue dans 14', 'dans 30'])
    expect(await under('&horizon=30')).toEqual(['prévue il y a 17', 'prévue dans 14', 'dans 30'])
    expect(await under('&horizon=60')).toEqual(['prévue il y a 17', 'prévue dans 14', 'dans 30', 'dans 31'])
    expect(await under('&horizon=90')).toHaveLength(5)
    expect(await under('&horizon=tout')).toEqual([
      'prévue il y a 17',
      'prévue dans 14',
      'dans 30',
      'dans 31',
      'dans 90',
      'sans jour',
    ])
    expect(await under('&horizon=365')).toHaveLength(3)
    const { data, totals } = await list('?onglet=a_venir&search=V-1&horizon=tout&per_page=4')
    expect(totals).toEqual({ nombre: 6, montant: 6, recu: 0, reste: 6 })
    expect(data.every(({ etat, jours_retard }) => etat === 'a_venir' && jours_retard === 0)).toBe(true)
    expect(await named('?search=V-1')).toEqual([])
    // Without a filter both indexes are put together in the same order.
    const all = (await list('?onglet=a_venir&horizon=tout&per_page=1000')).data
    const days = all.map(({ exigible_le, prevue_le }) => exigible_le ?? prevue_le ?? '9999')
    expect(days).toEqual(days.toSorted())
    expect((await list('?onglet=a_venir&horizon=tout&per_page=3&page=2')).data.map(({ id }) => id)).toEqual(
      all.slice(3, 6).map(({ id }) => id),
    )
  })
})

describe('a search among the échéances', () => {
  // spec: VE-20
  it('finds a client without accents, a dossier in lower case, a lot, a phone; % and _ are letters', async () => {
    const all = await named('?search=A-12')
    expect(all).toHaveLength(7)
    const { data } = await list('?search=A-12')
    const dossier = data[0]?.dossier ?? ''
    const short = dossier.replace(/-0*(\d+)$/, '-$1')
    for (const search of [
      'benaissa',
      'ELODIE',
      dossier.toLowerCase(),
      dossier,
      short,
      'lot a-12',
      '0555 12 34 56',
    ])
      expect(await named(`?search=${encodeURIComponent(search)}`)).toEqual(all)
    for (const search of ['100%_', 'LC_7', 'الامين', '%', '_'])
      expect(await named(`?search=${encodeURIComponent(search)}`)).toEqual(['-10'])
    for (const search of ['LC%7', 'L__7', '1%0', '2026-d-9999'])
      expect(await named(`?search=${encodeURIComponent(search)}`)).toEqual([])
  })

  it('reads what cannot be read as not said', async () => {
    const { totals } = await list('?onglet=bientot&horizon=12&residence_id=abc&bloc_id=&page=0&per_page=x')
    expect(totals).toEqual((await list()).totals)
    expect((await list('?residence_id=999999')).totals).toEqual({ nombre: 0, montant: 0, recu: 0, reste: 0 })
  })
})
