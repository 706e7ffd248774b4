import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { avancer, blocDe, devoir } from '#features/papiers/server/documents.essais.ts'
import { attendreLeStade, meubler, vendreADeux } from '#features/papiers/server/langues.essais.ts'
import type { Papiers } from '#features/papiers/papiers.contract.ts'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import { buildClient, pay } from '#test/harness/builders.ts'

let t: TestApp
let karim: Visitor
let vente: number
beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
  await meubler(t, karim)
})
beforeEach(async () => {
  ;({ vente } = await vendreADeux(t, karim))
  await t.db.updateTable('blocs').set({ nom_ar: 'العمارة أ' }).execute()
})
afterAll(() => t.close())

/** The Arabic names that each paper lacks. */
const manques = async (chemin: string) => {
  const { possibles } = (await karim.get(`/api/${chemin}`)).json as Papiers
  return Object.fromEntries(
    possibles.map(({ type, remarques = [] }) => [
      type,
      remarques.flatMap((une) => /^Nom arabe manquant : (.*)\.$/.exec(une)?.[1] ?? []),
    ]),
  )
}
const deLaVente = () => manques(`ventes/${vente}/documents?tous=1`)

// spec: PA-21
it('a former holder is named by the papers that say what he paid', async () => {
  const { client_id } = await t.db
    .selectFrom('ventes')
    .select('client_id')
    .where('id', '=', vente)
    .executeTakeFirstOrThrow()
  await t.db.updateTable('ventes').set({ livraison_le: null }).where('id', '=', vente).execute()
  await pay(t.db, vente, 1_000)
  const { id } = await buildClient(t.db, { nom_complet: 'Nadia Benali', nom_ar: 'نادية بن علي' })
  const cession = await karim.post(`/api/ventes/${vente}/transfert-client`, {
    client_id: id,
    motif: 'Cession',
  })
  expect(cession.statusCode).toBe(201)
  await t.db
    .updateTable('clients')
    .set({ nom_ar: null })
    .where('id', '=', client_id ?? 0)
    .execute()
  expect(await deLaVente()).toMatchObject({
    attestation_paiement: ['Samira Haddad'],
    decompte: ['Samira Haddad'],
    attestation_reservation: ['Samira Haddad'],
    contrat_reservation: [],
    pv_remise: [],
  })
})

// spec: PA-21
it('who acts for a company or for the promoter, and his quality, are names too', async () => {
  expect((await deLaVente())['attestation_paiement']).toEqual([])
  await t.db
    .updateTable('clients')
    .set({ representant_ar: null, representant_qualite_ar: null })
    .where('nom_complet', '=', 'Bâti Sud')
    .execute()
  const duClient = ['Ilyès Mansouri', 'gérante']
  expect((await deLaVente())['attestation_paiement']).toEqual(duClient)
  await t.db.updateTable('promoteurs').set({ representant_ar: null, representant_qualite_ar: null }).execute()
  const duPromoteur = ['Ali Saadi', 'gérant']
  expect((await deLaVente())['attestation_paiement']).toEqual([...duClient, ...duPromoteur])
  expect(await manques(`blocs/${await blocDe(t.db, vente)}/documents`)).toEqual({
    attestation_avancement: duPromoteur,
  })
  await t.db
    .updateTable('promoteurs')
    .set({ representant_ar: 'علي سعدي', representant_qualite_ar: 'مسير' })
    .execute()
})

// spec: PA-21
it('the buyers and the échéances of the sale that an attestation of the works names are told', async () => {
  const bloc = await avancer(t, vente)
  const [premiere] = await devoir(t, vente)
  await attendreLeStade(t, vente, premiere)
  await t.db.updateTable('clients').set({ nom_ar: null }).where('nom_complet', '=', 'Bâti Sud').execute()
  const AV = `blocs/${bloc}/documents`
  expect(await manques(AV)).toEqual({ attestation_avancement: [] })
  expect(await manques(`${AV}?vente_id=${vente}`)).toEqual({ attestation_avancement: ['Bâti Sud'] })
  const { vente: autre } = await vendreADeux(t, karim)
  const refus = await karim.get(`/api/${AV}?vente_id=${autre}`)
  const message = "Ce dossier n'est pas dans ce bloc."
  expect([refus.statusCode, refus.json]).toEqual([422, { message, errors: { vente_id: [message] } }])
})

// spec: PA-21
it('the stade that makes a line due is a name, also when the line has its own', async () => {
  const [premiere] = await devoir(t, vente)
  await t.db.updateTable('echeances').set({ libelle_ar: 'قسط' }).where('vente_id', '=', vente).execute()
  await attendreLeStade(t, vente, premiere)

  const { nom, nom_ar } = await t.db
    .selectFrom('stades')
    .select(['nom', 'nom_ar'])
    .where('id', '=', 1)
    .executeTakeFirstOrThrow()
  await t.db.updateTable('stades').set({ nom_ar: null }).where('id', '=', 1).execute()
  // A line that waits for a stade is no line to claim, but the whole échéancier says which stade it waits for.
  expect(await deLaVente()).toMatchObject({
    appel_fonds: [],
    contrat_reservation: [nom],
    attestation_reservation: [nom],
  })
  await avancer(t, vente)
  await attendreLeStade(t, vente, premiere)
  expect(await deLaVente()).toMatchObject({
    appel_fonds: [nom],
    mise_en_demeure: [],
    contrat_reservation: [],
  })
  await t.db.updateTable('stades').set({ nom_ar }).where('id', '=', 1).execute()
})
