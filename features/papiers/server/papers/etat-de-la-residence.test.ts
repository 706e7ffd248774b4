import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  etatDeLaResidencePdf,
  phraseDesAcquereurs,
} from '#features/papiers/server/papers/etat-de-la-residence.ts'
import { readEtatBancaire } from '#features/rapports/server/etat-bancaire.read.ts'
import { formatCentiemes, fromDecimal } from '#shared/argent.ts'
import { addJours, addMois, aujourdhui, formatJourCourt } from '#shared/dates.ts'
import { stopPdf } from '#server/documents/pdf.ts'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import {
  buildAppartement,
  buildBloc,
  buildBon,
  buildClient,
  buildEtage,
  buildLigne,
  buildResidence,
  pay,
  sell,
} from '#test/harness/builders.ts'
import { readPdf } from '#test/harness/pdf.ts'

const today = aujourdhui()
const premier = `${today.slice(0, 7)}-01`
/** The last day of a month, so many from this one on. */
const dans = (mois: number) => addJours(addMois(premier, mois + 1), -1)

let t: TestApp
let karim: Visitor
let residence: number
beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
  residence = (await buildResidence(t.db, { nom: 'El Yasmine', budget: 2_000_000_000 })).id
  const stades = await t.db.selectFrom('stades').select('id').orderBy('rang').execute()
  const prix = [1_000_000_000, 800_000_000, 600_000_000, 200_000_000]
  const biens: number[] = []
  for (let n = 1; n <= 12; n++) {
    const bloc = await buildBloc(t.db, {
      residence_id: residence,
      nomloc: `Bloc ${n}`,
      garantie_numero: `FGCMPI-2025-${n}`,
      garantie_le: '2025-03-12',
      garantie_au: '2027-03-12',
      livraison_prevue_le: '2027-06-30',
    })
    const etage = await buildEtage(t.db, { bloc_id: bloc.id })
    const [un] = prix.splice(0, 1)
    if (un !== undefined) biens.push(await buildAppartement(t.db, { etage_id: etage.id, prix: un }))
    for (const [rang, { id: stade_id }] of stades.entries())
      if (rang === 0)
        await t.db
          .insertInto('stades_atteints')
          .values({
            bloc_id: bloc.id,
            stade_id,
            atteint_le: '2026-02-01',
            note_par: 'Karim',
            note_le: new Date(),
          })
          .execute()
      else if (rang === 1)
        await t.db
          .insertInto('stades_prevus')
          .values({ bloc_id: bloc.id, stade_id, prevu_le: '2027-01-15' })
          .execute()
  }
  const [dix, , six] = biens
  const ventes = await Promise.all(
    [dix, six].map(async (bien) => sell(t.db, bien ?? 0, (await buildClient(t.db)).id)),
  )
  for (const [vente, lignes] of [
    [
      ventes[0],
      [
        [2_000_000, addJours(today, -10)],
        [3_000_000, today],
        [5_000_000, dans(4)],
      ],
    ],
    [ventes[1], [[6_000_000, dans(11)]]],
  ] as const) {
    const saved = await karim.put(`/api/ventes/${vente}/echeancier`, {
      lignes: lignes.map(([montant, date_prevue], rang) => ({
        libelle: `Ligne ${rang + 1}`,
        montant,
        declencheur: 'date',
        date_prevue,
      })),
    })
    if (saved.statusCode !== 200) throw new Error(`not planned: ${saved.body}`)
  }
  await pay(t.db, ventes[0] ?? 0, 150_000_000)
  await pay(t.db, ventes[1] ?? 0, 120_000_000)
  const bon = await buildBon(t.db, { residence_id: residence })
  await buildLigne(t.db, bon.id, { prix_unitaire: 480_000_000, quantite: 2 })
  // A bon of tomorrow is in no figure of today, as on « Résidences ».
  const demain = await buildBon(t.db, { residence_id: residence, date_bon: addJours(today, 1) })
  await buildLigne(t.db, demain.id, { prix_unitaire: 100_000_000, quantite: 1 })
})
afterAll(async () => {
  await stopPdf()
  await t.close()
})

const money = (decimal: number) => formatCentiemes(fromDecimal(decimal))

// spec: CO-35
it('is one page for twelve blocs, and each figure is that of its screen', async () => {
  const answer = await karim.get(`/api/residences/${residence}/etat-bancaire`)
  expect([answer.statusCode, answer.headers['content-disposition']]).toEqual([
    200,
    'inline; filename="etat_El Yasmine.pdf"',
  ])
  const { pages, text, title } = await readPdf(answer.rawPayload)
  expect(pages).toHaveLength(1)
  expect(title).toContain('État de la résidence')
  const recap = (await karim.get(`/api/recap-paiements?residence=${residence}`)).json as {
    totals: Record<string, number>
  }
  const lates = (await karim.get(`/api/echeances?onglet=retard&residence_id=${residence}`)).json as {
    totals: { reste: number }
  }
  const dues = (await karim.get(`/api/echeances?onglet=exigibles&residence_id=${residence}`)).json as {
    totals: { reste: number }
  }
  expect([recap.totals['montant_global'], lates.totals.reste, dues.totals.reste]).toEqual([
    16_000_000, 500_000, 3_500_000,
  ])
  for (const said of [
    `Lots vendus : 2 sur 4 ${money(recap.totals['montant_global'] ?? 0)}`,
    `Encaissé ${money(recap.totals['total_paye'] ?? 0)}`,
    `Reste à encaisser ${money(recap.totals['total_restant'] ?? 0)}`,
    `Dont exigible à ce jour ${money(dues.totals.reste)}`,
    `Dont en retard ${money(lates.totals.reste)}`,
    'Lots libres : 2 10 000 000,00',
    'Budget 20 000 000,00',
    'Dépensé 9 600 000,00',
    'Avancement des dépenses 48 %',
    '1 acquéreur sur 2 a payé 20 % et plus.',
    'Bloc 12',
    formatJourCourt('2026-02-01'),
    `prévu ${formatJourCourt('2027-01-15')}`,
    `prévu ${formatJourCourt('2027-06-30')}`,
    'Le promoteur',
  ])
    expect(text.replace(/\s+/g, ' ')).toContain(said.replace(/\s+/g, ' '))
  expect(text.replace(/\s+/g, ' ')).toMatch(/FGCMPI-2025-12 du 12\/03\/2025 au 12\/03\/2027/)
  const all = await readPdf(
    (await karim.get(`/api/residences/${residence}/etat-bancaire?part=12.5`)).rawPayload,
  )
  expect(all.text).toContain('2 acquéreurs sur 2 ont payé 12,5 % et plus.')
  expect((await karim.get('/api/residences/999/etat-bancaire')).statusCode).toBe(404)
})

// spec: CO-35
it('tells four quarters from this month on, what is late in none', async () => {
  const { trimestres } = await readEtatBancaire(t.db, residence, 2000)
  expect(trimestres.map(({ du, ferme, prevu }) => [du, ferme, prevu])).toEqual([
    [premier, 300_000_000, 0],
    [addMois(premier, 3), 500_000_000, 0],
    [addMois(premier, 6), 0, 0],
    [addMois(premier, 9), 480_000_000, 0],
  ])
})

it('says one acquéreur as one', () => {
  const said = (nombre: number, sur: number) => phraseDesAcquereurs({ part: 2000, nombre, sur })
  expect(said(0, 3)).toBe('0 acquéreur sur 3 a payé 20\u00A0% et plus')
  expect(said(12, 40)).toBe('12 acquéreurs sur 40 ont payé 20\u00A0% et plus')
})

// spec: CO-35
it('stays on its page with five stades and a residence without anything', async () => {
  const etat = await readEtatBancaire(t.db, residence, 2000)
  const [stade] = etat.blocs[0]?.stades ?? []
  if (!stade) throw new Error('a bloc has stades')
  const blocs = etat.blocs.map((bloc) => ({
    ...bloc,
    stades: Array.from({ length: 5 }, (_, rang) => ({ ...stade, stade_id: rang, nom: `Étape ${rang}` })),
  }))
  expect((await readPdf(await etatDeLaResidencePdf({ ...etat, blocs }))).pages).toHaveLength(1)
  const vide = (await buildResidence(t.db)).id
  const { text } = await readPdf((await karim.get(`/api/residences/${vide}/etat-bancaire`)).rawPayload)
  for (const said of ['Aucun bloc.', 'Budget —', '0 acquéreur sur 0']) expect(text).toContain(said)
})
