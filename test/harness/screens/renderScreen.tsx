import type { Root } from 'react-dom/client'
import { expect, vi } from 'vitest'
import { page } from 'vitest/browser'
import { accesEndpoints, type Utilisateur } from '#features/acces/acces.contract.ts'
import { clientsEndpoints } from '#features/clients/clients.contract.ts'
import { generationEndpoints } from '#features/generation/generation.contract.ts'
import { appelsEndpoints } from '#features/papiers/appels.contract.ts'
import { parametresEndpoints } from '#features/parametres/parametres.contract.ts'
import { promoteurEndpoints } from '#features/promoteur/promoteur.contract.ts'
import { blocsEndpoints } from '#features/structure/blocs.contract.ts'
import { etagesEndpoints } from '#features/structure/etages.contract.ts'
import { residencesEndpoints } from '#features/structure/residences.contract.ts'
import { PAS, premiersPasEndpoints } from '#features/tableau-de-bord/premiers-pas.contract.ts'
import { tableauDeBordEndpoints } from '#features/tableau-de-bord/tableau-de-bord.contract.ts'
import { desPremiersPas } from '#features/tableau-de-bord/tableau-de-bord.objects.ts'
import { answer, FakeServer, refuse, type Answer } from '#test/harness/screens/answers.ts'
import { leadCallsTo } from '#test/harness/screens/browser.ts'
import { drawApp } from '#web/app/App.tsx'
import { queryClient } from '#web/app/queryClient.ts'
import { createAppRouter, type AppRouter } from '#web/app/router.ts'
import { forgetInput } from '#web/kit/form/savedInput.ts'
import { readLangue } from '#web/kit/frame/PublicLayout.tsx'
import { followActiveLine } from '#web/kit/select/activeLine.ts'

/** The member who is signed in. */
export const membre = (role: Utilisateur['role'] = 'direction'): Utilisateur => ({
  id: 1,
  name: 'Karim Benali',
  email: 'karim.benali@diyar.dz',
  statut: 'activé',
  role,
})

/** The answers that selects and headers of most screens ask for: nothing is there, unless a test says otherwise. */
const NOTHING = [
  answer(residencesEndpoints.all, []),
  answer(generationEndpoints.list, { data: [] }),
  answer(blocsEndpoints.all, []),
  answer(blocsEndpoints.ofResidence, []),
  answer(etagesEndpoints.all, []),
  answer(etagesEndpoints.ofBloc, []),
  answer(clientsEndpoints.all, []),
  answer(parametresEndpoints.reglages, { data: {} }),
  refuse(appelsEndpoints.list, 409),
  answer(promoteurEndpoints.list, []),
  answer(tableauDeBordEndpoints.residences, { data: [], residences: 0 }),
  answer(premiersPasEndpoints.read, desPremiersPas(PAS)),
]

interface Opening {
  role?: Utilisateur['role']
  answers?: readonly Answer[]
  /** How every call is refused that nobody answers, on screens that are only passed through. */
  others?: number
  dark?: boolean
  /** Opens it as a reload does: what the device keeps is still there. */
  again?: boolean
  /** The instant at which the screen opens, and which does not pass; that of the machine otherwise. */
  now?: string
}

let server = new FakeServer()
let root: Root | null = null
let router: AppRouter | null = null
/** The path at which the screen was opened. */
let opened = ''
const noise: string[] = []

leadCallsTo(() => server)
followActiveLine()

/**
 * Opens a screen of the product at its address, as a member who is signed in; gives the server that answers its calls.
 * The test also fails on an error in the console, and on a call, a body or an answer that the server did not foresee.
 */
export async function renderScreen(
  address: string,
  { role, answers = [], others, dark = true, again = false, now }: Opening = {},
): Promise<FakeServer> {
  const kept = again ? Object.entries(localStorage) : []
  await arrive()
  close()
  if (now !== undefined) vi.useFakeTimers({ toFake: ['Date'], now: new Date(now) })
  for (const [name, value] of kept) localStorage.setItem(name, String(value))
  readLangue()
  noise.push(...server.unexpected)
  server = new FakeServer()
  if (others !== undefined) server.give(refuse({ method: 'GET', path: '/api/.+' }, others))
  server.give(
    ...NOTHING,
    answer(accesEndpoints.user, { ...membre(role), compte: role ?? 'direction', suite: null }),
    ...answers,
  )
  document.cookie = 'XSRF-TOKEN=essai; path=/'
  localStorage.setItem('darkMode', String(dark))
  document.documentElement.lang = 'fr'
  document.documentElement.classList.toggle('dark', dark)
  vi.spyOn(console, 'error').mockImplementation((...said) => void noise.push(said.map(String).join(' ')))
  window.history.replaceState({}, '', address)
  opened = window.location.pathname
  const place = document.createElement('div')
  place.id = 'root'
  document.body.append(place)
  router = createAppRouter()
  root = drawApp(place, router, '')

  return server
}

const isMoving = ({ playState, effect }: Animation) =>
  playState === 'running' && effect?.getComputedTiming().endTime !== Infinity
/** Two frames let what has just come be drawn, and ask for what it shows. */
const drawn = () =>
  new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))

/** Whether the screen says that it waits for something. */
const loads = () => document.querySelector('[aria-busy="true"], [data-loading], [data-progress]') !== null

/** Whether an answer is awaited; a reader that loads as it is first asked calls nobody before it is there. */
const isAsking = () => server.waiting > 0 || queryClient.isFetching() > 0

/** Waits until the screen has all that it asks for, nothing on it loads and nothing moves: for two looks in a row. */
export async function atRest(): Promise<void> {
  let calls = -1
  await expect
    .poll(async () => {
      await drawn()
      const moves = document.getAnimations().some(isMoving)
      const still = !isAsking() && server.calls.length === calls && !loads() && !moves
      calls = server.calls.length
      return still
    })
    .toBe(true)
}

/** So many looks, some seconds, are enough for any screen to load its parts; one that loads for ever is no test's end. */
const LOOKS = 300

/**
 * Lets a screen to which the test has led ask for what it shows: a call that nobody answers then fails each run, not the slow ones alone.
 * A caller who waits for an answer that the test holds back goes no further.
 */
async function arrive(): Promise<void> {
  if (router === null || window.location.pathname === opened) return
  let [calls, quiet] = [-1, 0]
  for (let look = 0; look < LOOKS && server.held === 0; look++) {
    const { status, isLoading } = router.state
    const asks = isAsking() || server.calls.length !== calls
    // The router is idle once the screen is drawn; what it draws asks in the frames after that.
    quiet = asks || status === 'pending' || isLoading || loads() ? 0 : quiet + 1
    if (quiet === 2) return
    calls = server.calls.length
    await drawn()
  }
}

/** Closes the screen: neither its answers, its input nor its clock outlive it. */
function close(): void {
  vi.useRealTimers()
  root?.unmount()
  root = null
  router?.history.destroy()
  router = null
  document.getElementById('root')?.remove()
  // The place of dialogs would stand before the next screen, as it does in no page.
  document.querySelector('[data-mantine-shared-portal-node]')?.remove()
  queryClient.clear()
  forgetInput()
  sessionStorage.clear()
  localStorage.clear()
  readLangue()
}

/** Ends a test: closes its screen, and fails on what the console or the server of the screen has against it. */
export async function closeScreen(): Promise<void> {
  vi.useRealTimers()
  await arrive()
  close()
  await page.viewport(1280, 800)
  const said = [...noise.splice(0), ...server.unexpected]
  server = new FakeServer()
  if (said.length > 0) throw new Error(said.join('\n'))
}
