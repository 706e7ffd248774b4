import { createRequire } from 'node:module'
import type { Browser } from '@playwright/test'
import { findChromium } from '../scripts/programs.mjs'

interface Weight {
  screen: string
  /** Bytes over the wire (brotli). */
  js: number
  css: number
  jsBar: number
  cssBar: number
}

const KB = 1024
const SCREENS = [
  { screen: 'login', path: '/login', jsBar: 170 * KB, signedIn: false },
  { screen: 'liste (clients)', path: '/clients', jsBar: 230 * KB, signedIn: true },
  { screen: 'liste (appartements)', path: '/appartement', jsBar: 230 * KB, signedIn: true },
  { screen: 'chèques', path: '/cheques', jsBar: 230 * KB, signedIn: true },
  { screen: 'rapports', path: '/rapports', jsBar: 230 * KB, signedIn: true },
  { screen: 'tableau de bord', path: '/dashboard', jsBar: 210 * KB, signedIn: true },
]
const CSS_BAR = 22 * KB

/** Weighs the first visit to each screen, in Chromium with an empty cache. */
export async function weighScreens(url: string, cookies: ReadonlyMap<string, string>): Promise<Weight[]> {
  // `require` keeps the browser driver out of the server's bundle.
  const { chromium } = createRequire(import.meta.url)('@playwright/test') as typeof import('@playwright/test')
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: ['--no-sandbox', '--disable-background-networking'],
  })
  try {
    const weights: Weight[] = []
    for (const { screen, path, jsBar, signedIn } of SCREENS) {
      const loaded = await load(browser, url, path, signedIn ? cookies : new Map())
      weights.push({ screen, ...loaded, jsBar, cssBar: CSS_BAR })
    }
    return weights
  } finally {
    await browser.close()
  }
}

async function load(browser: Browser, url: string, path: string, cookies: ReadonlyMap<string, string>) {
  const context = await browser.newContext()
  await context.addCookies([...cookies].map(([name, value]) => ({ name, value, url })))
  const page = await context.newPage()
  const network = await context.newCDPSession(page)
  await network.send('Network.enable')
  const kinds = new Map<string, string>()
  const total = { js: 0, css: 0 }
  network.on('Network.responseReceived', ({ requestId, response }) => kinds.set(requestId, response.mimeType))
  network.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const kind = kinds.get(requestId) ?? ''
    if (kind.includes('javascript')) total.js += encodedDataLength
    else if (kind.includes('css')) total.css += encodedDataLength
  })
  await page.goto(url + path)
  // On a busy machine the network is idle before a screen has begun to ask for its files.
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.waitForLoadState('networkidle')
  await context.close()
  return total
}
