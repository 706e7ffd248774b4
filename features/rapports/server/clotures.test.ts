import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import type { Cloture, ClotureDuJour } from '#features/rapports/clotures.contract.ts'
import { especes, ouvrirCaisse, type Ouverte } from '#features/rapports/server/caisse.essais.ts'
import { addJours, aujourdhui } from '#shared/dates.ts'
import { stopPdf } from '#server/documents/pdf.ts'
import type { Answer, Visitor } from '#test/harness/app.ts'
import { buildAppartement, buildClient, pay, sell } from '#test/harness/builders.ts'
import { readPdf } from '#test/harness/pdf.ts'

const AUJOURDHUI = aujourdhui()
const ANNEE = AUJOURDHUI.slice(0, 4)

let o: Ouverte
beforeEach(async () => {
  o = await ouvrirCaisse()
  return () => o.t.close()
})
afterAll(stopPdf)

const clore = (body: object, who: Visitor = o.karim): Promise<Answer> => who.post('/api/clotures', body)
const cloturesOf = async (query = '') =>
  ((await o.karim.get(`/api/journal-caisse${query}`)).json as { clotures: ClotureDuJour[] }).clotures
const kept = async () => ({
  clotures: await o.t.db.selectFrom('clotures').selectAll().orderBy('id').execute(),
  numeros: await o.t.db.selectFrom('numeros').selectAll().where('serie', '=', 'cloture').execute(),
  journal: await o.t.db.selectFrom('journal').select('id').where('objet', '=', 'cloture').execute(),
})
/** Cash with its droit de timbre, in dinars. */
async function verser(versement: number, timbre: number): Promise<void> {
  const id = await o.post(versement, especes)
  await o.t.db
    .updateTable('paiements')
    .set({ timbre: timbre * 100 })
    .where('id', '=', id)
    .execute()
}
/** A refund of an ended sale, in dinars. */
async function rembourser(montant: number, mode: string): Promise<Answer> {
  const { t, karim } = o
  const vente = await sell(t.db, await buildAppartement(t.db), (await buildClient(t.db)).id)
  await pay(t.db, vente, montant * 100)
  await karim.post(`/api/ventes/${vente}/desistement`, {
    demande_le: AUJOURDHUI,
    origine: 'client',
    motif: 'Crédit refusé',
    retenue: 0,
  })
  return karim.post(`/api/ventes/${vente}/remboursements`, { jour: AUJOURDHUI, montant, mode })
}

describe('the closing of a till', () => {
  // spec: CO-33
  it('says what was expected and counted; what comes after leaves it as it is, until a new one replaces it (D.14)', async () => {
    await verser(100_000, 1500)
    await o.post(70_000, { mode: 'cheque', banque: 'BNA', reference: '1' })
    expect((await rembourser(20_000, 'especes')).statusCode).toBe(201)
    expect((await rembourser(9000, 'virement')).statusCode).toBe(201)
    const before = await kept()
    const refused = await clore({ trouve: 81_000 })
    expect([refused.statusCode, refused.json]).toEqual([
      422,
      {
        message: "Expliquez l'écart de -500,00\u00A0DA.",
        errors: { note: ["Expliquez l'écart de -500,00\u00A0DA."] },
      },
    ])
    expect((await clore({ trouve: '81750' })).json).toMatchObject({
      message: "Expliquez l'écart de +250,00\u00A0DA.",
    })
    expect(await kept()).toEqual(before)

    const made = await clore({ trouve: 81_000, note: 'Erreur de rendu' })
    expect(made.statusCode).toBe(201)
    const first = made.json as Cloture
    const numero = `${ANNEE}-C-0001`
    expect(first).toMatchObject({
      numero,
      jour: AUJOURDHUI,
      membre: { nom: 'Karim Benali' },
      nombre: 2,
      especes: 100_000,
      timbre: 1500,
      sorties: 20_000,
      attendu: 81_500,
      trouve: 81_000,
      ecart: -500,
      note: 'Erreur de rendu',
      etablie_par: 'Karim Benali',
      remplace: null,
      message: `Caisse clôturée : N° ${numero}.`,
    })
    const till = await o.till()
    expect(till.totals).toMatchObject({ especes: 100_000, timbre: 1500, sorties: 20_000, attendu: 81_500 })
    expect(await cloturesOf()).toMatchObject([{ numero, ecart: -500, depuis: 0 }])

    await verser(5000, 50)
    expect(await cloturesOf()).toMatchObject([{ numero, attendu: 81_500, depuis: 5050 }])
    const second = (await clore({ trouve: 86_550 })).json as Cloture
    expect(second).toMatchObject({ attendu: 86_550, ecart: 0, note: null, remplace: numero })
    expect(await cloturesOf()).toMatchObject([
      { numero: `${ANNEE}-C-0002`, depuis: 0, remplace: numero },
      { numero, attendu: 81_500, trouve: 81_000, depuis: null },
    ])
    expect(await cloturesOf(`?membre=${Number(first.membre.id) + 1}`)).toEqual([])
    expect(await cloturesOf(`?jour=${addJours(AUJOURDHUI, -1)}`)).toEqual([])

    const { text, title } = await readPdf((await o.karim.get(`/api/clotures/${first.id}/pdf`)).rawPayload)
    expect(title).toBe(`Clôture de caisse N°\u00A0${numero}`)
    for (const said of [
      'Caissier Karim Benali',
      'Versements 2',
      'Espèces encaissées 100 000,00',
      'Droit de timbre 1 500,00',
      'Sorties en espèces -20 000,00',
      'Attendu 81 500,00',
      '81 000,00',
      'Quatre-vingt-un mille dinars algériens.',
      '-500,00 DA',
      'Erreur de rendu',
      'Le caissier',
      'Le responsable',
    ])
      expect(text).toContain(said)
    const again = await o.karim.get(`/api/clotures/${second.id}/pdf`)
    expect(again.headers['content-disposition']).toContain(`cloture_${ANNEE}-C-0002.pdf`)
    expect((await readPdf(again.rawPayload)).text).toContain(`Remplace N° ${numero}`)
    expect((await o.karim.get('/api/clotures/999/pdf')).statusCode).toBe(404)
  })

  // spec: CO-33, CO-36
  it("is of one's own till, or of any for who may correct; bad input writes nothing", async () => {
    const amina = await o.t.member('amina@diyar.dz', 'caisse')
    const { id: hers } = await o.t.db
      .selectFrom('membres')
      .select('id')
      .where('email', '=', 'amina@diyar.dz')
      .executeTakeFirstOrThrow()
    const { id: his } = await o.t.db
      .selectFrom('membres')
      .select('id')
      .where('id', '<>', hers)
      .executeTakeFirstOrThrow()
    await o.post(100, especes, amina)
    const before = await kept()
    const said = async (body: object, who?: Visitor) => {
      const { statusCode, json } = await clore(body, who)
      return [statusCode, (json as { errors?: object }).errors]
    }
    const sole = (field: string, sentence: string) => [422, { [field]: [sentence] }]
    expect(await said({})).toEqual(sole('trouve', 'Le montant compté est obligatoire.'))
    expect((await said({ trouve: -1 }))[0]).toBe(422)
    expect(await said({ trouve: 0, jour: addJours(AUJOURDHUI, 1) })).toEqual(
      sole('jour', 'La date ne peut pas être dans le futur.'),
    )
    expect(await said({ trouve: 0, membre_id: 999 })).toEqual(
      sole('membre_id', "Cette valeur n'est pas valide."),
    )
    expect(await said({ trouve: 0, membre_id: 'x' })).toEqual(
      sole('membre_id', "Cette valeur n'est pas valide."),
    )
    expect(await said({ trouve: 0, membre_id: his }, amina)).toEqual(
      sole('membre_id', 'Vous ne pouvez clôturer que votre caisse.'),
    )
    expect(await kept()).toEqual(before)
    expect((await clore({ trouve: 100, membre_id: hers }, amina)).statusCode).toBe(201)
    const other = (await clore({ jour: AUJOURDHUI, membre_id: hers, trouve: 100, note: '' })).json as Cloture
    expect(other).toMatchObject({
      membre: { id: hers },
      etablie_par: 'Karim Benali',
      remplace: `${ANNEE}-C-0001`,
    })
    // Nothing came to his own till; a day before is closed as well.
    expect((await clore({ trouve: 0, jour: addJours(AUJOURDHUI, -1) })).json).toMatchObject({ attendu: 0 })
    for (const method of ['put', 'delete'] as const)
      expect((await o.karim[method](`/api/clotures/${other.id}`, {})).statusCode).toBe(404)
    expect((await kept()).clotures).toHaveLength(3)
  })

  // spec: CO-33
  it('takes its number without a gap when eight count at once, and a key gives one', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, rank) =>
        clore(rank % 2 === 0 ? { trouve: 0 } : { trouve: rank, note: rank === 3 ? '' : 'Monnaie' }),
      ),
    )
    expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(7)
    const { clotures, numeros } = await kept()
    expect(clotures.map(({ numero }) => numero)).toEqual([1, 2, 3, 4, 5, 6, 7])
    expect(numeros).toMatchObject([{ dernier: 7 }])
    const list = await cloturesOf()
    expect(list.map(({ remplace }) => remplace)).toEqual(
      [6, 5, 4, 3, 2, 1].map((rank) => `${ANNEE}-C-000${rank}`).concat([null as never]),
    )
    const key = { 'idempotency-key': 'a'.repeat(32) }
    const once = await o.karim.post('/api/clotures', { trouve: 0 }, key)
    expect((await o.karim.post('/api/clotures', { trouve: 0 }, key)).json).toEqual(once.json)
    expect((await kept()).clotures).toHaveLength(8)
  })

  // spec: CO-37
  it('is found by its number, for who may read the till', async () => {
    await clore({ trouve: 0 })
    const commercial = await o.t.member('c@diyar.dz', 'commercial')
    const find = async (q: string, who: Visitor = o.karim) =>
      ((await who.get(`/api/recherche?q=${encodeURIComponent(q)}`)).json as { data: object[] }).data
    const [found] = await find(`${ANNEE}-c-1`)
    expect(found).toMatchObject({
      genre: 'cloture',
      titre: `Clôture de caisse ${ANNEE}-C-0001`,
      cloture: { jour: AUJOURDHUI },
    })
    expect(await find(`clôture n° ${ANNEE}-C-0001`)).toEqual([found])
    expect(await find(`${ANNEE}-C-0001`, commercial)).toEqual([])
  })
})
