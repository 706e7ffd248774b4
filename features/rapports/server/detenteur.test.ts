import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { aujourdhui } from '#shared/dates.ts'
import { stopPdf } from '#server/documents/pdf.ts'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import { buildAppartement, buildClient, idOf, sell } from '#test/harness/builders.ts'
import { readPdf } from '#test/harness/pdf.ts'

const JOUR = aujourdhui()
const ALI = 'Ali Cherif'
const LILA = 'Lila Haddad'

let t: TestApp
let karim: Visitor
let ids: number[]
beforeEach(async () => {
  t = await startApp()
  karim = await t.member()
  const ali = (await buildClient(t.db, { nom_complet: ALI })).id
  const lila = (await buildClient(t.db, { nom_complet: LILA })).id
  const bien = await buildAppartement(t.db, { prix: 1_000_000_00 })
  const vente = await sell(t.db, bien, ali)
  const pay = async (client_id: number, reference: string) =>
    idOf(
      await karim.post('/api/paiements', {
        client_id,
        appartement_id: bien,
        date_paiement: JOUR,
        versement: 1000,
        mode: 'cheque',
        reference,
      }),
    )
  ids = [await pay(ali, '0001111'), await pay(ali, '0002222')]
  await karim.post(`/api/ventes/${vente}/transfert-client`, { client_id: lila, motif: 'Cède' })
  ids.push(await pay(lila, '0003333'))
  // The deleted payment is told as it was: it had been paid by Ali.
  await karim.delete(`/api/paiements/${ids[1]}`)
  return () => t.close()
})
afterAll(stopPdf)

const clients = async (path: string) =>
  ((await karim.get(path)).json as { data: { recu: string; client: string }[] }).data
    .toSorted((a, b) => a.recu.localeCompare(b.recu))
    .map(({ client }) => client)
const column = async (path: string, title: string) => {
  const { sheets } = await readXlsx((await karim.get(path)).rawPayload)
  const [head = [], ...rows] = sheets[0]?.rows ?? []
  return rows.map((row) => row[head.indexOf(title)]).filter((name) => name === ALI || name === LILA)
}
const paper = async (path: string) =>
  (await readPdf((await karim.get(path)).rawPayload)).text.match(/Ali Cherif|Lila Haddad/g)

// spec: RE-08
it('the register names whoever held the dossier when it was paid, as the receipt does', async () => {
  expect((await readPdf((await karim.get(`/api/paiement/print-single/${ids[0]}`)).rawPayload)).text).toMatch(
    /Ali Cherif[^]*cédé le[^]*Lila Haddad/,
  )
  expect(await clients('/api/recus')).toEqual([ALI, ALI, LILA])
  expect(await column('/api/recus/export', 'Client')).toEqual([ALI, ALI, LILA])
  expect(await paper('/api/recus/export?format=pdf')).toEqual([ALI, ALI, LILA])
})

// spec: RE-08
it('the till names whoever held the dossier when it was paid', async () => {
  expect(await clients('/api/journal-caisse')).toEqual([ALI, ALI, LILA])
  expect(await column('/api/journal-caisse/export', 'Client')).toEqual([ALI, ALI, LILA])
  expect(await paper('/api/journal-caisse/export?format=pdf')).toEqual([ALI, ALI, LILA])
})

// spec: RE-08
it('so do the list of versements and the bordereau of a remise', async () => {
  expect(await column('/api/paiements/export', 'Client')).toEqual([LILA, ALI])
  expect(await paper('/api/paiements/export?format=pdf')).toEqual([LILA, ALI])
  // Found by who paid, and by whose the dossier is now; so are the cheques.
  const found = async (path: string) =>
    ((await karim.get(path)).json as { data: { id: number }[] }).data
      .map(({ id }) => id)
      .toSorted((a, b) => a - b)
  for (const path of ['/api/paiements?versements=1&recherche=', '/api/cheques?recherche=']) {
    expect([path, await found(`${path}cherif`)]).toEqual([path, [ids[0]]])
    expect([path, await found(`${path}haddad`)]).toEqual([path, [ids[0], ids[2]]])
  }
  expect(await column('/api/paiements/export?recherche=cherif', 'Client')).toEqual([ALI])
  const compte = idOf(
    await karim.post('/api/comptes-bancaires', { banque: 'BNA', numero: '001 00012 0300000123 45' }),
  )
  const remise = idOf(
    await karim.post('/api/remises', { compte_id: compte, jour: JOUR, ids: [ids[0], ids[2]] }),
  )
  expect(await paper(`/api/remises/${remise}/bordereau`)).toEqual([ALI, LILA])
})

// spec: PA-01
it('each holder of a ceded dossier has what he paid, to the centime: in answers, workbooks and papers', async () => {
  const OURIDA = 'Ourida Amrane'
  const ILYES = 'Ilyès Haddad'
  const ourida = (await buildClient(t.db, { nom_complet: OURIDA })).id
  const ilyes = (await buildClient(t.db, { nom_complet: ILYES })).id
  const bien = await buildAppartement(t.db, { prix: 1_250_000_000 })
  const vente = await sell(t.db, bien, ourida)
  const pay = (client_id: number, versement: number) =>
    karim.post('/api/paiements', {
      client_id,
      appartement_id: bien,
      date_paiement: JOUR,
      versement,
      mode: 'especes',
    })
  await pay(ourida, 2_253_086.42)
  await karim.post(`/api/ventes/${vente}/transfert-client`, { client_id: ilyes, motif: 'Cède' })
  await pay(ilyes, 300_000.05)
  const DITS = [
    [OURIDA, 2_253_086.42],
    [ILYES, 300_000.05],
  ]
  const theirs = (pairs: unknown[][]) =>
    pairs
      .filter(([client]) => client === OURIDA || client === ILYES)
      .toSorted(([, a], [, b]) => Number(b) - Number(a))
  for (const path of ['/api/recus', '/api/journal-caisse']) {
    const { data } = (await karim.get(path)).json as { data: { client: string; versement: number }[] }
    expect([path, theirs(data.map((ligne) => [ligne.client, ligne.versement]))]).toEqual([path, DITS])
  }
  for (const [path, montant] of [
    ['/api/recus', 'Montant'],
    ['/api/journal-caisse', 'Montant'],
    ['/api/paiements', 'Versement'],
  ] as const) {
    const { sheets } = await readXlsx((await karim.get(`${path}/export`)).rawPayload)
    const [head = [], ...rows] = sheets[0]?.rows ?? []
    const cells = rows.map((row) => [row[head.indexOf('Client')], row[head.indexOf(montant)]])
    expect([path, theirs(cells)]).toEqual([path, DITS])
    const { text } = await readPdf((await karim.get(`${path}/export?format=pdf`)).rawPayload)
    const plain = text.replace(/\s+/g, ' ')
    expect(plain).toMatch(/Ourida Amrane[^]{0,80}2 253 086,42/)
    expect(plain).toMatch(/Ilyès Haddad[^]{0,80}300 000,05/)
  }
})
