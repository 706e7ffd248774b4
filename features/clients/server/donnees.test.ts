import { afterAll, beforeAll, expect, it } from 'vitest'
import { aujourdhui, formatJourCourt } from '#shared/dates.ts'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import { buildAppartement, buildClient, buildLocal, idOf, pay, sell } from '#test/harness/builders.ts'
import { drawnOutside, drawnOver, readPdf } from '#test/harness/pdf.ts'

let t: TestApp
let karim: Visitor
beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
})
afterAll(() => t.close())

const donnees = async (id: number) => {
  const { statusCode, headers, rawPayload, body } = await karim.get(`/api/clients/${id}/donnees-personnelles`)
  if (statusCode !== 200) throw new Error(`${statusCode} ${body}`)
  return {
    ...(await readPdf(rawPayload)),
    bytes: rawPayload,
    disposition: String(headers['content-disposition']),
  }
}

it('all that is kept of a client is on one paper, and nobody else is', async () => {
  const added = await karim.post('/api/clients', {
    nomComplet: 'Nawel Chérif',
    tel: '0661 00 11 22',
    email: 'nawel@exemple.dz',
    adresse: '3, rue des Oliviers',
  })
  const id = idOf(added)
  await karim.put(`/api/clients/${id}/dossier`, {
    nom_ar: 'نوال شريف',
    naissance_le: '1990-02-28',
    situation: 'veuf',
    piece_type: 'permis',
    piece_numero: 'P 123',
  })
  const other = await buildClient(t.db, { nom_complet: 'Yacine Témoin' })
  const sold = await sell(t.db, await buildAppartement(t.db, { num_lot: 'N-1', prix: 1_000_000 }), id)
  await pay(t.db, sold, 250_050)
  await t.db.insertInto('co_acquereurs').values({ vente_id: sold, client_id: other.id, part: 3333 }).execute()
  const shared = await sell(t.db, await buildLocal(t.db, { num: 'N-2', prix: 500_000 }), other.id)
  await t.db.insertInto('co_acquereurs').values({ vente_id: shared, client_id: id, part: 5000 }).execute()
  const ceded = await sell(t.db, await buildAppartement(t.db, { num_lot: 'N-3', prix: 800_000 }), id)
  await pay(t.db, ceded, 111_100)
  await karim.post(`/api/ventes/${ceded}/transfert-client`, { client_id: other.id, motif: 'Cession' })
  await pay(t.db, ceded, 222_200)
  await t.db
    .insertInto('liens_clients')
    .values({ client_id: id, empreinte: Buffer.alloc(32, 9), membre_nom: 'Amel Kaci', expire_le: new Date() })
    .execute()

  const { text, title, bytes, disposition } = await donnees(id)
  expect(disposition).toContain(`donnees-personnelles_client_${id}.pdf`)
  expect(title).toBe('Données personnelles')
  for (const said of [
    'Nawel Chérif Coordonnées',
    'Téléphone 0661 00 11 22',
    'Né(e) le 28/02/1990',
    'Situation familiale Veuf/Veuve',
    "Pièce d'identité Permis de conduire",
    'Profession Non spécifié',
    'Aucune pièce.',
    'Appartement N-1',
    'En cours 66,67 %',
    'Local N-2',
    '50,00 %',
    'Appartement N-3',
    'Cédée',
    '2 500,50',
    '1 111,00',
    'Aucun document établi.',
    'Jamais ouvert',
    `${formatJourCourt(aujourdhui())} Ajout`,
    `${formatJourCourt(aujourdhui())} Modification`,
    'Établi à la demande de la personne concernée (loi 18-07, art. 34).',
  ])
    expect(text).toContain(said)
  // The payments made after the dossier was ceded are somebody else's, as are the names of others.
  for (const other_ of ['2 222,00', 'Yacine', 'Amel', 'Karim']) expect(text).not.toContain(other_)
  expect(await drawnOutside(bytes)).toEqual([])
  expect(await drawnOver(bytes)).toEqual([])
})

it('the longest values stay on the paper', async () => {
  const { id } = await buildClient(t.db, {
    nom_complet: 'W'.repeat(255),
    adresse: 'W'.repeat(255),
    nom_ar: 'م'.repeat(255),
    profession: 'très '.repeat(50).trim(),
  })
  await sell(t.db, await buildAppartement(t.db, { num_lot: 'W'.repeat(60) }), id)
  const { bytes } = await donnees(id)
  expect(await drawnOutside(bytes)).toEqual([])
  expect(await drawnOver(bytes)).toEqual([])
})

it('is for the direction only, and of nobody unknown', async () => {
  const { id } = await buildClient(t.db)
  for (const role of ['commercial', 'caisse', 'comptable', 'lecture'] as const) {
    const person = await t.member(`${role}@diyar.dz`, role)
    expect((await person.get(`/api/clients/${id}/donnees-personnelles`)).statusCode).toBe(403)
  }
  expect((await karim.get('/api/clients/999999/donnees-personnelles')).statusCode).toBe(404)
})
