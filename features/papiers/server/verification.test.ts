import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { formatCode } from '#shared/codes.ts'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import { buildAppartement, buildClient, buildLocal, pay, payByCheque, sell } from '#test/harness/builders.ts'
import { fingerprints } from '#test/harness/tables.ts'

let t: TestApp
let karim: Visitor
beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
  await karim.post('/api/promoteurs', {
    nom: 'SARL El Bahia',
    email: 'a@elbahia.dz',
    telephone: '041 33 21 45',
    adresse: 'Oran',
  })
})
afterEach(() => t.db.deleteFrom('tentatives').execute())
afterAll(() => t.close())

const codeOf = async (id: number) =>
  (await t.db.selectFrom('paiements').select('code').where('id', '=', id).executeTakeFirstOrThrow()).code
const ask = (code: string, visitor = t.visitor()) =>
  visitor.get(`/api/verifier?code=${encodeURIComponent(code)}`)
const INCONNU = [404, { message: 'Aucun document ne porte ce code.' }]
const REFUS = /^Trop de tentatives\. Réessayez dans \d+ secondes\.$/

/** A local sold, with one payment. */
async function vendu(nom = 'Nom Prénom') {
  const { id: client } = await buildClient(t.db, { nom_complet: nom })
  const local = await buildLocal(t.db)
  const vente = await sell(t.db, local, client)
  return { client, local, vente, paiement: await pay(t.db, vente, 250_075, '2026-03-01') }
}

// spec: AD-33, AD-34
describe('the code of a receipt', () => {
  it('tells what the receipt says, to anybody, and no other key', async () => {
    const { paiement, local } = await vendu('nom composé prénom')
    const { num } = await t.db
      .selectFrom('locaux')
      .select('num')
      .where('id', '=', local)
      .executeTakeFirstOrThrow()
    const { json: saved } = await karim.get(`/api/paiements/${paiement}`)
    const code = await codeOf(paiement)
    expect(saved).toMatchObject({ code: formatCode(code) })
    for (const typed of [
      formatCode(code),
      code,
      code.toLowerCase(),
      ` ${code.slice(0, 3)} ${code.slice(3)} `,
    ]) {
      const { statusCode, json, headers } = await ask(typed)
      expect([statusCode, headers['cache-control']]).toEqual([200, 'no-store'])
      expect(json).toEqual({
        genre: 'Reçu de versement',
        numero: (saved as { recu: string }).recu,
        date: '2026-03-01',
        montant: 2_500.75,
        bien: `Local ${num}`,
        client: 'N. C. P.',
        etat: 'valide',
        promoteur: 'SARL El Bahia',
      })
    }
  })

  it('says « annulé » once its payment is deleted, with number, date and amount', async () => {
    const { paiement } = await vendu('الاسم اللقب')
    const code = await codeOf(paiement)
    const before = (await ask(code)).json
    expect(before).toMatchObject({ client: 'ا. ا.', etat: 'valide' })
    expect((await karim.delete(`/api/paiements/${paiement}`)).statusCode).toBe(200)
    expect((await ask(code)).json).toEqual({ ...Object(before), etat: 'annulé' })
  })

  it('says « annulé » once the client of its local is removed, who takes his payments along', async () => {
    const { paiement, local } = await vendu()
    const code = await codeOf(paiement)
    const before = (await ask(code)).json
    expect((await karim.put(`/api/locaux/${local}/retirer-client`)).statusCode).toBe(200)
    expect((await ask(code)).json).toEqual({ ...Object(before), etat: 'annulé' })
  })

  it('says « rejeté » of a cheque that came back', async () => {
    const { id: client } = await buildClient(t.db)
    const vente = await sell(t.db, await buildAppartement(t.db), client)
    const paiement = await payByCheque(t.db, vente, 100_000)
    const code = await codeOf(paiement)
    expect((await ask(code)).json).toMatchObject({ etat: 'valide', montant: 1_000 })
    const rejected = await karim.post(`/api/cheques/${paiement}/rejeter`, {
      rejete_le: '2026-02-01',
      motif: 'Sans provision',
    })
    expect([rejected.statusCode, rejected.body]).toEqual([200, rejected.body])
    expect((await ask(code)).json).toMatchObject({ etat: 'rejeté', montant: 1_000 })
  })

  it('keeps the initials of who held the dossier when he paid', async () => {
    const { vente, paiement } = await vendu('Ali Ziani')
    const { id: autre } = await buildClient(t.db, { nom_complet: 'Zohra Mekki' })
    const moved = await karim.post(`/api/ventes/${vente}/transfert-client`, {
      client_id: autre,
      motif: 'Cession',
    })
    expect([moved.statusCode, moved.body]).toEqual([201, moved.body])
    expect((await ask(await codeOf(paiement))).json).toMatchObject({ client: 'A. Z.' })
  })
})

describe('the code of a paper', () => {
  it('tells its name, its number and what became of it', async () => {
    const { vente } = await vendu('Fatima Zohra')
    const { id, code } = await t.db
      .insertInto('documents')
      .values({
        serie: 'AP',
        annee: 2026,
        numero: 12,
        langue: 'fr',
        vente_id: vente,
        etabli_le: '2026-05-04',
        montant: 250_075,
        modele: '{}',
        membre_nom: 'Karim',
      })
      .returning(['id', 'code'])
      .executeTakeFirstOrThrow()
    expect((await ask(code)).json).toMatchObject({
      genre: 'Attestation de paiement',
      numero: '2026-AP-0012',
      date: '2026-05-04',
      montant: 2_500.75,
      client: 'F. Z.',
      etat: 'valide',
    })
    const set = (values: object) => t.db.updateTable('documents').set(values).where('id', '=', id).execute()
    await set({ annule_le: sql`now()`, motif: 'Erreur' })
    expect((await ask(code)).json).toMatchObject({ etat: 'annulé' })
    await set({ serie: 'PV', montant: null })
    expect((await ask(code)).json).toMatchObject({ montant: null, genre: 'Procès-verbal de remise des clés' })
    await set({ serie: 'DC', montant: 0, variante: 'solde' })
    expect((await ask(code)).json).toMatchObject({ montant: 0, genre: 'Attestation de solde' })
    // Made without its number and its line in the journal, which a paper has.
    await t.db.deleteFrom('documents').where('id', '=', id).execute()
  })
})

// spec: AD-35
describe('a code that nobody has', () => {
  it.each(['', '11LETTRES--', 'K7QM4T2X9PB', 'null', 'x'.repeat(5_000), '<script>', '%00', 'ك'.repeat(12)])(
    'is unknown, and not counted when it is none: « %s »',
    async (code) => {
      const before = await fingerprints(t.db)
      const { statusCode, json } = await ask(code)
      expect([statusCode, json]).toEqual(INCONNU)
      expect(await fingerprints(t.db)).toEqual(before)
    },
  )

  it('is unknown when it is not said, or said twice', async () => {
    for (const query of ['', '?code', '?code=K7QM4T2X9PBD&code=K7QM4T2X9PBD'])
      expect((await t.visitor().get(`/api/verifier${query}`)).statusCode).toBe(404)
  })

  it('is refused after twenty in ten minutes from an address; what is found never counts', async () => {
    const { paiement } = await vendu()
    const code = await codeOf(paiement)
    for (let n = 0; n < 30; n++) expect((await ask(code)).statusCode).toBe(200)
    for (let n = 0; n < 20; n++) expect((await ask(`0000000000${10 + n}`)).statusCode).toBe(404)
    for (const typed of ['000000000099', code]) {
      const { statusCode, json, headers } = await ask(typed)
      expect([statusCode, (json as { message: string }).message]).toEqual([429, expect.stringMatching(REFUS)])
      expect(Number(headers['retry-after'])).toBeGreaterThan(500)
    }
    await sql`update tentatives set expire_le = now() - interval '1 second'`.execute(t.db)
    expect((await ask(code)).statusCode).toBe(200)
  })

  it('is never found among 10,000 drawn at random', async () => {
    const { paiement } = await vendu()
    const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
    const statuses = new Map<number, number>()
    for (let n = 0; n < 10_000; n++) {
      const code = Array.from({ length: 12 }, () => letters[Math.floor(Math.random() * 32)]).join('')
      // Every five hundred ask from an address that has asked for none.
      if (n % 500 === 0) await t.db.deleteFrom('tentatives').execute()
      const { statusCode } = await ask(code)
      statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1)
    }
    expect(Object.fromEntries(statuses)).toEqual({ 404: 400, 429: 9_600 })
    expect(paiement).toBeGreaterThan(0)
  }, 300_000)

  it('takes eight at once and twenty in all, whoever asks together', async () => {
    const statuses: number[] = []
    for (let round = 0; round < 6; round++) {
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_, n) => ask(`0000000001${10 * (round + 1) + n}`)),
      )
      statuses.push(...answers.map(({ statusCode }) => statusCode))
    }
    expect(new Set(statuses)).toEqual(new Set([404, 429, 503]))
    expect(statuses.filter((status) => status === 404)).toHaveLength(20)
  })
})
