import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { formatMontant } from '#shared/argent.ts'
import { aujourdhui } from '#shared/dates.ts'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import {
  buildAppartement,
  buildClient,
  buildCompteBancaire,
  buildPlace,
  pay,
  sell,
} from '#test/harness/builders.ts'
import { readPdf } from '#test/harness/pdf.ts'

const DA = 100
const TROIS_MILLIONS = formatMontant(3_000_000 * DA)
let t: TestApp
let karim: Visitor
let client: number
let flat: number
let flatVente: number
let place: number
let placeVente: number
beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
})
beforeEach(async () => {
  client = (await buildClient(t.db)).id
  flat = await buildAppartement(t.db, { prix: 10_000_000 * DA })
  place = await buildPlace(t.db, { prix: 1_000_000 * DA })
  flatVente = await sell(t.db, flat, client)
  placeVente = await sell(t.db, place, client)
})
afterAll(() => t.close())

interface Paiement {
  id: number
  recu: string
  solde: number
  versement: number
  mode: string
  banque: string | null
  date_paiement: string
  rectifie_le: string | null
  version: number
  groupe: Groupe | null
}
interface Groupe {
  id: number
  montant: number
  recus: string[]
}
interface Enregistre {
  groupe: Groupe
  paiements: [Paiement, Paiement]
  avertissements: string[]
  message: string
}

const CHEQUE = { date_paiement: '2026-03-01', mode: 'cheque', banque: 'BNA', reference: '0012345' }
const deux = () => [
  { vente_id: flatVente, versement: 2_500_000 },
  { vente_id: placeVente, versement: 500_000 },
]
const post = (given: object = {}, headers?: Record<string, string>) =>
  karim.post('/api/paiements/groupes', { client_id: client, ...CHEQUE, lignes: deux(), ...given }, headers)
const group = async (given?: object): Promise<Enregistre> => {
  const answer = await post(given)
  expect(answer.statusCode).toBe(201)
  return answer.json as Enregistre
}
const read = async (id: number) => (await karim.get(`/api/paiements/${id}`)).json as Paiement
/** Body that the payment's form sends; the place's payment unless told otherwise. */
const put = (id: number, given: object = {}) =>
  karim.put(`/api/paiements/${id}`, {
    client_id: client,
    place_parking_id: place,
    versement: 500_000,
    ...CHEQUE,
    ...given,
  })
const written = async () => {
  const [recus, journal, paiements, groupes] = await Promise.all([
    t.db.selectFrom('recus').selectAll().execute(),
    t.db.selectFrom('journal').select('id').execute(),
    t.db.selectFrom('paiements').select(['id', 'version', 'versement']).orderBy('id').execute(),
    t.db.selectFrom('groupes').select('id').execute(),
  ])
  return { recus, journal: journal.length, paiements, groupes: groupes.length }
}
/** A text of a PDF with plain spaces. */
const spaced = (texte: string) => texte.replace(/\s+/g, ' ')
const rank = (recu: string) => Number(recu.slice(5))

describe('one cheque for a flat and its place', () => {
  // spec: CO-30
  it('is two payments with receipts that follow, each with its remainder, all named by each', async () => {
    const { groupe, paiements, message, avertissements } = await group()
    const [a, b] = paiements
    expect(rank(b.recu)).toBe(rank(a.recu) + 1)
    expect([a.solde, b.solde]).toEqual([7_500_000, 500_000])
    expect(groupe).toEqual({ id: groupe.id, montant: 3_000_000, recus: [a.recu, b.recu] })
    expect([a.groupe, b.groupe]).toEqual([groupe, groupe])
    expect(message).toBe(`2 versements ajoutés : ${TROIS_MILLIONS}.`)
    expect(avertissements).toEqual([])
    expect((await read(a.id)).groupe).toEqual(groupe)
    const again = await group({ lignes: deux().map((ligne) => ({ ...ligne, versement: 10 })) })
    expect(again.avertissements).toEqual([
      `Un chèque portant ce numéro est déjà enregistré (reçu ${a.recu}).`,
    ])
  })

  // spec: CO-30
  it('is printed as one file, each receipt naming the other', async () => {
    const { groupe, paiements } = await group()
    const [a, b] = paiements
    const { statusCode, headers, rawPayload } = await karim.get(`/api/paiements/groupes/${groupe.id}/recus`)
    expect([statusCode, headers['content-disposition']]).toEqual([
      200,
      expect.stringContaining(`recus_${a.recu}.pdf`),
    ])
    const texte = spaced((await readPdf(rawPayload)).text)
    expect(texte).toContain(`Règlement groupé de ${spaced(TROIS_MILLIONS)} avec le reçu N° ${b.recu}`)
    expect(texte).toContain(`Règlement groupé de ${spaced(TROIS_MILLIONS)} avec le reçu N° ${a.recu}`)
    expect((await karim.get('/api/paiements/groupes/999999/recus')).statusCode).toBe(404)
  })

  // spec: CO-30
  it('is corrected in one payment by amount, in all by what they share', async () => {
    const { paiements } = await group()
    const [a, b] = paiements
    expect((await put(b.id, { versement: 600_000, version: b.version })).json).toMatchObject({
      versement: 600_000,
      solde: 400_000,
      groupe: { montant: 3_100_000 },
    })
    expect(await read(a.id)).toMatchObject({ rectifie_le: null, version: a.version })
    const lines = (await written()).journal
    expect(
      (await put(b.id, { versement: 600_000, banque: 'BDL', date_paiement: '2026-03-02' })).statusCode,
    ).toBe(200)
    const shared = { banque: 'BDL', date_paiement: '2026-03-02', rectifie_le: aujourdhui() }
    expect([await read(a.id), await read(b.id)]).toMatchObject([
      { ...shared, versement: 2_500_000, version: a.version + 1 },
      { ...shared, versement: 600_000 },
    ])
    expect((await written()).journal).toBe(lines + 2)
    expect((await put(b.id, { versement: 600_000, mode: 'virement', banque: 'BDL' })).statusCode).toBe(200)
    expect(await read(a.id)).toMatchObject({ mode: 'virement', banque: 'BDL', date_paiement: '2026-03-01' })
  })

  // spec: CO-30
  it('shares the account that it came to', async () => {
    const [one, other] = [await buildCompteBancaire(t.db), await buildCompteBancaire(t.db)]
    const given = { mode: 'virement', compte_id: one.id }
    const { paiements } = await group(given)
    const [a, b] = paiements
    expect(paiements).toMatchObject([{ compte: { id: one.id } }, { compte: { id: one.id } }])
    await put(b.id, { ...given, compte_id: other.id })
    const shared = { compte: { id: other.id }, rectifie_le: aujourdhui() }
    expect([await read(a.id), await read(b.id)]).toMatchObject([shared, shared])
    // A cheque comes to the account of its remise.
    await put(b.id, { mode: 'cheque', compte_id: other.id })
    expect([await read(a.id), await read(b.id)]).toMatchObject([{ compte: null }, { compte: null }])
  })

  // spec: CO-30
  it('is corrected in none where one of them is refused', async () => {
    const { paiements } = await group()
    const [a, b] = paiements
    const other = (await buildClient(t.db)).id
    await karim.post(`/api/ventes/${flatVente}/desistement`, {
      demande_le: '2026-03-05',
      origine: 'client',
      motif: 'Changement',
      retenue: 0,
    })
    const before = await written()
    for (const [given, status, told] of [
      [
        { date_paiement: '2026-03-02' },
        409,
        { message: expect.stringContaining('La vente de ce bien est terminée') },
      ],
      [{ client_id: other }, 422, { errors: { client_id: ["Ce bien n'appartient pas à ce client."] } }],
      [
        { mode: 'especes' },
        422,
        { errors: { mode: ['Un versement groupé se fait par chèque, virement ou versement bancaire.'] } },
      ],
      [{ versement: 1_000_000.01 }, 422, { errors: { versement: [expect.any(String)] } }],
    ] as const) {
      const answer = await put(b.id, given)
      expect([answer.statusCode, answer.json]).toEqual([status, expect.objectContaining({ ...told })])
    }
    expect(await written()).toEqual(before)
    // The bank is no fact that the end of a sale holds fixed.
    expect((await put(b.id, { banque: 'CPA' })).statusCode).toBe(200)
    expect(await read(a.id)).toMatchObject({ banque: 'CPA', rectifie_le: aujourdhui() })
  })

  // spec: CO-30
  it('leaves the others when one is deleted', async () => {
    const { groupe, paiements } = await group()
    const [a, b] = paiements
    expect((await karim.delete(`/api/paiements/${b.id}`)).statusCode).toBe(200)
    expect(await read(a.id)).toMatchObject({ groupe: null, versement: 2_500_000, rectifie_le: null })
    const { rawPayload } = await karim.get(`/api/paiements/groupes/${groupe.id}/recus`)
    expect((await readPdf(rawPayload)).text).not.toContain('Règlement groupé')
  })

  // spec: CO-30
  it('names those that are left of it, and binds the last one no longer', async () => {
    const second = await buildPlace(t.db, { prix: 1_000_000 * DA })
    const lignes = [...deux(), { vente_id: await sell(t.db, second, client), versement: 300_000 }]
    const { paiements } = await group({ lignes })
    const [a, b] = paiements
    const c = (paiements as Paiement[])[2]
    expect((await karim.delete(`/api/paiements/${c?.id ?? 0}`)).statusCode).toBe(200)
    expect((await read(b.id)).groupe).toMatchObject({ montant: 3_000_000, recus: [a.recu, b.recu] })
    expect((await put(b.id, { mode: 'especes' })).statusCode).toBe(422)
    expect((await karim.delete(`/api/paiements/${a.id}`)).statusCode).toBe(200)
    // As its form then offers every mode.
    expect((await put(b.id, { mode: 'especes' })).json).toMatchObject({ mode: 'especes', groupe: null })
  })

  // spec: CO-37
  it('says in the journal the account of what was deleted', async () => {
    const compte = await buildCompteBancaire(t.db)
    const { paiements } = await group({ mode: 'virement', compte_id: compte.id })
    await karim.delete(`/api/paiements/${paiements[1].id}`)
    const { avant } = await t.db
      .selectFrom('journal')
      .select('avant')
      .where('objet', '=', 'paiement')
      .where('action', '=', 'supprimer')
      .where('objet_id', '=', paiements[1].id)
      .executeTakeFirstOrThrow()
    expect(avant).toMatchObject({ compte: { id: compte.id, numero: compte.numero } })
  })

  it('is recorded once under one key', async () => {
    const key = { 'idempotency-key': `groupe-${client}` }
    const [one, two] = [await post({}, key), await post({}, key)]
    expect([two.statusCode, two.json]).toEqual([201, one.json])
    expect(
      (await written()).paiements.filter(({ versement }) => versement === 2_500_000 * DA),
    ).not.toHaveLength(0)
    const { n } = await t.db
      .selectFrom('paiements')
      .where('vente_id', '=', flatVente)
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
    expect(n).toBe(1)
  })
})

describe('a group is refused', () => {
  const INCONNU = "Ce bien n'appartient pas à ce client."
  const lignes = (n: number) =>
    Array.from({ length: n }, (_, i) => ({ vente_id: 1_000_000 + i, versement: 1 }))

  // spec: CO-32
  it('at its line, with nothing written and no number spent', async () => {
    const foreign = await sell(t.db, await buildAppartement(t.db), (await buildClient(t.db)).id)
    await pay(t.db, placeVente, 600_000 * DA)
    const ended = await sell(t.db, await buildAppartement(t.db), client)
    await t.db.updateTable('ventes').set({ terminee_le: new Date() }).where('id', '=', ended).execute()
    const before = await written()
    const [one, two] = deux()
    const MODE = 'Un versement groupé se fait par chèque, virement ou versement bancaire.'
    for (const [given, errors] of [
      [{ mode: 'especes' }, { mode: [MODE] }],
      [{ mode: null }, { mode: [MODE] }],
      [{ lignes: [] }, { lignes: ['Choisissez au moins deux biens.'] }],
      [{ lignes: undefined }, { lignes: ['Choisissez au moins deux biens.'] }],
      [{ lignes: [one] }, { lignes: ['Choisissez au moins deux biens.'] }],
      [{ lignes: lignes(21) }, { lignes: ['20 biens au plus.'] }],
      [{ lignes: [one, two, one] }, { lignes: ["Cette valeur n'est pas valide."] }],
      [{ lignes: [one, { vente_id: foreign, versement: 1 }] }, { 'lignes.1.vente_id': [INCONNU] }],
      [{ lignes: [{ vente_id: ended, versement: 1 }, one] }, { 'lignes.0.vente_id': [INCONNU] }],
      [{ lignes: lignes(2) }, { 'lignes.0.vente_id': [INCONNU], 'lignes.1.vente_id': [INCONNU] }],
      [
        { lignes: [one, { ...two, versement: 400_000.01 }] },
        { 'lignes.1.versement': [`Le versement dépasse le reste à payer (${formatMontant(400_000 * DA)}).`] },
      ],
      [
        { lignes: [one, { ...two, versement: 0 }] },
        { 'lignes.1.versement': ['Le montant doit être supérieur à zéro.'] },
      ],
      [
        { lignes: [one, { vente_id: placeVente }] },
        { 'lignes.1.versement': ['Le montant est obligatoire.'] },
      ],
      [
        { lignes: [one, { vente_id: 'x', versement: 1 }] },
        { 'lignes.1.vente_id': ["Cette valeur n'est pas valide."] },
      ],
      [{ date_paiement: '' }, { date_paiement: ['La date est obligatoire.'] }],
      [{ client_id: 999_999 }, { client_id: [expect.any(String)] }],
      [{ payeur: 'Un oncle' }, { payeur_type: ['Veuillez préciser qui paie.'] }],
    ] as const) {
      const answer = await post(given)
      expect([answer.statusCode, answer.json]).toEqual([422, expect.objectContaining({ errors })])
    }
    expect(await written()).toEqual(before)
    // Counterpart: the last centime of the place is taken.
    const taken = await post({ lignes: [one, { ...two, versement: 400_000 }] })
    expect(taken.statusCode).toBe(201)
  })
})
