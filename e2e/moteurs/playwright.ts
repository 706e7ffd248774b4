import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, firefox, type Browser, type LaunchOptions, type Page } from '@playwright/test'
import { HEIGHT, isWorkbook, KEY_MS, takeWorkbooks, type Moteur } from './moteur.ts'

export const openChromium = (executablePath: string): Promise<Moteur> =>
  open('Chromium', (options) =>
    chromium.launch({ ...options, executablePath, args: ['--no-sandbox', '--disable-gpu'] }),
  )

/** Firefox as its maker ships it, by WebDriver BiDi. */
export const openFirefox = (executablePath: string): Promise<Moteur> =>
  open('Firefox', async (options) => {
    const browser = await firefox.launch({ ...options, executablePath, channel: 'moz-firefox' })
    spareColours(browser)
    return browser
  })

async function open(name: string, launch: (options: LaunchOptions) => Promise<Browser>): Promise<Moteur> {
  const downloadsPath = await mkdtemp(join(tmpdir(), 'diyar-telecharge-'))
  const clean = () => rm(downloadsPath, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  try {
    const browser = await launch({ downloadsPath })
    const page = await browser.newPage({ locale: 'fr-FR', timezoneId: 'Africa/Algiers' })
    return new Driven(name, page, downloadsPath, async () => {
      await browser.close()
      await clean()
    })
  } catch (error) {
    await clean()
    throw error
  }
}

interface Session {
  send(method: string, params: object): Promise<unknown>
}

/**
 * Playwright begins each visit by saying which colours it prefers. Firefox understands that from a version on that no long-term
 * release has yet, and would refuse the visit: here nothing is preferred. Once Debian's Firefox understands it, this goes.
 */
function spareColours(browser: Browser): void {
  const { _connection } = browser as unknown as {
    _connection: { toImpl(of: unknown): { _browserSession: Session } }
  }
  const session = Object.getPrototypeOf(_connection.toImpl(browser)._browserSession) as Session
  const { send } = session
  session.send = function (method, params) {
    return method === 'emulation.setMediaFeaturesOverride'
      ? Promise.resolve({})
      : send.call(this, method, params)
  }
}

class Driven implements Moteur {
  readonly name: string
  readonly #page: Page
  readonly #downloads: string
  readonly #end: () => Promise<void>
  /** Chromium tells what it saves; Firefox gives the file itself its name. */
  readonly #told: string[] = []
  #crashed = false
  constructor(name: string, page: Page, downloads: string, end: () => Promise<void>) {
    this.name = name
    this.#page = page
    this.#downloads = downloads
    this.#end = end
    page.on('download', (download) => this.#told.push(download.suggestedFilename()))
    page.on('crash', () => (this.#crashed = true))
  }

  async load(url: string): Promise<void> {
    await this.#page.goto(url)
  }

  evaluate<T>(expression: string): Promise<T> {
    return this.#page.evaluate<T>(expression)
  }

  async click(element: string): Promise<void> {
    await (await this.#find(element)).click()
  }

  async attach(element: string, file: string): Promise<void> {
    await (await this.#find(element)).setInputFiles(file)
  }

  type(text: string): Promise<void> {
    return this.#page.keyboard.type(text, { delay: KEY_MS })
  }

  press(chord: string): Promise<void> {
    return this.#page.keyboard.press(chord)
  }

  resize(width: number): Promise<void> {
    return this.#page.setViewportSize({ width, height: HEIGHT })
  }

  windows(): Promise<number> {
    return Promise.resolve(this.#page.context().pages().length)
  }

  async closeOthers(): Promise<void> {
    for (const page of this.#page.context().pages()) if (page !== this.#page) await page.close()
  }

  async takeWorkbooks(): Promise<string[]> {
    return [...this.#told.splice(0).filter(isWorkbook), ...(await takeWorkbooks(this.#downloads))]
  }

  async picture(file: string): Promise<void> {
    await this.#page.screenshot({ path: file })
  }

  died(): Promise<boolean> {
    return Promise.resolve(this.#crashed)
  }

  close(): Promise<void> {
    return this.#end()
  }

  async #find(element: string) {
    const found = (await this.#page.evaluateHandle<Element | null>(element)).asElement()
    if (!found) throw new Error(`no element: ${element}`)
    return found
  }
}
