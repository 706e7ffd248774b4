import { expect, test } from 'vitest'
import { verificationEndpoints, type Verification } from '#features/papiers/papiers.contract.ts'
import { promoteurEndpoints } from '#features/promoteur/promoteur.contract.ts'
import { expectAccessible } from '#test/harness/screens/accessible.ts'
import { answer, refuse, type Answer } from '#test/harness/screens/answers.ts'
import { renderScreen } from '#test/harness/screens/renderScreen.tsx'
import { key, main, page, press, said } from '#test/harness/screens/screen.ts'

const CODE = 'K7QM-4T2X-9PBD'
const PROMOTEUR = { nom: 'SARL El Bahia', nom_ar: null, logo: false }
const RECU: Verification = {
  genre: 'Reçu de versement',
  numero: '2026-000001',
  date: '2026-03-01',
  montant: 3_500_000_50,
  bien: 'Appartement A12',
  client: 'م. ب. ع. ا.',
  etat: 'valide',
  promoteur: 'SARL El Bahia',
}
const found = (given: Partial<Verification> = {}): Answer =>
  answer(verificationEndpoints.verifier, { ...RECU, ...given })
const unknown = refuse(verificationEndpoints.verifier, 404, {
  message: "Aucun document ne porte ce code. Vérifiez qu'il est bien recopié.",
})
const PRESENTER = answer(promoteurEndpoints.presenter, { promoteur: PROMOTEUR })
const open = (path: string, ...answers: Answer[]) => renderScreen(path, { answers: [PRESENTER, ...answers] })
/** Opens another page in the same browser, which keeps the language. */
const goOn = (path: string, ...answers: Answer[]) =>
  renderScreen(path, { answers: [PRESENTER, ...answers], again: true })

const avis = page.getByRole('status')
const fact = (label: string) =>
  page
    .getByCss('dl > div')
    .filter({ has: page.getByText(label, { exact: true }) })
    .getByCss('dd')

test('the code is asked for where none is given, in whatever way it is copied', async () => {
  const server = await open('/verifier', found())
  const field = page.getByLabelText('Code de vérification')
  await press('Vérifier')
  await said('Le code est obligatoire.')
  await field.fill('K7QM')
  await key('Enter')
  await said(/incomplet ou mal recopié/)
  expect(server.asked('/api/verifier')).toEqual([])
  await field.fill(CODE.toLowerCase().replaceAll('-', ' '))
  await key('Enter')
  await expect.poll(() => location.pathname).toBe(`/verifier/${CODE}`)
  await expect.element(avis).toHaveTextContent('Document authentique')
  server.give(unknown)
  await page.getByLabelText('Vérifier un autre code').fill('0000-0000-0000')
  await key('Enter')
  await expect.element(avis).toHaveTextContent('Aucun document ne porte ce code.')
  expect(server.asked('/api/verifier')).toEqual([`code=${CODE}`, 'code=0000-0000-0000'])
})

// spec: EC-37, RF-25
test('the promoter stands first, and all that is fixed is said in Arabic, the figures left as they are', async () => {
  await open(`/verifier/${CODE}`, found())
  await expect.element(main.getByText('SARL El Bahia').first()).toBeVisible()
  await expect.element(page.getByRole('contentinfo')).toHaveTextContent(/^Diyar$/)
  await expect.element(fact('Montant')).toHaveTextContent(/^3\s500\s000,50\sDA$/)
  const montant = fact('Montant').element().textContent
  await press('العربية')
  await expect.element(avis).toHaveTextContent('وثيقة أصلية')
  await expect.element(fact('الوثيقة')).toHaveTextContent('وصل دفع')
  await expect
    .poll(() => fact('المبلغ').element().textContent)
    .toBe(`\u2066${montant.replace(/\sDA$/, '')}\u2069\u00A0دج`)
  await expect.element(fact('العقار')).toHaveTextContent('شقة \u2068A12\u2069')
  await expect.element(fact('الرقم')).toHaveTextContent('2026-000001')
  await expect.element(page.getByCss('[dir="rtl"][lang="ar"]').getByText('الحالة: صالحة')).toBeVisible()
  await expectAccessible()
  await goOn('/verifier')
  await said('تؤكد هذه الصفحة الوثائق التي سلمها SARL El Bahia.')
  await press('Français')
  await said('Cette page confirme les documents remis par SARL El Bahia.')
  await press('العربية')
  await goOn('/verifier/0000-0000-0002', unknown)
  await expect.element(avis).toHaveTextContent('لا توجد وثيقة تحمل هذا الرمز.')
  await expectAccessible()
})

// spec: AD-34
test('a receipt whose payment was deleted says so', async () => {
  await open(`/verifier/${CODE}`, found({ etat: 'annulé' }))
  await expect.element(avis).toHaveTextContent('Ce document a été annulé.')
  await expect.element(fact('Numéro')).toHaveTextContent('2026-000001')
  await said('État : Annulé')
})

const lu = (label: string) => fact(label).element().textContent

// spec: RF-25
test.each([
  ['Local L-3', 'محل \u2068L-3\u2069'],
  ['Place 41', 'موقف سيارة \u206841\u2069'],
  ['Appartement ب-12', 'شقة \u2068ب-12\u2069'],
  ['Bloc Nord, Résidence Les Jardins', 'العمارة \u2068Nord\u2069، إقامة \u2068Les Jardins\u2069'],
  [
    'Bâtiment 2, Résidence El Yasmine, tranche 2',
    'العمارة \u20682\u2069، إقامة \u2068El Yasmine, tranche 2\u2069',
  ],
  ['عمارة ب, Résidence إقامة الياسمين', '\u2068عمارة ب\u2069، \u2068إقامة الياسمين\u2069'],
])('in Arabic « %s » has its fixed words in Arabic and its names as they were typed', async (bien, arabe) => {
  await open(`/verifier/${CODE}`, found({ bien }))
  await expect.element(fact('Bien')).toBeVisible()
  expect(lu('Bien').replaceAll(/[\u2068\u2069]/g, '')).toBe(bien)
  await press('العربية')
  await expect.poll(() => lu('العقار')).toBe(arabe)
})

// spec: PA-30
test('a paper of a bloc alone names the bloc and no client', async () => {
  await open(
    `/verifier/${CODE}`,
    found({ client: '', montant: null, bien: 'Bloc B, Résidence Les Oliviers' }),
  )
  await expect.element(avis).toHaveTextContent('Document authentique')
  await expect.element(fact('Bien')).toHaveTextContent('Bloc B, Résidence Les Oliviers')
  await expect.element(page.getByText('Client', { exact: true })).not.toBeInTheDocument()
})
