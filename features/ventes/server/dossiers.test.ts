import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addJours, aujourdhui, formatJourCourt } from '#shared/dates.ts'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import {
  buildAppartement,
  buildClient,
  buildEcheancier,
  buildLocal,
  pay,
  sell,
} from '#test/harness/builders.ts'

let t: TestApp
let karim: Visitor
let bien_id: number
let client: number
let vente: number
beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
})
beforeEach(async () => {
  client = (await buildClient(t.db, { nom_complet: 'Samira Haddad' })).id
  bien_id = await buildAppartement(t.db, { num_lot: 'A-12', prix: 1_250_000_000 })
  vente = await sell(t.db, bien_id, client)
})
afterAll(() => t.close())

const today = aujourdhui()
const dossier = () => karim.get(`/api/ventes/${vente}`)
const save = (rest: object = {}) =>
  karim.put(`/api/ventes/${vente}`, { reservation_le: '2026-01-10', ...rest })
const kept = () => t.db.selectFrom('ventes').selectAll().where('id', '=', vente).executeTakeFirstOrThrow()

describe('a dossier', () => {
  // spec: VE-11
  it('says where the sale stands, what is covered, late and next', async () => {
    await buildEcheancier(t.db, vente, [
      [250_000_000, '2026-01-10'],
      [187_500_000, addJours(today, -19)],
      [812_500_000, addJours(today, 30)],
    ])
    await pay(t.db, vente, 400_000_000)
    const { json, statusCode } = await dossier()
    expect(statusCode).toBe(200)
    expect(json).toMatchObject({
      id: vente,
      etat: 'ouverte',
      etape: 'reservation',
      bien: { id: bien_id, designation: 'Appartement A-12' },
      client: { nomComplet: 'Samira Haddad' },
      montant: 12_500_000,
      totalPaye: 4_000_000,
      resteAPayer: 8_500_000,
      pourcentagePaiement: 32,
      exigible: 4_375_000,
      en_retard: 375_000,
      prochaine: { rang: 2, reste: 375_000, jours_retard: 19, etat: 'en_retard' },
      desistement: null,
      remboursements: [],
      autres: [],
    })
    const { echeances, paiements } = json as {
      echeances: { couvert: number; part: number; etat: string }[]
      paiements: { versement: number }[]
    }
    expect(echeances.map(({ couvert, part, etat }) => [couvert, part, etat])).toEqual([
      [2_500_000, 20, 'reglee'],
      [1_500_000, 15, 'en_retard'],
      [0, 65, 'a_venir'],
    ])
    expect(paiements.map(({ versement }) => versement)).toEqual([4_000_000])
    expect((await karim.get('/api/ventes/999999999')).statusCode).toBe(404)
  })

  // spec: VE-34, VE-35
  it('keeps its days in their order, and writes nothing of what it refuses', async () => {
    const saved = await save({
      contrat_le: '2026-02-12',
      livraison_le: '2026-03-01',
      notaire: '  Maître Zohra ',
    })
    expect(saved.statusCode).toBe(200)
    expect(saved.json).toMatchObject({
      etape: 'livraison',
      notaire: 'Maître Zohra',
      version: 2,
      message: 'Dossier modifié avec succès !',
    })
    const before = await kept()
    for (const [body, field, sentence] of [
      [
        { contrat_le: '2026-01-09' },
        'contrat_le',
        'Le contrat ne peut pas précéder la réservation (10/01/2026).',
      ],
      [
        { livraison_le: '2026-02-11' },
        'livraison_le',
        'La livraison ne peut pas précéder le contrat (12/02/2026).',
      ],
      [
        { contrat_le: null, livraison_le: '2026-01-09' },
        'livraison_le',
        'La livraison ne peut pas précéder la réservation (10/01/2026).',
      ],
      [{ contrat_le: addJours(today, 1) }, 'contrat_le', 'La date ne peut pas être dans le futur.'],
      // spec: RE-63: a day that is blank or absent has a sentence of its own, where every other one says that the date is required.
      [{ reservation_le: '' }, 'reservation_le', 'La date de réservation est obligatoire.'],
      [{ reservation_le: null }, 'reservation_le', 'La date de réservation est obligatoire.'],
      [{ reservation_le: undefined }, 'reservation_le', 'La date de réservation est obligatoire.'],
      [{ notaire: 'n'.repeat(256) }, 'notaire', expect.any(String)],
    ] as const) {
      const refused = await save(body)
      expect(refused.statusCode).toBe(422)
      expect(refused.json).toMatchObject({ errors: { [field]: [sentence] } })
    }
    expect((await save({ version: 1 })).statusCode).toBe(409)
    expect(await kept()).toEqual(before)
    const lines = await t.db
      .selectFrom('journal')
      .selectAll()
      .where('objet', '=', 'vente')
      .where('objet_id', '=', vente)
      .execute()
    expect(lines.map(({ action }) => action)).toEqual(['modifier'])
    expect(lines[0]).toMatchObject({ avant: { contrat_le: null }, apres: { contrat_le: '2026-02-12' } })
  })

  // spec: CO-12
  it('takes the day of a contract, then that of a delivery, each with the réservation alone', async () => {
    expect((await save({ contrat_le: '2026-02-12', version: 1 })).statusCode).toBe(200)
    expect((await save({ livraison_le: '2026-03-01', version: 2 })).statusCode).toBe(200)
    expect(await kept()).toMatchObject({
      reservation_le: '2026-01-10',
      contrat_le: '2026-02-12',
      livraison_le: '2026-03-01',
      version: 3,
    })
  })

  it('cannot be changed once the client was withdrawn, and is not there when nothing was paid', async () => {
    await pay(t.db, vente, 100_000)
    await karim.put(`/api/appartements/${bien_id}/retirer-client`, {})
    const number = ((await dossier()).json as { dossier: string }).dossier
    const refused = await save({ note: 'Trop tard' })
    expect(refused.statusCode).toBe(409)
    expect(refused.json).toEqual({
      message: `Le dossier ${number} est clos depuis le ${formatJourCourt(today)}.`,
    })
    expect(await kept()).toMatchObject({ note: null, version: 1 })
    expect((await dossier()).json).toMatchObject({ etat: 'retrait', terminee_le: today })
  })

  // spec: VE-16
  it('divides what is not covered anew when the price of its bien changes', async () => {
    await buildEcheancier(t.db, vente, [
      [250_000_000, '2026-01-10'],
      [187_500_000, '2026-02-10'],
      [437_500_000, '2026-03-10'],
      [312_500_000, '2026-04-10'],
      [62_500_000, '2026-05-10'],
    ])
    await pay(t.db, vente, 400_000_000)
    const lot = (await karim.get(`/api/appartements/${bien_id}`)).json as Record<string, unknown>
    const price = (montant: number) =>
      karim.put(`/api/appartements/${bien_id}`, {
        ...lot,
        ...(lot['data'] as object),
        montant,
        version: undefined,
      })
    const amounts = async () =>
      ((await dossier()).json as { echeances: { montant: number }[] }).echeances.map(({ montant }) => montant)
    expect((await price(13_000_000)).statusCode).toBe(200)
    expect(await amounts()).toEqual([2_500_000, 1_897_058.82, 4_632_352.94, 3_308_823.52, 661_764.72])
    expect((await price(4_000_000)).statusCode).toBe(200)
    expect(await amounts()).toEqual([2_500_000, 1_500_000])
    expect((await price(3_999_999.99)).statusCode).toBe(422)
    expect(await amounts()).toEqual([2_500_000, 1_500_000])
  })

  // spec: VE-28
  it('of a local goes with its payments when the client is withdrawn; the journal keeps number and lines', async () => {
    const local = await buildLocal(t.db, { prix: 10_000_000 })
    const id = await sell(t.db, local, client)
    await buildEcheancier(t.db, id, [
      [4_000_000, '2026-02-01'],
      [6_000_000, '2026-03-01'],
    ])
    const paiement = await pay(t.db, id, 5_000_000)
    const { dossier: number } = (await karim.get(`/api/ventes/${id}`)).json as { dossier: string }
    expect((await karim.put(`/api/locaux/${local}/retirer-client`, {})).statusCode).toBe(200)
    expect((await karim.get(`/api/ventes/${id}`)).statusCode).toBe(404)
    expect((await karim.get(`/api/paiements/${paiement}`)).statusCode).toBe(404)
    const lines = await t.db
      .selectFrom('journal')
      .selectAll()
      .where('objet', '=', 'vente')
      .where('objet_id', '=', id)
      .execute()
    expect(lines).toMatchObject([
      {
        action: 'retirer',
        avant: { dossier: number, echeances: [{ montant: 4_000_000 }, { montant: 6_000_000 }] },
      },
    ])
    // Nobody is given its number again.
    const next = await sell(t.db, await buildLocal(t.db), client)
    expect((await karim.get(`/api/ventes/${next}`)).json).not.toMatchObject({ dossier: number })
  })
})
