// `npm run pictures`: takes the pictures of the README again from the demo portfolio.
import { fileURLToPath } from 'node:url'
import { chromium } from '@playwright/test'
import { runnerImport } from 'vite'
import { findHeadlessShell } from './programs.mjs'

const DESK = { width: 1200, height: 750 }
const PHONE = { width: 390, height: 780 }
const PICTURES = [
  { name: 'appartements', path: '/appartement?residence=2', viewport: DESK, dark: false },
  { name: 'tableau-de-bord', path: '/dashboard', viewport: DESK, dark: true },
  { name: 'paiements', path: '/paiements', viewport: PHONE, dark: false },
]

const file = (/** @type {string} */ path) => fileURLToPath(new URL(`../${path}`, import.meta.url))
const load = async (/** @type {string} */ path) =>
  (await runnerImport(file(path), { root: file('.'), logLevel: 'error' })).module

const { startServer } = await load('test/harness/product.ts')
const { DEMO_ACCOUNT } = await load('db/demo.ts')
const product = await startServer('demo')
const browser = await chromium.launch({ executablePath: findHeadlessShell() })
try {
  for (const { name, path, viewport, dark } of PICTURES) {
    const context = await browser.newContext({ viewport, locale: 'fr-DZ', timezoneId: 'Africa/Algiers' })
    await context.addInitScript(`localStorage.setItem('darkMode', '${dark}')`)
    const page = await context.newPage()
    await page.goto(`${product.url}/login`)
    await page.getByRole('textbox', { name: 'Email' }).fill(DEMO_ACCOUNT.email)
    await page.getByRole('textbox', { name: 'Mot de passe' }).fill(DEMO_ACCOUNT.password)
    await page.getByRole('button', { name: 'Se connecter' }).click()
    await page.waitForURL('**/dashboard')
    await page.goto(product.url + path)
    await page.waitForLoadState('networkidle')
    await page.screenshot({ path: file(`docs/images/${name}.png`), animations: 'disabled' })
    await context.close()
  }
} finally {
  await browser.close()
  await product.stop()
}
