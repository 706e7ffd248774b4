import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { DossierLigne } from '#features/ventes/dossiers.contract.ts'
import type { Alertes } from '#features/tableau-de-bord/tableau-de-bord.contract.ts'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import {
  buildAppartement,
  buildBloc,
  buildClient,
  buildEtage,
  buildPlace,
  sell,
} from '#test/harness/builders.ts'
import { failedInvariants } from '#test/harness/invariants.ts'

let t: TestApp
let karim: Visitor
let bloc: number
let etage_id: number
let modele_id: number
beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
  bloc = (await buildBloc(t.db)).id
  etage_id = (await buildEtage(t.db, { bloc_id: bloc })).id
  const { data } = (await karim.get('/api/reglages')).json as {
    data: { modeles: { id: number; nom: string }[] }
  }
  modele_id = data.modeles.find(({ nom }) => nom.startsWith('Vente sur plans'))?.id ?? 0
})
afterAll(() => t.close())

const lot = (prix = 1_000_000) => buildAppartement(t.db, { etage_id, prix })
const client = async () => (await buildClient(t.db)).id
const vendu = async (prix?: number) => sell(t.db, await lot(prix), await client())
const generate = (vente: number) => karim.post(`/api/ventes/${vente}/echeancier`, { modele_id })

/** Without échéancier: as a count of the database, the list, the dashboard and the rule of the database have it. */
async function sansEcheancier(): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from ventes v where terminee_le is null and prix > 0
      and not exists (select from echeances e where e.vente_id = v.id)
    order by dossier_annee desc, dossier_numero desc`.execute(t.db)
  const ids = rows.map(({ id }) => id)
  const page = (await karim.get('/api/ventes?sans_echeancier=1&per_page=1000')).json as {
    data: DossierLigne[]
    total: number
  }
  expect(page.data.map(({ id }) => id)).toEqual(ids)
  expect(page.total).toBe(ids.length)
  const { alertes } = (await karim.get('/api/dashboard')).json as { alertes: Alertes }
  expect(alertes.ventes_sans_echeancier).toBe(Math.min(ids.length, 100))
  expect(await failedInvariants(t.db)).toEqual([])
  return ids
}

// spec: RE-20, EC-15
it('a sale is without échéancier until it has lines, and again once they go', async () => {
  expect(await sansEcheancier()).toEqual([])
  const [one, two] = [await vendu(), await vendu()]
  await vendu(0)
  expect(await sansEcheancier()).toEqual([two, one])
  expect((await generate(one)).statusCode).toBe(201)
  expect(await sansEcheancier()).toEqual([two])
  expect((await karim.put(`/api/ventes/${one}/echeancier`, { lignes: [] })).statusCode).toBe(200)
  expect(await sansEcheancier()).toEqual([two, one])
  const all = await karim.post('/api/echeanciers', { bloc_id: bloc, modele_id })
  expect(all.json).toMatchObject({ crees: 2 })
  expect(await sansEcheancier()).toEqual([])
})

// spec: RE-20, EC-15
it('stays right through a désistement and its undoing, a transfert, a removal and a price of nothing', async () => {
  const [planned, bare] = [await vendu(), await vendu()]
  await generate(planned)
  const fin = { demande_le: '2026-03-02', origine: 'client', motif: 'Crédit refusé' }
  for (const vente of [planned, bare])
    expect((await karim.post(`/api/ventes/${vente}/desistement`, fin)).statusCode).toBe(201)
  expect(await sansEcheancier()).toEqual([])
  for (const vente of [planned, bare])
    expect((await karim.delete(`/api/ventes/${vente}/desistement`)).statusCode).toBe(200)
  expect(await sansEcheancier()).toEqual([bare])
  for (const vente of [planned, bare]) {
    const moved = await karim.post(`/api/ventes/${vente}/transfert-bien`, {
      bien_id: await lot(2_000_000),
      motif: 'Plus grand',
    })
    expect(moved.statusCode).toBe(201)
  }
  expect(await sansEcheancier()).toEqual([bare])
  const bienOf = async (vente: number) =>
    (await t.db.selectFrom('ventes').select('bien_id').where('id', '=', vente).executeTakeFirstOrThrow())
      .bien_id
  // A price of nothing takes the lines with it; a price again has none.
  const path = `/api/appartements/${await bienOf(planned)}`
  for (const montant of [0, 5_000]) {
    const lu = (await karim.get(path)).json as { data?: object }
    const saved = await karim.put(path, { ...lu, ...lu.data, version: undefined, montant })
    expect(saved.statusCode).toBe(200)
    expect(await sansEcheancier()).toEqual(montant === 0 ? [bare] : [bare, planned])
  }
  await karim.put(`/api/appartements/${await bienOf(bare)}/retirer-client`, {})
  expect(await sansEcheancier()).toEqual([planned])
  await generate(planned)
})

it('the list is narrowed like the others, takes no other order, and leaves ended sales out', async () => {
  const [one, place] = [await vendu(), await sell(t.db, await buildPlace(t.db), await client())]
  const ids = async (query: string) =>
    ((await karim.get(`/api/ventes?sans_echeancier=1${query}`)).json as { data: DossierLigne[] }).data.map(
      ({ id }) => id,
    )
  expect(await ids('')).toEqual([place, one])
  expect(await ids('&tri=reste')).toEqual([place, one])
  expect(await ids('&etat=closes')).toEqual([place, one])
  expect(await ids(`&bloc_id=${bloc}`)).toEqual([one])
  // Anything else than 1 is not asked.
  const all = (await karim.get('/api/ventes?sans_echeancier=oui')).json as { total: number }
  expect(all.total).toBeGreaterThan(2)
  const first = (await karim.get('/api/ventes?sans_echeancier=1&per_page=1')).json as {
    next_page_url: string
  }
  expect(first.next_page_url).toContain('sans_echeancier=1')
})

// spec: EC-15
it('the dashboard counts a hundred of them at most', async () => {
  await sql`
    insert into ventes (bien_id, client_id, prix, dossier_annee, dossier_numero, reservation_le)
    select id, ${await client()}, prix, 2020, row_number() over (order by id), '2020-01-01' from biens where id = any (${await Promise.all(
      Array.from({ length: 101 }, () => lot()),
    )}::bigint[])`.execute(t.db)
  await sql`insert into numeros (serie, annee, dernier) values ('dossier', 2020, 101)`.execute(t.db)
  expect((await sansEcheancier()).length).toBeGreaterThan(101)
})
