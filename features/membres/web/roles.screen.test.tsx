import { expect, test } from 'vitest'
import { appartementsEndpoints } from '#features/biens/appartements.contract.ts'
import { anAppartement, aSoldAppartement } from '#features/biens/biens.objects.ts'
import { chargesEndpoints } from '#features/charges/charges.contract.ts'
import { aBon, aCategorie, aLigne } from '#features/charges/charges.objects.ts'
import { clientsEndpoints } from '#features/clients/clients.contract.ts'
import { aClient } from '#features/clients/clients.objects.ts'
import { aPaiement, aPayeur, payeursPage, SoldLot } from '#features/paiements/paiements.objects.ts'
import { payeursEndpoints } from '#features/rapports/recap.contract.ts'
import { thePlan } from '#features/plan-de-vente/plan-de-vente.objects.ts'
import { promoteurEndpoints } from '#features/promoteur/promoteur.contract.ts'
import { rechercheEndpoints } from '#features/recherche/recherche.contract.ts'
import { aTrouvaille } from '#features/recherche/recherche.objects.ts'
import { blocsEndpoints } from '#features/structure/blocs.contract.ts'
import { etagesEndpoints } from '#features/structure/etages.contract.ts'
import { residencesEndpoints } from '#features/structure/residences.contract.ts'
import { aBloc, anEtage, aResidence } from '#features/structure/structure.objects.ts'
import { tableauDeBordEndpoints } from '#features/tableau-de-bord/tableau-de-bord.contract.ts'
import { aTableauDeBord } from '#features/tableau-de-bord/tableau-de-bord.objects.ts'
import { dossiersEndpoints } from '#features/ventes/dossiers.contract.ts'
import { aDossier, anEcheance } from '#features/ventes/ventes.objects.ts'
import type { Role } from '#shared/droits.ts'
import { expectAccessible } from '#test/harness/screens/accessible.ts'
import { answer, type Answer } from '#test/harness/screens/answers.ts'
import { anything, forbidden } from '#test/harness/screens/every.ts'
import { onePage } from '#test/harness/screens/page.ts'
import { atRest, renderScreen } from '#test/harness/screens/renderScreen.tsx'
import {
  button,
  dialog,
  expectCount,
  field,
  key,
  main,
  options,
  page,
  said,
  textsOf,
} from '#test/harness/screens/screen.ts'

const OTHERS = ['commercial', 'caisse', 'comptable', 'lecture'] as const

const SAMIRA = aClient({ nomComplet: 'Samira Haddad' })
const lot = new SoldLot([aPaiement()])
const LATE = anEcheance({
  libelle: 'Prix',
  montant: 999_00,
  date_prevue: '2026-01-10',
  jours_retard: 30,
  etat: 'en_retard',
})
/** A residence with a sold lot, of whose price something is late, a free one, a payment and a voucher. */
const ANSWERS: Answer[] = [
  ...anything(),
  ...lot.answers,
  thePlan(),
  answer(tableauDeBordEndpoints.read, aTableauDeBord()),
  answer(residencesEndpoints.list, onePage([aResidence({ nom: 'Les Jardins' })])),
  answer(residencesEndpoints.all, [{ id: 1, nom: 'Les Jardins' }]),
  answer(blocsEndpoints.list, onePage([aBloc()])),
  answer(etagesEndpoints.list, onePage([anEtage()])),
  answer(
    appartementsEndpoints.list,
    onePage([aSoldAppartement(SAMIRA, { id: 12, numLot: 'A-1' }), anAppartement({ id: 13, numLot: 'A-2' })]),
  ),
  answer(clientsEndpoints.list, onePage([SAMIRA])),
  answer(clientsEndpoints.all, [SAMIRA]),
  answer(clientsEndpoints.read, SAMIRA),
  answer(payeursEndpoints.list, payeursPage([aPayeur(SAMIRA)])),
  answer(dossiersEndpoints.read, aDossier({ client: SAMIRA, en_retard: 999_00, echeances: [LATE] })),
  answer(promoteurEndpoints.list, []),
  answer(
    chargesEndpoints.categories,
    onePage([aCategorie({ nom: 'Gros œuvre', bons: [aBon({ reference: 'BA-1', lignes: [aLigne()] })] })]),
  ),
]

const open = async (address: string, role: Role) => {
  const server = await renderScreen(address, { role, answers: ANSWERS })
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
  await atRest()
  return server
}

// spec: EC-31
test.each(OTHERS)(
  'the head of a dossier is one line of title and actions, as %s looks at it',
  async (role) => {
    for (const width of [1280, 1366]) {
      await page.viewport(width, 800)
      await open('/ventes/1', role)
      const title = page.getByRole('heading', { level: 1 }).element().getBoundingClientRect()
      const tops = main
        .getByRole('button', { name: /^(Relancer|Documents|Plus d'actions|Ajouter un paiement)$/ })
        .elements()
        .map((one) => one.getBoundingClientRect().top)
      expect([role, width, new Set(tops).size]).toEqual([role, width, 1])
      const middle = (tops[0] ?? 0) + 20
      expect(title.top).toBeLessThan(middle)
      expect(title.bottom).toBeGreaterThan(middle)
      expect(document.documentElement.scrollWidth).toBe(width)
    }
  },
)

// spec: AD-06
test('an address that asks for a form, and the search, offer no act of another rôle', async () => {
  const server = await open('/paiements?ajouter=oui', 'commercial')
  await expect.element(dialog).not.toBeInTheDocument()
  server.give(
    answer(rechercheEndpoints.search, ({ query }) => ({
      data: query.get('q') === 'Samira' ? [aTrouvaille({ titre: 'Samira Haddad' })] : [],
    })),
  )
  await key('Control+k')
  const search = dialog.getByRole('combobox')
  for (const text of ['paiement', 'charges', 'membres', 'exporter']) {
    await search.fill(text)
    await expect.poll(() => server.asked('/api/recherche').at(-1)).toBe(`q=${text}`)
    await atRest()
    const found = textsOf(options)
    for (const name of ['Ajouter un paiement', 'Charges', 'Membres', 'Exporter le portefeuille'])
      expect([text, found.filter((one) => one.includes(name))]).toEqual([text, []])
  }
  await search.fill('Samira')
  await expect.element(options.filter({ hasText: 'Samira Haddad' })).toBeVisible()
  await expect.element(dialog.getByText('nouveau paiement')).not.toBeInTheDocument()
  expect(forbidden('commercial', server.calls)).toEqual([])
})

// spec: AD-06
test('whoever takes payments finds them by the address and in the form, and adds no client there', async () => {
  const server = await open('/paiements?ajouter=1', 'caisse')
  await expect.element(dialog).toHaveAccessibleName('Ajouter un paiement')
  await expect.element(field('Client')).toHaveValue(`Samira Haddad · ${SAMIRA.tel}`)
  server.give(answer(clientsEndpoints.all, []))
  await field('Client').fill('Personne de ce nom')
  await said('Aucun résultat')
  await atRest()
  await expect.element(page.getByText(/^Nouveau client «/)).not.toBeInTheDocument()
  expect(forbidden('caisse', server.calls)).toEqual([])
})

// spec: AD-06
test('who only looks at the charges sees them without a column for what he may not do', async () => {
  const server = await open('/charges', 'lecture')
  await expect.element(page.getByRole('heading', { name: 'Gros œuvre' })).toBeVisible()
  await expect.element(page.getByRole('columnheader', { name: 'Actions' })).not.toBeInTheDocument()
  await expectCount(main.getByRole('button', { name: /^(Ajouter|Modifier|Supprimer)/ }), 0)
  await expect.element(button('Imprimer tous les bons')).toBeVisible()
  await expectAccessible()
  expect(forbidden('lecture', server.calls)).toEqual([])
})

test('a call that is refused to the rôle is told (negative control)', () => {
  const call = { method: 'GET', path: '/api/members', query: new URLSearchParams(), body: null }
  expect([forbidden('lecture', [call, call]), forbidden('direction', [call])]).toEqual([
    ['GET /api/members'],
    [],
  ])
})
