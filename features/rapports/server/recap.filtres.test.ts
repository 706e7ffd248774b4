import { sql } from 'kysely'
import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import {
  buildAppartement,
  buildBloc,
  buildClient,
  buildEtage,
  buildResidence,
  pay,
  sell,
} from '#test/harness/builders.ts'

let t: TestApp
let karim: Visitor

interface Payment {
  id: number
  bien: number
  /** In dinars. */
  versement: number
  jour: string
  mode: string | null
  banque: string | null
  encaisse: boolean
  rejete: boolean
  ouverte: boolean
}
const payments: Payment[] = []
const prices = new Map<number, number>()

const MODES = ['virement', 'cheque', 'versement_bancaire', 'especes', 'autre', null]
const BANQUES = ['BNA', 'CPA', 'Bank "d\'Alger" 100 %']
const JOURS = ['2026-01-31', '2026-02-01', '2026-02-28', '2026-03-01']

/** Forty biens, one in five of a sale that has ended, three payments each: every mode, cheques at every step. */
beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
  const residence = await buildResidence(t.db, { nom: 'Les Jardins' })
  const bloc = await buildBloc(t.db, { residence_id: residence.id })
  const etage = await buildEtage(t.db, { bloc_id: bloc.id })
  const clients = [await buildClient(t.db), await buildClient(t.db), await buildClient(t.db)]
  for (let n = 0; n < 40; n++) {
    const prix = 100_000_000 + n * 100
    const bien = await buildAppartement(t.db, { prix, etage_id: etage.id })
    const vente = await sell(t.db, bien, clients[n % 3]?.id ?? 0)
    const ouverte = n % 5 !== 0
    for (let m = 0; m < 3; m++) await record(bien, vente, n * 3 + m, ouverte)
    if (ouverte) prices.set(bien, prix / 100)
    else
      await t.db
        .updateTable('ventes')
        .set({ terminee_le: sql`now()` })
        .where('id', '=', vente)
        .execute()
  }
})
afterAll(() => t.close())

async function record(bien: number, vente: number, n: number, ouverte: boolean): Promise<void> {
  const mode = MODES[n % 6] ?? null
  const banque = mode === null || mode === 'especes' ? null : (BANQUES[n % 7] ?? null)
  const jour = JOURS[Math.floor(n / 2) % 4] ?? ''
  const step = mode === 'cheque' ? Math.floor(n / 6) % 4 : 0
  const [encaisse, rejete] = [step === 1 || step === 3, step >= 2]
  const versement = 100_000 + n * 7
  const id = await pay(t.db, vente, versement, jour, {
    mode,
    banque,
    ...(encaisse && { encaisse_le: jour }),
    ...(rejete && { rejete_le: '2026-04-12', motif_rejet: 'Provision insuffisante' }),
  })
  payments.push({ id, bien, versement: versement / 100, jour, mode, banque, encaisse, rejete, ouverte })
}

type Keeps = (payment: Payment) => boolean
/** Each filter with what it keeps, two or three of a kind; those of one kind are not put together. */
const FILTERS: { kind: string; query: string; keeps: Keeps }[] = [
  { kind: 'mode', query: 'mode=cheque', keeps: ({ mode }) => mode === 'cheque' },
  { kind: 'mode', query: 'mode=especes', keeps: ({ mode }) => mode === 'especes' },
  { kind: 'mode', query: 'mode=inconnu', keeps: ({ mode }) => mode === null },
  ...BANQUES.map((nom) => ({
    kind: 'banque',
    query: `banque=${encodeURIComponent(nom)}`,
    keeps: (({ banque }) => banque === nom) as Keeps,
  })),
  { kind: 'banque', query: 'banque=bna', keeps: () => false },
  { kind: 'jour', query: 'du=2026-02-01', keeps: ({ jour }) => jour >= '2026-02-01' },
  { kind: 'jour', query: 'au=2026-02-01', keeps: ({ jour }) => jour <= '2026-02-01' },
  {
    kind: 'jour',
    query: 'du=2026-02-28&au=2026-02-01',
    keeps: ({ jour }) => jour >= '2026-02-01' && jour <= '2026-02-28',
  },
  { kind: 'etat', query: 'etat=valide', keeps: ({ rejete }) => !rejete },
  {
    kind: 'etat',
    query: 'etat=attente',
    keeps: ({ mode, encaisse, rejete }) => mode === 'cheque' && !encaisse && !rejete,
  },
  { kind: 'etat', query: 'etat=encaisse', keeps: ({ encaisse, rejete }) => encaisse && !rejete },
  { kind: 'etat', query: 'etat=rejete', keeps: ({ rejete }) => rejete },
]
const COMBINATIONS = [
  ...FILTERS,
  ...FILTERS.flatMap((one, at) =>
    FILTERS.slice(at + 1)
      .filter(({ kind }) => kind !== one.kind)
      .map((other) => ({
        kind: 'both',
        query: `${one.query}&${other.query}`,
        keeps: ((payment) => one.keeps(payment) && other.keeps(payment)) as Keeps,
      })),
  ),
]

const cents = (amount: number) => Math.round(amount * 100) / 100
const sum = (rows: readonly Payment[]) => cents(rows.reduce((total, { versement }) => total + versement, 0))

interface Recap {
  data: { biens: { id: number; reglement: number; versements_retenus: object | null }[] }[]
  totals: { nombre_biens: number; total_paye: number; versements_retenus: object | null }
}

// spec: EN-27
describe('filters of payments, alone and in pairs, keep exactly what matches', () => {
  it('in the list of all payments, newest first, what is rejected beside the sum', async () => {
    for (const { query, keeps } of COMBINATIONS) {
      const { json } = await karim.get(`/api/paiements?per_page=1000&${query}`)
      const kept = payments
        .filter(keeps)
        .toSorted((a, b) => (a.jour === b.jour ? b.id - a.id : a.jour < b.jour ? 1 : -1))
      const list = json as { data: { id: number }[]; total: number; totals: object }
      expect([query, list.data.map(({ id }) => id)]).toEqual([query, kept.map(({ id }) => id)])
      const counted = kept.filter(({ rejete }) => !rejete)
      expect([query, list.total, list.totals]).toEqual([
        query,
        kept.length,
        { nombre: counted.length, montant: sum(counted), rejete: sum(kept.filter(({ rejete }) => rejete)) },
      ])
    }
  })

  it('in the recap: a bien stays with all that is paid of it, and says what is retained', async () => {
    for (const { query, keeps } of COMBINATIONS) {
      const { data, totals } = (await karim.get(`/api/recap-paiements?per_page=1000&${query}`)).json as Recap
      const kept = payments.filter((payment) => payment.ouverte && keeps(payment))
      const biens = [...new Set(kept.map(({ bien }) => bien))]
      const told = (rows: readonly Payment[]) => {
        const counted = query.includes('etat=rejete') ? rows : rows.filter(({ rejete }) => !rejete)
        return { nombre: counted.length, montant: sum(counted) }
      }
      const paid = (of: number) => sum(payments.filter(({ bien, rejete }) => bien === of && !rejete))
      const seen = data.flatMap((groupe) => groupe.biens)
      expect([
        query,
        new Map(seen.map((bien) => [bien.id, [bien.reglement, bien.versements_retenus]])),
      ]).toEqual([
        query,
        new Map(biens.map((id) => [id, [paid(id), told(kept.filter(({ bien }) => bien === id))]])),
      ])
      expect([query, totals]).toMatchObject([
        query,
        {
          nombre_biens: biens.length,
          total_paye: cents(biens.reduce((total, id) => total + paid(id), 0)),
          versements_retenus: told(kept),
        },
      ])
    }
  })

  it('in the workbook of the recap, with what is retained last', async () => {
    for (const { query } of FILTERS) {
      const { totals } = (await karim.get(`/api/recap-paiements?per_page=1000&${query}`)).json as Recap
      const answer = await karim.get(`/api/recap-paiements/export?${query}`)
      const { rows = [] } = (await readXlsx(answer.rawPayload)).sheets[0] ?? {}
      const [titles = []] = rows
      expect(titles.at(-1)).toBe('Versements retenus (DA)')
      const lines = rows.slice(1, 1 + totals.nombre_biens)
      expect([query, cents(lines.reduce((total, row) => total + Number(row.at(9)), 0))]).toEqual([
        query,
        (totals.versements_retenus as { montant: number }).montant,
      ])
    }
  })
})

// spec: EN-27
describe('without a filter of payments', () => {
  const UNREADABLE = '&mode=carte&banque=null&du=2026-13-01&au=hier&etat=perdu'

  it('the recap answers as it did, the new keys null; what cannot be read is no filter', async () => {
    const { data, totals } = (await karim.get('/api/recap-paiements?per_page=1000')).json as Recap
    expect(data.flatMap(({ biens }) => biens.map(({ versements_retenus }) => versements_retenus))).toEqual(
      [...prices].map(() => null),
    )
    expect(totals.versements_retenus).toBeNull()
    for (const how of ['', '&search=A', '&solde=reste', '&tri=reste', '&ordre=-montant'])
      expect((await karim.get(`/api/recap-paiements?page=2&per_page=1${how}${UNREADABLE}`)).json).toEqual(
        (await karim.get(`/api/recap-paiements?page=2&per_page=1${how}`)).json,
      )
  })

  it('all payments are listed, those of ended sales and rejected ones too', async () => {
    const { json } = await karim.get(`/api/paiements?per_page=1000${UNREADABLE}`)
    expect(json).toMatchObject({ total: payments.length })
    expect((await karim.get('/api/paiements')).json).toMatchObject({ per_page: 20, last_page: 6 })
  })
})
