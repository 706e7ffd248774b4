import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { addJours, aujourdhui } from '#shared/dates.ts'
import { numeroDossier } from '#shared/numero.ts'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import {
  buildAppartement,
  buildClient,
  buildEcheancier,
  buildLocal,
  buildPlace,
  pay,
  sell,
} from '#test/harness/builders.ts'

let t: TestApp
let karim: Visitor
let client: number
beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
})
beforeEach(async () => {
  client = (await buildClient(t.db, { nom_complet: 'Samira Haddad' })).id
})
afterAll(() => t.close())

const today = aujourdhui()
const read = async <T>(path: string) => (await karim.get(path)).json as T
async function numberOf(vente: number): Promise<string> {
  const row = await t.db
    .selectFrom('ventes')
    .select(['dossier_annee', 'dossier_numero'])
    .where('id', '=', vente)
    .executeTakeFirstOrThrow()
  return numeroDossier(row.dossier_annee, row.dossier_numero)
}

interface Assets {
  appartements: object[]
  places: object[]
  locaux: object[]
  dossiersClos: object[]
}

// spec: VE-08
it('says of what a client has which dossier it is and what is late, and lists what he has no more', async () => {
  const lot = await sell(t.db, await buildAppartement(t.db, { prix: 1_000_000 }), client)
  const place = await sell(t.db, await buildPlace(t.db, { prix: 500 }), client)
  const local = await sell(t.db, await buildLocal(t.db, { prix: 500 }), client)
  await pay(t.db, lot, 100_000)
  await buildEcheancier(t.db, lot, [
    [300_000, addJours(today, -3)],
    [700_000, addJours(today, 3)],
  ])
  const ended = await buildAppartement(t.db, { num_lot: 'B-1', prix: 1_000 })
  const retired = await sell(t.db, ended, client)
  await pay(t.db, retired, 77)
  await karim.put(`/api/appartements/${ended}/retirer-client`, {})
  const given = await sell(t.db, await buildAppartement(t.db, { num_lot: 'B-2', prix: 1_000_000 }), client)
  await pay(t.db, given, 400_001)
  await karim.post(`/api/ventes/${given}/desistement`, {
    demande_le: today,
    origine: 'client',
    motif: 'Mutation',
    retenue: 600,
  })
  const ceded = await sell(t.db, await buildAppartement(t.db, { num_lot: 'B-3', prix: 1_000_000 }), client)
  await pay(t.db, ceded, 5_000)
  const autre = (await buildClient(t.db)).id
  await karim.post(`/api/ventes/${ceded}/transfert-client`, { client_id: autre, motif: 'Famille' })
  await pay(t.db, ceded, 7_000)

  const assets = await read<Assets>(`/api/clients/${client}/assets`)
  expect(assets).toMatchObject({
    appartements: [{ vente_id: lot, dossier: await numberOf(lot), en_retard: 2_000, resteAPayer: 9_000 }],
    places: [{ vente_id: place, dossier: await numberOf(place), en_retard: 0 }],
    locaux: [{ vente_id: local, dossier: await numberOf(local), en_retard: 0 }],
    dossiersClos: [
      {
        id: ceded,
        etat: 'cede',
        designation: 'Appartement B-3',
        jour: today,
        totalPaye: 50,
        a_rembourser: null,
      },
      {
        id: given,
        etat: 'desistement',
        dossier: await numberOf(given),
        totalPaye: 4_000.01,
        a_rembourser: 3_400.01,
      },
      { id: retired, etat: 'retrait', designation: 'Appartement B-1', totalPaye: 0.77, a_rembourser: null },
    ],
  })
  expect((await read<Assets>(`/api/clients/${autre}/assets`)).dossiersClos).toEqual([])

  // spec: RE-14
  await karim.post(`/api/ventes/${ceded}/transfert-client`, { client_id: client, motif: 'Retour' })
  const back = await read<Assets & { appartements: object[] }>(`/api/clients/${client}/assets`)
  expect(back.appartements).toContainEqual(expect.objectContaining({ vente_id: ceded }))
  expect(back.dossiersClos).toMatchObject([{ id: given }, { id: retired }])
  await pay(t.db, ceded, 900)
  await karim.post(`/api/ventes/${ceded}/transfert-client`, { client_id: autre, motif: 'Encore' })
  expect((await read<Assets>(`/api/clients/${client}/assets`)).dossiersClos).toMatchObject([
    // The total counts the payments made while the dossier was his, both times.
    { id: ceded, etat: 'cede', totalPaye: 59 },
    { id: given },
    { id: retired },
  ])
})

// spec: VE-08
it('says the dossier of every payment, of each bien of the recap and of a report, and how a former sale ended', async () => {
  const bien = await buildAppartement(t.db, { prix: 1_000_000 })
  const former = await sell(t.db, bien, client)
  const unpaid = await numberOf(former)
  await karim.post(`/api/ventes/${former}/desistement`, {
    demande_le: today,
    origine: 'promoteur',
    motif: 'Impayés',
  })
  const vente = await sell(t.db, bien, client)
  const dossier = await numberOf(vente)
  const paiement = await pay(t.db, vente, 5_000)
  const said = { vente_id: vente, dossier }
  expect(await read(`/api/paiements/${paiement}`)).toMatchObject(said)
  expect(await read(`/api/paiements/appartement/${bien}`)).toMatchObject([said])
  expect(await read(`/api/paiements/solde/appartement/${bien}`)).toMatchObject({ lignes: [said] })
  expect(await read('/api/paiements')).toMatchObject({
    data: expect.arrayContaining([expect.objectContaining({ id: paiement, ...said })]),
  })
  const lots = await read<{ data: { id: number; paiements: object[] }[] }>('/api/appartements?per_page=50')
  expect(lots.data.find(({ id }) => id === bien)).toMatchObject({ ...said, paiements: [said] })
  expect(
    await read(`/api/recap-paiements?search=${encodeURIComponent('Samira Haddad')}&solde=reste`),
  ).toMatchObject({
    data: expect.arrayContaining([
      expect.objectContaining({ id: client, biens: [expect.objectContaining(said)] }),
    ]),
  })
  expect(await read('/api/recap-paiements?per_page=100')).toMatchObject({
    data: expect.arrayContaining([
      expect.objectContaining({ id: client, biens: [expect.objectContaining(said)] }),
    ]),
  })
  // A désisted sale is listed even where nothing was paid.
  expect(await read(`/api/appartements/${bien}/report`)).toMatchObject({
    ...said,
    historique: [
      { id: former, dossier: unpaid, etat: 'desistement', retenue: 0, rembourse: 0, nombrePaiements: 0 },
    ],
  })
  expect(await read(`/api/appartements/${await buildAppartement(t.db)}/report`)).toMatchObject({
    vente_id: null,
    dossier: null,
    historique: [],
  })
})

it('is found by its number alone, whatever the case and the zeros, open or ended', async () => {
  const bien = await buildAppartement(t.db, { num_lot: 'Z-9' })
  const vente = await sell(t.db, bien, client)
  const dossier = await numberOf(vente)
  const [annee, , rang] = dossier.split('-')
  const find = async (q: string) =>
    (
      await read<{ data: { genre: string; id: number }[] }>(`/api/recherche?q=${encodeURIComponent(q)}`)
    ).data.filter(({ genre }) => genre === 'vente')
  const found = {
    id: vente,
    titre: `Dossier ${dossier}`,
    lieu: expect.stringMatching(/^Appartement Z-9, Résidence/),
    client: { id: client, nomComplet: 'Samira Haddad' },
  }
  for (const typed of [dossier, dossier.toLowerCase(), `${annee}-d-${Number(rang)}`, `Dossier ${dossier}`])
    expect([typed, await find(typed)]).toMatchObject([typed, [found]])
  for (const none of [
    `D-${rang}`,
    `${annee}-${rang}`,
    `${annee}-D-99999`,
    `${annee}-D-`,
    `${dossier}%`,
    'Z-9',
  ])
    expect([none, await find(none)]).toEqual([none, []])
  await pay(t.db, vente, 1)
  await karim.put(`/api/appartements/${bien}/retirer-client`, {})
  expect(await find(dossier)).toMatchObject([found])
})
