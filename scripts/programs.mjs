import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

const CHROMIUM = [
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

/** Path of the Chromium that the tests drive: CHROMIUM_PATH, the machine's, or Playwright's own; undefined without any. */
export function findChromium() {
  return [process.env.CHROMIUM_PATH, ...CHROMIUM, playwrights()].find((path) => path && existsSync(path))
}

function playwrights() {
  /** @type {typeof import('@playwright/test')} */
  const { chromium } = createRequire(import.meta.url)('@playwright/test')
  return chromium.executablePath()
}

/** Root has no sandbox; the other flags keep the browser from calling its vendor. */
export const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Path of the headless shell, which saves a third of the tests' time but has no PDF viewer; Chromium where the machine has no shell. */
export function findHeadlessShell() {
  const shell = '/usr/bin/chromium-headless-shell'
  return !process.env.CHROMIUM_PATH && existsSync(shell) ? shell : findChromium()
}

/** Installs what the tests drive, where it is absent. @throws Error with the way out where Chromium cannot be installed */
export function installProgramsIfNeeded() {
  installChromiumIfNeeded()
  installOthersIfNeeded()
}

function installChromiumIfNeeded() {
  if (findChromium()) return
  console.log('Diyar : installation de Chromium pour les tests…')
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    run('apt-get', ['update', '--quiet'])
    const install = ['install', '--yes', '--quiet', '--no-install-recommends']
    run('apt-get', [...install, 'chromium'])
    // Not every Debian release has the shell; the tests then take longer.
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

/**
 * @typedef {{ driver: string, browser: string, display: string }} WebKit its driver, the browser it drives and the display it needs
 */

const FIREFOX = [
  '/usr/bin/firefox-esr',
  '/usr/bin/firefox',
  '/snap/bin/firefox',
  '/Applications/Firefox.app/Contents/MacOS/firefox',
  `${process.env.PROGRAMFILES}\\Mozilla Firefox\\firefox.exe`,
]

/** Path of the Firefox that the tests drive: FIREFOX_PATH or the machine's. */
export function findFirefox() {
  return [process.env.FIREFOX_PATH, ...FIREFOX].find((path) => path && existsSync(path))
}

/** @returns {WebKit | undefined} the machine's WebKitGTK, which is Safari's engine */
export function findWebKit() {
  const driver = '/usr/bin/WebKitWebDriver'
  const display = '/usr/bin/Xvfb'
  const [browser] = miniBrowsers()
  return existsSync(driver) && existsSync(display) && browser ? { driver, browser, display } : undefined
}

function miniBrowsers() {
  const libraries = ['x86_64', 'aarch64'].map((machine) => `/usr/lib/${machine}-linux-gnu`)
  return libraries
    .filter((folder) => existsSync(folder))
    .flatMap((folder) =>
      readdirSync(folder)
        .filter((name) => name.startsWith('webkit2gtk-'))
        .map((name) => join(folder, name, 'MiniBrowser')),
    )
    .filter((path) => existsSync(path))
}

/** @param {string} name @returns {string | undefined} */
const program = (name) =>
  ['/usr/sbin', '/usr/bin', '/usr/local/bin', '/opt/homebrew/bin']
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path))

/** Proxies whose documented configurations the tests start. */
export const findNginx = () => program('nginx')
export const findCaddy = () => program('caddy')

/** A pooler that some installations put before their own PostgreSQL. */
export const findPgBouncer = () => program('pgbouncer')

export const findOpenssl = () => program('openssl')

const findOffice = () => program('soffice')

/** Programs of the tests beside Chromium. Debian's packages provide them where root runs the tests. */
const PROGRAMS = [
  { nom: 'Firefox', packages: ['firefox-esr'], find: findFirefox },
  { nom: 'WebKit', packages: ['webkit2gtk-driver', 'xvfb'], find: findWebKit },
  { nom: 'OpenSSL', packages: ['openssl'], find: findOpenssl },
  { nom: 'nginx', packages: ['nginx-light'], find: findNginx, service: true },
  { nom: 'LibreOffice', packages: ['libreoffice-calc-nogui'], find: findOffice },
  { nom: 'Caddy', packages: ['caddy'], find: findCaddy, service: true },
  { nom: 'PgBouncer', packages: ['pgbouncer'], find: findPgBouncer, service: true },
]

/**
 * Installs the absent programs, and prints one sentence for each that stays absent. A proxy is not installed under systemd, which would
 * start it for good.
 */
function installOthersIfNeeded() {
  const missing = PROGRAMS.filter(({ find }) => !find())
  if (missing.length === 0) return
  const wanted = missing.filter(({ service }) => !service || !existsSync('/run/systemd/system'))
  if (wanted.length > 0 && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log(`Diyar : installation de ${wanted.map(({ nom }) => nom).join(', ')} pour les tests…`)
    apt(['update', '--quiet'])
    for (const { packages } of wanted)
      apt(['install', '--yes', '--quiet', '--no-install-recommends', ...packages])
  }
  for (const { nom, packages, find } of missing)
    if (!find())
      console.log(
        `Diyar : ${nom} n'est pas là (sous Debian : ${packages.join(', ')}) ; ses tests sont comptés comme non faits.`,
      )
}

/** Short bounds keep the tests from waiting where the package server is unreachable. */
const BOUNDS = ['Acquire::Retries=1', 'Acquire::http::Timeout=20', 'Acquire::https::Timeout=20']

/** @param {string[]} args */
const apt = (args) => run('apt-get', [...BOUNDS.flatMap((bound) => ['-o', bound]), ...args])

/** @param {string} command @param {string[]} args */
const run = (command, args) =>
  spawnSync(command, args, { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } })
