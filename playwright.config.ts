import { defineConfig } from '@playwright/test'
import { CHROMIUM_FLAGS, findChromium, findHeadlessShell } from './scripts/programs.mjs'

const MOTEURS = 'moteurs.spec.ts'

/** Every file of e2e starts the built product on its own data, so that two files run side by side. */
export default defineConfig({
  testDir: 'e2e',
  workers: 3,
  // A slow machine is no defect, and a screen of the matrix has many parts.
  timeout: 300_000,
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
    // This file opens its three browsers itself.
    { name: 'moteurs', testMatch: MOTEURS },
    {
      name: 'écrans',
      testIgnore: MOTEURS,
      grepInvert: /@pdf/,
      use: { launchOptions: { executablePath: findHeadlessShell(), args: CHROMIUM_FLAGS } },
    },
    {
      name: 'pdf',
      testIgnore: MOTEURS,
      grep: /@pdf/,
      use: { launchOptions: { executablePath: findChromium(), args: CHROMIUM_FLAGS } },
    },
  ],
})
