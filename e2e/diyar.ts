import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { test as base, expect, type APIRequestContext, type Page, type Request } from '@playwright/test'
import { startServer, type RunningServer } from '../test/harness/product.ts'

export { expect, type Page }

const BASE = '/backend/public'
let server: RunningServer | null = null

/** For a test in which the browser shows a PDF: only the whole Chromium can. */
export const PDF = '@pdf'

/** Gives the tests of a file one built product of their own: empty, or filled with the demo portfolio. */
export function withServer(entry: 'main' | 'demo' = 'main'): void {
  base.beforeAll(async () => {
    server = await startServer(entry)
  })
  base.afterAll(async () => {
    await server?.stop()
    server = null
  })
}

/** Answers a call as the server does, failing the test on a refusal unless told otherwise. */
export class Api {
  readonly #request: APIRequestContext
  constructor(request: APIRequestContext) {
    this.#request = request
  }

  get(path: string) {
    return this.call('GET', path)
  }
  post(path: string, data?: object) {
    return this.call('POST', path, data)
  }
  put(path: string, data?: object) {
    return this.call('PUT', path, data)
  }
  delete(path: string) {
    return this.call('DELETE', path)
  }

  /** Creates through the product's own call and gives the new id. */
  async create(path: string, data: object): Promise<number> {
    const { id } = (await this.post(path, data)) as { id: number }
    return id
  }

  private async call(method: string, path: string, data?: object): Promise<unknown> {
    if (!(await this.token())) await this.#request.get(`${BASE}/sanctum/csrf-cookie`)
    const answer = await this.#request.fetch(BASE + path, {
      method,
      headers: { 'x-xsrf-token': await this.token() },
      ...(data && { data }),
    })
    if (!answer.ok()) throw new Error(`${method} ${path}: ${answer.status()} ${await answer.text()}`)
    return answer.status() === 204 ? undefined : answer.json()
  }

  /** The cookies are the page's: its browser keeps them. */
  private async token(): Promise<string> {
    const { cookies } = await this.#request.storageState()
    return cookies.find(({ name }) => name === 'XSRF-TOKEN')?.value ?? ''
  }
}

export const account = {
  name: 'Karim Benali',
  email: 'karim.benali@diyar.dz',
  password: 'Motdepasse1!',
  password_confirmation: 'Motdepasse1!',
}

/** Signs the page's browser in through the calls, unless it is; creates the first (active) account when there is none. */
export async function signIn(page: Page, who: { email: string; password: string } = account): Promise<Api> {
  const api = new Api(page.context().request)
  const signedIn = (await api.get('/api/user').catch(() => null)) as { email: string } | null
  if (signedIn?.email === who.email) return api
  const login = () => api.post('/login', { email: who.email, password: who.password })
  try {
    await login()
  } catch {
    await api.post('/register', { ...account, ...who, password_confirmation: who.password })
    await login()
  }
  return api
}

/** Opens a screen as a signed-in member, and waits until it is the one that shows. */
export async function openScreen(page: Page, address: string, heading: string): Promise<Api> {
  const api = await signIn(page)
  await page.goto(address)
  await expect(page.getByRole('heading', { name: heading })).toBeVisible()
  // Lines break elsewhere in the letters that stand in until the faces are there.
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  return api
}

interface Calls {
  /** The requests that are not answered yet. */
  open: Set<Request>
  /** How often a request has begun or ended. */
  changes: number
}
const callsOf = new WeakMap<Page, Calls>()

/**
 * Every test also fails on an uncaught error, an error in the console or a broken content-security policy.
 * Chromium logs each refused call as an error of its own; those are the tests' business.
 */
export const test = base.extend<{ quiet: undefined }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures a function needs from its pattern
  baseURL: async ({}, use) => use(server?.url),
  locale: 'fr-FR',
  timezoneId: 'Africa/Algiers',
  quiet: [
    async ({ page }, use) => {
      const noise: string[] = []
      // Chromium words some violations otherwise, or not at all: those of an attribute, of a window opened for printing.
      await page.context().addInitScript(`addEventListener('securitypolicyviolation', (event) =>
        console.error('CSP', event.effectiveDirective, event.blockedURI, event.sourceFile, event.lineNumber))`)
      const calls: Calls = { open: new Set(), changes: 0 }
      callsOf.set(page, calls)
      const ended = (request: Request) => {
        calls.open.delete(request)
        calls.changes++
      }
      page.on('request', (request) => {
        calls.open.add(request)
        calls.changes++
      })
      page.on('requestfinished', ended)
      page.on('requestfailed', ended)
      page.on('pageerror', (error) => noise.push(String(error)))
      page.on('console', (message) => {
        if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
          noise.push(message.text())
      })
      await use(undefined)
      // A screen that asks again every second may have a call under way that a test changes: its end is no error of the test's.
      await page.unrouteAll({ behavior: 'ignoreErrors' })
      expect(noise).toEqual([])
    },
    { auto: true },
  ],
})

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
interface AxeResult {
  violations: { id: string; help: string; nodes: { html: string; failureSummary?: string }[] }[]
}

/**
 * Waits until every movement on the page has ended: half-way, an element has not yet its own colours. A loader that turns for ever is
 * not waited for. Two frames let the result of the last press be drawn, and ask for the data it shows.
 */
export const settled = `new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))).then(() => Promise.all(document.getAnimations()
  .filter((animation) => animation.playState === 'running' && animation.effect?.getComputedTiming().endTime !== Infinity)
  .map((animation) => animation.finished.catch(() => {}))))`

/** A page that asks again every second has no quiet round on a slow machine. */
const ROUNDS = 10

/**
 * Waits until every call is answered and its answer drawn, which may make the page ask again: until a round in which no
 * call begins or ends. `also` is waited for in each round.
 */
async function answered(page: Page, also?: () => Promise<void>): Promise<void> {
  const calls = callsOf.get(page) ?? { open: new Set<Request>(), changes: 0 }
  for (let round = 0; round < ROUNDS; round++) {
    const before = calls.changes
    await page.evaluate(settled)
    await expect.poll(() => [...calls.open].map((request) => request.url())).toEqual([])
    await page.evaluate(settled)
    await also?.()
    if (calls.changes === before) return
  }
}

/** The router that the product's page leaves in its window, as far as a journey needs it. */
interface PageRouter {
  history: { push(address: string): void }
  state: { status: string; location: { href: string }; resolvedLocation?: { href: string } }
}

/**
 * Goes to another screen as a link of the menu does, without a new load of the page, which costs three times as much; loads it where
 * nothing is loaded yet or it is the one that shows. For whoever looks at many screens; what has changed behind the product's back is seen by a load alone.
 */
export async function moveTo(page: Page, address: string): Promise<void> {
  const moved = await page.evaluate(async (to) => {
    const { __TSR_ROUTER__: router } = globalThis as { __TSR_ROUTER__?: PageRouter }
    if (!router || router.state.location.href === to) return false
    router.history.push(to)
    while (
      router.state.status !== 'idle' ||
      router.state.resolvedLocation?.href !== router.state.location.href
    )
      await new Promise((drawn) => requestAnimationFrame(drawn))
    return true
  }, address)
  if (!moved) await page.goto(address)
  // The answers read before are shown first, and replaced by those read anew.
  await atRest(page)
}

/** Waits until a screen has all that it asks for and nothing on it loads any more; a part that has come is still to be read by the browser. */
export async function atRest(page: Page): Promise<void> {
  const loading = page
    .locator('[aria-busy="true"], [data-loading]')
    .or(page.getByText(/^(Chargement|Recherche…)/))
  await answered(page, async () => {
    await expect(loading).toHaveCount(0)
    await page.evaluate(settled)
  })
}

/** No accessibility violation on what the page shows now. */
export async function expectAccessible(page: Page): Promise<void> {
  await judged(page, async () => expectNoViolation(page))
}

/** The same, and its colours in the other theme too: nothing else that axe looks at depends on the theme. */
export async function expectReadable(page: Page): Promise<void> {
  await judged(page, async () => {
    await expectNoViolation(page)
    const dark = await page.evaluate<boolean>(
      `document.documentElement.dataset.mantineColorScheme === 'dark'`,
    )
    await showDark(page, !dark)
    await expectNoViolation(page, ['color-contrast', 'link-in-text-block'])
    await showDark(page, dark)
  })
}

/** Changes the theme of a page that is open, as another tab does in which it is changed. */
export async function showDark(page: Page, dark: boolean): Promise<void> {
  await page.evaluate(`
    localStorage.setItem('darkMode', '${dark}')
    dispatchEvent(new StorageEvent('storage', { key: 'darkMode', storageArea: localStorage }))`)
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')
  // A colour on its way is not the one that is read; one that is inherited sets out again whenever that of its parent moves.
  await page.evaluate(`(async () => {
    let moving
    do {
      await new Promise(requestAnimationFrame)
      moving = document.getAnimations().filter((one) => one instanceof CSSTransition)
      await Promise.all(moving.map((one) => one.finished.catch(() => null)))
    } while (moving.length > 0)
  })()`)
}

async function judged(page: Page, judge: () => Promise<void>): Promise<void> {
  // Nothing that arrives meanwhile fades in: a colour on its way is not the one that is read.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  // An answer that came while axe looks would have a button judged enabled by the colours it had while disabled.
  await answered(page)
  await judge()
  await page.emulateMedia({ reducedMotion: null })
}

async function expectNoViolation(page: Page, rules?: readonly string[]): Promise<void> {
  expect(await violationsOf(page, rules)).toEqual([])
}

/** Returns the violations that axe finds on a page at rest: by all of its rules or by these, in all of it or within the last element of a selector. */
export async function violationsOf(
  page: Page,
  rules?: readonly string[],
  within?: string,
): Promise<string[]> {
  if (!(await page.evaluate("'axe' in globalThis"))) await page.evaluate(axeSource)
  // No style sheet is read once more: that is for the one rule about the turned phone, which is off.
  const options = { resultTypes: ['violations'], preload: false, ...(rules && { runOnly: rules }) }
  const where = within ? `[...document.querySelectorAll(${JSON.stringify(within)})].at(-1)` : 'document'
  const { violations } = await page.evaluate<AxeResult>(`axe.run(${where}, ${JSON.stringify(options)})`)
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}, ${help}: ${html}\n${failureSummary ?? ''}`),
  )
}

/** Dark or light, as the header's toggle would set it, before the page loads. */
export async function preferDark(page: Page, dark: boolean): Promise<void> {
  await page.addInitScript(`localStorage.setItem('darkMode', '${dark}')`)
}
