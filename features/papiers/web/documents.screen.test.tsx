import { expect, test, vi } from 'vitest'
import { documentsEndpoints, type Document } from '#features/papiers/papiers.contract.ts'
import { aDossier, answersOfDossier, anEcheance } from '#features/ventes/ventes.objects.ts'
import { addJours, aujourdhui } from '#shared/dates.ts'
import { PAPIERS, PAPIERS_DE_VENTE, type PapierDeVente } from '#shared/papiers.ts'
import { answer, raw, refuse } from '#test/harness/screens/answers.ts'
import { renderScreen } from '#test/harness/screens/renderScreen.tsx'
import { dialog, expectCount, field, page, press, valueOf } from '#test/harness/screens/screen.ts'

const DOSSIER = aDossier({
  montant: 1_000_000_00,
  en_retard: 350_000_00,
  echeances: [
    anEcheance({
      rang: 1,
      montant: 60000050,
      couvert: 25000050,
      etat: 'en_retard',
      jours_retard: 30,
      date_prevue: addJours(aujourdhui(), -30),
    }),
    anEcheance({ rang: 2, montant: 399_999_50, date_prevue: addJours(aujourdhui(), 30) }),
  ],
})
const possibles = PAPIERS_DE_VENTE.map((type) => ({
  type,
  libelle: PAPIERS[type].libelle,
  empeche: null,
  remarques: [],
}))
const papier = (type: PapierDeVente, id: number, montant: number | null): Document => ({
  id,
  vente_id: 1,
  bloc_id: null,
  type,
  variante: null,
  libelle: PAPIERS[type].libelle,
  numero: `2026-${PAPIERS[type].serie}-000${id}`,
  langue: 'fr',
  etabli_le: aujourdhui(),
  montant,
  code: 'A1B2C3',
  etat: 'valide',
  motif: null,
  etabli_par: 'Karim Benali',
  imprime_le: null,
})
const holding = (...data: Document[]) => answer(documentsEndpoints.list, { data, possibles })

const bouton = page.getByRole('button', { name: 'Documents', exact: true })
const items = page.getByRole('menuitem')
const panel = page.getByRole('region', { name: 'Documents établis' })
const rows = panel.getByCss('tbody tr')
const open = () =>
  renderScreen('/ventes/1?partie=pieces', {
    answers: answersOfDossier(DOSSIER, { papiers: { possibles } }),
  })
async function ask(type: PapierDeVente) {
  await bouton.click()
  await items.filter({ hasText: PAPIERS[type].libelle }).first().click()
}
const issue = () => press('Établir et imprimer', dialog)
/** The tabs that the screen opens to print in: they show at once what they are given. */
function printingTabs() {
  const tab = {
    closed: false,
    document: {
      title: '',
      body: { textContent: '' },
    },
    location: { replace() {} },
    close: vi.fn<() => void>(),
    focus() {},
    print: vi.fn<() => void>(),
    addEventListener: (_event: string, loaded: () => void) => loaded(),
  }
  vi.spyOn(window, 'open').mockReturnValue(tab as unknown as Window)
  return tab
}

test('an appel asks for one line that is due, a mise en demeure for its delay; what is refused keeps what was typed', async () => {
  const tab = printingTabs()
  const server = await open()
  await ask('appel_fonds')
  await expect.poll(() => valueOf(field('Échéance'))).toBe('Tranche 1, 350 000,00 DA')
  const appel = papier('appel_fonds', 1, 350_000_00)
  server.give(
    answer(documentsEndpoints.etablir, { ...appel, message: 'Document établi avec succès !' }),
    raw(documentsEndpoints.pdf, {}),
    holding(appel),
  )
  await issue()
  await expect.element(rows).toHaveTextContent(/350\s000,00/)
  await ask('mise_en_demeure')
  const delai = 'Le délai doit être compris entre 1 et 365 jours.'
  server.give(refuse(documentsEndpoints.etablir, 422, { message: delai, errors: { delai_jours: [delai] } }))
  await field('Délai (jours)').fill('12')
  await issue()
  await expect.element(dialog.getByText(delai).first()).toBeVisible()
  await expect.element(field('Délai (jours)')).toHaveValue('12')
  const mise = papier('mise_en_demeure', 2, 350_000_00)
  server.give(
    answer(documentsEndpoints.etablir, { ...mise, message: 'Document établi avec succès !' }),
    holding(mise, appel),
  )
  await field('Délai (jours)').fill('8')
  await issue()
  await expectCount(rows, 2)
  expect(server.changes().map(({ body }) => body)).toMatchObject([
    { type: 'appel_fonds', langue: 'fr', echeance_id: '1' },
    { type: 'mise_en_demeure', langue: 'fr', delai_jours: 12 },
    { type: 'mise_en_demeure', langue: 'fr', delai_jours: 8 },
  ])
  // A tab for each; the one of what was refused is closed again.
  await expect.poll(() => tab.print.mock.calls.length).toBe(2)
  expect(tab.close).toHaveBeenCalledTimes(1)
})

test('a failure without words is told by the dialog, and the paper is issued once', async () => {
  const tab = printingTabs()
  const server = await open()
  await ask('decompte')
  server.give(refuse(documentsEndpoints.etablir, 500))
  await issue()
  await expect.element(dialog).toHaveTextContent("Erreur lors de l'établissement du document.")
  const decompte = papier('decompte', 1, null)
  server.give(
    answer(documentsEndpoints.etablir, { ...decompte, message: 'Document établi avec succès !' }),
    raw(documentsEndpoints.pdf, {}),
    holding(decompte),
  )
  await issue()
  await expectCount(dialog, 0)
  await expectCount(rows, 1)
  // Both are one act, so that what a lost answer had already issued is not issued again.
  const [first, second, ...more] = server.changes().map(({ key: of }) => of)
  expect(more).toEqual([])
  expect(first).toBeTruthy()
  expect(second).toBe(first)
  await expect.poll(() => tab.print.mock.calls.length).toBe(1)
  expect(tab.close).toHaveBeenCalledTimes(1)
})
