import { expect, test } from 'vitest'
import { aStadeDuBloc, desStades, reglages, STADES } from '#features/echeanciers/echeanciers.objects.ts'
import { stadesEndpoints } from '#features/echeanciers/stades.contract.ts'
import { onePage } from '#test/harness/screens/page.ts'
import { aBloc } from '#features/structure/structure.objects.ts'
import { appelsEndpoints, type Appel } from '#features/papiers/appels.contract.ts'
import { anAppel, lesAppels, unAppelEtabli } from '#features/papiers/appels.objects.ts'
import { dossiersEndpoints } from '#features/ventes/dossiers.contract.ts'
import { aDossier } from '#features/ventes/ventes.objects.ts'
import { relancesEndpoints } from '#features/ventes/relances.contract.ts'
import { blocsEndpoints } from '#features/structure/blocs.contract.ts'
import { aujourdhui } from '#shared/dates.ts'
import { expectAccessible, expectWholeAndAccessible } from '#test/harness/screens/accessible.ts'
import { answer, raw, refuse, type Call } from '#test/harness/screens/answers.ts'
import { atRest, renderScreen } from '#test/harness/screens/renderScreen.tsx'
import {
  actOn,
  button,
  dialog,
  dialogNamed,
  expectCount,
  key,
  main,
  page,
  plain,
  press,
  rows,
  said,
  savedFiles,
  textsOf,
} from '#test/harness/screens/screen.ts'

const PATH = '/blocs/1/stades/1/appels'
const today = aujourdhui()
const etabli = (echeance_id: number, given: Partial<Appel> = {}): Appel =>
  anAppel({
    echeance_id,
    document: {
      id: 100 + echeance_id,
      numero: `2026-AF-003${echeance_id}`,
      montant: 437_500_000,
      a_refaire: false,
    },
    ...given,
  })
const nomme = (appel: Appel, nomComplet: string): Appel => ({
  ...appel,
  client: { ...appel.client, nomComplet },
})
const note = (id: number, document: number) => ({
  id,
  vente_id: document - 100,
  dossier: 'D-2026-0001',
  canal: 'whatsapp' as const,
  jour: today,
  montant: 437_500_000,
  note: null,
  par: 'Karim Benali',
  document: { id: document, numero: `2026-AF-003${document - 100}` },
})
/** Notes each paper of the call under the number of the paper. */
const noting = answer(relancesEndpoints.create, ({ body }: Call) => ({
  relances: ((body as { document_ids?: number[] }).document_ids ?? []).map((id) => note(id, id)),
  remarques: [],
  message: 'Relance notée.',
}))
const listing = (...data: Appel[]) => answer(appelsEndpoints.list, lesAppels(data))
const indicatif = reglages({ ventes: { indicatif: '213' } })
const TROIS = [
  nomme(anAppel({ echeance_id: 1 }), 'Benali Toufik'),
  nomme(etabli(2), 'Haddad Samira'),
  nomme(
    etabli(3, {
      reste: 337_500_000,
      document: { id: 103, numero: '2026-AF-0033', montant: 437_500_000, a_refaire: true },
    }),
    'Ould Kaci',
  ),
  nomme(anAppel({ echeance_id: 4, exigible_le: null, attend: 'contrat', langue: 'ar' }), 'ياسين مزيان'),
]
const ticked = () =>
  rows
    .getByRole('checkbox')
    .elements()
    .map((box) => box instanceof HTMLInputElement && box.checked)

// spec: CO-12
test('the day of the contract that a line waits for is noted in place', async () => {
  await renderScreen(PATH, { answers: [listing(...TROIS), answer(dossiersEndpoints.read, aDossier())] })
  await press(/^Noter la date du contrat du dossier/, rows.nth(3))
  const noter = dialogNamed('Date du contrat')
  await expect.element(noter.getByRole('button', { name: 'Enregistrer' })).toBeVisible()
  await press('Annuler', noter)
  await expect.element(noter).not.toBeInTheDocument()
  await expectCount(rows, 4)
})

// spec: CO-11, CO-08
test('ticks at first what is to be made or made again, says what replaces, and sends each line in its language', async () => {
  const server = await renderScreen(PATH, { answers: [listing(...TROIS)] })
  await said('Fondations achevées · Bloc A · atteint le 09/09/2026')
  await expect.element(page.getByCss('nav [aria-current="page"]')).toHaveTextContent('Blocs')
  expect(plain(main.element().textContent)).toContain('3 · 12 125 000,00 DA')
  expect(ticked()).toEqual([true, false, true, false])
  await expect.element(rows.nth(3).getByRole('checkbox')).toBeDisabled()
  const states = [
    'à établir',
    'N° 2026-AF-0032',
    'N° 2026-AF-0033 à refaire',
    'attend la date du contrat Noter la date',
  ]
  for (const [rang, state] of states.entries()) expect(textsOf(rows.nth(rang))[0]).toContain(state)
  expect(textsOf(rows).map((text) => /Français|Arabe/.exec(text)?.[0])).toEqual([
    'Français',
    'Français',
    'Français',
    'Arabe',
  ])
  await actOn(rows.nth(0), 'En arabe')
  await expect.element(rows.nth(0)).toHaveTextContent('Arabe')
  await page.getByRole('textbox', { name: 'À payer avant le' }).fill('31/12/2026')
  await press('Établir 2 appels', main)
  await expect
    .element(dialog)
    .toHaveTextContent('2 appels de fonds seront numérotés. Un numéro ne resservira pas.')
  await expect.element(dialog).toHaveTextContent('1 remplace un appel déjà établi, qui sera annulé.')
  server.give(refuse(appelsEndpoints.etablir, 500))
  await press('Établir', dialog)
  await said("Erreur lors de l'établissement des appels de fonds.")
  const [premier, , troisieme] = TROIS
  if (!premier || !troisieme) throw new Error('three lines')
  server.give(
    answer(appelsEndpoints.etablir, {
      documents: [unAppelEtabli(premier, '2026-AF-0052'), unAppelEtabli(troisieme, '2026-AF-0053')],
      message: '2 appels de fonds établis.',
    }),
    listing(
      etabli(1, { document: { id: 101, numero: '2026-AF-0052', montant: 437_500_000, a_refaire: false } }),
      ...TROIS.slice(1, 2),
      etabli(3, {
        reste: 337_500_000,
        document: { id: 104, numero: '2026-AF-0053', montant: 337_500_000, a_refaire: false },
      }),
    ),
  )
  await press('Établir', dialog)
  await said('2 appels de fonds établis.')
  const sent = server.changes().at(-1)
  expect(sent?.body).toEqual({
    lignes: [
      { echeance_id: 1, langue: 'ar' },
      { echeance_id: 3, langue: 'fr' },
    ],
    limite_le: '2026-12-31',
  })
  expect(sent?.key).toBeDefined()
  // A paper that was just made stays ticked, and is printed.
  await expect.poll(ticked).toEqual([true, false, true])
  const files = savedFiles()
  server.give(raw(appelsEndpoints.pdf, {}), noting)
  await press('Imprimer (PDF)')
  await said('2 appels notés : Lettre')
  expect(server.asked('/api/blocs/1/stades/1/appels/pdf')).toEqual(['documents=101%2C104&tirage=1'])
  expect(server.changes().at(-1)?.body).toEqual({ document_ids: [101, 104], canal: 'lettre' })
  expect(files).toEqual(['appels_1_1.pdf'])
  await expect.element(button('Établir')).toBeDisabled()
})

// spec: CO-11
test('one language for all takes back that of single lines, and a paid line is ticked no longer', async () => {
  const server = await renderScreen(PATH, { answers: [listing(...TROIS)] })
  const langues = () => textsOf(rows).map((text) => /Français|Arabe/.exec(text)?.[0])
  await expectCount(rows, 4)
  await actOn(rows.nth(1), 'En arabe')
  await page.getByRole('radio', { name: 'Français' }).click()
  expect(langues()).toEqual(['Français', 'Français', 'Français', 'Français'])
  await page.getByRole('radio', { name: 'العربية' }).click()
  expect(langues()).toEqual(['Arabe', 'Arabe', 'Arabe', 'Arabe'])
  await actOn(rows.nth(0), 'En français')
  expect(langues()).toEqual(['Français', 'Arabe', 'Arabe', 'Arabe'])
  await page.getByRole('radio', { name: 'Selon le client' }).click()
  expect(langues()).toEqual(['Français', 'Français', 'Français', 'Arabe'])
  await page.getByRole('checkbox', { name: 'Tout sélectionner' }).click()
  expect(ticked()).toEqual([true, true, true, false])
  server.give(refuse(appelsEndpoints.etablir, 409, { message: 'Déjà réglée.' }), listing(...TROIS.slice(1)))
  await press('Établir 2 appels', main)
  await press('Établir', dialog)
  await said('Déjà réglée.')
  await press('Annuler', dialog)
  await expect.poll(ticked).toEqual([true, true, false])
})

// spec: CO-11, CO-10
test('sends one by one by the keyboard: a means opened is noted, the next comes, and a note is taken back', async () => {
  const opened: string[] = []
  window.addEventListener('click', (event) => {
    const link =
      event.target instanceof Element
        ? event.target.closest('a[href^="https://wa.me"], a[href^="mailto"]')
        : null
    if (!link) return
    event.preventDefault()
    opened.push(decodeURIComponent(link.getAttribute('href') ?? ''))
  })
  const server = await renderScreen(PATH, {
    answers: [
      indicatif,
      noting,
      answer(relancesEndpoints.remove, { message: 'Note retirée.' }),
      listing(
        nomme(
          etabli(1, { notes: [{ canal: 'whatsapp', jour: today, numero: '2026-AF-0031' }] }),
          'Déjà Envoyé',
        ),
        nomme(
          etabli(2, { notes: [{ canal: 'lettre', jour: today, numero: '2026-AF-0032' }] }),
          'Haddad Samira',
        ),
        nomme(
          etabli(3, { notes: [{ canal: 'whatsapp', jour: today, numero: '2026-AF-0009' }] }),
          'Benali Toufik',
        ),
        nomme(etabli(4, { langue: 'ar' }), 'ياسين مزيان'),
      ),
    ],
  })
  await expect.element(rows.nth(1)).toHaveTextContent('Lettre')
  await press('Envoyer un à un')
  await said('1 sur 4 · Benali Toufik')
  expect(dialog.getByRole('textbox', { name: 'Message' }).element()).toHaveValue(
    expect.stringMatching(
      /^Bonjour \W?Benali Toufik\W?, le stade « \W?Fondations achevées\W? » est atteint : \W?4.375.000,00.DA\W? sont à régler pour \W?l'appartement A-3\W?, dossier \W?D-2026-0001\W?\./,
    ),
  )
  const whatsapp = dialog.getByRole('link', { name: 'WhatsApp' })
  await expect.element(whatsapp).toBeVisible()
  whatsapp.element().focus()
  await key('Enter')
  await said('2 sur 4 · ياسين مزيان')
  await expect.element(dialog).toHaveTextContent('Appel noté pour Benali Toufik : WhatsApp')
  expect(server.changes().at(-1)?.body).toEqual({ document_ids: [103], canal: 'whatsapp' })
  expect(dialog.getByRole('textbox', { name: 'Message' }).element()).toHaveValue(
    expect.stringContaining('بلغت الأشغال مرحلة'),
  )
  // The focus has stayed, so that the next one is a key away.
  await key('Enter')
  await said('3 sur 4 · Haddad Samira')
  await expect.element(dialog).toHaveTextContent('Appel noté pour ياسين مزيان : WhatsApp')
  await press('Annuler cette note', dialog)
  await expect.poll(() => server.changes().at(-1)?.path).toBe('/api/relances/104')
  await press('Passer', dialog)
  await said('3 sur 4 · Déjà Envoyé')
  await press('Suivant', dialog)
  await said('4 sur 4 · Haddad Samira')
  await press('E-mail', dialog)
  await said('Aucun autre appel de fonds à envoyer.')
  expect(opened.map((href) => href.slice(0, 20))).toEqual([
    'https://wa.me/213555',
    'https://wa.me/213555',
    'mailto:client@exempl',
  ])
  await press('Fermer', dialog)
  await expectCount(dialog, 0)
  server.give(refuse(relancesEndpoints.create, 500))
  await press('Envoyer un à un')
  await press('E-mail', dialog)
  await expect.element(dialog).toHaveTextContent("Erreur lors de l'enregistrement de la note.")
})

// spec: CO-48
test('is empty, fails, and is not there before the stade is reached', async () => {
  await renderScreen(PATH, { answers: [listing()] })
  await said('Aucune échéance à appeler pour ce stade.')
  expect(main.getByRole('button', { name: /^Établir/ }).elements()).toEqual([])
  await renderScreen(PATH, { answers: [refuse(appelsEndpoints.list, 500)] })
  await said('Erreur lors du chargement des appels de fonds.')
  const TOT = "Enregistrez d'abord ce stade."
  await renderScreen(PATH, { answers: [refuse(appelsEndpoints.list, 409, { message: TOT })] })
  await said(TOT)
})

// spec: CO-48
test.each([false, true])('is whole and accessible, dark: %s; names stay as they are typed', async (dark) => {
  const hostile = '<b>Ali</b> {montant} " onclick="x'
  await renderScreen(PATH, {
    dark,
    answers: [indicatif, listing(nomme(etabli(1), hostile), ...TROIS.slice(1))],
  })
  await said(hostile)
  await expectWholeAndAccessible(async () => atRest())
  await page.viewport(1280, 800)
  await press('Envoyer un à un')
  await said(`1 sur 2 · ${hostile}`)
  expect(dialog.getByRole('textbox', { name: 'Message' }).element()).toHaveValue(
    expect.stringContaining(hostile),
  )
  await expectAccessible(dialog.element())
})

// spec: CO-11
test('is reached from the step that was just recorded, and from any that the bloc has reached', async () => {
  const [premier] = STADES
  if (!premier) throw new Error('a stade')
  const server = await renderScreen('/bloc', {
    answers: [
      answer(blocsEndpoints.list, onePage([aBloc({ id: 1, nomloc: 'A' })])),
      answer(stadesEndpoints.list, desStades([aStadeDuBloc(premier)])),
    ],
  })
  await actOn(page.getByRole('article').first(), 'Stades de A')
  await said("Aucune échéance n'attend ce stade.")
  expect(dialog.getByRole('link', { name: /^Préparer/ }).elements()).toEqual([])
  await press('Enregistrer ce stade', dialog)
  server.give(
    answer(stadesEndpoints.record, {
      echeances: 3,
      montant: 1_212_500_000,
      attendent: 1,
      a_appeler: 3,
      message: 'Stade enregistré : 3 échéances deviennent exigibles, 1 attend la date du contrat.',
    }),
    answer(stadesEndpoints.list, desStades([aStadeDuBloc(premier, '2026-09-09')])),
    listing(...TROIS),
  )
  await press('Enregistrer ce stade', dialogNamed('Enregistrer le stade « Fondations achevées »'))
  await press('Préparer les appels de fonds (3)', dialog)
  await said('Fondations achevées · Bloc A · atteint le 09/09/2026')
  await expectCount(dialog, 0)
})
