import { expect, openScreen, signIn, test, withServer, type Page } from './diyar.ts'
import { createClient, createEtage, createLot } from './portefeuille.ts'
import { card, choose, dialog, expectOptions } from './screen.ts'

withServer()

const open = (page: Page, address = '/appartement') => openScreen(page, address, 'Gestion des Appartements')

const field = (page: Page, name: string) => dialog(page).getByLabel(name)
const button = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true })
const action = (page: Page, numLot: string, name: string) =>
  card(page, `Appartement ${numLot}`).getByRole('button', { name })
const banner = (page: Page, text: string) => page.getByText(text, { exact: true })

/** The text parts of the last multipart request. */
function parts(body: string | null): Record<string, string> {
  return Object.fromEntries(
    [...(body ?? '').matchAll(/name="(\w+)"\r\n\r\n([^\r]*)\r\n/g)].map(([, name = '', value = '']) => [
      name,
      value,
    ]),
  )
}

// spec: SHELL-04, SHELL-06, LIM-12, APT-01, APT-02, APT-14, APT-15, APT-17, APT-26, APT-27, APT-29, APT-36..APT-38, APT-43..APT-49, APT-51..APT-54, APT-65, APT-66, APT-69, APT-75, APT-76
test('an appartement is added field by field, changed and deleted; étage follows bloc follows residence', async ({
  page,
}) => {
  const api = await signIn(page)
  const { residence, bloc, etage } = await createEtage(api, 'Nord')
  await createEtage(api, 'Sud')
  await open(page)
  await expect(page.getByText('Aucun appartement disponible.')).toBeVisible()
  const lists: string[] = []
  const sent: Record<string, string>[] = []
  page.on('request', (request) => {
    if (request.method() === 'GET' && request.url().includes('/api/appartements?')) lists.push(request.url())
    if (request.method() === 'POST' && request.url().includes('/api/appartements'))
      sent.push(parts(request.postData()))
  })
  await page.getByRole('button', { name: 'Ajouter un appartement' }).first().click()
  await expect(field(page, 'Bloc')).toBeDisabled()
  await expect(field(page, 'Étage')).toBeDisabled()
  await button(page, 'Enregistrer').click()
  for (const text of [
    'Veuillez sélectionner une résidence.',
    'Veuillez sélectionner un bloc.',
    'Veuillez sélectionner un étage.',
    'Le numéro de lot est obligatoire.',
    'Le type de logement est obligatoire.',
    'La surface habitable est obligatoire.',
    'La surface utile est obligatoire.',
    'Le montant est obligatoire.',
  ])
    await expect(dialog(page).getByText(text)).toBeVisible()
  expect(sent).toEqual([])
  await choose(dialog(page), 'Résidence', 'Nord')
  await expect(field(page, 'Étage')).toBeDisabled()
  await choose(dialog(page), 'Bloc', 'Bloc de Nord')
  await choose(dialog(page), 'Étage', 'Étage de Nord')
  await choose(dialog(page), 'Résidence', 'Sud')
  await expect(field(page, 'Bloc')).toHaveValue('')
  await expect(field(page, 'Étage')).toHaveValue('')
  await expect(field(page, 'Étage')).toBeDisabled()
  await expectOptions(page, dialog(page).getByRole('combobox', { name: 'Bloc' }), ['Bloc de Sud'])
  await choose(dialog(page), 'Résidence', 'Nord')
  await choose(dialog(page), 'Bloc', 'Bloc de Nord')
  await choose(dialog(page), 'Étage', 'Étage de Nord')
  await field(page, 'Numéro de lot').fill('A-1')
  await field(page, 'Type de logement').fill('F3 traversant')
  await field(page, 'Surface habitable').fill('80,55')
  await field(page, 'Surface utile').fill('12.5')
  await field(page, 'Montant total').fill('1250000,75')
  for (const name of ['Surface habitable', 'Surface utile', 'Montant total', 'Montant 1', 'Montant 2'])
    await expect(field(page, name)).toHaveAttribute('step', '0.01')
  await button(page, 'Enregistrer').click()
  await expect(banner(page, 'Appartement ajouté avec succès !')).toBeVisible()
  // All of it: no optional amount, no client, no plan.
  expect(sent[0]).toEqual({
    numLot: 'A-1',
    typeLogement: 'F3 traversant',
    surfaceHabitable: '80.55',
    surfaceUtile: '12.5',
    montant: '1250000.75',
    residence_id: String(residence),
    bloc_id: String(bloc),
    etage_id: String(etage),
  })
  const shown = card(page, 'Appartement A-1')
  await expect(shown).toContainText(
    /Appartement A-1.*F3 traversant.*Disponible.*Nord.*Bloc de Nord.*Étage de Nord/s,
  )
  await expect(shown).not.toContainText(/Prix|Reste à payer|DA/)
  await expect(shown.getByRole('progressbar')).toHaveCount(0)

  await action(page, 'A-1', 'Modifier').click()
  await expect(dialog(page)).toHaveAccessibleName("Modifier l'appartement")
  await expect(field(page, 'Montant total')).toHaveValue(/1\s250\s000,75\sDA/)
  await field(page, 'Numéro de lot').fill('A-2')
  await field(page, 'Montant 1').fill('500000')
  await button(page, 'Enregistrer').click()
  await expect(banner(page, 'Appartement modifié avec succès !')).toBeVisible()
  expect(sent.at(-1)).toMatchObject({ _method: 'PUT', numLot: 'A-2', montant1: '500000', version: '1' })
  expect(Object.values(sent.at(-1) ?? {})).not.toContain('')

  await action(page, 'A-2', 'Supprimer').click()
  await expect(dialog(page)).toContainText(
    /Êtes-vous sûr de vouloir supprimer l'appartement A-2 \? Cette action est\s+définitive\./,
  )
  await button(page, 'Supprimer').click()
  await expect(banner(page, 'Appartement supprimé avec succès !')).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(0)
  expect(lists.length).toBeGreaterThanOrEqual(3)
})

test('twenty lots are added in a row by keyboard alone: place and type stay, the next free number is proposed', async ({
  page,
}) => {
  const api = await signIn(page)
  const place = await createEtage(api, 'Série')
  await createLot(api, place.etage, 'S-10', 'F2')
  await open(page, `/appartement?residence=${place.residence}&bloc=${place.bloc}&etage=${place.etage}`)
  await page.getByRole('button', { name: 'Ajouter un appartement' }).press('Enter')
  await expect(dialog(page).getByRole('combobox', { name: 'Étage' })).toHaveValue('Étage de Série')
  // What the filters have filled in is not gone through again.
  await expect(field(page, 'Numéro de lot')).toBeFocused()
  const tab = () => page.keyboard.press('Tab')
  await page.keyboard.type('S-08')
  await tab()
  await page.keyboard.type('F4')
  const numero = field(page, 'Numéro de lot')
  for (let n = 8, next = 9; n < 29; n = next, next = n + 1) {
    for (const value of ['80,5', '12', '1250000']) {
      await tab()
      await page.keyboard.type(value)
    }
    if (next === 10) next++
    const last = next === 29
    await page.keyboard.press(last ? 'Enter' : 'Control+Enter')
    if (last) break
    await expect(numero).toHaveValue(`S-${String(next).padStart(2, '0')}`)
    await expect(numero).toBeFocused()
    await expect(field(page, 'Surface habitable')).toHaveValue('')
    await expect(field(page, 'Type de logement')).toHaveValue('F4')
    await tab()
  }
  await expect(dialog(page)).toHaveCount(0)
  const { stats, appartements } = (await api.get(`/api/etages/${place.etage}/report`)) as {
    stats: { typeDistribution: Record<string, number> }
    appartements: { numLot: string }[]
  }
  expect(stats.typeDistribution).toEqual({ F2: 1, F4: 20 })
  expect(appartements.map(({ numLot }) => numLot)).toEqual(
    Array.from({ length: 21 }, (_, n) => `S-${String(n + 8).padStart(2, '0')}`),
  )
})

// spec: APT-13, APT-16, APT-20, APT-21, APT-28, APT-30, APT-34, APT-35, APT-39..APT-42, APT-55, APT-75, APT-77
test('a lot is sold, its payments colour its bar, and its client is taken away; each action is offered in its state', async ({
  page,
}) => {
  const api = await signIn(page)
  const place = await createEtage(api, 'Ventes')
  const buyer = await createClient(api, 'Amina Haddad')
  const id = await createLot(api, place.etage, 'V-1', 'F3')
  await open(page, `/appartement?residence=${place.residence}`)
  await expect(action(page, 'V-1', 'Retirer le client')).toHaveCount(0)
  await action(page, 'V-1', 'Assigner un client').click()
  await button(page, 'Assigner').click()
  await expect(dialog(page).getByText('Veuillez sélectionner un client.')).toBeVisible()
  await choose(dialog(page), 'Client', 'Amina Haddad · 0555 12 34 56')
  await button(page, 'Assigner').click()
  await expect(banner(page, 'Client assigné avec succès !')).toBeVisible()
  const shown = card(page, 'Appartement V-1')
  await expect(shown).toContainText(
    /Vendu.*Amina Haddad.*1\s000\s000,00\sDA.*Reste à payer.*1\s000\s000,00\sDA/s,
  )
  await expect(action(page, 'V-1', 'Assigner un client')).toHaveCount(0)
  let paid = 0
  for (const [percent, tone] of [
    [24, 'red'],
    [25, 'yellow'],
    [49, 'yellow'],
    [50, 'blue'],
    [89, 'blue'],
    [90, 'green'],
  ] as const) {
    await api.post('/api/paiements', {
      client_id: buyer,
      appartement_id: id,
      date_paiement: '2026-01-15',
      versement: (percent - paid) * 10_000,
    })
    paid = percent
    await page.reload()
    const bar = shown.getByRole('progressbar')
    await expect(bar).toHaveAttribute('aria-valuenow', String(percent))
    await expect(shown.locator('[data-tone]').filter({ has: page.getByRole('progressbar') })).toHaveAttribute(
      'data-tone',
      tone,
    )
  }
  await expect(shown).toContainText(/100\s000,00\sDA/)
  await shown.getByRole('button', { name: /Pourquoi ce solde/ }).click()
  await expect(dialog(page)).toContainText('Prix')
  await dialog(page).getByRole('button', { name: 'Fermer' }).click()
  await action(page, 'V-1', 'Retirer le client').click()
  await expect(dialog(page)).toHaveAccessibleName('Retirer le client')
  await expect(dialog(page)).toContainText(
    /retirer le client Amina Haddad de l'appartement V-1 \?.*garde 6 versements pour 900\s000,00\sDA/s,
  )
  await button(page, 'Annuler').click()
  await expect(shown).toContainText('Vendu')
  await action(page, 'V-1', 'Retirer le client').click()
  await button(page, 'Retirer le client').click()
  await expect(banner(page, 'Client retiré avec succès !')).toBeVisible()
  await expect(shown).toContainText('Disponible')
  await expect(shown).not.toContainText('Amina Haddad')
})
