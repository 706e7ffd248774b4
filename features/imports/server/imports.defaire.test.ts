import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aujourdhui, formatJourCourt } from '#shared/dates.ts'
import { LEFT_BY_RETRAIT, OF_IMPORTS } from '#test/harness/actes.ts'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import { classeur } from '#test/harness/classeur-envoye.ts'
import { amina, buildElYasmine, desiste, ligne, paye, rendu, vente } from '#test/harness/el-yasmine.ts'
import { tables, type Feuilles } from '#test/harness/feuilles.ts'
import { checked, readIt, written } from '#test/harness/imports.ts'
import { failedInvariants } from '#test/harness/invariants.ts'
import { fingerprints } from '#test/harness/tables.ts'

let t: TestApp
let karim: Visitor
beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
  await buildElYasmine(t)
  const known = await t.db
    .selectFrom('clients')
    .select('tel')
    .where('nom_complet', '=', 'Karim Benali')
    .executeTakeFirstOrThrow()
  tel = known.tel ?? ''
})
afterAll(() => t.close())

const TOLD = new Set([...LEFT_BY_RETRAIT, ...OF_IMPORTS, 'idempotence'])

/** Every row of every table but those that tell what happened, without its version. */
async function rowsOf(): Promise<Record<string, unknown[]>> {
  const names = Object.keys(await fingerprints(t.db)).filter((name) => !TOLD.has(name))
  const read = async (name: string) =>
    (
      await sql<{
        row: unknown
      }>`select to_jsonb(t) - 'version' as row from ${sql.table(name)} t order by to_jsonb(t)::text`.execute(
        t.db,
      )
    ).rows.map(({ row }) => row)
  return Object.fromEntries(await Promise.all(names.map(async (name) => [name, await read(name)] as const)))
}

const lina = { Client: 'Lina Ziani' }
let tel = ''
const portefeuille = (montant: number): Feuilles => ({
  clients: [
    { 'Nom complet': 'Lina Ziani', Email: 'lina@example.dz', Téléphone: '0550 11 22 33' },
    { 'Nom complet': 'Karim Benali', Email: 'karim.nouveau@example.dz', Téléphone: tel },
  ],
  ventes: [
    vente('A1', { ...lina, Contrat: '2025-04-10' }),
    vente('A6', { ...desiste, Retenue: 200 }),
    vente('A7', { ...lina, Prix: 900_000 }),
  ],
  coAcquereurs: [],
  echeances: [ligne(1, 400_000), ligne(2, 600_000)],
  paiements: [
    paye('A1', { ...lina, Montant: montant, 'N° de reçu': '2025-000001' }),
    paye('A1', { ...lina, Date: '2025-05-03', Montant: 2_000 }),
    paye('A2', { ...amina, Date: '2025-05-04', Montant: 3_000 }),
    paye('A6'),
  ],
  remboursements: [rendu(300, { 'N°': '2025-R-0002' })],
})

async function imported(feuilles: Feuilles) {
  const { id } = await checked(karim, await classeur(tables(feuilles)), { modifier: '1' })
  const said = await readIt(karim, id)
  if (said.statut !== 'pret')
    throw new Error(JSON.stringify([said, (await karim.get(`/api/imports/${id}/messages`)).json]))
  expect(await written(karim, id)).toMatchObject({ statut: 'termine', peut_defaire: true, defait_le: null })
  return id
}
const defaire = (id: number, body: object = {}) => karim.post(`/api/imports/${id}/defaire`, body)
const numeros = async () =>
  (
    await sql<object>`
      select (select json_agg(recu_annee || '-' || recu_numero order by recu_annee, recu_numero) from paiements) as recus,
        (select json_agg(dossier_annee || '-' || dossier_numero order by dossier_annee, dossier_numero) from ventes) as dossiers`.execute(
      t.db,
    )
  ).rows[0]
const jour = formatJourCourt(aujourdhui())

describe('an import taken back', () => {
  // spec: IN-16
  it('leaves every table as before, and the numbers of the workbook to the same workbook', async () => {
    const before = await rowsOf()
    const id = await imported(portefeuille(1_000))
    const between = await numeros()
    const essai = await defaire(id, { essai: true })
    expect(essai.json).toEqual({
      data: { peut: true, obstacles: [], liens: [], nombre_obstacles: 0, retirees: 9, remises: 2 },
    })
    const done = await defaire(id)
    expect([done.statusCode, done.json]).toMatchObject([
      200,
      {
        id,
        statut: 'defait',
        peut_defaire: false,
        defait_par: expect.any(String),
        message: 'Import défait : 9 fiches retirées, 2 remises comme avant.',
      },
    ])
    expect(await rowsOf()).toEqual(before)
    expect(await failedInvariants(t.db)).toEqual([])
    const { json } = await karim.get('/api/recus?annee=0&per_page=100')
    expect(
      (json as { data: { recu: string; etat: string }[] }).data.map(({ recu, etat }) => `${recu} ${etat}`),
    ).toEqual(['REP-000001 annule', 'REP-000002 annule', 'REP-000003 annule'])
    const { json: given } = await karim.get('/api/recus?annee=2025&per_page=100')
    expect(
      (given as { data: { recu: string; etat: string }[] }).data.map(({ recu, etat }) => `${recu} ${etat}`),
    ).toEqual(['2025-000001 absent'])
    expect((await defaire(id)).json).toEqual({ message: 'Cet import ne se défait plus.' })

    const again = await imported(portefeuille(1_500))
    expect(await numeros()).not.toEqual(between)
    const kept = await t.db
      .selectFrom('paiements')
      .select('versement')
      .where('recu_annee', '=', 2025)
      .execute()
    expect(kept).toEqual([{ versement: 150_000 }])
    const rembourse = await t.db.selectFrom('remboursements').select(['annee', 'numero']).execute()
    expect(rembourse).toEqual([{ annee: 2025, numero: 2 }])
    expect(await failedInvariants(t.db)).toEqual([])
    await defaire(again)
    expect(await rowsOf()).toEqual(before)
    expect(await failedInvariants(t.db)).toEqual([])
  })

  const un = (lot: string): Feuilles => ({
    clients: [{ 'Nom complet': 'Lina Ziani', Email: 'lina@example.dz', Téléphone: '0550 11 22 33' }],
    ventes: [vente(lot, { ...lina, Contrat: '2025-04-10' })],
    echeances: [],
  })

  // spec: IN-17
  it.each([
    [
      'its end',
      'A1',
      (v: number) =>
        karim.post(`/api/ventes/${v}/desistement`, {
          demande_le: aujourdhui(),
          origine: 'client',
          motif: 'Crédit refusé',
          retenue: 0,
        }),
      (sale: string) => `${sale} : désistement du ${jour}.`,
    ],
    ['a payment', 'A1', payIt, (sale: string) => `${sale} : 1 versement du ${jour}.`],
    [
      'a relance',
      'A6',
      (v: number) => karim.post('/api/relances', { vente_ids: [v], canal: 'telephone', jour: aujourdhui() }),
      (sale: string) => `${sale} : relance du ${jour}.`,
    ],
    [
      'an edit',
      'A7',
      (v: number) =>
        karim.put(`/api/ventes/${v}`, {
          notaire: 'Me Saïdi',
          reservation_le: '2025-03-12',
          contrat_le: '2025-04-10',
        }),
      (sale: string, par: string) => `${sale} : modifiée le ${jour} par ${par}.`,
    ],
  ])('is refused for %s alone, and nothing is removed', async (_what, lot, act, phrase) => {
    const id = await imported(un(lot))
    const sale = await t.db
      .selectFrom('ventes as v')
      .innerJoin('appartements as a', 'a.id', 'v.bien_id')
      .select('v.id')
      .where('a.num_lot', '=', lot)
      .where('v.terminee_le', 'is', null)
      .executeTakeFirstOrThrow()
    const { statusCode, body } = await act(sale.id)
    expect([Math.floor(statusCode / 100), body]).toEqual([2, expect.anything()])
    const before = await fingerprints(t.db)
    const { membre } = await readIt(karim, id)
    const refused = await defaire(id)
    expect([refused.statusCode, refused.json]).toEqual([
      409,
      {
        message: 'Impossible : 1 fiche a servi depuis.',
        obstacles: [phrase(`Vente de ${lot} à Lina Ziani`, membre)],
        liens: [`/ventes/${sale.id}`],
      },
    ])
    expect(await fingerprints(t.db)).toEqual(before)
  })

  async function payIt(v: number) {
    const { bien_id, client_id } = await t.db
      .selectFrom('ventes')
      .select(['bien_id', 'client_id'])
      .where('id', '=', v)
      .executeTakeFirstOrThrow()
    return karim.post('/api/paiements', {
      client_id,
      appartement_id: bien_id,
      versement: 1_000,
      date_paiement: aujourdhui(),
      mode: 'virement',
    })
  }
})
