import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { devoir, lire, nu, regler, vendre } from '#features/papiers/server/documents.essais.ts'
import { attendreLeStade, serre } from '#features/papiers/server/langues.essais.ts'
import type { Papiers } from '#features/papiers/papiers.contract.ts'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import { buildClient } from '#test/harness/builders.ts'

const CONTRAT = { type: 'contrat_reservation' }
const CLAUSES = {
  fr: '# Objet\n\nLe promoteur réserve à {client}, qui accepte, {le_bien}. Le notaire, qui signe, en prend acte.',
  ar: '# الموضوع\n\nيحجز {promoteur} {le_bien} لفائدة {le_client}.',
}

let t: TestApp
let karim: Visitor
beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
  await regler(karim, { ville: 'Oran' }, { contrat_reservation: CLAUSES })
})
afterAll(() => t.close())

const unir = (vente: number, client: number) =>
  t.db.insertInto('co_acquereurs').values({ vente_id: vente, client_id: client, part: 2_000 }).execute()
const naitre = (id: number) =>
  t.db.updateTable('clients').set({ naissance_le: '1990-01-02' }).where('id', '=', id).execute()

/** A lot sold to three people, the second and third of whom have no day of birth yet. */
async function vendreATrois(): Promise<{ vente: number; autres: { id: number; nom: string }[] }> {
  const vente = await vendre(t, { genre: 'femme' })
  const autres: { id: number; nom: string }[] = []
  for (const nom of ['Karim Zerrouki', 'Nour Saadi']) {
    const { id } = await buildClient(t.db, { nom_complet: nom, genre: 'homme' })
    await unir(vente, id)
    autres.push({ id, nom })
  }
  return { vente, autres }
}

const apercu = async (vente: number, demande: object = CONTRAT) => {
  const query = new URLSearchParams(demande as Record<string, string>).toString()
  return nu((await lire(karim, `/api/ventes/${vente}/documents/apercu?${query}`)).text)
}
const empeche = async (vente: number) => {
  const { possibles } = (await karim.get(`/api/ventes/${vente}/documents?tous=1`)).json as Papiers
  return possibles.flatMap(({ type, empeche: phrase }) => (phrase === null ? [] : [[type, phrase]]))
}
const contratEmpeche = async (vente: number) =>
  (await empeche(vente)).filter(([type]) => type === 'contrat_reservation')

// spec: RF-72
describe('a contract of reservation', () => {
  it('for several says so, and has a copy for each who signs it, or as many as the settings want', async () => {
    const { vente } = await vendreATrois()
    const lu = await apercu(vente)
    expect(lu).toContain("qui acceptent, l'appartement A-12 (F3)")
    expect(lu).toContain('Le notaire, qui signe, en prend acte.')
    expect(lu).toContain('Fait en quatre exemplaires.')
    expect(serre(await apercu(vente, { ...CONTRAT, langue: 'ar' }))).toContain(serre('4 نسخ'))
    await regler(karim, { exemplaires: 6 })
    expect(await apercu(vente)).toContain('Fait en six exemplaires.')
    await regler(karim, { exemplaires: 2 })
    const seul = await vendre(t)
    expect(await apercu(seul)).toContain("qui accepte, l'appartement A-12 (F3)")
    expect(await apercu(seul)).toContain('Fait en deux exemplaires.')
  })

  it('waits for the day of birth of each person, and for no other fact; its preview does not', async () => {
    const { vente, autres } = await vendreATrois()
    const [karimZ, nour] = autres
    if (!karimZ || !nour) throw new Error('no buyers')
    const message = 'Il manque au dossier : date de naissance de Karim Zerrouki et de Nour Saadi.'
    expect(await contratEmpeche(vente)).toEqual([['contrat_reservation', message]])
    const avant = await t.db.selectFrom('numeros').selectAll().execute()
    const refus = await karim.post(`/api/ventes/${vente}/documents`, CONTRAT)
    expect([refus.statusCode, refus.json]).toEqual([409, { message }])
    expect(await t.db.selectFrom('numeros').selectAll().execute()).toEqual(avant)
    expect(await apercu(vente)).toMatch(/Né le \S* à \S*/)
    await naitre(nour.id)
    expect(await contratEmpeche(vente)).toEqual([
      ['contrat_reservation', 'Il manque au dossier : date de naissance de Karim Zerrouki.'],
    ])
    // A company has no day of birth, and a co-buyer may be one until his civilité is noted.
    await t.db.updateTable('clients').set({ genre: null }).where('id', '=', karimZ.id).execute()
    expect(await contratEmpeche(vente)).toEqual([])
    await t.db.updateTable('clients').set({ genre: 'societe' }).where('id', '=', karimZ.id).execute()
    expect(await contratEmpeche(vente)).toEqual([])
    const issued = await karim.post(`/api/ventes/${vente}/documents`, CONTRAT)
    expect(issued.statusCode).toBe(201)
  })

  it('says the stade that a line waits for between quotes', async () => {
    const vente = await vendre(t)
    await attendreLeStade(t, vente, (await devoir(t, vente))[2])
    expect(await apercu(vente)).toMatch(/au stade « \S.*? »/)
  })
})
