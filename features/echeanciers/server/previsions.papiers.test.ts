import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { avancer, blocDe, garantir, lire, nu, vendre } from '#features/papiers/server/documents.essais.ts'
import { installer } from '#features/papiers/server/papiers.essais.ts'
import type { Suivi } from '#features/suivi/suivi.contract.ts'
import { stopPdf } from '#server/documents/pdf.ts'
import { addJours, addMois, aujourdhui, formatJourCourt } from '#shared/dates.ts'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import { pay } from '#test/harness/builders.ts'
import { readXlsx } from 'hucre/xlsx'

const today = aujourdhui()
const PREVU = addMois(today, 7)
const SIEN = addMois(today, 5)
const [prevu, sien] = [PREVU, SIEN].map((jour) => formatJourCourt(jour))

let t: TestApp
let karim: Visitor
let grosOeuvre: number
let vente: number
beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
  await installer(t, karim)
  const stades = await t.db.selectFrom('stades').select('id').orderBy('rang').execute()
  grosOeuvre = stades[1]?.id ?? 0
})
/** A sale with a line on Gros œuvre, one on it with a day of its own, one due today; Gros œuvre is foreseen. */
beforeEach(async () => {
  vente = await vendre(t, { tel: '0550 12 34 56' }, 300_00)
  await pay(t.db, vente, 1_00)
  await avancer(t, vente)
  await garantir(t, vente, null)
  const bloc = await blocDe(t.db, vente)
  const { residence_id } = await t.db
    .selectFrom('blocs')
    .select('residence_id')
    .where('id', '=', bloc)
    .executeTakeFirstOrThrow()
  await t.db.transaction().execute(async (db) => {
    await sql`
      insert into echeances (vente_id, rang, libelle, montant, declencheur, stade_id, date_prevue) values
        (${vente}, 1, 'Gros œuvre', 10000, 'stade', ${grosOeuvre}, null),
        (${vente}, 2, 'Gros œuvre bis', 10000, 'stade', ${grosOeuvre}, ${SIEN}),
        (${vente}, 3, 'Ce jour', 10000, 'date', null, ${today})`.execute(db)
    await sql`select rafraichir_echeances(array[${vente}::bigint])`.execute(db)
  })
  const { statusCode } = await karim.put(`/api/residences/${residence_id}/previsions`, {
    blocs: [{ id: bloc, stades: [{ stade_id: grosOeuvre, prevu_le: PREVU }] }],
  })
  if (statusCode !== 200) throw new Error(`previsions: ${statusCode}`)
})
afterAll(async () => {
  await stopPdf()
  await t.close()
})

// spec: CO-05
it('the attestation of the progress of works says when what is not reached is foreseen, in both languages', async () => {
  const path = `/api/blocs/${await blocDe(t.db, vente)}/documents/apercu?type=attestation_avancement`
  const { text } = await lire(karim, path)
  expect(nu(text)).toContain(`Non atteint, prévu le ${prevu}`)
  const arabe = await lire(karim, `${path}&langue=ar`)
  expect(nu(arabe.text)).toContain(prevu)
})

// spec: CO-05
it('no signed paper of a sale holds a foreseen day of the works, only the day of its own of a line', async () => {
  for (const path of [
    'echeancier-pdf?',
    'documents/apercu?type=contrat_reservation&',
    'documents/apercu?type=attestation_reservation&',
    'documents/apercu?type=attestation_paiement&',
  ])
    for (const langue of ['fr', 'ar']) {
      const text = nu((await lire(karim, `/api/ventes/${vente}/${path}langue=${langue}`)).text)
      expect([path, text.includes(prevu ?? '')]).toEqual([path, false])
    }
  const { text } = await lire(karim, `/api/ventes/${vente}/echeancier-pdf`)
  expect(nu(text)).toContain(`prévu le ${sien}`)
})

// spec: CO-03, CO-05
it("a buyer's page says the forecast and what is due today, in both languages", async () => {
  const { client_id } = await t.db
    .selectFrom('ventes')
    .select('client_id')
    .where('id', '=', vente)
    .executeTakeFirstOrThrow()
  const { adresse } = (await karim.post(`/api/clients/${client_id}/lien`)).json as { adresse: string }
  const visitor = t.visitor()
  const opened = await visitor.post('/api/suivi/ouvrir', { jeton: adresse.split('#')[1], chiffres: '3456' })
  expect(opened.statusCode).toBe(200)
  const [bought] = ((await visitor.get('/api/suivi')).json as Suivi).ventes
  expect(bought?.echeances.map(({ quand, etat }) => [quand, etat])).toEqual([
    [`au stade Gros œuvre achevé, prévu le ${prevu}`, 'a_venir'],
    [`au stade Gros œuvre achevé, prévu le ${sien}`, 'a_venir'],
    [formatJourCourt(today), 'exigible'],
  ])
  expect(nu(bought?.echeances[0]?.quand_ar ?? '')).toContain(`، متوقع في ${prevu}`)
  expect(bought?.prochaine).toMatchObject({ quand: `au stade Gros œuvre achevé, prévu le ${prevu}` })
  // Reached, it waits for a signature, which only the seller foresees.
  await karim.put(`/api/blocs/${await blocDe(t.db, vente)}/stades/${grosOeuvre}`, {
    atteint_le: addJours(today, -1),
  })
  const [after] = ((await visitor.get('/api/suivi')).json as Suivi).ventes
  expect(after?.echeances.slice(0, 2).map(({ quand }) => quand)).toEqual([
    'au stade Gros œuvre achevé',
    'au stade Gros œuvre achevé',
  ])
})

// spec: CO-03, CO-05
it('the list of échéances says the state of each, on paper and as a workbook', async () => {
  const { dossier } = (await karim.get(`/api/ventes/${vente}`)).json as { dossier: string }
  const path = (onglet: string) => `/api/echeances/export?onglet=${onglet}&horizon=tout&search=${dossier}`
  const etats = async (onglet: string) => {
    const [sheet] = (await readXlsx((await karim.get(path(onglet))).rawPayload)).sheets
    const at = sheet?.rows[0]?.map(String).indexOf('État') ?? -1
    expect(sheet?.rows[0]?.[at - 1]).toBe('Jours de retard')
    return sheet?.rows.slice(1, -1).map((row) => row[at])
  }
  expect(await etats('exigibles')).toEqual(["Exigible aujourd'hui"])
  expect(await etats('a_venir')).toEqual(['À venir', 'À venir'])
  expect(await etats('retard')).toEqual([])
  const paper = async (onglet: string) => nu((await lire(karim, `${path(onglet)}&format=pdf`)).text)
  expect(await paper('exigibles')).toContain("Exigible aujourd'hui")
  expect(await paper('a_venir')).toContain(prevu)
})
