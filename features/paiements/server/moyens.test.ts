import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { MODES } from '#features/paiements/modes.ts'
import { addJours, aujourdhui } from '#shared/dates.ts'
import { stopPdf } from '#server/documents/pdf.ts'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import { buildAppartement, buildClient, idOf, sell } from '#test/harness/builders.ts'
import { readPdf } from '#test/harness/pdf.ts'
import { fingerprints } from '#test/harness/tables.ts'

let t: TestApp
let karim: Visitor
let client: number
let bien: number
beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
})
beforeEach(async () => {
  client = (await buildClient(t.db, { nom_complet: 'Élodie Benaïssa' })).id
  bien = await buildAppartement(t.db, { prix: 1_000_000_000 })
  await sell(t.db, bien, client)
})
afterAll(async () => {
  await stopPdf()
  await t.close()
})

const saisie = (rest: object = {}) => ({
  client_id: client,
  appartement_id: bien,
  date_paiement: '2026-01-15',
  versement: 1000,
  ...rest,
})
const post = (rest: object = {}) => karim.post('/api/paiements', saisie(rest))
const put = (id: number, rest: object = {}) => karim.put(`/api/paiements/${id}`, saisie(rest))
const read = async (id: number) => (await karim.get(`/api/paiements/${id}`)).json
const said = ({ json }: Awaited<ReturnType<typeof post>>) =>
  json as { recu: string; avertissements: string[] }
const recu = async (id: number) =>
  (await readPdf((await karim.get(`/api/paiement/print-single/${id}`)).rawPayload)).text
const exiger = async (exiger_mode: boolean) => {
  const saved = await karim.put('/api/parametres/paiements', {
    valeur: { exiger_mode, banques: ['BNA', 'CPA'] },
  })
  expect(saved.statusCode).toBe(200)
}

/** Is refused at one field, with its sentence, and nothing of it is written. */
async function expectRefused(answer: () => ReturnType<typeof post>, field: string, sentence: string) {
  const before = await fingerprints(t.db)
  const { statusCode, json } = await answer()
  expect([statusCode, json]).toEqual([422, { message: sentence, errors: { [field]: [sentence] } }])
  expect(await fingerprints(t.db)).toEqual(before)
}

const CHOISIR = 'Veuillez choisir le mode de paiement.'

describe('how a payment is paid', () => {
  // spec: EN-01
  it('may be left out: the payment is as it was, no mode is said and nothing warned of', async () => {
    const answer = await post({ details: 'Première tranche' })
    expect([answer.statusCode, answer.json]).toMatchObject([
      201,
      {
        client_id: client,
        appartement_id: bien,
        place_parking_id: null,
        local_id: null,
        date_paiement: '2026-01-15',
        versement: 1000,
        solde: 9_999_000,
        details: 'Première tranche',
        message: 'Paiement ajouté avec succès !',
        mode: null,
        banque: null,
        reference: null,
        date_cheque: null,
        payeur_type: null,
        payeur: null,
        justificatif: null,
        etat: null,
        remise: null,
        represente: null,
        avertissements: [],
      },
    ])
    expect(await recu(idOf(answer))).not.toMatch(/Mode|Payé par|réserve/)
  })

  // spec: EN-02
  it.each([
    ['virement', { banque: 'CPA', reference: '4471' }, 'Mode Virement N° 4471, CPA'],
    [
      'cheque',
      { banque: 'BNA', reference: '0012345', date_cheque: '2026-03-28' },
      'Mode Chèque N° 0012345, BNA, du 28 mars 2026',
    ],
    ['versement_bancaire', { banque: 'BADR', reference: 'B-9' }, 'Mode Versement bancaire N° B-9, BADR'],
    ['especes', {}, 'Mode Espèces'],
    ['autre', { reference: 'Compensation' }, 'Mode Autre N° Compensation'],
  ])('%s is kept, answered and printed', async (mode, fields, printed) => {
    const answer = await post({ mode, ...fields, payeur_type: 'banque', payeur: 'CNEP-Banque' })
    expect(answer.statusCode).toBe(201)
    const kept = { mode, ...fields, payeur_type: 'banque', payeur: 'CNEP-Banque' }
    expect(answer.json).toMatchObject(kept)
    expect(await read(idOf(answer))).toMatchObject({ ...kept, etat: mode === 'cheque' ? 'recu' : null })
    const text = await recu(idOf(answer))
    expect(text).toContain(printed)
    expect(text).toContain('Payé par Une banque (crédit), CNEP-Banque')
    expect(text.includes("Chèque reçu sous réserve d'encaissement.")).toBe(mode === 'cheque')
  })

  // spec: EN-02
  it('is refused at its field when it makes no sense, with nothing written', async () => {
    await expectRefused(() => post({ mode: 'carte' }), 'mode', "Ce mode de paiement n'existe pas.")
    await expectRefused(() => post({ banque: 'BNA' }), 'mode', CHOISIR)
    await expectRefused(() => post({ reference: '12' }), 'mode', CHOISIR)
    await expectRefused(() => post({ date_cheque: '2026-03-28' }), 'mode', CHOISIR)
    await expectRefused(() => post({ payeur: 'Omar' }), 'payeur_type', 'Veuillez préciser qui paie.')
    await expectRefused(() => post({ payeur_type: 'ami' }), 'payeur_type', "Ce payeur n'existe pas.")
    const long = 'Ce texte dépasse 100 caractères.'
    await expectRefused(() => post({ mode: 'cheque', banque: 'B'.repeat(101) }), 'banque', long)
    expect((await karim.get(`/api/paiements/appartement/${bien}`)).json).toEqual([])
  })

  // spec: RF-08
  it('a day to come is taken with a warning, a new one and a corrected one, beside what the mode says', async () => {
    const FUTUR = 'Cette date est dans le futur. Le versement est enregistré.'
    const [today, demain] = [aujourdhui(), addJours(aujourdhui(), 1)]
    const saved = await post({ date_paiement: demain, mode: 'especes' })
    expect([saved.statusCode, said(saved).avertissements]).toEqual([
      201,
      [FUTUR, expect.stringMatching(/^Espèces/)],
    ])
    expect(said(await post({ date_paiement: today })).avertissements).toEqual([])
    const moved = await karim.put(`/api/paiements/${idOf(saved)}`, {
      client_id: client,
      appartement_id: bien,
      date_paiement: today,
      versement: 1000,
      mode: 'virement',
    })
    expect([moved.statusCode, said(moved).avertissements]).toEqual([200, []])
  })

  // spec: EN-03
  it('espèces are taken with a warning, which no other mode has, and without bank or reference', async () => {
    const cash = await post({ mode: 'especes', banque: 'BNA', reference: '12' })
    expect(cash.statusCode).toBe(201)
    expect(cash.json).toMatchObject({
      mode: 'especes',
      banque: null,
      reference: null,
      avertissements: [
        'Espèces : depuis la loi de finances 2025 (art. 207), un bien immobilier se paie par les circuits bancaires et les notaires doivent refuser les espèces. Le versement est enregistré.',
      ],
    })
    for (const mode of Object.keys(MODES).filter((code) => code !== 'especes'))
      expect((await post({ mode })).json).toMatchObject({ mode, avertissements: [] })
  })

  // spec: EN-04
  it('a cheque whose number another has is taken, and the other receipt named', async () => {
    const first = await post({ mode: 'cheque', banque: 'BEA', reference: 'ab 0099' })
    expect(first.json).toMatchObject({ avertissements: [] })
    const other = `Un chèque portant ce numéro est déjà enregistré (reçu ${said(first).recu}).`
    const again = await post({ mode: 'cheque', banque: 'bea', reference: 'AB0099' })
    expect([again.statusCode, said(again).avertissements]).toEqual([201, [other]])
    const elsewhere = await post({ mode: 'cheque', banque: 'BNA', reference: 'AB0099' })
    expect(said(elsewhere).avertissements).toEqual([])
    const same = await put(idOf(first), { mode: 'cheque', banque: 'BEA', reference: 'other' })
    expect(said(same).avertissements).toEqual([])
  })
})

// spec: EN-05
describe('where the firm demands how each payment is paid', () => {
  it('one that does not say it is refused at its field, and an edit may not empty it', async () => {
    const old = idOf(await post())
    const known = idOf(await post({ mode: 'virement', banque: 'CPA', reference: '1' }))
    await exiger(true)
    const banque = 'La banque est obligatoire.'
    const reference = 'La référence est obligatoire.'
    await expectRefused(() => post(), 'mode', CHOISIR)
    for (const mode of ['virement', 'cheque', 'versement_bancaire']) {
      await expectRefused(() => post({ mode, reference: '1' }), 'banque', banque)
      await expectRefused(() => post({ mode, banque: 'CPA' }), 'reference', reference)
      expect((await post({ mode, banque: 'CPA', reference: '1' })).statusCode).toBe(201)
    }
    for (const mode of ['especes', 'autre']) expect((await post({ mode })).statusCode).toBe(201)
    await expectRefused(() => put(known, { mode: null, banque: null, reference: null }), 'mode', CHOISIR)
    await expectRefused(() => put(known, { banque: '' }), 'banque', banque)
    await expectRefused(() => put(known, { reference: null }), 'reference', reference)
    expect((await put(known, { versement: 900 })).statusCode).toBe(200)
    // One from before stays as it was.
    expect((await put(old, { versement: 900 })).statusCode).toBe(200)

    await exiger(false)
    expect((await post()).statusCode).toBe(201)
    const emptied = await put(known, { mode: null, banque: null, reference: null })
    expect([emptied.statusCode, emptied.json]).toMatchObject([200, { mode: null, banque: null }])
  })
})

describe('the banks that a form offers', () => {
  const offered = async () =>
    ((await karim.get('/api/reglages')).json as { data: { paiements: { banques: string[] } } }).data.paiements
      .banques

  it('are those of the settings and each that was used, once, by name, at most two hundred', async () => {
    await exiger(false)
    await post({ mode: 'virement', banque: 'Société Générale' })
    await post({ mode: 'virement', banque: 'Société Générale' })
    await post({ mode: 'cheque', banque: 'El Khalifa' })
    await post({ mode: 'cheque', banque: 'CPA' })
    const banques = await offered()
    for (const banque of ['BNA', 'CPA', 'El Khalifa', 'Société Générale'])
      expect(banques.filter((one) => one === banque)).toEqual([banque])
    expect(banques).toEqual(banques.toSorted((a, b) => a.localeCompare(b, 'fr')))

    const [vente] = await t.db.selectFrom('paiements').select('vente_id').limit(1).execute()
    await t.db
      .insertInto('paiements')
      .values(
        Array.from({ length: 250 }, (_, rang) => ({
          vente_id: vente?.vente_id ?? 0,
          date_paiement: '2026-01-01',
          versement: 1,
          mode: 'virement',
          banque: `A banque ${rang}`,
          recu_annee: 2001,
          recu_numero: rang + 1,
        })),
      )
      .execute()
    const many = await offered()
    expect(many).toHaveLength(200)
    expect(many).toEqual(expect.arrayContaining(['BNA', 'CPA']))
    await t.db.deleteFrom('paiements').where('recu_annee', '=', 2001).execute()
  })
})
