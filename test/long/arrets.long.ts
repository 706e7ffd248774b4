import { beforeAll } from 'vitest'
import { killClerk } from '#test/faults/bank.ts'
import { killImports } from '#test/faults/imports.ts'
import { carelessCycles, killCycles, type Killed } from '#test/faults/kills.ts'
import { killOffice } from '#test/faults/office.ts'
import { killSalesman } from '#test/faults/sales.ts'
import { check, scaled, type Tally } from '#test/long/check.ts'
import { buildCommands } from '#test/harness/processes.ts'

beforeAll(() => buildCommands())

/** From the kill until the server takes payments again, on a machine that has nothing else to do. */
const BACK_WITHIN = 10_000

function report(tally: Tally, { lost, doubled, invariants, ...seen }: Killed): void {
  tally.done(seen.cycles)
  for (const key of lost) tally.fail(`lost: ${key}`)
  for (const key of doubled) tally.fail(`twice: ${key}`)
  for (const rule of invariants) tally.fail(rule)
  if (seen.void > 0) tally.fail(`${seen.void} cycles cut nobody short`)
  if (seen.slowest > BACK_WITHIN) tally.fail(`back after ${Math.round(seen.slowest)} ms`)
  tally.note = `${seen.acknowledged} paiements acquittés, ${seen.cut} coupés, retour en ${Math.round(seen.slowest)} ms au plus`
}

check('kill -9 de l’application sous 8 écrivains', async (tally) =>
  report(tally, await killCycles('app', scaled(20))),
)

check('kill -9 de l’application au milieu des chèques', async (tally) => {
  const { done, cut, told, wrong, invariants } = await killClerk(scaled(20))
  tally.done(cut)
  for (const what of wrong) tally.fail(what)
  for (const rule of invariants) tally.fail(rule)
  tally.note = `${done} actes acquittés, ${cut} coupés, ${told} chèques relus`
})

check(
  'kill -9 de l’application au milieu des stades, transferts, désistements et remboursements',
  async (tally) => {
    const { done, cut, told, wrong, invariants } = await killSalesman(scaled(100))
    tally.done(cut)
    for (const what of wrong) tally.fail(what)
    for (const rule of invariants) tally.fail(rule)
    tally.note = `${done} actes acquittés, ${cut} coupés, ${told} dossiers relus`
  },
)

check(
  'kill -9 de l’application sous huit personnes qui établissent, encaissent, rejettent, cèdent et désistent une même vente',
  async (tally) => {
    const { done, cut, told, wrong, invariants } = await killOffice(scaled(100))
    tally.done(cut)
    for (const what of wrong) tally.fail(what)
    for (const rule of invariants) tally.fail(rule)
    tally.note = `${done} actes acquittés, ${cut} ventes coupées, ${told} actes relus`
  },
)

for (const [victim, quoi] of [
  ['app', 'de l’application'],
  ['postgres', 'de PostgreSQL entier'],
] as const)
  check(`kill -9 ${quoi} pendant l’écriture d’un import`, async (tally) => {
    const { whole, none, wrong, again, invariants } = await killImports(victim, scaled(10))
    tally.done(whole + none)
    for (const what of wrong) tally.fail(what)
    for (const rule of invariants) tally.fail(rule)
    if (again > 20_000) tally.fail(`another import after ${Math.round(again)} ms`)
    tally.note = `${whole} entiers, ${none} sans trace, un autre import après ${Math.round(again / 1000)} s`
  })

check('kill -9 de PostgreSQL entier sous 8 écrivains', async (tally) =>
  report(tally, await killCycles('postgres', scaled(100))),
)

check('témoin : kill -9 de PostgreSQL sans synchronous_commit', async (tally) => {
  const { cycles, acknowledged, lost } = await carelessCycles(scaled(5))
  tally.done(cycles)
  if (lost.length === 0) tally.fail('nothing was lost: the check is blind')
  tally.note = `${lost.length} paiements perdus sur ${acknowledged}, comme il se doit`
})
