import { expect, test } from 'vitest'
import { promoteurEndpoints } from '#features/promoteur/promoteur.contract.ts'
import { suiviEndpoints, type Suivi, type VenteSuivie } from '#features/suivi/suivi.contract.ts'
import { expectAccessible } from '#test/harness/screens/accessible.ts'
import { answer, refuse, type Answer } from '#test/harness/screens/answers.ts'
import { readAgain } from '#test/harness/screens/every.ts'
import { renderScreen } from '#test/harness/screens/renderScreen.tsx'
import { key, main, page, press, said, textsOf } from '#test/harness/screens/screen.ts'

const EL_BAHIA = { nom: 'SARL El Bahia', nom_ar: 'شركة البهية', logo: true }
const ACHAT: VenteSuivie = {
  bien: 'Appartement A12',
  lieu: 'Bloc B, 2e étage',
  residence: 'Les Jardins',
  prix: 8_000_000_00,
  total_paye: 2_000_000_25,
  reste: 5_999_999_75,
  pourcentage: 25,
  etape: 'reservation',
  prochaine: {
    libelle: 'Acompte',
    libelle_ar: 'التسبيق',
    quand: '01/02/2026',
    quand_ar: '⁦01/02/2026⁩',
    montant: 99999975,
    en_retard: true,
  },
  echeances: [
    {
      libelle: 'Acompte',
      libelle_ar: 'التسبيق',
      quand: '01/02/2026',
      quand_ar: '⁦01/02/2026⁩',
      montant: 3e8,
      paye: 0xbebc219,
      etat: 'en_retard',
    },
    {
      libelle: 'Solde',
      libelle_ar: 'الباقي من الثمن',
      quand: 'au contrat',
      quand_ar: 'عند العقد',
      montant: 5e8,
      paye: 0,
      etat: 'a_venir',
    },
  ],
  paiements: [
    { recu: '2026-000001', date: '2026-03-01', versement: 2_000_000_25, etat: null, telechargeable: true },
  ],
}
const EN_ARABE = {
  bien: 'شقة \u2068A12\u2069',
  lieu: 'العمارة \u2068B\u2069',
  residence: 'إقامة \u2068Les Jardins\u2069',
}
const suivi = (...ventes: VenteSuivie[]): Suivi => ({
  client: { nomComplet: 'محمد بن عبد الله' },
  promoteur: { ...EL_BAHIA, telephone: '041 33 21 45', email: 'contact@elbahia.dz', adresse: 'Oran' },
  a_jour_le: '2026-03-02',
  ventes,
})
const EXPIRE = { message: 'Votre accès a expiré : saisissez de nouveau les chiffres.' }
const reads = answer(suiviEndpoints.lire, ({ query }) =>
  suivi(query.get('langue') === 'ar' ? { ...ACHAT, ...EN_ARABE } : ACHAT),
)
const ANSWERS: Answer[] = [
  answer(promoteurEndpoints.presenter, { promoteur: EL_BAHIA }),
  answer(suiviEndpoints.ouvrir, { lien: 7, message: 'Bienvenue.' }),
  answer(suiviEndpoints.fermer, { message: 'Au revoir.' }),
  reads,
]
const chiffres = page.getByLabelText('Les quatre derniers chiffres de votre téléphone')
async function giveDigits() {
  await chiffres.fill('3456')
  await press('Ouvrir')
}
async function open(...more: Answer[]) {
  const server = await renderScreen('/suivi#jeton', { answers: [...ANSWERS, ...more] })
  await giveDigits()
  return server
}

// spec: AD-36, RF-25
test('what was revoked closes at the next look; what has expired asks for the digits again', async () => {
  const server = await open()
  const achat = page.getByRole('heading', { name: 'Appartement A12' })
  await expect.element(achat).toBeVisible()
  server.give(refuse(suiviEndpoints.lire, 403, EXPIRE))
  readAgain()
  await said('Votre accès a expiré : saisissez de nouveau les chiffres.')
  await said(
    "SARL El Bahia vous a envoyé ce lien. Pour l'ouvrir, donnez les quatre derniers chiffres de votre téléphone.",
  )
  server.give(reads)
  await giveDigits()
  await expect.element(achat).toBeVisible()
  const perime = "Ce lien n'est plus valable. Demandez-en un nouveau à votre promoteur."
  server.give(refuse(suiviEndpoints.lire, 404, { message: perime }))
  readAgain()
  await said(perime)
  await expect.element(chiffres).not.toBeInTheDocument()
  await expect.element(main.getByText('SARL El Bahia', { exact: true })).toBeVisible()
  expect(server.sent()).toEqual([
    ['POST', '/api/suivi/ouvrir', { jeton: 'jeton', chiffres: '3456' }],
    ['POST', '/api/suivi/ouvrir', { jeton: 'jeton', chiffres: '3456' }],
  ])
  await renderScreen('/suivi', { answers: ANSWERS })
  await said('Ouvrez cette page avec le lien que votre promoteur vous a envoyé.')
})

// spec: RE-36, EC-37
test('he reads where each of his cheques is in words of his own, and in which bloc or parking what he bought stands', async () => {
  const etats = ['recu', 'remis', 'encaisse', 'rejete'] as const
  const paiements = etats.map((etat, at) => ({
    recu: `2026-00000${at}`,
    date: '2026-03-01',
    versement: 1e5,
    etat,
    telechargeable: etat !== 'rejete',
  }))
  const place = { ...ACHAT, bien: 'Place 7', lieu: 'Parking Nord', paiements: [] }
  await open(answer(suiviEndpoints.lire, suivi({ ...ACHAT, bien: 'Appartement B7', paiements }, place)))
  const achat = (nom: string) => page.getByRole('article').filter({ hasText: nom })
  await expect.element(achat('Appartement B7')).toHaveTextContent('Bloc B')
  await expect.element(achat('Place 7')).toHaveTextContent('Parking Nord')
  expect(textsOf(achat('Appartement B7').getByText(/^chèque/))).toEqual([
    'chèque reçu, à encaisser',
    'chèque déposé en banque',
    'chèque encaissé',
    'chèque rejeté',
  ])
  await expectAccessible()
})

const AMOUNT = /^[\u2066\d\s]+,\d\d\u2069?\s(?:DA|دج)$/
const montants = () =>
  textsOf(page.getByText(AMOUNT)).map((text) =>
    text.replace(/\s(?:DA|دج)$/, '').replaceAll(/[\u2066\u2069]/g, ''),
  )
const section = (title: string) =>
  page.getByCss('section').filter({ has: page.getByRole('heading', { name: title, exact: true }) })

// spec: EC-37
test('the promoter stands first, the next échéance under the figures, in Arabic too with the same figures', async () => {
  const server = await open(
    refuse(suiviEndpoints.ouvrir, 422, { message: 'Ces chiffres ne correspondent pas.' }),
  )
  await said('Ces chiffres ne correspondent pas.')
  server.give(answer(suiviEndpoints.ouvrir, { lien: 7, message: 'Bienvenue.' }))
  await giveDigits()
  const tete = page.getByRole('banner')
  await expect.element(tete.getByText('SARL El Bahia')).toBeVisible()
  await expect
    .element(tete.getByRole('img', { name: 'Logo de SARL El Bahia' }))
    .toHaveAttribute('src', expect.stringMatching(/\/api\/suivi\/logo\?lien=7$/))
  await expect.element(page.getByRole('contentinfo')).toHaveTextContent(/^Diyar$/)
  await expect
    .element(section('Prochaine échéance'))
    .toHaveTextContent(/Acompte.*999\s999,75\sDA.*01\/02\/2026.*En retard/s)
  const enFrancais = montants()
  expect(enFrancais.length).toBeGreaterThan(5)

  await press('العربية')
  const racine = page.getByCss('[dir="rtl"][lang="ar"]').first()
  await expect.element(racine.getByRole('heading', { level: 1, name: 'ملف الشراء' })).toBeVisible()
  await expect.element(tete.getByText('شركة البهية')).toBeVisible()
  for (const mot of ['السعر', 'المدفوع', 'الباقي', 'جدول الدفعات'])
    await expect.element(racine.getByText(mot, { exact: true })).toBeVisible()
  await expect.element(section('الدفعة القادمة')).toHaveTextContent(/التسبيق.*01\/02\/2026.*متأخرة/s)
  await expect.element(racine.getByRole('heading', { level: 2 })).toHaveTextContent(EN_ARABE.bien)
  await expect
    .element(racine.getByCss('article'))
    .toHaveTextContent(/العمارة \u2068B\u2069.*إقامة \u2068Les Jardins\u2069/s)
  expect(montants()).toEqual(enFrancais)
  // No word of French is left of what the product says itself.
  const achat = racine.getByCss('article').element() as HTMLElement
  expect(achat.innerText).not.toMatch(/DA\b|Appartement|Bloc|étage|Résidence/)
  // Latin digits, left to right within the Arabic.
  expect((racine.element() as HTMLElement).innerText).not.toMatch(/[\u0660-\u0669\u06F0-\u06F9]/)
  await press('إغلاق')
  await expect.element(main.getByRole('img', { name: 'شعار شركة البهية' })).toBeInTheDocument()
  await said('هذا الرابط من شركة البهية. لفتحه، أدخلوا الأرقام الأربعة الأخيرة من هاتفكم.')
  server.give(refuse(suiviEndpoints.ouvrir, 422, { message: 'Ces chiffres ne correspondent pas.' }))
  await page.getByLabelText('الأرقام الأربعة الأخيرة من هاتفكم').fill('0000')
  await key('Enter')
  await said('هذه الأرقام غير مطابقة.')
  await expectAccessible()
  await press('Français')
  await expect.element(page.getByRole('heading', { level: 1, name: 'Mon achat' })).toBeVisible()
})
