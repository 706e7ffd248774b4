import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Dossier } from '#features/ventes/dossiers.contract.ts'
import type { Ligne } from '#features/echeanciers/echeances.contract.ts'
import { stopPdf } from '#server/documents/pdf.ts'
import { addJours, aujourdhui, formatJourCourt, type Jour } from '#shared/dates.ts'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import { buildAppartement, buildBloc, buildClient, buildEtage, sell } from '#test/harness/builders.ts'
import { readPdf } from '#test/harness/pdf.ts'

const today = aujourdhui()
const before = (days: number) => addJours(today, -days)
/** Day on which the stade was reached, as many days before today as in the example: 09/09 for 23/11. */
const STADE = before(75)

let t: TestApp
let karim: Visitor
let bloc: number
let etage_id: number
let modele_id: number
let stade: number
beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
  bloc = (await buildBloc(t.db)).id
  etage_id = (await buildEtage(t.db, { bloc_id: bloc })).id
  const { data } = (await karim.get('/api/reglages')).json as {
    data: { modeles: { id: number; nom: string }[]; stades: { id: number }[] }
  }
  modele_id = data.modeles.find(({ nom }) => nom.startsWith('Vente sur plans'))?.id ?? 0
  stade = data.stades[0]?.id ?? 0
  await karim.put(`/api/blocs/${bloc}/stades/${stade}`, { atteint_le: STADE })
})
afterAll(async () => {
  await stopPdf()
  await t.close()
})

/** A sale under the modèle, on these days. */
async function vendre(reservation_le: Jour, contrat_le: Jour | null = null): Promise<number> {
  const vente = await sell(
    t.db,
    await buildAppartement(t.db, { etage_id, prix: 1_250_000_000 }),
    (await buildClient(t.db)).id,
  )
  await dater(vente, reservation_le, contrat_le)
  expect((await karim.post(`/api/ventes/${vente}/echeancier`, { modele_id })).statusCode).toBe(201)
  return vente
}
const dater = async (vente: number, reservation_le: Jour, contrat_le: Jour | null) => {
  const saved = await karim.put(`/api/ventes/${vente}`, { reservation_le, contrat_le })
  expect(saved.statusCode).toBe(200)
}
const dossier = async (vente: number) => (await karim.get(`/api/ventes/${vente}`)).json as Dossier
/** The line of the stade that was reached, and the one that waits for the next. */
const lignesDuStade = async (vente: number) => (await dossier(vente)).echeances.slice(1, 3)
const liste = async (vente: number, onglet: string) => {
  const { dossier: numero } = await dossier(vente)
  return (await karim.get(`/api/echeances?search=${numero}&onglet=${onglet}`)).json as { data: Ligne[] }
}

// spec: RE-01, EC-01, CO-01
describe('a line on a stade that the bloc had reached', () => {
  it.each([
    ['before the réservation and the contract: on the day of the contract', before(23), today, today],
    ['before the réservation, without contract: on none', before(23), null, null],
    ['after the réservation, without contract: on none', before(95), null, null],
    ['after both: on its own day', before(95), before(83), STADE],
    ['on the very day of the contract: on that day', before(95), STADE, STADE],
  ])('%s', async (_, reservation_le, contrat_le, day) => {
    const vente = await vendre(reservation_le, contrat_le)
    const [reached, waiting] = await lignesDuStade(vente)
    expect(reached).toMatchObject({
      exigible_le: day,
      stade_atteint_le: STADE,
      jours_retard: day === STADE ? 75 : 0,
      etat: day === null ? 'a_venir' : day === today ? 'exigible' : 'en_retard',
      attend: day === null ? 'contrat' : null,
      prevue_le: null,
    })
    // A line whose stade is not reached has no day and waits for no contract, with one and without.
    expect(waiting).toMatchObject({ exigible_le: null, stade_atteint_le: null, attend: null })
    const days = (ligne?: Ligne) =>
      ligne && { exigible_le: ligne.exigible_le, stade_atteint_le: ligne.stade_atteint_le }
    const listed = async (onglet: string) =>
      (await liste(vente, onglet)).data.find(({ id }) => id === reached?.id)
    const onglets =
      day === null ? ['a_venir&horizon=tout'] : day === today ? ['exigibles'] : ['retard', 'exigibles']
    for (const onglet of ['retard', 'exigibles', 'a_venir&horizon=tout'])
      expect([onglet, days(await listed(onglet))]).toEqual([
        onglet,
        onglets.includes(onglet) ? { exigible_le: day, stade_atteint_le: STADE } : undefined,
      ])
  })

  it('is due on the same day in the letter, on the échéancier and in the workbook, which say the stade', async () => {
    const vente = await vendre(before(60), before(23))
    const { dossier: numero } = await dossier(vente)
    const said = `stade atteint le ${formatJourCourt(STADE)}`
    for (const path of [`/api/relances/lettres?ventes=${vente}`, `/api/ventes/${vente}/echeancier-pdf`]) {
      const { text } = await readPdf((await karim.get(path)).rawPayload)
      expect(text).toContain(formatJourCourt(before(23)))
      expect(text.replace(/\s+/g, ' ')).toContain(said)
    }
    const answer = await karim.get(`/api/echeances/export?search=${numero}`)
    const { sheets } = await readXlsx(answer.rawPayload)
    expect(sheets[0]?.rows[1]?.[7]).toEqual(new Date(`${before(23)}T00:00:00Z`))
    expect(sheets[0]?.rows[1]?.[9]).toBe(23)
    // A day that is the stade's own is not explained.
    const own = await vendre(before(95), before(83))
    const { text } = await readPdf((await karim.get(`/api/relances/lettres?ventes=${own}`)).rawPayload)
    expect(text).toContain(formatJourCourt(STADE))
    expect(text).not.toContain('stade atteint le')
  })

  it('moves at once with the contract: noted, corrected, cleared; the relances that were made stay', async () => {
    const vente = await vendre(before(23), before(12))
    await karim.post('/api/relances', { vente_ids: [vente], canal: 'telephone' })
    const { relances } = await dossier(vente)
    const days: (Jour | null | undefined)[] = []
    for (const contrat_le of [before(10), before(5), null]) {
      await dater(vente, before(23), contrat_le)
      const [reached] = await lignesDuStade(vente)
      days.push(reached?.exigible_le)
      const late = (await liste(vente, 'retard')).data.map(({ id }) => id)
      expect(late.includes(reached?.id ?? 0)).toBe(contrat_le !== null)
    }
    expect(days).toEqual([before(10), before(5), null])
    expect((await dossier(vente)).en_retard).toBe(0)
    expect((await dossier(vente)).relances).toEqual(relances)
  })

  it('has no day any more once the stade is taken back, and its own when it is reached later', async () => {
    const vente = await vendre(before(95), before(83))
    const path = `/api/blocs/${bloc}/stades/${stade}`
    await karim.delete(path)
    expect((await lignesDuStade(vente))[0]).toMatchObject({ exigible_le: null, stade_atteint_le: null })
    await karim.put(path, { atteint_le: before(2) })
    expect((await lignesDuStade(vente))[0]).toMatchObject({ exigible_le: before(2) })
    await karim.put(path, { atteint_le: STADE })
  })
})
