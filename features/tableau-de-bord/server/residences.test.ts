import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ResidenceAuTableau } from '#features/tableau-de-bord/tableau-de-bord.contract.ts'
import { addJours, addMois, aujourdhui, type Jour } from '#shared/dates.ts'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import {
  buildAppartement,
  buildBloc,
  buildClient,
  buildEcheancier,
  buildEtage,
  buildLocal,
  buildOption,
  buildParking,
  buildPlace,
  buildResidence,
  pay,
  payByCheque,
  sell,
} from '#test/harness/builders.ts'

const today = aujourdhui()

let t: TestApp
let karim: Visitor
beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
})
afterAll(() => t.close())

const read = async () =>
  (await karim.get('/api/dashboard/residences')).json as { data: ResidenceAuTableau[]; residences: number }

// spec: CO-42
describe('the residences on the dashboard', () => {
  it('tell how their biens stand, and the same money as Récapitulation and Échéances', async () => {
    const { id: residence_id } = await buildResidence(t.db, { nom: 'Les Oliviers' })
    const { id: bloc_id } = await buildBloc(t.db, { residence_id })
    const { id: etage_id } = await buildEtage(t.db, { bloc_id })
    const { id: parking_id } = await buildParking(t.db, { residence_id })
    const client = await buildClient(t.db)
    const lot = (prix = 1_000_000_000) => buildAppartement(t.db, { etage_id, prix })
    await lot()
    await buildOption(t.db, await lot())
    await t.db
      .updateTable('biens')
      .set({ bloque_le: new Date(), bloque_motif: 'Témoin' })
      .where('id', '=', await lot())
      .execute()
    const vendu = await sell(t.db, await lot(), client.id)
    const livre = await sell(t.db, await buildLocal(t.db, { bloc_id, prix: 500_000_050 }), client.id)
    await sell(t.db, await buildPlace(t.db, { parking_id, prix: 70_000_000 }), client.id)
    await t.db.updateTable('ventes').set({ livraison_le: today }).where('id', '=', livre).execute()
    const ended = await sell(t.db, await lot(), client.id)
    await pay(t.db, ended, 30_000_000)
    await t.db.updateTable('ventes').set({ terminee_le: new Date() }).where('id', '=', ended).execute()
    await pay(t.db, vendu, 100_000_025)
    await payByCheque(t.db, vendu, 50_000_000, { rejete_le: today, motif_rejet: 'Opposition' })
    await buildEcheancier(t.db, vendu, [
      [300_000_000, addJours(today, -3)],
      [200_000_000, today],
      [500_000_000, addJours(today, 30)],
    ])
    const { data, residences } = await read()
    expect(residences).toBe(data.length)
    const ours = data.find(({ id }) => id === residence_id)
    expect(ours).toEqual({
      id: residence_id,
      nom: 'Les Oliviers',
      biens: 7,
      etats: { libre: 2, option: 1, bloque: 1, vendu: 2, livre: 1 },
      prix_vendu: 15_700_000.5,
      paye: 1_000_000.25,
      en_retard: 1_999_999.75,
    })
    const recap = (await karim.get(`/api/recap-paiements?residence=${residence_id}`)).json as {
      totals: { montant_total: number; total_paye: number }
    }
    expect(recap.totals).toMatchObject({ total_paye: ours?.paye })
    const late = (await karim.get(`/api/echeances?residence_id=${residence_id}`)).json as {
      totals: { reste: number }
    }
    expect(late.totals.reste).toBe(ours?.en_retard)
  })

  it('are the first twelve by name, numbers by their value, and the count of all; one without bien is all zero', async () => {
    for (let n = 1; n <= 13; n++) await buildResidence(t.db, { nom: `Cité ${n}` })
    const { data, residences } = await read()
    expect(data.map(({ nom }) => nom)).toEqual(Array.from({ length: 12 }, (_, n) => `Cité ${n + 1}`))
    expect(residences).toBe(
      (
        await t.db
          .selectFrom('residences')
          .select(({ fn }) => fn.countAll<number>().as('n'))
          .executeTakeFirstOrThrow()
      ).n,
    )
    expect(data[0]).toMatchObject({ biens: 0, prix_vendu: 0, paye: 0, en_retard: 0 })
    expect((await t.visitor().get('/api/dashboard/residences')).statusCode).toBe(401)
  })
})

// spec: CO-13
describe('a month of the dashboard', () => {
  const premierDuMois = (n: number): Jour => addMois(`${today.slice(0, 7)}-01`, n)
  const [JUIN, OCTOBRE, NOVEMBRE] = [premierDuMois(-5), premierDuMois(-1), premierDuMois(0)]
  const of = (found: Record<string, number>, jours: readonly Jour[]) =>
    jours.map((jour) => found[jour.slice(0, 7)])
  const months = async () => {
    const { ventes } = (await karim.get('/api/dashboard')).json as {
      ventes: { mois: { mois: string; montant: number }[] }
    }
    return Object.fromEntries(ventes.mois.map(({ mois, montant }) => [mois, montant]))
  }
  const versements = async (premier: Jour) => {
    const dernier = addJours(addMois(premier, 1), -1)
    const { totals } = (await karim.get(`/api/paiements?du=${premier}&au=${dernier}`)).json as {
      totals: { montant: number; rejete: number }
    }
    return totals
  }

  it('is what was paid in it less what was rejected in it, and stays so whatever becomes of the sale', async () => {
    const already = of(await months(), [JUIN, OCTOBRE, NOVEMBRE])
    const more = async () =>
      of(await months(), [JUIN, OCTOBRE, NOVEMBRE]).map(
        (montant, rang) => (montant ?? 0) - (already[rang] ?? 0),
      )
    const paid = (await versements(NOVEMBRE)).montant
    const client = await buildClient(t.db)
    const build = async () => sell(t.db, await buildAppartement(t.db, { prix: 2_000_000_000 }), client.id)
    const a = await build()
    await t.db.updateTable('ventes').set({ reservation_le: JUIN }).where('id', '=', a).execute()
    await pay(t.db, a, 500_000_000, JUIN)
    const other = await build()
    await pay(t.db, other, 270_000_000, NOVEMBRE)
    const cheque = await payByCheque(t.db, other, 100_000_000, { date_paiement: OCTOBRE })
    expect(await more()).toEqual([5_000_000, 1_000_000, 2_700_000])
    const end = { demande_le: NOVEMBRE, origine: 'client', motif: 'Mutation' }
    expect((await karim.post(`/api/ventes/${a}/desistement`, end)).statusCode).toBe(201)
    await karim.post(`/api/ventes/${a}/remboursements`, {
      jour: NOVEMBRE,
      montant: 2_250_000,
      mode: 'virement',
    })
    expect(
      (await karim.post(`/api/cheques/${cheque}/rejeter`, { rejete_le: NOVEMBRE, motif: 'Opposition' }))
        .statusCode,
    ).toBe(200)
    expect(await more()).toEqual([5_000_000, 1_000_000, 1_700_000])
    expect((await versements(NOVEMBRE)).montant - paid).toBe(2_700_000)
    const { montant, rejete } = await versements(OCTOBRE)
    expect(montant + rejete).toBe(1_000_000)
    // All months add up to what was paid of all sales, ended ones too.
    const { rows } = await sql<{ net: number; paye: number }>`
      select (select sum(case quoi when 'rejets' then -paye else paye end)::bigint from cumuls where quoi in ('encaissements', 'rejets')) as net,
        (select sum(total_paye)::bigint from ventes) as paye`.execute(t.db)
    expect(rows[0]?.net).toBe(rows[0]?.paye)
  })

  it('loses the payments of a local whose client is withdrawn, and of nothing else', async () => {
    const client = await buildClient(t.db)
    const local = await buildLocal(t.db, { prix: 900_000_000 })
    const lot = await buildAppartement(t.db, { prix: 900_000_000 })
    for (const bien of [local, lot]) await pay(t.db, await sell(t.db, bien, client.id), 1_000_000, JUIN)
    const [before = 0] = of(await months(), [JUIN])
    await karim.put(`/api/appartements/${lot}/retirer-client`, {})
    expect(of(await months(), [JUIN])).toEqual([before])
    await karim.put(`/api/locaux/${local}/retirer-client`, {})
    expect(of(await months(), [JUIN])).toEqual([before - 10_000])
  })
})
