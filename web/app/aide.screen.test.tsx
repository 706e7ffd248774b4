import { expect, test } from 'vitest'
import { accesEndpoints } from '#features/acces/acces.contract.ts'
import { AIDE_DES_ECRANS, aideDe } from '#shared/aide.ecrans.ts'
import { aideAt } from '#shared/aide.ts'
import { refuse } from '#test/harness/screens/answers.ts'
import { anything, failure } from '#test/harness/screens/every.ts'
import { atRest, renderScreen } from '#test/harness/screens/renderScreen.tsx'
import { expectCount, page } from '#test/harness/screens/screen.ts'
import { routeTree } from '#web/app/routes.tsx'
import { MEMBRE } from '#web/kit/frame/ownScreen.ts'

const NAME = 'Aide sur cet écran, nouvel onglet'
const help = page.getByRole('link', { name: NAME })
const heading = page.getByRole('heading', { level: 1 })

interface Route {
  fullPath: string
  id: string
  options: { staticData?: { titre?: string } }
  children?: unknown
}
const childrenOf = (route: { children?: unknown }) => Object.values<Route>(Object(route.children))
/** The paths of the screens behind sign-in; the router of a screen that was drawn has completed them. */
const privatePaths = () =>
  childrenOf(routeTree)
    .filter(({ id }) => id === `/${MEMBRE}`)
    .flatMap(childrenOf)
    .filter(({ options }) => options.staticData?.titre !== undefined)
    .map(({ fullPath }) => fullPath)

// spec: IN-30
test('every screen behind sign-in has a help page, and none is named that is not there', async () => {
  await renderScreen('/dashboard', { answers: anything() })
  await expect.element(heading).toBeVisible()
  const paths = privatePaths().map((path) => (path.length > 1 ? path.replace(/\/$/, '') : path))
  expect(paths.length).toBeGreaterThan(25)
  expect(paths.filter((path) => aideDe(path, {}) === null)).toEqual([])
  const named = Object.keys(AIDE_DES_ECRANS).map((key) => key.split('?')[0])
  expect(named.filter((path) => !paths.includes(path ?? ''))).toEqual([])
})

const SHOWN = [
  ['/dashboard', 'avant-de-commencer'],
  ['/residence', 'creer-une-residence'],
  ['/residence/1/generer', 'creer-une-residence#generer-les-lots'],
  ['/bloc', 'creer-une-residence#generer-les-lots'],
  ['/etage', 'creer-une-residence#generer-les-lots'],
  ['/appartement', 'vendre-un-bien'],
  ['/locaux', 'vendre-un-bien'],
  ['/parking', 'vendre-un-bien'],
  ['/plan-de-vente', 'vendre-un-bien'],
  ['/blocs/1/stades/1/appels', 'relancer#appeler-des-fonds'],
  ['/clients', 'apporter-ses-clients'],
  ['/clients/1', 'encaisser-et-corriger'],
  ['/clients/1/paiements/1', 'encaisser-et-corriger#corriger'],
  ['/paiements', 'encaisser-et-corriger'],
  ['/recap', 'fin-de-l-annee#la-situation-au-31-decembre'],
  ['/promoteur', 'avant-de-commencer#ce-qu-il-faut-reunir'],
  ['/users', 'sauvegarder#mot-de-passe-perdu'],
  ['/charges', 'fin-de-l-annee#les-ecritures'],
  ['/profile', 'sauvegarder#code-a-la-connexion'],
  ['/ventes', 'vendre-un-bien'],
  ['/ventes?onglet=clos', 'desistement#rembourser'],
  ['/ventes/1', 'vendre-un-bien#ensuite-dans-le-dossier'],
  ['/echeances', 'relancer'],
  ['/cheques?onglet=remis', 'les-cheques#quand-le-releve-arrive'],
  ['/rapports?rapport=tva', 'fin-du-mois#la-tva'],
  ['/importer', 'apporter-ses-clients'],
  ['/journal', 'encaisser-et-corriger#corriger'],
  ['/parametres?section=sauvegardes', 'sauvegarder#garder-une-copie-ailleurs'],
] as const

// spec: IN-30
test.each(SHOWN)('« ? » in the head of %s opens %s in a new tab', async (path, cible) => {
  // A reading that fails leaves the head in its place.
  await renderScreen(path, { answers: failure(), others: 500 })
  await expect.element(heading).toBeVisible()
  await expectCount(help, 1)
  await expect.element(help).toHaveAttribute('href', aideAt(cible))
  await expect.element(help).toHaveAttribute('target', '_blank')
  await expect.element(help).toHaveAttribute('rel', 'noopener')
})

// spec: IN-30
test.each(['/login', '/signup', '/inactive', '/verifier', '/suivi', '/nulle-part'])(
  '%s has no « ? »',
  async (path) => {
    await renderScreen(path, { answers: [refuse(accesEndpoints.user, 401)], others: 404 })
    await expect.element(heading).toBeVisible()
    await atRest()
    await expectCount(help, 0)
  },
)

// spec: IN-30
test('on a phone « ? » stands on the line of the title, as high as a finger, and pushes no act out', async () => {
  await page.viewport(390, 844)
  for (const path of ['/clients', '/recap', '/importer', '/paiements']) {
    await renderScreen(path, { answers: failure(), others: 500 })
    await expect.element(help).toBeVisible()
    await atRest()
    const title = heading.element().getBoundingClientRect()
    const mark = help.element().getBoundingClientRect()
    expect([path, mark.height >= 40, mark.left >= title.right - 1, mark.right <= 390]).toEqual([
      path,
      true,
      true,
      true,
    ])
    expect(Math.abs(mark.top + mark.height / 2 - (title.top + Math.min(title.height, 33) / 2))).toBeLessThan(
      12,
    )
    expect(document.documentElement.scrollWidth).toBe(390)
  }
  await page.viewport(1280, 800)
})
