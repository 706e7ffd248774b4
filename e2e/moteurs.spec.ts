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
    // The walk may take so long on a machine that does other things besides.
    test.setTimeout(420_000)
    const scan = info.outputPath('chèque.png')
    await writeFile(scan, PNG)
    for (const width of [1366, 390])
      await walkOnce(open, (moteur, essai) => walk(moteur, width, `${rang}${essai}`, scan))

    /** An engine that dies is no answer of the product's: the walk begins once more, in a new one, and says so. A second death is a failure. */
    async function walkOnce(
      start: () => Promise<Moteur>,
      go: (moteur: Moteur, essai: number) => Promise<void>,
    ): Promise<void> {
      for (let deaths = 0; ; deaths++) {
        const moteur = await start()
        try {
          await go(moteur, deaths)
          return
        } catch (error) {
          if (deaths > 0 || !(await moteur.died())) {
            await moteur.picture(info.outputPath('échec.png')).catch(() => {})
            throw error
          }
          console.log(`${nom} est mort en chemin : ${String(error)}`)
        } finally {
          await moteur.close()
        }
      }
    }
  })

/** In an engine of its own, printing last: Firefox's window that prints takes the focus along, and presses no button by its keys after it. */
async function walk(moteur: Moteur, width: number, cheque: string, scan: string): Promise<void> {
  const parcours = new Parcours(moteur, server.url)
  await moteur.resize(width)
  await parcours.signIn()
  const bien = await parcours.sell()
  await parcours.payByKeyboard(bien)
  await parcours.payByCheque(bien, `77${cheque}${width}`, scan)
  await parcours.exportRecap()
  await parcours.everyAddress(bien)
  await parcours.printRecap()
  await parcours.expectQuiet()
}
