import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { refusDuBienBloque, refusDuBienTenu } from '#features/etats/etats.rules.ts'
import { refusDuVersement } from '#features/paiements/paiements.rules.ts'
import {
  refusDuRemboursement,
  refusDeLaRetenue,
  refusDesEtapes,
  resteARembourser,
} from '#features/ventes/dossiers.rules.ts'
import { formatJourCourt, addJours, aujourdhui, type Jour } from '#shared/dates.ts'
import type { Refusal } from '#shared/erreurs.ts'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import { amina, buildElYasmine, desiste, paye, rendu, vente } from '#test/harness/el-yasmine.ts'
import { fautes, verifier, type Feuilles } from '#test/harness/feuilles.ts'
import { fingerprints } from '#test/harness/tables.ts'

let t: TestApp
let member: Visitor
const ids = { a3: 0, a4: 0, a2: 0, vente: 0, karim: 0, amina: 0 }

beforeAll(async () => {
  t = await startApp()
  await buildElYasmine(t)
  member = await t.member()
  const lots = await t.db.selectFrom('appartements').select(['id', 'num_lot']).execute()
  const lot = (num: string) => lots.find(({ num_lot }) => num_lot === num)?.id ?? 0
  const clients = await t.db.selectFrom('clients').select(['id', 'nom_complet']).execute()
  const client = (nom: string) => clients.find(({ nom_complet }) => nom_complet === nom)?.id ?? 0
  const { id } = await t.db
    .selectFrom('ventes')
    .select('id')
    .where('bien_id', '=', lot('A2'))
    .executeTakeFirstOrThrow()
  Object.assign(ids, {
    a2: lot('A2'),
    a3: lot('A3'),
    a4: lot('A4'),
    vente: id,
    karim: client('Karim Benali'),
    amina: client('Amina Haddad'),
  })
})
afterAll(() => t.close())

const blanks = (text: string) => text.replace(/\s/g, ' ')
const sentences = (broken: readonly (Refusal | null)[]) =>
  broken.flatMap((one) => (one ? blanks(one.message) : []))

/** The sentence by which a call refuses, after which nothing has changed. */
async function said(call: () => ReturnType<Visitor['post']>): Promise<string> {
  const before = await fingerprints(t.db)
  const { statusCode, json } = await call()
  expect(statusCode).toBeGreaterThanOrEqual(400)
  expect(await fingerprints(t.db)).toEqual(before)
  return blanks((json as { message: string }).message)
}

/** The sentences at the lines of a workbook that an import checks. */
const told = async (feuilles: Feuilles): Promise<string[]> =>
  fautes((await verifier(t.db, feuilles)).verdict).map((faute) => faute.replace(/^[^:]*? : /, ''))

// spec: PO-24, VE-03
describe('a rule of a sale is one for what is asked, called and imported', () => {
  it.each<[contrat: Jour | null, livraison: Jour | null, sentences: string[]]>([
    ['2025-03-11', null, ['Le contrat ne peut pas précéder la réservation (12/03/2025).']],
    [null, '2025-03-11', ['La livraison ne peut pas précéder la réservation (12/03/2025).']],
    ['2025-03-20', '2025-03-19', ['La livraison ne peut pas précéder le contrat (20/03/2025).']],
    [
      '2025-03-11',
      '2025-03-10',
      [
        'Le contrat ne peut pas précéder la réservation (12/03/2025).',
        'La livraison ne peut pas précéder le contrat (11/03/2025).',
      ],
    ],
    ['2025-03-12', '2025-03-12', []],
  ])('steps in order: contract %s, keys %s', async (contrat_le, livraison_le, expected) => {
    const etapes = { reservation_le: '2025-03-12' as Jour, contrat_le, livraison_le }
    expect(sentences(refusDesEtapes(etapes))).toEqual(expected)
    const edit = () => said(() => member.put(`/api/ventes/${ids.vente}`, etapes))
    expect(expected.length > 0 ? [await edit()] : []).toEqual(expected.slice(0, 1))
    const line = vente('A1', { Réservation: '2025-03-12', Contrat: contrat_le, Livraison: livraison_le })
    expect(await told({ ventes: [line] })).toEqual(expected)
  })

  it.each<[versement: number, sentences: string[]]>([
    [600_000.01, ['Le versement dépasse le reste à payer (600 000,00 DA).']],
    [600_000, []],
  ])('a payment of %d where 600 000 remain', async (versement, expected) => {
    const sold = { prix: 100_000_000, total_paye: 40_000_000 }
    expect(sentences([refusDuVersement(sold, Math.round(versement * 100))])).toEqual(expected)
    const body = {
      client_id: ids.amina,
      appartement_id: ids.a2,
      date_paiement: '2026-03-01',
      versement,
      mode: 'virement',
      banque: 'BNA',
      reference: '1',
    }
    const pay = () => said(() => member.post('/api/paiements', body))
    expect(expected.length > 0 ? [await pay()] : []).toEqual(expected)
    expect(await told({ paiements: [paye('A2', { ...amina, Montant: versement })] })).toEqual(expected)
  })

  it('what is off sale, or held for somebody else', async () => {
    const jour = addJours(aujourdhui(), 7)
    const held = { nom: 'Lynda Aït Ahmed', expire_le: jour }
    const [off, taken] = [
      "Ce bien est bloqué (Litige) : débloquez-le d'abord.",
      `Ce bien est sous option pour Lynda Aït Ahmed jusqu'au ${formatJourCourt(jour)} : libérez l'option d'abord.`,
    ]
    expect(sentences([refusDuBienBloque({ bloque_motif: 'Litige' }), refusDuBienTenu(held)])).toEqual([
      off,
      taken,
    ])
    expect(refusDuBienTenu({ ...held, expire_le: addJours(aujourdhui(), -1) })).toBeNull()
    const sell = (lot: number) =>
      said(() => member.put(`/api/appartements/${lot}/assigner-client`, { client_id: ids.karim }))
    expect([await sell(ids.a3), await sell(ids.a4)]).toEqual([off, taken])
    expect(await told({ ventes: [vente('A3'), vente('A4')] })).toEqual([off, taken])
  })

  it('what is kept of a désistement, and what is given back', async () => {
    const [kept, back] = [
      'La retenue ne peut pas dépasser 400 000,00 DA.',
      'Le remboursement dépasse ce qui peut être remboursé (300 000,00 DA).',
    ]
    expect(sentences([refusDeLaRetenue(40_000_001, 40_000_000, 0)])).toEqual([kept])
    expect(sentences([refusDuRemboursement(30_000_001, { remboursable: 30_000_000 })])).toEqual([back])
    const desistement = { demande_le: aujourdhui(), origine: 'client', motif: 'Crédit refusé' }
    const end = (retenue: number) =>
      member.post(`/api/ventes/${ids.vente}/desistement`, { ...desistement, retenue })
    expect(await said(() => end(400_000.01))).toBe(kept)
    expect((await end(100_000)).statusCode).toBe(201)
    const { a_rembourser } = await t.db
      .selectFrom('ventes_decrites')
      .select('a_rembourser')
      .where('id', '=', ids.vente)
      .executeTakeFirstOrThrow()
    const ended = { paye: 40_000_000, retenue: 10_000_000, rembourse: 0, enAttente: 0 }
    expect(a_rembourser).toBe(resteARembourser(ended).a_rembourser)
    const refund = { jour: aujourdhui(), montant: 300_000.01, mode: 'virement' }
    expect(await said(() => member.post(`/api/ventes/${ids.vente}/remboursements`, refund))).toBe(back)
    const sold = (retenue: number) => ({
      ventes: [vente('A1', { ...desiste, Retenue: retenue })],
      paiements: [paye('A1', { 'Vente du': '2025-03-12', Montant: 400_000 })],
    })
    expect(await told(sold(400_000.01))).toEqual([kept])
    expect(await told({ ...sold(100_000), remboursements: [rendu(300_000.01)] })).toEqual([back])
  })
})
