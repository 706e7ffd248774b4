import { writeFile } from 'node:fs/promises'
import { test } from '@playwright/test'
import { findChromium, findFirefox, findWebKit } from '../scripts/programs.mjs'
import { startServer, type RunningServer } from '../test/harness/product.ts'
import type { Moteur } from './moteurs/moteur.ts'
import { Parcours } from './moteurs/parcours.ts'
import { openChromium, openFirefox } from './moteurs/playwright.ts'
import { openWebKit } from './moteurs/webkit.ts'

let server: RunningServer
test.beforeAll(async () => {
  server = await startServer('demo')
})
test.afterAll(() => server.stop())

/** The smallest picture of a cheque. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

const [chromium, firefox, webkit] = [findChromium(), findFirefox(), findWebKit()]
const given = <T>(there: T | '' | undefined, open: (there: T) => Promise<Moteur>) =>
  there ? () => open(there) : undefined
/** None where the machine has none: the line at the beginning of `npm test` says how to get it. */
const MOTEURS: [nom: string, open: (() => Promise<Moteur>) | undefined][] = [
  ['Chromium', given(chromium, openChromium)],
  ['Firefox', given(firefox, openFirefox)],
  ['WebKit', given(webkit, openWebKit)],
]

// spec: RE-73, RE-74, RE-77
for (const [rang, [nom, open]] of MOTEURS.entries())
  test(`a member's day in ${nom}: every screen, a sale, payments, an export and a print, on a desk and on a phone`, async ({
    browserName: _,
  }, info) => {
    test.skip(!open, `${nom} n'est pas sur cette machine.`)
    if (!open) return
    // Of a machine that does other things besides.
    test.setTimeout(420_000)
    const scan = info.outputPath('chèque.png')
    await writeFile(scan, PNG)
    const moteur = await open()
    try {
      const parcours = new Parcours(moteur, server.url)
      await moteur.resize(1366)
      await parcours.signIn()
      for (const width of [1366, 390]) {
        await moteur.resize(width)
        const bien = await parcours.sell()
        await parcours.payByKeyboard(bien)
        await parcours.payByCheque(bien, `77${rang}${width}`, scan)
        await parcours.exportRecap()
        await parcours.printRecap()
        await parcours.everyAddress(bien)
      }
    } catch (error) {
      await moteur.picture(info.outputPath('échec.png')).catch(() => {})
      throw error
    } finally {
      await moteur.close()
    }
  })
