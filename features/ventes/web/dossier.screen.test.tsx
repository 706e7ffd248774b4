import { expect, test } from 'vitest'
import { aClientResume } from '#features/clients/clients.objects.ts'
import { aCheque, aPaiement } from '#features/paiements/paiements.objects.ts'
import { dossiersEndpoints, type Dossier } from '#features/ventes/dossiers.contract.ts'
import {
  aDossier,
  anEcheance,
  answersOfDossier,
  dossiersPage,
  echeancesOf,
} from '#features/ventes/ventes.objects.ts'
import { addJours, aujourdhui, formatJourCourt } from '#shared/dates.ts'
import { expectAccessible } from '#test/harness/screens/accessible.ts'
import { answer, refuse } from '#test/harness/screens/answers.ts'
import { asPaper, asScreen, inForcedColors } from '#test/harness/screens/media.ts'
import { atRest, renderScreen } from '#test/harness/screens/renderScreen.tsx'
import { expectCount, key, main, page, press, said, textsOf } from '#test/harness/screens/screen.ts'

const today = aujourdhui()
const PARTIES = ['echeancier', 'paiements', 'pieces', 'relances'] as const
const buyer = aClientResume({ id: 3, nomComplet: 'Nadia Bencheikh' })
const paid = { totalPaye: 50_00, resteAPayer: 950_00, pourcentagePaiement: 5 }

const tabs = page.getByRole('tab')
const segments = page
  .getByRole('list', { name: 'Échéances, de la première à la dernière' })
  .getByRole('button')
const region = (name: string) => page.getByRole('region', { name, exact: true })
const open = (dossier: Dossier, partie?: string) =>
  renderScreen(`/ventes/1${partie === undefined ? '' : `?partie=${partie}`}`, {
    answers: answersOfDossier(dossier),
  })

/** Elements in sight that bear the red of the theme as text or ground. */
function reds(): (string | null)[] {
  const place = main.element()
  const probe = place.appendChild(document.createElement('span'))
  const red = ['--diyar-red', '--diyar-red-bar', '--diyar-red-tint'].map((token) => {
    probe.style.color = `var(${token})`
    return getComputedStyle(probe).color
  })
  probe.remove()
  return [...place.querySelectorAll('*')]
    .filter((one) => one.checkVisibility())
    .filter((one) => {
      const { color, backgroundColor } = getComputedStyle(one)
      return red.includes(color) || red.includes(backgroundColor)
    })
    .map((one) => one.textContent)
}

// spec: EC-31
test('one bar says how much is paid, and red is for what is late alone', async () => {
  const state = region('Où en est la vente')
  await open(aDossier({ client: buyer, ...paid }), 'echeancier')
  await expect.element(state).toHaveTextContent('Sans échéancier')
  await expect
    .element(state.getByRole('progressbar'))
    .toHaveAttribute('aria-valuetext', expect.stringMatching(/^5\s%$/))
  await expect.element(state.getByRole('button', { name: "Générer l'échéancier" })).toBeVisible()
  await atRest()
  expect(reds()).toEqual([])

  const planned = aDossier({
    client: buyer,
    ...paid,
    echeances: [anEcheance({ montant: 1_000_00, couvert: 50_00 })],
    paiements: [aPaiement()],
  })
  await open(planned, 'echeancier')
  await expectCount(segments, 1)
  await expect.element(state.getByRole('progressbar')).not.toBeInTheDocument()
  await expect.element(state).toHaveTextContent(/Payé : 5\s%/)
  // A contrast theme draws what is paid, and the chosen part, in colours of its own; they come a moment after it.
  await inForcedColors()
  const ground = (css: string) =>
    getComputedStyle(segments.element().closest('div')?.querySelector(css) as Element).backgroundColor
  await expect.poll(() => ground('button > span') !== ground('button')).toBe(true)
  const under = (selected: boolean) =>
    getComputedStyle(page.getByRole('tab', { selected }).first().element()).borderBottomColor
  await expect.poll(() => under(true) !== under(false)).toBe(true)
  await asScreen()
  for (const partie of PARTIES) {
    await open(planned, partie)
    await expectCount(segments, 1)
    await atRest()
    expect([partie, reds()]).toEqual([partie, []])
  }
  await open({ ...planned, en_retard: 150_00 }, 'paiements')
  await atRest()
  expect(reds()).not.toEqual([])
})

const LATE = aDossier({
  client: buyer,
  montant: 1_000_000_00,
  en_retard: 150_000_00,
  contrat_le: addJours(today, -30),
  echeances: echeancesOf(
    [-20, 30, 60, 90, 120].map((jours) => addJours(today, jours)),
    200_000_00,
    today,
  ),
  paiements: [
    aCheque({
      id: 32,
      versement: 100_000_00,
      etat: 'rejete',
      rejete_le: today,
      motif_rejet: 'Sans provision',
    }),
    aPaiement({ versement: 50_000_00 }),
  ],
  relances: [
    {
      id: 1,
      vente_id: 1,
      dossier: 'D-2026-0001',
      canal: 'telephone',
      jour: today,
      montant: 150_000_00,
      note: 'Paie lundi',
      par: 'Karim Benali',
      document: null,
    },
  ],
})
const types = ['Acte', 'Plan'].map((libelle) => ({ code: libelle, libelle, obligatoire: true }))
const EXIGEES = {
  types,
  manquantes: types.map(({ code, libelle }) => ({ code, libelle, portee: 'vente' as const })),
}
const openLate = (partie = '', again = false) =>
  renderScreen(`/ventes/1${partie}`, { answers: answersOfDossier(LATE, { pieces: EXIGEES }), again })

// spec: EC-32
test('its parts are in the address, moved by arrows, remembered, and say what they hold and owe; paper has them all', async () => {
  await openLate()
  await expect
    .poll(() => textsOf(tabs))
    .toEqual([
      'Échéancier 5',
      'Paiements 2 · chèque rejeté',
      'Pièces et documents · 2 à fournir',
      `Suivi · relancé le ${formatJourCourt(today).slice(0, 5)}`,
    ])
  tabs.first().element().focus()
  await key('ArrowRight')
  await expect.poll(() => location.search).toBe('?partie=paiements')
  await expect.element(tabs.nth(1)).toHaveFocus()
  await expect.element(tabs.nth(1)).toHaveTextContent(/^Paiements 2$/)
  await expect.element(tabs.first()).toHaveTextContent(/^Échéancier 5 · 150\s000,00\sDA en retard$/)
  await expect.element(page.getByRole('table', { name: 'Paiements' })).toBeVisible()
  await expect.element(page.getByRole('table', { name: 'Échéancier' })).not.toBeInTheDocument()
  await key('ArrowRight')
  await expect.poll(() => location.search).toBe('?partie=pieces')
  await expect.element(page.getByRole('list', { name: 'Pièces obligatoires' })).toHaveTextContent('À fournir')
  await expectAccessible()
  await key('End')
  await expect.poll(() => location.search).toBe('?partie=relances')
  await expect.element(page.getByRole('table', { name: 'Relances' })).toBeVisible()
  // The next dossier opens at the part that was chosen last.
  await openLate('', true)
  await expect.element(region('Historique')).toBeVisible()
  await openLate('?partie=echeancier', true)
  await expect.element(page.getByRole('table', { name: 'Échéancier' })).toBeVisible()
  await atRest()
  await asPaper()
  for (const title of ['Échéancier', 'Acquéreurs', 'Paiements', 'Pièces', 'Documents établis', 'Relances'])
    await expect.element(region(title)).toBeVisible()
  await asScreen()
})

// spec: EC-32
test.each([
  [1280, 1300],
  [390, 2200],
])('on %i px no part of a dossier is taller than %i, and none goes sideways', async (width, most) => {
  await page.viewport(width, 844)
  for (const partie of PARTIES) {
    await openLate(`?partie=${partie}`)
    await expectCount(segments, 5)
    await atRest()
    expect(document.documentElement.scrollHeight).toBeLessThanOrEqual(most)
    expect(document.documentElement.scrollWidth).toBe(width)
  }
})

test('says that a dossier does not exist, and that one does not load', async () => {
  const others = [answer(dossiersEndpoints.list, dossiersPage([]))]
  for (const nowhere of ['999999', 'abc', '0']) {
    const { calls } = await renderScreen(`/ventes/${nowhere}`, {
      answers: [...others, ...answersOfDossier(LATE), refuse(dossiersEndpoints.read, 404)],
    })
    await said("Ce dossier n'existe pas ou a été supprimé.")
    expect(calls.some(({ path }) => path.startsWith('/api/ventes/'))).toBe(nowhere === '999999')
  }
  await press('Tous les dossiers')
  await expect.element(page.getByRole('heading', { name: 'Dossiers de vente' })).toBeVisible()
  await said('Aucun dossier en cours.')

  await renderScreen('/ventes', { answers: [refuse(dossiersEndpoints.list, 500)] })
  await said('Erreur lors du chargement des dossiers.')
  const server = await renderScreen('/ventes/1', {
    answers: [...answersOfDossier(LATE), refuse(dossiersEndpoints.read, 500)],
  })
  await said('Erreur lors du chargement du dossier.')
  server.give(answer(dossiersEndpoints.read, LATE))
  await press('Réessayer')
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Dossier D-2026-0001')
})
