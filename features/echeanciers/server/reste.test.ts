import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { exigibleLe } from '#features/echeanciers/echeancier.rules.ts'
import { duesALaNaissance } from '#features/echeanciers/echeances.words.ts'
import type { Dossier } from '#features/ventes/dossiers.contract.ts'
import { fromDecimal } from '#shared/argent.ts'
import { addJours, aujourdhui, type Jour } from '#shared/dates.ts'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import { buildAppartement, buildBloc, buildClient, buildEtage, pay, sell } from '#test/harness/builders.ts'

const today = aujourdhui()
const before = (days: number) => addJours(today, -days)

interface Modele {
  id: number
  nom: string
  par_defaut: boolean
  lignes: object[]
}

let t: TestApp
let karim: Visitor
let stades: number[]
let bloc: number
let bien: number
let vente: number
beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
  stades = (await t.db.selectFrom('stades').select('id').orderBy('rang').execute()).map(({ id }) => id)
})
beforeEach(async () => {
  bloc = (await buildBloc(t.db)).id
  const etage_id = (await buildEtage(t.db, { bloc_id: bloc })).id
  bien = await buildAppartement(t.db, { etage_id, prix: 1_250_000_000 })
  vente = await sell(t.db, bien, (await buildClient(t.db)).id)
})
afterAll(() => t.close())

const modeles = async () =>
  ((await karim.get('/api/reglages')).json as { data: { modeles: Modele[] } }).data.modeles
const modele = async (nom: string) => (await modeles()).find((one) => one.nom.startsWith(nom))?.id ?? 0
const dater = async (jours: { reservation_le: Jour; contrat_le?: Jour; livraison_le?: Jour }) =>
  expect((await karim.put(`/api/ventes/${vente}`, jours)).statusCode).toBe(200)
const reach = async (...jours: Jour[]) => {
  for (const [rang, atteint_le] of jours.entries())
    expect((await karim.put(`/api/blocs/${bloc}/stades/${stades[rang]}`, { atteint_le })).statusCode).toBe(
      200,
    )
}
const generate = async (body: object) => {
  const made = await karim.post(`/api/ventes/${vente}/echeancier`, body)
  expect(made.statusCode).toBe(201)
  return made.json as Dossier
}
const reste = async (rest: object = {}) =>
  generate({ modele_id: await modele('Vente sur plans'), portee: 'reste', ...rest })
const dites = ({ echeances }: Dossier) => echeances.map(({ libelle, montant }) => [libelle, montant])

describe('a modèle for the rest leaves out what has passed', () => {
  // The example: 12 500 000,00 of which 4 000 000,00 are paid, on the modèle of sales on plans.
  beforeEach(async () => {
    await generate({ modele_id: await modele('Vente sur plans') })
    await pay(t.db, vente, 400_000_000)
  })

  // spec: RE-02, EC-03
  it('the contract and the stade that were: the others share all of it, by their percentages', async () => {
    await dater({ reservation_le: before(330), contrat_le: before(317) })
    await reach(before(267))
    const made = await reste()
    expect(dites(made)).toEqual([
      ['Signature du contrat', 2_500_000],
      ['Fondations achevées', 1_500_000],
      ['Gros œuvre achevé', 4_576_923.07],
      ["Tous corps d'état achevés", 3_269_230.76],
      ['Remise des clés', 653_846.17],
    ])
    expect(made.echeances.map(({ etat }) => etat)).toEqual([
      'reglee',
      'reglee',
      'a_venir',
      'a_venir',
      'a_venir',
    ])
    expect(made.en_retard).toBe(0)
  })

  // spec: RE-02, EC-04
  it('all of them: what remains is one line, due today', async () => {
    await dater({ reservation_le: before(330), contrat_le: before(317), livraison_le: before(2) })
    await reach(before(267), before(200), before(100))
    const made = await reste()
    expect(dites(made).slice(2)).toEqual([['Solde', 8_500_000]])
    expect(made.echeances.at(-1)).toMatchObject({
      declencheur: 'date',
      date_prevue: today,
      exigible_le: today,
      jours_retard: 0,
      etat: 'exigible',
    })
    expect(made).toMatchObject({ exigible: 12_500_000, en_retard: 0 })
    const sums = async (onglet: string) =>
      ((await karim.get(`/api/echeances?search=${made.dossier}&onglet=${onglet}`)).json as { totals: object })
        .totals
    expect(await sums('retard')).toMatchObject({ nombre: 0, reste: 0 })
    expect(await sums('exigibles')).toMatchObject({ nombre: 1, reste: 8_500_000 })
  })

  // spec: EC-04
  it('all but one, or cut to thousands: it still adds up to the price', async () => {
    await dater({ reservation_le: before(330), contrat_le: before(317) })
    await reach(before(267))
    const ronds = await reste({ arrondi: 1000 })
    expect(dites(ronds).slice(2)).toEqual([
      ['Gros œuvre achevé', 4_576_000],
      ["Tous corps d'état achevés", 3_269_000],
      ['Remise des clés', 655_000],
    ])
    await reach(before(267), before(200), before(100))
    expect(dites(await reste()).slice(2)).toEqual([['Remise des clés', 8_500_000]])
    // The whole price is laid as it always was; the contract that is noted makes it due.
    await t.db.deleteFrom('paiements').where('vente_id', '=', vente).execute()
    await t.db.updateTable('ventes').set({ total_paye: 0 }).where('id', '=', vente).execute()
    expect((await generate({ modele_id: await modele('Vente sur plans') })).echeances).toHaveLength(5)
  })
})

// spec: RE-02, EC-05
it('parts on days that have passed are left out one by one; that of today is not', async () => {
  await pay(t.db, vente, 250_000_000)
  const body = { modele_id: await modele('Mensualités'), portee: 'reste', nombre: 4 }
  const jours = async (premier_jour: Jour) =>
    (await generate({ ...body, premier_jour })).echeances
      .slice(1)
      .map(({ libelle, montant, exigible_le }) => [libelle, montant, (exigible_le ?? '') >= today])
  expect(await jours(today)).toEqual([1, 2, 3, 4].map((n) => [`Mensualité ${n}`, 2_500_000, true]))
  expect(await jours(before(1))).toEqual([
    ['Mensualité 2', 3_333_333.33, true],
    ['Mensualité 3', 3_333_333.33, true],
    ['Mensualité 4', 3_333_333.34, true],
  ])
  expect(await jours(before(2_000))).toEqual([['Solde', 10_000_000, true]])
})

// spec: RE-02, EC-05, CO-04
it('adds up to the price, with nothing that has passed, for any price, payment, step and modèle', async () => {
  const first = await modeles()
  const libre = (rang: number) => [
    { libelle: 'Réservation', declencheur: 'reservation' },
    { libelle: 'Contrat', declencheur: 'contrat' },
    { libelle: 'Stade 1', declencheur: 'stade', stade_id: stades[0] },
    { libelle: 'Stade 2', declencheur: 'stade', stade_id: stades[1] },
    { libelle: 'Part', declencheur: 'date', nombre: 1 + rang * 3, pas_mois: 1 + (rang % 3) },
    { libelle: 'Clés', declencheur: 'livraison' },
  ]
  const drawn = fc.sample(fc.array(fc.integer({ min: 1, max: 1_500 }), { minLength: 5, maxLength: 5 }), 10)
  const tires = drawn.map((parts, rang) => ({
    nom: `Tiré ${rang}`,
    par_defaut: false,
    lignes: libre(rang).map((ligne, at) => ({
      ...ligne,
      pourcent: (parts[at] ?? 10_000 - parts.reduce((sum, part) => sum + part, 0)) / 100,
    })),
  }))
  const saved = await karim.put('/api/parametres/modeles', { valeur: { modeles: [...first, ...tires] } })
  expect(saved.statusCode).toBe(200)
  const ids = await Promise.all(tires.map(({ nom }) => modele(nom)))
  const cases = fc.sample(
    fc.record({
      prix: fc.integer({ min: 100, max: 9_999_999_999_999 }),
      paye: fc.integer({ min: 0, max: 99 }),
      etape: fc.integer({ min: 0, max: 2 }),
      atteints: fc.integer({ min: 0, max: 2 }),
      rang: fc.integer({ min: 0, max: 9 }),
      jour: fc.integer({ min: -700, max: 100 }),
      arrondi: fc.constantFrom(0.01, 1, 100, 1000),
    }),
    100,
  )
  for (const one of cases) {
    await sql`delete from echeances where vente_id = ${vente}`.execute(t.db)
    await sql`select rafraichir_echeances(array[${vente}::bigint])`.execute(t.db)
    await sql`delete from paiements where vente_id = ${vente}`.execute(t.db)
    await sql`delete from stades_atteints where bloc_id = ${bloc}`.execute(t.db)
    await sql`update biens set prix = ${one.prix} where id = ${bien}`.execute(t.db)
    await sql`
      update ventes set prix = ${one.prix}, total_paye = 0, reservation_le = ${before(400)},
        contrat_le = ${one.etape > 0 ? before(300) : null}, livraison_le = ${one.etape > 1 ? before(3) : null}
      where id = ${vente}`.execute(t.db)
    await reach(...[before(90), before(30)].slice(0, one.atteints))
    const paye = Math.floor((one.prix * one.paye) / 100)
    if (paye > 0) await pay(t.db, vente, paye)
    const { echeances, en_retard } = await generate({
      modele_id: ids[one.rang],
      portee: 'reste',
      premier_jour: addJours(today, one.jour),
      arrondi: one.arrondi,
    })
    const told = JSON.stringify(one)
    const centimes = echeances.reduce((sum, { montant }) => sum + Math.round(montant * 100), 0)
    expect([told, centimes]).toEqual([told, one.prix])
    const open = echeances.filter(({ reste: left }) => left > 0)
    const wrong = open.filter(
      ({ exigible_le, jours_retard, libelle }) =>
        jours_retard > 0 || (exigible_le !== null && exigible_le < today) || libelle === 'Réservation',
    )
    expect([told, wrong]).toEqual([told, []])
    // A line that falls due today is late only from tomorrow on.
    expect([told, en_retard]).toEqual([told, 0])
  }
}, 120_000)

// spec: CO-04
it('what is told before a generation is what its dossier then holds late, and due today', async () => {
  await reach(before(267), today)
  await pay(t.db, vente, 100_000_000)
  const told: [late: number, due: number][] = []
  for (const contrat_le of [null, before(200), today]) {
    const jours = { reservation_le: before(330), contrat_le, livraison_le: null }
    await t.db.updateTable('ventes').set(jours).where('id', '=', vente).execute()
    for (const portee of ['tout', 'reste']) {
      await sql`delete from echeances where vente_id = ${vente}`.execute(t.db)
      const made = await generate({ modele_id: await modele('Vente sur plans'), portee })
      const { retard, exigible } = duesALaNaissance(
        made.echeances.map((ligne) => ({
          montant: fromDecimal(ligne.montant),
          exigible_le: exigibleLe(ligne, jours, ligne.stade_atteint_le),
        })),
        fromDecimal(made.totalPaye),
        today,
      )
      const due = made.echeances.filter(({ etat }) => etat === 'exigible')
      told.push([retard, exigible])
      expect([
        fromDecimal(made.en_retard),
        due.reduce((sum, { reste: left }) => sum + fromDecimal(left), 0),
      ]).toEqual([retard, exigible])
    }
  }
  // Without a contract no reached stade is due; with one of today both are, and late on no surface before tomorrow.
  expect(told[0]).toEqual([0, 0])
  expect(told[2]).toEqual([337_500_000, 437_500_000])
  expect(told[4]).toEqual([0, 775_000_000])
})
