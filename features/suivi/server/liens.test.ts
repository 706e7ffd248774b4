import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Suivi } from '#features/suivi/suivi.contract.ts'
import { stopPdf } from '#server/documents/pdf.ts'
import { addJours, aujourdhui } from '#shared/dates.ts'
import { BASE } from '#shared/endpoint.ts'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import {
  buildAppartement,
  buildBloc,
  buildClient,
  buildEtage,
  buildLocal,
  buildParking,
  buildPlace,
  buildResidence,
  idOf,
  pay,
  sell,
} from '#test/harness/builders.ts'
import { sansIsolation } from '#shared/texte.ts'
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
  return { id, vente, jeton: await jetonDe(id) }
}
async function jetonDe(client: number): Promise<string> {
  const { adresse } = (await karim.post(`/api/clients/${client}/lien`)).json as { adresse: string }
  return adresse.split('#')[1] ?? ''
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

// spec: EC-37, RF-25
it('the logo of the promoter is for who has opened his link, and for nobody once it is revoked', async () => {
  const amina = await acheteur('Amina Logo')
  const browser = t.visitor()
  const lien = await open(browser, amina)
  const path = `/api/suivi/logo?lien=${lien}`
  const presente = async () => (await t.visitor().get('/api/suivi/promoteur')).json
  expect(await presente()).toEqual({ promoteur: null })
  expect((await t.visitor().get('/api/suivi/promoteur/logo')).statusCode).toBe(404)
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
  // Before anybody is known the door names the promoter, and nothing else of him.
  expect(await presente()).toEqual({ promoteur: { nom: 'SARL El Bahia', nom_ar: 'البهية', logo: true } })
  const atTheDoor = await t.visitor().get('/api/suivi/promoteur/logo')
  expect([atTheDoor.statusCode, atTheDoor.headers['content-type']]).toEqual([200, 'image/png'])
  expect(atTheDoor.rawPayload.equals(png)).toBe(true)
  // The address of a member stays closed to the buyer, and the other way round.
  expect((await browser.get(`/api/promoteurs/${id}/logo`)).statusCode).toBe(401)
  for (const other of [t.visitor(), karim]) expect(told(await other.get(path))).toEqual(EXPIRE)
  expect(told(await browser.get(`/api/suivi/logo?lien=${lien + 1}`))).toEqual(EXPIRE)
  expect(await fingerprints(t.db)).toEqual(before)
  await karim.delete(`/api/clients/${amina.id}/lien`)
  expect((await browser.get(path)).statusCode).toBe(404)
})

// spec: RF-25
it('what was bought is named in the words of the Arabic papers when the page is asked in Arabic', async () => {
  const residence = await buildResidence(t.db, { nom: 'Résidence Les Jardins' })
  const bloc = await buildBloc(t.db, { residence_id: residence.id, nomloc: 'Bloc Nord' })
  const etage = await buildEtage(t.db, { bloc_id: bloc.id, designation: '3e étage', niveau: 3 })
  const client = await buildClient(t.db, {
    nom_complet: 'Amina Arabe',
    nom_ar: 'أمينة',
    tel: '0550 12 34 56',
  })
  await sell(t.db, await buildAppartement(t.db, { num_lot: 'A-302', etage_id: etage.id }), client.id)
  const parking = await buildParking(t.db, { residence_id: residence.id, parking_nom: 'Parking B' })
  await sell(t.db, await buildPlace(t.db, { parking_id: parking.id, numero_place: 7 }), client.id)
  const browser = t.visitor()
  const lien = await open(browser, { jeton: await jetonDe(client.id) })
  const said = async (langue: string) => {
    const suivi = (await browser.get(`/api/suivi?lien=${lien}${langue}`)).json as Suivi
    return [
      suivi.client.nomComplet,
      ...suivi.ventes.map(({ bien, lieu, residence: nom }) =>
        [bien, lieu, nom].map((un) => sansIsolation(un ?? '')),
      ),
    ]
  }
  const enFrancais = [
    'Amina Arabe',
    ['Appartement A-302', 'Bloc Nord, 3e étage', 'Résidence Les Jardins'],
    ['Place 7', 'Parking B', 'Résidence Les Jardins'],
  ]
  expect(await said('')).toEqual(enFrancais)
  expect(await said('&langue=en')).toEqual(enFrancais)
  expect(await said('&langue=ar')).toEqual([
    'أمينة',
    ['شقة A-302', 'العمارة Nord، الطابق الثالث', 'إقامة Les Jardins'],
    ['موقف سيارة 7', 'حظيرة السيارات B', 'إقامة Les Jardins'],
  ])
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

/** Opens the link in two browsers; a third one has a copy of what the first keeps. */
async function troisOuvertures(acheteuse: { jeton: string }, chiffres = '3456') {
  const two = [t.visitor(), t.visitor()]
  for (const visitor of two) {
    const { statusCode } = await visitor.post('/api/suivi/ouvrir', { jeton: acheteuse.jeton, chiffres })
    expect(statusCode).toBe(200)
  }
  const copy = t.visitor()
  copy.cookies.set('diyar_suivi', two[0]?.cookies.get('diyar_suivi') ?? '')
  return [...two, copy]
}
const statuses = (visitors: Visitor[]) =>
  Promise.all(visitors.map(async (visitor) => (await visitor.get('/api/suivi')).statusCode))

// spec: RF-90
it('« Fermer » ends every opening of the link, in other browsers and in copies too; the digits open it again', async () => {
  const [amina, samir] = [await acheteur('Amina'), await acheteur('Samir')]
  const hers = await troisOuvertures(amina)
  const his = await troisOuvertures(samir)
  expect(await statuses(hers)).toEqual([200, 200, 200])
  // Its answer to another site's page, or without the token, closes nothing.
  const forged = await hers[0]?.send({
    method: 'POST',
    url: `${BASE}/api/suivi/fermer`,
    headers: { 'content-type': 'application/json' },
    payload: '{}',
  })
  expect([forged?.statusCode, await statuses(hers)]).toEqual([419, [200, 200, 200]])
  expect((await hers[0]?.post('/api/suivi/fermer'))?.statusCode).toBe(200)
  expect(await statuses(hers)).toEqual([403, 403, 403])
  expect(told((await hers[2]?.post('/api/suivi/fermer')) ?? { statusCode: 0, json: null })).toEqual(EXPIRE)
  expect(await statuses(his)).toEqual([200, 200, 200])
  expect(await statuses(await troisOuvertures(amina))).toEqual([200, 200, 200])
})

// spec: RF-90
it('a new telephone ends every opening, by whichever of the two it was; one that is only written otherwise ends none', async () => {
  const amina = await acheteur('Amina')
  const save = async (champs: { tel?: string; tel2?: string }) => {
    await t.db.updateTable('clients').set(champs).where('id', '=', amina.id).execute()
  }
  let ouvertures = await troisOuvertures(amina)
  await save({ tel: '+213 550 123 456' })
  expect(await statuses(ouvertures)).toEqual([200, 200, 200])
  for (const [champs, chiffres] of [
    // The last four digits alone are not the telephone.
    [{ tel: '0661 99 34 56' }, '3456'],
    [{ tel: '0661 99 77 88' }, '7788'],
    [{ tel2: '0770 11 22 33' }, '2233'],
    [{ tel2: '0770 11 22 44' }, '2244'],
  ] as const) {
    await save(champs)
    expect(await statuses(ouvertures)).toEqual([403, 403, 403])
    ouvertures = await troisOuvertures(amina, chiffres)
    expect(await statuses(ouvertures)).toEqual([200, 200, 200])
  }
})

// spec: RF-90
it('a link that is revoked, or made anew, ends every opening of the former', async () => {
  const amina = await acheteur('Amina')
  const ouvertures = await troisOuvertures(amina)
  expect((await karim.post(`/api/clients/${amina.id}/lien`)).statusCode).toBe(201)
  expect((await statuses(ouvertures)).every((status) => status >= 400)).toBe(true)
  const samir = await acheteur('Samir')
  const his = await troisOuvertures(samir)
  expect((await karim.delete(`/api/clients/${samir.id}/lien`)).statusCode).toBe(200)
  expect((await statuses(his)).every((status) => status >= 400)).toBe(true)
})
