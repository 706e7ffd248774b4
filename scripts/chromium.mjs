import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'

const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  `${process.env.PROGRAMFILES}\\Google\\Chrome\\Application\\chrome.exe`,
  `${process.env.LOCALAPPDATA}\\Chromium\\Application\\chrome.exe`,
]

/** The Chromium that the tests drive: the one of CHROMIUM_PATH, the machine's, or Playwright's own; undefined when there is none. */
export function findChromium() {
  return [process.env.CHROMIUM_PATH, ...PLACES, playwrights()].find((path) => path && existsSync(path))
}

function playwrights() {
  /** @type {typeof import('@playwright/test')} */
  const { chromium } = createRequire(import.meta.url)('@playwright/test')
  return chromium.executablePath()
}

/**
 * The same engine without the browser's own windows, which cost a third of the time of the tests; Chromium where the
 * machine has none. It has no viewer of PDFs.
 */
export function findHeadlessShell() {
  const shell = '/usr/bin/chromium-headless-shell'
  return !process.env.CHROMIUM_PATH && existsSync(shell) ? shell : findChromium()
}

/** Makes sure there is one, installing it where that needs no question. */
export function installChromiumIfNeeded() {
  if (findChromium()) return
  console.log('Diyar : installation de Chromium pour les tests…')
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    run('apt-get', ['update', '--quiet'])
    const install = ['install', '--yes', '--quiet', '--no-install-recommends']
    run('apt-get', [...install, 'chromium'])
    // Not every release has it; without it the tests take longer.
    run('apt-get', [...install, 'chromium-headless-shell'])
  } else {
    run(process.execPath, [
      createRequire(import.meta.url).resolve('@playwright/test/cli'),
      'install',
      'chromium',
    ])
  }
  if (!findChromium()) {
    throw new Error(
      'les tests ont besoin de Chromium : installez-le (par exemple « sudo apt-get install chromium »), ou donnez son chemin dans CHROMIUM_PATH.',
    )
  }
}

/** @param {string} command @param {string[]} args */
const run = (command, args) =>
  spawnSync(command, args, { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } })
