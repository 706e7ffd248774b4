import { defineConfig } from '@playwright/test'
import { findChromium, findHeadlessShell } from './scripts/chromium.mjs'

// Root has no sandbox; the rest keeps the browser from talking to anybody but the product.
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Each file of e2e starts the built product on data of its own, so that two run side by side. */
export default defineConfig({
  testDir: 'e2e',
  workers: 2,
  timeout: 180_000,
  expect: { timeout: 30_000 },
  forbidOnly: true,
  retries: 0,
  reporter: [['list'], ['json', { outputFile: 'test-results/playwright.json' }]],
  outputDir: 'test-results/playwright',
  use: {
    viewport: { width: 1280, height: 800 },
    actionTimeout: 30_000,
    screenshot: 'only-on-failure',
  },
  projects: [
    {
      name: 'écrans',
      grepInvert: /@pdf/,
      use: { launchOptions: { executablePath: findHeadlessShell(), args } },
    },
    { name: 'pdf', grep: /@pdf/, use: { launchOptions: { executablePath: findChromium(), args } } },
  ],
})
