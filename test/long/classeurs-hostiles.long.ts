import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import type { Import } from '#features/imports/imports.contract.ts'
import { importsErreurs } from '#features/imports/imports.erreurs.ts'
import { communesErreurs } from '#shared/erreurs.ts'
import { REFUS_CLASSEUR } from '#server/documents/classeur/lecteur.ts'
import type { HostileWorkbook } from '#test/fuzz/hostile-parts.ts'
import { hostileWorkbooks } from '#test/fuzz/hostile-workbooks.ts'
import { signIn, type Browser } from '#test/harness/browser.ts'
import { startServer } from '#test/harness/product.ts'
import { check } from '#test/long/check.ts'

const SECONDS = 15
const MEMORY = 50 * 2 ** 20
const ACCOUNT = { name: 'Karim', email: 'karim@diyar.dz', password: 'Motdepasse1!' }

const rssOf = (pid: number) =>
  Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024
const readersOf = (pid: number) =>
  execFileSync('ps', ['-o', 'args=', '--ppid', String(pid)], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes('lecteur-child'))

/** Sends one as the screen does, and follows it to its verdict: what is said in the end. */
async function sendIt(url: string, browser: Browser, bytes: Buffer): Promise<string> {
  const form = new FormData()
  form.set('classeur', new File([bytes], 'portefeuille.xlsx'))
  const sent = await browser.call(url, 'POST', '/api/imports', form)
  const said = sent.json as Import & { message: string }
  if (sent.statusCode !== 201) return `${sent.statusCode} ${said.message}`
  for (;;) {
    const { json } = await browser.call(url, 'GET', `/api/imports/${said.id}`)
    const { statut, motif } = json as Import
    if (statut !== 'lecture') return `${statut} ${motif}`
    await delay(50)
  }
}

function sentenceFor(expected: HostileWorkbook['expected']): string {
  if ('sent' in expected) return `422 ${communesErreurs[expected.sent].message}`
  if ('read' in expected) return `refuse ${REFUS_CLASSEUR[expected.read]}`
  // The workbook has its header, or there is an error for each column that is missing.
  return `refuse ${expected.lines > 0 ? 'Ce classeur ne contient aucune ligne.' : null}`
}

// spec: PO-32
check(
  'chaque classeur hostile a son refus en 15 s, la mémoire revient, l’appel suivant est servi',
  async (tally) => {
    const server = await startServer('main')
    try {
      const browser = await signIn(server.url, ACCOUNT)
      // The first workbook of a kind leaves some memory in use: code, connections, a store that has been looked at.
      await sendIt(server.url, browser, Buffer.from('x'))
      for (const { bytes } of hostileWorkbooks.slice(-8)) await sendIt(server.url, browser, bytes())
      const before = rssOf(server.pid)
      let [slowest, peak] = [0, 0]
      for (const { what, bytes, expected } of hostileWorkbooks) {
        const content = bytes()
        const began = performance.now()
        const said = await sendIt(server.url, browser, content)
        const seconds = (performance.now() - began) / 1000
        slowest = Math.max(slowest, seconds)
        peak = Math.max(peak, rssOf(server.pid))
        tally.expect(said === sentenceFor(expected), `${what}: ${said}`)
        tally.expect(seconds <= SECONDS, `${what}: ${Math.round(seconds)} s`)
        tally.expect(readersOf(server.pid).length === 0, `${what}: a process is left`)
        const next = await browser.call(server.url, 'GET', '/api/user')
        tally.expect(next.statusCode === 200, `after ${what}: ${next.statusCode}`)
      }
      const bomb = hostileWorkbooks.find(({ what }) => what === '10 Mo that become 10 Go')?.bytes()
      if (bomb) {
        const ten = await Promise.all(Array.from({ length: 10 }, () => sendIt(server.url, browser, bomb)))
        const refused = ten.filter((said) => said === `refuse ${REFUS_CLASSEUR.tropGrand}`).length
        const waiting = ten.filter((said) => said === `409 ${importsErreurs.importEnCours.message}`).length
        tally.expect(refused >= 1 && refused + waiting === 10, `ten at once: ${ten.join(' | ')}`)
      }
      let after = rssOf(server.pid)
      for (let tries = 0; after - before > MEMORY && tries < 60; tries++) {
        await delay(1_000)
        await browser.call(server.url, 'GET', '/api/imports')
        after = rssOf(server.pid)
      }
      const mega = (bytes: number) => Math.round(bytes / 2 ** 20)
      tally.expect(after - before <= MEMORY, `memory ${mega(before)} → ${mega(after)} Mo`)
      tally.note = `le plus long ${Math.round(slowest)} s ; mémoire du serveur ${mega(before)} → ${mega(after)} Mo, au plus ${mega(peak)} Mo`
    } finally {
      await server.stop()
    }
  },
)
