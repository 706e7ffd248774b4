import { afterAll, beforeAll, expect, it } from 'vitest'
import { lire, nu, regler } from '#features/papiers/server/documents.essais.ts'
import { TITRES } from '#features/papiers/papiers.texts.ts'
import { LANGUES, TYPES_DE_PAPIER } from '#shared/papiers.ts'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import { drawnOutside } from '#test/harness/pdf.ts'
import { fingerprints } from '#test/harness/tables.ts'

let t: TestApp
let karim: Visitor
beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
})
afterAll(() => t.close())

// spec: RE-46
it('the preview of a text is drawn on a sale that has every paper, where there is none', async () => {
  const sansClauses = await karim.get('/api/documents/exemple?type=contrat_reservation')
  expect([sansClauses.statusCode, sansClauses.json]).toEqual([
    409,
    { message: "Rédigez d'abord les clauses du contrat dans Paramètres, Documents." },
  ])
  const clauses = '{promoteur}{client}{bien}: {prix}, {total_paye}, {reste}, {montant}.'
  await regler(karim, { ville: 'Oran' }, { contrat_reservation: { fr: clauses, ar: clauses } })
  const before = await fingerprints(t.db)
  for (const type of TYPES_DE_PAPIER)
    for (const langue of LANGUES) {
      const { text, bytes, nom } = await lire(karim, `/api/documents/exemple?type=${type}&langue=${langue}`)
      expect(nom).toContain(`exemple_${type}.pdf`)
      expect(nu(text)).toContain(langue === 'fr' ? TITRES[type].fr : 'A-12')
      expect(nu(text)).toContain(langue === 'fr' ? 'PROJET' : 'مشروع')
      // The word across the page alone reaches over its edge.
      const outside = (await drawnOutside(bytes)).filter((dit) => !/PROJET|مشروع/.test(dit))
      expect([type, langue, outside]).toEqual([type, langue, []])
    }
  const mise = nu((await lire(karim, '/api/documents/exemple?type=mise_en_demeure')).text)
  for (const dit of ['Karim Zerrouki', 'Samira Haddad', 'Achèvement des fondations', '875 000,00 DA'])
    expect(mise).toContain(dit)
  expect(await fingerprints(t.db)).toEqual(before)
})

it('is for who keeps the settings', async () => {
  const caisse = await t.member('caisse@diyar.dz', 'caisse')
  expect((await caisse.get('/api/documents/exemple?type=decompte')).statusCode).toBe(403)
  expect((await karim.get('/api/documents/exemple')).json).toEqual({
    message: 'Veuillez choisir un document.',
    errors: { type: ['Veuillez choisir un document.'] },
  })
})
