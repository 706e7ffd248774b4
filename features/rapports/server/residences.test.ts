import { readXlsx } from 'hucre/xlsx'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ResidenceDuRapport, SommesDeResidence } from '#features/rapports/residences.contract.ts'
import { addJours, aujourdhui } from '#shared/dates.ts'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import {
  buildAppartement,
  buildBloc,
  buildBon,
  buildClient,
  buildEcheancier,
  buildEtage,
  buildLigne,
  buildReglement,
  buildResidence,
  pay,
  sell,
} from '#test/harness/builders.ts'

const MILLION = 100_000_000
const JOUR = aujourdhui()

let t: TestApp
let karim: Visitor
beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
})
afterAll(() => t.close())

interface Rapport {
  au: string
  residences: { data: ResidenceDuRapport[]; total: number; last_page: number }
  sans_residence: { depense: number; regle: number; reste_a_regler: number }
  totals: SommesDeResidence
}
const read = async (query = '') => (await karim.get(`/api/rapports/residences${query}`)).json as Rapport
const of = ({ residences }: Rapport, id: number) => residences.data.find((une) => une.id === id)

/** The residence of D.11: biens of 10, 8, 6 and 2 millions, those of 10 and 6 sold in January, 5 and 6 paid; a bon of 9,6, 4 of it paid. */
async function d11(nom: string) {
  const { id: residence_id } = await buildResidence(t.db, { nom })
  const { id: bloc_id } = await buildBloc(t.db, { residence_id })
  const { id: etage_id } = await buildEtage(t.db, { bloc_id })
  const client = await buildClient(t.db)
  const ventes: number[] = []
  for (const [prix, paye] of [
    [10, 5],
    [8, null],
    [6, 6],
    [2, null],
  ] as const) {
    const bien = await buildAppartement(t.db, { etage_id, prix: prix * MILLION })
    if (paye === null) continue
    const vente = await sell(t.db, bien, client.id)
    await pay(t.db, vente, paye * MILLION, '2026-01-20')
    ventes.push(vente)
  }
  await sql`update ventes set reservation_le = '2026-01-05', ouverte_le = '2026-01-05' where id = any(${ventes})`.execute(
    t.db,
  )
  const bon = await buildBon(t.db, { residence_id, date_bon: '2026-01-10' })
  await buildLigne(t.db, bon.id, { prix_unitaire: 9.6 * MILLION, quantite: 1 })
  await buildReglement(t.db, bon.id, { montant: 4 * MILLION, date_reglement: '2026-02-10' })
  return { id: residence_id, ventes, bon: bon.id, nom }
}
const D11 = {
  biens: 4,
  vendus: 2,
  prix_vendu: 16_000_000,
  paye: 11_000_000,
  pourcentage: 68.75,
  reste: 5_000_000,
  valeur_totale: 26_000_000,
  valeur_libre: 10_000_000,
  en_retard: 0,
  depense: 9_600_000,
  regle: 4_000_000,
  reste_a_regler: 5_600_000,
  vendu_moins_depense: 6_400_000,
}
const BUDGET = { budget: 20_000_000, avancement: 48, marge_prevue: 6_000_000 }
const SANS_BUDGET = { budget: null, avancement: null, marge_prevue: null }

// spec: CO-21
describe('the report of residences', () => {
  it('is D.11 to the centime, with a budget and without, today and on a past day', async () => {
    const { id, nom, ventes, bon } = await d11('El Bahia')
    const vide = await buildResidence(t.db, { nom: 'Les Jardins' })
    await buildEcheancier(t.db, ventes[0] ?? 0, [
      [7 * MILLION, addJours(JOUR, -3)],
      [3 * MILLION, addJours(JOUR, 30)],
    ])
    const late = { en_retard: 2_000_000 }
    expect(of(await read(), id)).toEqual({ id, nom, ...D11, ...late, ...SANS_BUDGET })
    const told = await karim.put(`/api/residences/${id}/budget`, { budget: 20_000_000 })
    expect([told.statusCode, told.json]).toEqual([
      200,
      { id, budget: 20_000_000, message: 'Budget enregistré avec succès !' },
    ])
    // A bon that names no residence stands apart, and in the totals.
    const autre = await buildBon(t.db, { date_bon: '2026-03-01' })
    await buildLigne(t.db, autre.id, { prix_unitaire: 1_50, quantite: 1 })
    await buildReglement(t.db, autre.id, { montant: 50, date_reglement: '2026-03-02' })

    const today = await read()
    expect(today).toMatchObject({
      au: JOUR,
      sans_residence: { depense: 1.5, regle: 0.5, reste_a_regler: 1 },
      residences: { total: 2 },
    })
    expect(today.residences.data.map((une) => une.nom)).toEqual(['El Bahia', 'Les Jardins'])
    expect(of(today, id)).toEqual({ id, nom, ...D11, ...late, ...BUDGET })
    expect(of(today, vide.id)).toMatchObject({
      biens: 0,
      pourcentage: null,
      depense: 0,
      vendu_moins_depense: 0,
    })
    expect(today.totals).toEqual({
      ...D11,
      ...late,
      ...BUDGET,
      depense: 9_600_001.5,
      regle: 4_000_000.5,
      reste_a_regler: 5_600_001,
      vendu_moins_depense: 6_399_998.5,
    })
    // The sold and paid sums are the récapitulatif's, of a residence and of all, today and on the day.
    for (const [query, situation] of [
      ['', ''],
      ['?au=2026-01-31', '&situation=2026-01-31'],
      ['?au=2026-01-19', '&situation=2026-01-19'],
    ] as const) {
      const { totals } = (await karim.get(`/api/recap-paiements?residence=${id}${situation}`)).json as {
        totals: Record<string, number>
      }
      expect(of(await read(query), id)).toMatchObject({
        vendus: totals['nombre_biens'],
        prix_vendu: totals['montant_global'],
        paye: totals['total_paye'],
        reste: totals['total_restant'],
      })
    }
    // On 31/01 nothing was paid of the bon, and what was late is not known any more; on 09/01 there was no bon.
    expect(of(await read('?au=2026-01-31'), id)).toEqual({
      id,
      nom,
      ...D11,
      ...BUDGET,
      en_retard: null,
      regle: 0,
      reste_a_regler: 9_600_000,
    })
    expect(await read('?au=2026-01-04')).toMatchObject({
      au: '2026-01-04',
      sans_residence: { depense: 0, regle: 0 },
      totals: {
        vendus: 0,
        prix_vendu: 0,
        paye: 0,
        pourcentage: null,
        valeur_libre: 26_000_000,
        depense: 0,
        avancement: 0,
      },
    })
    expect(of(await read('?au=2999-01-01'), id)).toEqual(of(today, id))
    // Spending may exceed its budget; a share is cut.
    await karim.put(`/api/residences/${id}/budget`, { budget: 9_000_000 })
    expect(of(await read(), id)).toMatchObject({ avancement: 106.66, marge_prevue: 17_000_000 })
    await buildReglement(t.db, bon, { montant: 1 })
    expect(of(await read(), id)).toMatchObject({ regle: 4_000_000.01, reste_a_regler: 5_599_999.99 })
  })

  // spec: CO-21
  it('leaves nothing to pay, and not less, of a sale that is paid by a day above its price of then, as the récapitulatif', async () => {
    const { id, ventes } = await d11('Les Oliviers')
    const vente = await t.db
      .selectFrom('ventes')
      .selectAll()
      .where('id', '=', ventes[0] ?? 0)
      .executeTakeFirstOrThrow()
    await t.db
      .updateTable('biens')
      .set({ prix: 12 * MILLION })
      .where('id', '=', vente.bien_id)
      .execute()
    await t.db
      .updateTable('ventes')
      .set({ prix: 12 * MILLION })
      .where('id', '=', vente.id)
      .execute()
    await pay(t.db, vente.id, 6 * MILLION, '2026-01-25')
    const { totals } = (await karim.get(`/api/recap-paiements?residence=${id}&situation=2026-01-31`))
      .json as { totals: Record<string, number> }
    expect(totals).toMatchObject({ montant_global: 16_000_000, total_paye: 17_000_000, total_restant: 0 })
    expect(of(await read('?au=2026-01-31'), id)).toMatchObject({
      prix_vendu: totals['montant_global'],
      paye: totals['total_paye'],
      reste: totals['total_restant'],
    })
    expect(of(await read(), id)).toMatchObject({ prix_vendu: 18_000_000, paye: 17_000_000, reste: 1_000_000 })
  })

  // spec: CO-21, CO-37
  it('takes a budget, or none, and refuses what is no amount, with nothing written', async () => {
    const { id } = await buildResidence(t.db)
    const path = `/api/residences/${id}/budget`
    const kept = () =>
      t.db.selectFrom('residences').select(['budget', 'version']).where('id', '=', id).executeTakeFirst()
    const lines = () =>
      t.db
        .selectFrom('journal')
        .select(['action', 'avant', 'apres'])
        .where('objet', '=', 'residence')
        .where('objet_id', '=', id)
        .orderBy('id')
        .execute()
    const invalid = "Ce montant n'est pas valide : un nombre positif, deux décimales au plus."
    for (const [body, text] of [
      [{}, 'Le montant est obligatoire.'],
      [{ budget: '' }, 'Le montant est obligatoire.'],
      [{ budget: 0 }, 'Le montant doit être supérieur à zéro.'],
      [{ budget: -1 }, 'Le montant doit être supérieur à zéro.'],
      [{ budget: 1.005 }, invalid],
    ] as const) {
      const refused = await karim.put(path, body)
      expect([refused.statusCode, refused.json]).toEqual([422, { message: text, errors: { budget: [text] } }])
    }
    expect((await karim.put('/api/residences/999999/budget', { budget: 1 })).statusCode).toBe(404)
    expect([await kept(), await lines()]).toEqual([{ budget: null, version: 1 }, []])
    await karim.put(path, { budget: 12.5 })
    expect(await kept()).toEqual({ budget: 1250, version: 1 })
    expect((await karim.put(path, { budget: null })).json).toMatchObject({ id, budget: null })
    expect(await lines()).toMatchObject([
      { action: 'budget', avant: { budget: null }, apres: { budget: 1250 } },
      { action: 'budget', avant: { budget: 1250 }, apres: { budget: null } },
    ])
  })

  // spec: CO-34
  it('is its workbook, all rows, those without residence and the totals at the end', async () => {
    const lu = await read('?per_page=1')
    expect(lu.residences).toMatchObject({ total: 4, last_page: 4 })
    const file = await karim.get(`/api/rapports/residences/export?au=${JOUR}`)
    expect(file.headers['content-disposition']).toContain(`residences_${JOUR}.xlsx`)
    const { sheets } = await readXlsx(file.rawPayload)
    const rows = sheets[0]?.rows ?? []
    const { data } = (await read()).residences
    expect(rows.slice(1, 5).map((row) => [row[0], row[3], row[5], row[9], row[14]])).toEqual(
      data.map((une) => [une.nom, une.prix_vendu, une.paye, une.depense, une.marge_prevue]),
    )
    const { totals, sans_residence } = lu
    expect(rows[5]?.slice(9, 12)).toEqual(Object.values(sans_residence))
    expect([rows[6]?.[1], rows[6]?.[3], rows[6]?.[9], rows[6]?.[15]]).toEqual([
      totals.biens,
      totals.prix_vendu,
      totals.depense,
      totals.vendu_moins_depense,
    ])
  })
})
