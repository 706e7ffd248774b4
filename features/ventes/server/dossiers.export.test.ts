import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DossierLigne } from '#features/ventes/dossiers.contract.ts'
import { stopPdf } from '#server/documents/pdf.ts'
import { addJours, aujourdhui } from '#shared/dates.ts'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import { buildAppartement, buildClient, buildLocal, pay, sell } from '#test/harness/builders.ts'
import { fingerprints } from '#test/harness/tables.ts'

const today = aujourdhui()
const before = (days: number) => addJours(today, -days)

let t: TestApp
let karim: Visitor
const made = { signee: 0, sans: 0, ancienne: 0, close: 0 }
let rendu = 0
beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
  const build = async (nom_complet: string, given: object, lot?: number) => {
    const client = await buildClient(t.db, { nom_complet, tel: '0550 12 34 56' })
    const bien = lot ?? (await buildAppartement(t.db, { prix: 1_000_000_000 }))
    const vente = await sell(t.db, bien, client.id)
    await t.db.updateTable('ventes').set(given).where('id', '=', vente).execute()
    await pay(t.db, vente, 250_000_050)
    return vente
  }
  made.signee = await build('Élodie Benaïssa', {
    reservation_le: before(40),
    contrat_le: before(10),
    notaire: "Maître Zohra N'Aït Belkacem",
  })
  made.sans = await build('محمد الأمين', { reservation_le: before(20) })
  made.ancienne = await build('=HYPERLINK("http://x")', { reservation_le: before(400) })
  rendu = await buildAppartement(t.db, { num_lot: 'R-1', prix: 1_000_000_000 })
  made.close = await build('Société 100%_Bâtir', { reservation_le: before(30) }, rendu)
  await karim.post(`/api/ventes/${made.close}/desistement`, {
    demande_le: before(5),
    origine: 'client',
    motif: 'Mutation',
    retenue: 500_000,
  })
  await karim.post(`/api/ventes/${made.close}/remboursements`, {
    jour: before(2),
    montant: 1_000_000,
    mode: 'virement',
  })
})
afterAll(async () => {
  await stopPdf()
  await t.close()
})

const list = async (query: string) =>
  (await karim.get(`/api/ventes?${query}`)).json as { data: DossierLigne[]; total: number }
const workbook = async (query: string) => {
  const { statusCode, rawPayload, headers } = await karim.get(`/api/ventes/export?${query}`)
  expect(statusCode).toBe(200)
  expect(headers['content-disposition']).toContain('ventes.xlsx')
  const { sheets } = await readXlsx(rawPayload)
  const [titles = [], ...rows] = (sheets[0]?.rows ?? []).map((row) => [...row])
  const total = rows.pop()
  return { titles, rows, total, criteres: sheets[1]?.rows.flat().map(String).join(' ') ?? '' }
}

// spec: CO-24
describe('the dossiers and their workbook', () => {
  it.each([
    ['', ['sans', 'signee', 'ancienne'], ''],
    ['sans_contrat=1', ['sans', 'ancienne'], 'Sans date de contrat'],
    ['sans_contrat=1&tri=reste', ['ancienne', 'sans'], 'Du plus grand reste'],
    ['sans_contrat=1&etat=closes', [], 'Sans date de contrat'],
    [`du=${before(50)}&au=${before(15)}`, ['sans', 'signee'], 'Du '],
    [`du=${before(15)}&au=${before(50)}`, ['sans', 'signee'], 'Du '],
    [`du=${before(20)}&au=${before(20)}`, ['sans'], 'Le '],
    [`au=${before(41)}`, ['ancienne'], "Jusqu'au"],
    ['du=demain', ['sans', 'signee', 'ancienne'], ''],
    ['search=belkacem%20zohra', ['signee'], 'Recherche'],
    ['search=BENAISSA', ['signee'], 'Recherche'],
    [`etat=closes&du=${before(5)}&au=${before(5)}`, ['close'], 'Le '],
    [`etat=closes&du=${today}`, [], 'Depuis'],
  ] as const)('agree for « %s »', async (query, found, criteria) => {
    const { data, total } = await list(query)
    const ids = data.map(({ id }) => id)
    expect(new Set(ids)).toEqual(new Set(found.map((name) => made[name])))
    expect([ids.length, total]).toEqual([found.length, found.length])
    const sheet = await workbook(query)
    expect(sheet.rows.filter((row) => row[0] !== null).map(([dossier]) => dossier)).toEqual(
      data.map(({ dossier }) => dossier),
    )
    expect(sheet.criteres).toContain(criteria)
  })

  it('of one bien hold no other, and say which', async () => {
    const { rows, criteres } = await workbook(`etat=closes&bien_id=${rendu}`)
    expect(rows.filter((row) => row[0] !== null)).toHaveLength(1)
    expect(criteres).toContain('Appartement R-1')
    expect((await workbook(`bien_id=${rendu}`)).rows.filter((row) => row[0] !== null)).toEqual([])
  })

  it('say the day of the contract and the notary', async () => {
    const { data } = await list('')
    expect(data.find(({ id }) => id === made.signee)).toMatchObject({
      contrat_le: before(10),
      notaire: "Maître Zohra N'Aït Belkacem",
    })
    expect(data.find(({ id }) => id === made.sans)).toMatchObject({ contrat_le: null, notaire: null })
  })

  it('hold what is asked of them, sums included, and of closed ones how they ended', async () => {
    const open = await workbook('sans_contrat=1')
    expect(open.titles.join(', ')).toBe(
      'Dossier, Étape, Client, Téléphone, Bien, Résidence, Bloc, Réservation, Contrat, Livraison, Notaire, Vendu par, Prix, Remise accordée, Payé, Reste, En retard',
    )
    const at = (title: string) => open.titles.indexOf(title)
    expect(open.rows.map((row) => row[at('Client')])).toEqual(['=HYPERLINK("http://x")', 'محمد الأمين'])
    expect(open.rows.map((row) => [row[at('Étape')], row[at('Prix')], row[at('Payé')]])).toEqual([
      ['Réservation', 10_000_000, 2_500_000.5],
      ['Réservation', 10_000_000, 2_500_000.5],
    ])
    expect([open.total?.[0], open.total?.[at('Reste')]]).toEqual(['Total : 2 dossiers', 14_999_999])
    const closed = await workbook('etat=closes')
    expect(closed.titles.slice(-4)).toEqual(['Fin', 'Retenue', 'Remboursé', 'Reste à rembourser'])
    expect(closed.rows[0]?.slice(-3)).toEqual([500_000, 1_000_000, 1_000_000.5])
  })

  it('are given to who may export, and to nobody else', async () => {
    const vendeur = await t.member('vendeur@diyar.dz', 'commercial')
    const tables = await fingerprints(t.db)
    const refused = await vendeur.get('/api/ventes/export')
    expect(refused.statusCode).toBe(403)
    expect(await fingerprints(t.db)).toEqual(tables)
    await sell(t.db, await buildLocal(t.db), (await buildClient(t.db)).id)
  })
})
