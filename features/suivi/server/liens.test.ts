import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Suivi } from '#features/suivi/suivi.contract.ts'
import { stopPdf } from '#server/documents/pdf.ts'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import { buildClient, buildLocal, buildPlace, pay, sell } from '#test/harness/builders.ts'

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
  return { id, jeton: adresse.split('#')[1] ?? '' }
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
