import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import {
  buildAppartement,
  buildBloc,
  buildEtage,
  buildParking,
  buildPlace,
  buildResidence,
} from '#test/harness/builders.ts'
import { EL_BAHDJA } from '#test/harness/listes.ts'
import { importerListes } from '#test/harness/moteur-imports.ts'
import { net, saidOf } from '#test/harness/reprise.ts'
import { fingerprints } from '#test/harness/tables.ts'

let t: TestApp
let karim: Visitor
beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
  const { id: residence_id } = await buildResidence(t.db, { nom: 'Résidence El Bahdja' })
  const { id: bloc_id } = await buildBloc(t.db, { residence_id, nomloc: 'Bloc A' })
  for (const [niveau, designation, prix] of [
    [1, '1er étage', [12_500_000, 12_500_000, 13_000_000, 13_000_000]],
    [2, '2ème étage', [12_750_000, 12_750_000, 13_250_000, 13_250_000]],
  ] as const) {
    const { id: etage_id } = await buildEtage(t.db, { bloc_id, designation, niveau })
    for (const [at, dinars] of prix.entries())
      await buildAppartement(t.db, {
        etage_id,
        num_lot: `A${niveau}0${at + 1}`,
        prix: dinars * 100,
        type_logement: 'F4',
        surface_habitable: 7850,
        surface_utile: 650,
      })
  }
  const { id: parking_id } = await buildParking(t.db, {
    residence_id,
    parking_nom: 'Sous-sol',
    nb_places: 12,
  })
  for (const numero_place of [3, 7]) await buildPlace(t.db, { parking_id, numero_place, prix: 90_000_000 })
})
afterAll(() => t.close())

const count = async (table: 'clients' | 'ventes' | 'paiements') =>
  (await t.db.selectFrom(table).select('id').execute()).length

// spec: IN-01
it('the list of a promoter has two errors, and writes nothing until they are corrected', async () => {
  const before = await fingerprints(t.db)
  const { messages } = await importerListes(t.db, EL_BAHDJA({ tel8: 'voir Karim', date9: 'mi-mars' }))
  expect(
    messages
      .filter(({ gravite }) => gravite === 'erreur')
      .map(({ cellule, texte }) => `${cellule} ${net(texte)}`),
  ).toEqual([
    "C8 Le numéro de téléphone n'est pas valide.",
    "M9 Cette date n'est pas lisible. Écrivez JJ/MM/AAAA.",
  ])
  expect(await fingerprints(t.db)).toEqual(before)
})

// spec: IN-01, IN-08, IN-10, IN-13
it('then is in: buyers, sales and payments, all proven by its totals, and nothing the second time', async () => {
  const liste = EL_BAHDJA({ tel8: '0557 88 99 00', date9: new Date('2026-03-15') })
  const verdict = await importerListes(t.db, liste)
  expect(saidOf(verdict)).toEqual([])
  const dits = saidOf(verdict, 'avertissement')
  expect(dits.filter((dit) => dit.includes('Prix convenu'))).toEqual([
    '6 PRIX DE VENTE : Prix convenu 12 000 000,00 DA, 12 500 000,00 DA avant : remise de 500 000,00 DA.',
    '10 PRIX DE VENTE : Prix convenu 12 250 000,00 DA, 12 750 000,00 DA avant : remise de 500 000,00 DA.',
  ])
  expect(dits).toContain('7 1er VERSEMENT : 1er VERSEMENT : « cheque impayé », non compté.')
  expect(dits.filter((dit) => dit.includes('Ligne TOTAL'))).toEqual([])
  expect(verdict).toMatchObject({
    recusANumeroter: 11,
    feuilles: [
      { feuille: 'EL BAHDJA', lignes: 8, crees: 8, montant: 1_750_000_000 },
      { feuille: 'parking', lignes: 2, crees: 2, montant: 75_000_000 },
    ],
  })
  expect([await count('clients'), await count('ventes'), await count('paiements')]).toEqual([9, 10, 11])
  const { rows } = await sql<{ somme: number; recus: string }>`
    select sum(versement)::float8 as somme, string_agg(distinct recu_annee::text, ',') as recus from paiements`.execute(
    t.db,
  )
  expect(rows).toEqual([{ somme: 1_825_000_000, recus: '0' }])
  expect(await t.db.selectFrom('clients').select('id').where('email', 'is not', null).execute()).toEqual([])
  // Nothing waits for the bank.
  expect((await karim.get('/api/cheques?etat=recu')).json).toMatchObject({ data: [] })

  const before = await fingerprints(t.db)
  const second = await importerListes(t.db, liste)
  expect(saidOf(second)).toEqual([])
  expect(second.feuilles).toMatchObject([
    { crees: 0, modifies: 0 },
    { crees: 0, modifies: 0 },
  ])
  expect(await fingerprints(t.db)).toEqual(before)
})
