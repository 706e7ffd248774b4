import { afterAll, beforeAll, beforeEach } from 'vitest'
import { startApp, type Answer, type TestApp, type Visitor } from '#test/harness/app.ts'
import { buildAppartement, buildClient, sell } from '#test/harness/builders.ts'

/** The member who works at the dossier of a test, and the sale that each test has for itself: of the lot A-12 at 12 500 000 DA to Samira Haddad. */
export let t: TestApp
export let karim: Visitor
export let bien: number
export let client: number
export let vente: number

/** Lays them before the tests of a file. */
export function vendreUnLot(adresse: string | null = null): void {
  beforeAll(async () => {
    t = await startApp()
    karim = await t.member()
  })
  beforeEach(async () => {
    client = (await buildClient(t.db, { nom_complet: 'Samira Haddad', adresse })).id
    bien = await buildAppartement(t.db, { num_lot: 'A-12', prix: 1_250_000_000 })
    vente = await sell(t.db, bien, client)
  })
  afterAll(() => t.close())
}

/** From here on the test is about another sale. */
export const turnTo = (id: number): void => {
  vente = id
}
export const dossier = async () => (await karim.get(`/api/ventes/${vente}`)).json as Record<string, unknown>
export const said = ({ statusCode, json }: Answer) => [statusCode, json]
/** The body of a refusal, as {@link said} gives it. */
export const refused = (status: number, message: string, champ?: string) => [
  status,
  champ === undefined ? { message } : { message, errors: { [champ]: [message] } },
]
export const journal = () => t.db.selectFrom('journal').selectAll().orderBy('id').execute()
/** Returns the rows of the tables that the end of a sale, or its going to another bien or client, may touch. */
export const everything = async () => ({
  biens: await t.db.selectFrom('biens').selectAll().orderBy('id').execute(),
  ventes: await t.db.selectFrom('ventes').selectAll().orderBy('id').execute(),
  options: await t.db.selectFrom('options').selectAll().orderBy('id').execute(),
  desistements: await t.db.selectFrom('desistements').selectAll().orderBy('vente_id').execute(),
  remboursements: await t.db.selectFrom('remboursements').selectAll().orderBy('id').execute(),
  transferts: await t.db.selectFrom('transferts').selectAll().orderBy('id').execute(),
  echeances: await t.db.selectFrom('echeances').selectAll().orderBy('id').execute(),
  numeros: await t.db.selectFrom('numeros').selectAll().orderBy('serie').execute(),
  journal: (await journal()).length,
})

/** The end of the sale that Samira Haddad asks for. */
export const fin = { demande_le: '2026-03-02', origine: 'client', motif: 'Crédit refusé' }
export const desister = (rest: object = {}) =>
  karim.post(`/api/ventes/${vente}/desistement`, { ...fin, ...rest })
export const corriger = (rest: object = {}) =>
  karim.put(`/api/ventes/${vente}/desistement`, { ...fin, ...rest })
export const rembourser = (montant: unknown, rest: object = {}) =>
  karim.post(`/api/ventes/${vente}/remboursements`, {
    jour: '2026-03-10',
    montant,
    mode: 'virement',
    ...rest,
  })
