import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Suivi } from '#features/suivi/suivi.contract.ts'
import { stopPdf } from '#server/documents/pdf.ts'
import { addJours, aujourdhui } from '#shared/dates.ts'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import { idOf, buildClient, buildLocal, buildPlace, pay, sell } from '#test/harness/builders.ts'
import { unPng } from '#test/harness/images.ts'
import { fingerprints } from '#test/harness/tables.ts'

let t: TestApp
let karim: Visitor
beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
})
afterAll(async () => {
  await stopPdf()
  await t.close()
})

const EXPIRE = [403, { message: 'Votre accès a expiré : saisissez de nouveau les chiffres.' }]

async function acheteur(nom_complet: string) {
  const { id } = await buildClient(t.db, { nom_complet, tel: '0550 12 34 56' })
  const vente = await sell(t.db, await buildLocal(t.db), id)
  await pay(t.db, vente, 50)
  const { adresse } = (await karim.post(`/api/clients/${id}/lien`)).json as { adresse: string }
  return { id, vente, jeton: adresse.split('#')[1] ?? '' }
}
async function open(visitor: Visitor, { jeton }: { jeton: string }): Promise<number> {
  const { statusCode, json } = await visitor.post('/api/suivi/ouvrir', { jeton, chiffres: '3456' })
  expect(statusCode).toBe(200)
  return (json as { lien: number }).lien
}
const told = ({ statusCode, json }: { statusCode: number; json: unknown }) => [statusCode, json]

// spec: RE-32
it('two links in one browser: the page of the first is never answered with what the second bought', async () => {
  const [amina, samir] = [await acheteur('Amina'), await acheteur('Samir')]
  const browser = t.visitor()
  const lienDAmina = await open(browser, amina)
  const hers = await browser.get(`/api/suivi?lien=${lienDAmina}`)
  expect(hers.json).toMatchObject({ client: { nomComplet: 'Amina' } })
  const lienDeSamir = await open(browser, samir)
  const { recu } = (hers.json as Suivi).ventes[0]?.paiements[0] ?? { recu: '' }
  const ofAmina = [
    await browser.get(`/api/suivi?lien=${lienDAmina}`),
    await browser.get(`/api/suivi/recus/${recu}?lien=${lienDAmina}`),
    // Her page closes nothing of his either.
    await browser.post(`/api/suivi/fermer?lien=${lienDAmina}`),
    await browser.get('/api/suivi?lien=0'),
    await browser.get(`/api/suivi?lien=${lienDeSamir}&lien=${lienDAmina}`),
  ]
  expect(ofAmina.map(told)).toEqual(ofAmina.map(() => EXPIRE))
  const his = await browser.get(`/api/suivi?lien=${lienDeSamir}`)
  expect(his.json).toMatchObject({ client: { nomComplet: 'Samir' } })
  const { recu: sien } = (his.json as Suivi).ventes[0]?.paiements[0] ?? { recu: '' }
  expect((await browser.get(`/api/suivi/recus/${sien}?lien=${lienDeSamir}`)).statusCode).toBe(200)
  // A page from before, which does not say who asks, is answered by the cookie.
  expect((await browser.get('/api/suivi')).json).toMatchObject({ client: { nomComplet: 'Samir' } })
  expect((await browser.post(`/api/suivi/fermer?lien=${lienDeSamir}`)).statusCode).toBe(200)
  expect(told(await browser.get(`/api/suivi?lien=${lienDeSamir}`))).toEqual(EXPIRE)
})

// spec: RE-36
it('a bien is told with its bloc or its parking', async () => {
  const buyer = await acheteur('Amina')
  const place = await buildPlace(t.db)
  await sell(t.db, place, buyer.id)
  const browser = t.visitor()
  const lien = await open(browser, buyer)
  const { ventes } = (await browser.get(`/api/suivi?lien=${lien}`)).json as Suivi
  const { parking_nom } = await t.db
    .selectFrom('places_parking as p')
    .innerJoin('parkings as k', 'k.id', 'p.parking_id')
    .where('p.id', '=', place)
    .select('k.parking_nom')
    .executeTakeFirstOrThrow()
  expect(ventes.map(({ lieu }) => lieu)).toEqual([expect.stringMatching(/^Bloc /), parking_nom])
})

// spec: EC-37
it('the logo of the promoter is for who has opened his link, and for nobody once it is revoked', async () => {
  const amina = await acheteur('Amina Logo')
  const browser = t.visitor()
  const lien = await open(browser, amina)
  const path = `/api/suivi/logo?lien=${lien}`
  expect((await browser.get(`/api/suivi?lien=${lien}`)).json).toMatchObject({ promoteur: null })
  expect((await browser.get(path)).statusCode).toBe(404)
  const promoteur = {
    nom: 'SARL El Bahia',
    nom_ar: 'البهية',
    email: 'a@elbahia.dz',
    telephone: '041 33 21 45',
    adresse: 'Oran',
  }
  const id = idOf(await karim.post('/api/promoteurs', promoteur))
  expect((await browser.get(`/api/suivi?lien=${lien}`)).json).toMatchObject({
    promoteur: { nom: 'SARL El Bahia', nom_ar: 'البهية', logo: false },
  })
  expect((await browser.get(path)).statusCode).toBe(404)
  const png = unPng(400, 200)
  const file = { part: 'logo', name: 'logo.png', type: 'image/png', content: png }
  expect((await karim.form(`/api/promoteurs/${id}/logo`, { _method: 'PUT' }, file)).statusCode).toBe(200)
  expect((await browser.get(`/api/suivi?lien=${lien}`)).json).toMatchObject({ promoteur: { logo: true } })
  const before = await fingerprints(t.db)
  const served = await browser.get(path)
  expect([served.statusCode, served.headers['content-type']]).toEqual([200, 'image/png'])
  expect(served.rawPayload.equals(png)).toBe(true)
  // The address of a member stays closed to the buyer, and the other way round.
  expect((await browser.get(`/api/promoteurs/${id}/logo`)).statusCode).toBe(401)
  for (const other of [t.visitor(), karim]) expect(told(await other.get(path))).toEqual(EXPIRE)
  expect(told(await browser.get(`/api/suivi/logo?lien=${lien + 1}`))).toEqual(EXPIRE)
  expect(await fingerprints(t.db)).toEqual(before)
  await karim.delete(`/api/clients/${amina.id}/lien`)
  expect((await browser.get(path)).statusCode).toBe(404)
})

// spec: EC-37
it('the next échéance is the first that is not paid in whole, with what remains of it, in both languages', async () => {
  const amina = await acheteur('Amina Prochaine')
  const browser = t.visitor()
  const lien = await open(browser, amina)
  const read = async () => ((await browser.get(`/api/suivi?lien=${lien}`)).json as Suivi).ventes[0]
  expect((await read())?.prochaine).toBeNull()
  const hier = addJours(aujourdhui(), -1)
  const [annee, mois, jour] = hier.split('-')
  const dit = `${jour}/${mois}/${annee}`
  const { statusCode } = await karim.put(`/api/ventes/${amina.vente}/echeancier`, {
    lignes: [
      {
        libelle: 'Acompte',
        libelle_ar: 'التسبيق',
        montant: 100_000,
        declencheur: 'date',
        date_prevue: hier,
      },
      { libelle: 'Au contrat', montant: 900_000, declencheur: 'contrat' },
    ],
  })
  expect(statusCode).toBe(200)
  expect((await read())?.prochaine).toEqual({
    libelle: 'Acompte',
    libelle_ar: 'التسبيق',
    quand: dit,
    quand_ar: `\u2066${dit}\u2069`,
    montant: 99_999.5,
    en_retard: true,
  })
  await pay(t.db, amina.vente, 9_999_950)
  expect((await read())?.prochaine).toEqual({
    libelle: 'Au contrat',
    libelle_ar: null,
    quand: 'au contrat',
    quand_ar: 'عند إبرام العقد',
    montant: 900_000,
    en_retard: false,
  })
})

// spec: EC-37
it('the name of a stade that has none in Arabic keeps its own direction in an Arabic sentence', async () => {
  const amina = await acheteur('Amina Stade')
  const browser = t.visitor()
  const lien = await open(browser, amina)
  const { id: stade_id } = await t.db
    .insertInto('stades')
    .values({ nom: 'Gros œuvre (R+4)', rang: 90 })
    .returning('id')
    .executeTakeFirstOrThrow()
  const lignes = [{ libelle: 'Gros œuvre', montant: 1_000_000, declencheur: 'stade', stade_id }]
  expect((await karim.put(`/api/ventes/${amina.vente}/echeancier`, { lignes })).statusCode).toBe(200)
  const said = async () => ((await browser.get(`/api/suivi?lien=${lien}`)).json as Suivi).ventes[0]?.prochaine
  expect(await said()).toMatchObject({
    quand: 'au stade Gros œuvre (R+4)',
    quand_ar: 'عند بلوغ مرحلة \u2068Gros œuvre (R+4)\u2069',
  })
  await t.db.updateTable('stades').set({ nom_ar: 'الأشغال الكبرى' }).where('id', '=', stade_id).execute()
  expect(await said()).toMatchObject({ quand_ar: 'عند بلوغ مرحلة الأشغال الكبرى' })
})
