import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Suivi } from '#features/suivi/suivi.contract.ts'
import { stopPdf } from '#server/documents/pdf.ts'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import { buildAppartement, buildClient, buildLocal, pay, payByCheque, sell } from '#test/harness/builders.ts'
import { everyRow, fingerprints } from '#test/harness/tables.ts'

let t: TestApp
let karim: Visitor
beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
})
afterEach(() => t.db.deleteFrom('tentatives').execute())
afterAll(async () => {
  await stopPdf()
  await t.close()
})

const EXPIRE = [403, { message: 'Votre accès a expiré : saisissez de nouveau les chiffres.' }]
const PERIME = [404, { message: "Ce lien n'est plus valable. Demandez-en un nouveau à votre promoteur." }]
const FAUX = [
  422,
  {
    message: 'Ces chiffres ne correspondent pas.',
    errors: { chiffres: ['Ces chiffres ne correspondent pas.'] },
  },
]
const told = ({ statusCode, json }: { statusCode: number; json: unknown }) => [statusCode, json]

/** A client who has bought a local and paid for it twice. */
async function acheteur(tel = '0550 12 34 56', given: object = {}) {
  const { id } = await buildClient(t.db, { tel, ...given })
  const bien = await buildLocal(t.db)
  const vente = await sell(t.db, bien, id)
  const paiements = [await pay(t.db, vente, 1_250_075), await pay(t.db, vente, 50)]
  return { id, bien, vente, paiements }
}
async function creer(client: number): Promise<string> {
  const answer = await karim.post(`/api/clients/${client}/lien`)
  if (answer.statusCode !== 201) throw new Error(answer.body)
  return (answer.json as { adresse: string }).adresse.split('#')[1] ?? ''
}
const ouvrir = (jeton: string, chiffres: string, visitor = t.visitor()) =>
  visitor.post('/api/suivi/ouvrir', { jeton, chiffres })
/** A browser in which the link is open. */
async function ouvert(jeton: string, chiffres = '3456'): Promise<Visitor> {
  const visitor = t.visitor()
  const { statusCode, body } = await ouvrir(jeton, chiffres, visitor)
  if (statusCode !== 200) throw new Error(body)
  return visitor
}
const lignes = (client: number) =>
  t.db
    .selectFrom('journal')
    .select(['action', 'membre_nom', 'membre_id'])
    .where('objet', '=', 'client')
    .where('objet_id', '=', client)
    .orderBy('id')
    .execute()
const recuDe = async (id: number) => ((await karim.get(`/api/paiements/${id}`)).json as { recu: string }).recu

// spec: AD-36
describe('the link of a client', () => {
  it('is told once, in full when clients reach this server, and its secret stands nowhere', async () => {
    const { id } = await acheteur()
    const plain = await karim.post(`/api/clients/${id}/lien`)
    const { fin } = await t.db
      .selectFrom('liens_clients')
      .select(sql<Date>`cree_le + interval '1 year'`.as('fin'))
      .where('client_id', '=', id)
      .executeTakeFirstOrThrow()
    expect(plain.json).toEqual({
      adresse: expect.stringMatching(/^\/suivi#[\w-]{43}$/),
      expire_le: fin.toISOString(),
      message: 'Lien créé avec succès !',
    })
    await karim.put('/api/parametres/acces', {
      valeur: { adresse_publique: 'https://diyar.exemple.dz' },
      version: 0,
    })
    const whole = (await karim.post(`/api/clients/${id}/lien`)).json as { adresse: string }
    expect(whole.adresse).toMatch(/^https:\/\/diyar\.exemple\.dz\/suivi#[\w-]{43}$/)
    const jeton = whole.adresse.split('#')[1] ?? ''
    const visitor = await ouvert(jeton)
    await visitor.get('/api/suivi')
    const kept = await everyRow(t.db)
    expect(kept.includes(jeton)).toBe(false)
    expect(kept.includes(Buffer.from(jeton).toString('hex'))).toBe(false)
    expect(await lignes(id)).toEqual([
      { action: 'lier', membre_nom: 'Karim Benali', membre_id: 1 },
      { action: 'lier', membre_nom: 'Karim Benali', membre_id: 1 },
      { action: 'ouvrir', membre_nom: 'Client (lien)', membre_id: null },
    ])
  })

  it('is another one when the call is repeated under its key, and the former is revoked', async () => {
    const { id } = await acheteur()
    const key = { 'idempotency-key': 'une seule fois' }
    const [one, two] = [
      await karim.post(`/api/clients/${id}/lien`, undefined, key),
      await karim.post(`/api/clients/${id}/lien`, undefined, key),
    ].map(({ statusCode, json }) => {
      expect(statusCode).toBe(201)
      return (json as { adresse: string }).adresse.split('#')[1] ?? ''
    })
    expect(one).not.toBe(two)
    expect(told(await ouvrir(one ?? '', '3456'))).toEqual(PERIME)
    expect((await ouvrir(two ?? '', '3456')).statusCode).toBe(200)
  })

  it('is one alone, however many are made at once', async () => {
    const { id } = await acheteur()
    const made = await Promise.all(Array.from({ length: 12 }, () => karim.post(`/api/clients/${id}/lien`)))
    expect(made.map(({ statusCode }) => statusCode)).toEqual(made.map(() => 201))
    const jetons = made.map(({ json }) => (json as { adresse: string }).adresse.split('#')[1] ?? '')
    const opened = []
    for (const jeton of jetons) opened.push(await ouvrir(jeton, '3456'))
    expect(opened.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
    expect(opened.filter(({ statusCode }) => statusCode === 404)).toHaveLength(11)
  })

  // spec: RE-31
  it('of a field with two numbers asks for the digits of the first', async () => {
    const { id } = await acheteur('0550 12 34 56 / 0661 98 76 54')
    const jeton = await creer(id)
    expect((await ouvrir(jeton, '7654')).statusCode).toBe(422)
    expect((await ouvrir(jeton, '3456')).statusCode).toBe(200)
  })

  it('is made for who has a phone, and is gone once revoked or after its year', async () => {
    const { id: court } = await buildClient(t.db, { tel: '123', tel2: '12 3' })
    const before = await fingerprints(t.db)
    expect(told(await karim.post(`/api/clients/${court}/lien`))).toEqual([
      422,
      { message: "Ce client n'a pas de téléphone d'au moins quatre chiffres." },
    ])
    expect((await karim.delete(`/api/clients/${court}/lien`)).statusCode).toBe(404)
    expect((await karim.post('/api/clients/999999/lien')).statusCode).toBe(404)
    expect(await fingerprints(t.db)).toEqual(before)

    const { id } = await acheteur('123', { tel2: '+213 (0)661-99-88-77' })
    const jeton = await creer(id)
    const visitor = await ouvert(jeton, '8877')
    expect((await karim.delete(`/api/clients/${id}/lien`)).json).toEqual({
      message: 'Lien révoqué avec succès !',
    })
    expect((await karim.delete(`/api/clients/${id}/lien`)).statusCode).toBe(404)
    expect(told(await visitor.get('/api/suivi'))).toEqual(PERIME)
    expect(told(await ouvrir(jeton, '8877'))).toEqual(PERIME)

    const vieux = await creer(id)
    const ouverte = await ouvert(vieux, '8877')
    await sql`update liens_clients set expire_le = now() where client_id = ${id} and revoque_le is null`.execute(
      t.db,
    )
    expect(told(await ouverte.get('/api/suivi'))).toEqual(PERIME)
    expect(told(await ouvrir(vieux, '8877'))).toEqual(PERIME)
    expect((await karim.delete(`/api/clients/${id}/lien`)).statusCode).toBe(404)
    expect((await ouvrir(await creer(id), '8877')).statusCode).toBe(200)
  })
})

// spec: AD-36
describe('the four digits', () => {
  it('are refused after five wrong ones in an hour even when right, and the twentieth wrong one ends the link', async () => {
    const { id } = await acheteur()
    const jeton = await creer(id)
    const fiveWrong = async () => {
      for (let wrong = 1; wrong <= 5; wrong++) expect(told(await ouvrir(jeton, '0000'))).toEqual(FAUX)
    }
    for (let hour = 1; hour <= 3; hour++) {
      await fiveWrong()
      const { statusCode, json, headers } = await ouvrir(jeton, '3456')
      expect([statusCode, json]).toEqual([
        429,
        { message: expect.stringMatching(/^Trop de tentatives\. Réessayez dans 3\d\d\d secondes\.$/) },
      ])
      expect(Number(headers['retry-after'])).toBeGreaterThan(3_000)
      await t.db.deleteFrom('tentatives').execute()
    }
    await fiveWrong()
    expect(told(await ouvrir(jeton, '3456'))).toEqual(PERIME)
    expect((await lignes(id)).at(-1)).toMatchObject({ action: 'delier', membre_nom: 'Client (lien)' })
  })

  it('count only when they are wrong, however they are written', async () => {
    const jeton = await creer((await acheteur()).id)
    for (const chiffres of ['3456', ' 3456 ', '٣٤٥٦', '۳۴۵۶', '34 56', '3456', '3456'])
      expect((await ouvrir(jeton, chiffres)).statusCode).toBe(200)
    for (const chiffres of ['', '345', '34567', 'abcd', null, 3456, [], '3'.repeat(1_000)])
      expect((await t.visitor().post('/api/suivi/ouvrir', { jeton, chiffres })).statusCode).toBe(422)
    expect((await ouvrir(jeton, '3456')).statusCode).toBe(200)
    for (const inconnu of ['', 'x', 'A'.repeat(43), null, {}, ['x']])
      expect(told(await t.visitor().post('/api/suivi/ouvrir', { jeton: inconnu, chiffres: '3456' }))).toEqual(
        PERIME,
      )
  })
})

// spec: AD-36
describe('what an open link opens', () => {
  it('is kept for thirty minutes in a cookie that no script reads and no other call is sent', async () => {
    const { headers } = await ouvrir(await creer((await acheteur()).id), '3456')
    const cookie = String(headers['set-cookie'])
    expect(cookie).toContain('diyar_suivi=')
    for (const part of ['HttpOnly', 'SameSite=Lax', 'Path=/backend/public/api/suivi', 'Max-Age=1800'])
      expect(cookie).toContain(part)
  })

  it('is no call of a member, and a member has no call of it', async () => {
    const visitor = await ouvert(await creer((await acheteur()).id))
    for (const path of ['/api/user', '/api/clients', '/api/dashboard', '/api/parametres'])
      expect((await visitor.get(path)).statusCode).toBe(401)
    expect(told(await karim.get('/api/suivi'))).toEqual(EXPIRE)
    expect(told(await karim.get('/api/suivi/recus/2026-000001'))).toEqual(EXPIRE)
    expect(told(await karim.post('/api/suivi/fermer'))).toEqual(EXPIRE)
  })

  it('ends with its cookie, with « Fermer », and is not lengthened by who has the link', async () => {
    const visitor = await ouvert(await creer((await acheteur()).id))
    expect((await visitor.get('/api/suivi')).statusCode).toBe(200)
    const good = visitor.cookies.get('diyar_suivi') ?? ''
    const [jeton = '', fin = '', signed = ''] = good.split('.')
    const later = String(Number(fin) + 1)
    for (const bad of [
      '',
      jeton,
      `${jeton}.${later}.${signed}`,
      `${'A'.repeat(43)}.${fin}.${signed}`,
      `${jeton}.${fin}.${'A'.repeat(43)}`,
      `${jeton}.1.${signed}`,
      'x'.repeat(4_000),
    ]) {
      visitor.cookies.set('diyar_suivi', bad)
      expect(told(await visitor.get('/api/suivi'))).toEqual(EXPIRE)
    }
    visitor.cookies.set('diyar_suivi', good)
    expect(told(await visitor.post('/api/suivi/fermer'))).toEqual([200, { message: 'Au revoir.' }])
    expect(visitor.cookies.has('diyar_suivi')).toBe(false)
    expect(told(await visitor.get('/api/suivi'))).toEqual(EXPIRE)
  })
})

// spec: AD-37
describe("a buyer's page", () => {
  it('says of each sale what the recap says, to the centime, those that he shares too', async () => {
    const { id } = await acheteur()
    const lot = await buildAppartement(t.db, { prix: 999_999_999 })
    const seconde = await sell(t.db, lot, id)
    await pay(t.db, seconde, 333_333_333)
    const autre = await acheteur('0661 00 00 00')
    const partagee = await sell(t.db, await buildLocal(t.db), autre.id)
    await pay(t.db, partagee, 77)
    await t.db
      .insertInto('co_acquereurs')
      .values({ vente_id: partagee, client_id: id, part: 2_500 })
      .execute()
    const visitor = await ouvert(await creer(id))
    const { json } = await visitor.get('/api/suivi')
    const suivi = json as Suivi
    expect(suivi.ventes).toHaveLength(3)
    const [premiere, deuxieme, troisieme] = suivi.ventes
    expect(premiere).toMatchObject({
      prix: 1_000_000,
      total_paye: 12_501.25,
      reste: 987_498.75,
      pourcentage: 1.25,
      etape: 'reservation',
      echeances: [],
    })
    expect(deuxieme).toMatchObject({ total_paye: 3_333_333.33, reste: 6_666_666.66, pourcentage: 33.33 })
    expect(troisieme).toMatchObject({ total_paye: 0.77 })
    const { data } = (await karim.get('/api/recap-paiements?per_page=50')).json as {
      data: { client: { id: number }; biens: { montant: number; reglement: number; resteAPayer: number }[] }[]
    }
    const lui = data.find(({ client }) => client.id === id)
    const inOrder = (rows: readonly number[][]) => rows.toSorted(([a = 0], [b = 0]) => a - b)
    expect(lui?.biens).toHaveLength(2)
    expect(
      inOrder(
        lui?.biens.map(({ montant, reglement, resteAPayer }) => [montant, reglement, resteAPayer]) ?? [],
      ),
    ).toEqual(
      inOrder(suivi.ventes.slice(0, 2).map(({ prix, total_paye, reste }) => [prix, total_paye, reste])),
    )
    expect(Object.keys(suivi)).toEqual(['client', 'promoteur', 'a_jour_le', 'ventes'])
  })

  it('shows open sales only, and a bien that is no longer his is gone from it', async () => {
    const { id, bien } = await acheteur()
    const visitor = await ouvert(await creer(id))
    expect(((await visitor.get('/api/suivi')).json as Suivi).ventes).toHaveLength(1)
    expect((await karim.put(`/api/locaux/${bien}/retirer-client`)).statusCode).toBe(200)
    expect(((await visitor.get('/api/suivi')).json as Suivi).ventes).toEqual([])
  })

  it('gives the receipts that he paid, and of nobody else', async () => {
    const { id, vente, paiements } = await acheteur()
    const autre = await acheteur('0661 00 00 00')
    const cheque = await payByCheque(t.db, vente, 1_000)
    await karim.post(`/api/cheques/${cheque}/rejeter`, { rejete_le: '2026-02-01', motif: 'Sans provision' })
    const visitor = await ouvert(await creer(id))
    const recu = await recuDe(paiements[0] ?? 0)
    const { statusCode, headers, rawPayload } = await visitor.get(`/api/suivi/recus/${recu}`)
    expect([statusCode, headers['content-type'], rawPayload.subarray(0, 5).toString()]).toEqual([
      200,
      'application/pdf',
      '%PDF-',
    ])
    const { ventes } = (await visitor.get('/api/suivi')).json as Suivi
    expect(
      ventes[0]?.paiements.map(({ versement, etat, telechargeable }) => [versement, etat, telechargeable]),
    ).toEqual(
      expect.arrayContaining([
        [12_500.75, null, true],
        [0.5, null, true],
        [10, 'rejete', false],
      ]),
    )
    const theirs = await recuDe(autre.paiements[0] ?? 0)
    for (const other of [theirs, await recuDe(cheque), '2026-999999', '1', 'rien', "2026-000001' or 1=1"])
      expect((await visitor.get(`/api/suivi/recus/${encodeURIComponent(other)}`)).statusCode).toBe(404)
    // A dossier that went to somebody else: what was paid before is not his to read.
    const { id: neuf } = await buildClient(t.db, { tel: '0770 11 22 33' })
    await karim.post(`/api/ventes/${vente}/transfert-client`, { client_id: neuf, motif: 'Cession' })
    expect((await visitor.get(`/api/suivi/recus/${recu}`)).statusCode).toBe(404)
    const suivant = await ouvert(await creer(neuf), '2233')
    expect((await suivant.get(`/api/suivi/recus/${recu}`)).statusCode).toBe(404)
    const after = (await suivant.get('/api/suivi')).json as Suivi
    expect(after.ventes[0]?.paiements.map(({ telechargeable }) => telechargeable)).toEqual([
      false,
      false,
      false,
    ])
  })
})
