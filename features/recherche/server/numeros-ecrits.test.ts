import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { TELEPHONES_ECRITS } from '#shared/saisie.essais.ts'
import { cleDeTelephone } from '#shared/telephone.ts'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import { buildAppartement, buildResidence, sell } from '#test/harness/builders.ts'

let t: TestApp
let karim: Visitor
beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
})
afterEach(() => t.db.deleteFrom('tentatives').execute())
afterAll(() => t.close())

let serial = 0
const create = (tel: string) =>
  karim.post('/api/clients', {
    nomComplet: `Client ${++serial}`,
    tel,
    email: `client${serial}@exemple.dz`,
    adresse: 'Alger',
  })
const idOf = ({ json }: { json: unknown }) => (json as { id: number }).id
const found = async (address: string) =>
  ((await karim.get(address)).json as { data: { id: number }[] }).data.map(({ id }) => id)
const globally = (q: string) => found(`/api/recherche?q=${encodeURIComponent(q)}`)
const listed = (q: string) => found(`/api/clients?search=${encodeURIComponent(q)}`)

// spec: RF-22
it('a phone of another script is kept in digits 0 to 9, and found in either script', async () => {
  const answer = await create('٠٥٥٠ ١٢ ٣٤ ٥٦')
  expect([answer.statusCode, answer.json]).toEqual([201, expect.objectContaining({ tel: '0550 12 34 56' })])
  const id = idOf(answer)
  for (const q of ['٠٥٥٠١٢٣٤٥٦', '۰۵۵۰ ۱۲', '0550 12 34 56', '+٢١٣ ٥٥٠ ١٢ ٣٤ ٥٦']) {
    expect([q, await globally(q)]).toEqual([q, [id]])
    expect([q, await listed(q)]).toEqual([q, [id]])
  }
  const doublons = await karim.get(`/api/clients/doublons?tel=${encodeURIComponent('٠٥٥٠١٢٣٤٥٦')}`)
  expect(doublons.json).toEqual({ data: [expect.objectContaining({ id, raisons: ['téléphone'] })] })
})

// spec: RF-22
it('numbers are kept so wherever they are typed; a name keeps its digits and is found by them', async () => {
  const id = idOf(await create('0550 00 00 01'))
  await karim.put(`/api/clients/${id}/dossier`, {
    nin: '١٠٩٨٧٦٥٤٣٢١',
    piece_numero: 'AB ٣٠١',
    tel2: '٠٦٦١٠٠٠٠٠١',
  })
  expect(await t.db.selectFrom('clients').selectAll().where('id', '=', id).executeTakeFirst()).toMatchObject({
    nin: '10987654321',
    piece_numero: 'AB 301',
    tel2: '0661000001',
  })
  const lieu = await buildResidence(t.db, { nom: 'حي ٢٠٠ مسكن' })
  for (const q of ['٢٠٠', 'حي ٢٠٠'])
    expect(await found(`/api/residences?search=${encodeURIComponent(q)}`)).toEqual([lieu.id])
  const bien = await buildAppartement(t.db, { num_lot: '947' })
  const vente = await sell(t.db, bien, id)
  const recu = await karim.post('/api/paiements', {
    client_id: id,
    appartement_id: bien,
    date_paiement: '2026-01-05',
    versement: 1000,
    mode: 'cheque',
    banque: 'BNA',
    reference: 'CHQ ٠٠١٢٣٤٥',
  })
  expect(recu.json).toMatchObject({ reference: 'CHQ 0012345' })
  for (const [address, q] of [
    ['/api/paiements', '٠٠١٢٣٤٥'],
    ['/api/cheques', '٠٠١٢٣٤٥'],
  ] as const)
    expect([
      address,
      await found(`${address}?recherche=${encodeURIComponent(q)}&search=${encodeURIComponent(q)}`),
    ]).toEqual([address, [idOf(recu)]])
  expect(await found(`/api/ventes?search=${encodeURIComponent('٩٤٧')}`)).toEqual([vente])
  expect(await globally('Lot ٩٤٧')).toEqual([bien])
})

// spec: RF-27
it('the form takes every spelling of one or two phones; each number is compared, and the first opens the link', async () => {
  for (const [ecrit, numeros] of TELEPHONES_ECRITS) {
    const { statusCode, json } = await create(ecrit)
    expect([ecrit, statusCode, (json as { tel: string }).tel]).toEqual([
      ecrit,
      201,
      ecrit.replace('\n', ' / '),
    ])
    const id = (json as { id: number }).id
    for (const numero of numeros.filter((un) => un.replace(/\D/g, '').length >= 8)) {
      const cles = await t.db
        .selectFrom('clients')
        .select('tel_cles')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      expect([ecrit, cles.tel_cles]).toEqual([ecrit, expect.arrayContaining([cleDeTelephone(numero)])])
    }
  }
  const deux = idOf(await create('0777 45 67 89 (0662 11 22 33)'))
  for (const tel of ['0777456789', '+213 662 11 22 33'])
    expect((await karim.get(`/api/clients/doublons?tel=${encodeURIComponent(tel)}`)).json).toEqual({
      data: [expect.objectContaining({ id: deux })],
    })
  const lien = await karim.post(`/api/clients/${deux}/lien`)
  const jeton = (lien.json as { adresse: string }).adresse.split('#')[1] ?? ''
  const ouvrir = (chiffres: string) => t.visitor().post('/api/suivi/ouvrir', { jeton, chiffres })
  expect((await ouvrir('2233')).statusCode).toBe(422)
  expect((await ouvrir('٦٧٨٩')).statusCode).toBe(200)
})
