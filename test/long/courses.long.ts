import { startArena, type Arena } from '#test/races/arena.ts'
import { check, scaled, type Tally } from '#test/long/check.ts'
import { PairRace, pairs, STARTS } from '#test/races/pairs.ts'
import { chequeRaces } from '#test/races/races-cheques.ts'
import { echeancesRaces } from '#test/races/races-echeances.ts'
import { optionRaces } from '#test/races/races-options.ts'
import { prixRaces } from '#test/races/races-prix.ts'
import { structureRaces, uniqueRaces } from '#test/races/races-structure.ts'
import { kindOf, mainRaces, naivePayments, receipts, type Race } from '#test/races/races.ts'

/** Each check in an arena of its own, whose closing runs every rule of db/invariants.sql. */
function arenaCheck(what: string, work: (tally: Tally, arena: Arena) => Promise<void>): void {
  check(what, async (tally) => {
    const arena = await startArena()
    await work(tally, arena)
    await arena.close()
  })
}

const rounds = (what: string, race: Race, full: number) =>
  arenaCheck(`course : ${what}`, async (tally, arena) => {
    for (let round = 0; round < scaled(full); round++) {
      const wrong = await race(arena, round)
      tally.expect(wrong === null, wrong)
    }
    const { given, accepted } = await receipts(arena)
    if (given !== accepted) tally.fail(`${given} receipt numbers for ${accepted} payments`)
  })

for (const [what, race] of mainRaces) rounds(what, race, 500)
for (const [what, race] of uniqueRaces) rounds(what, race, 500)
for (const [what, race] of chequeRaces) rounds(what, race, 100)
for (const [what, race] of optionRaces) rounds(what, race, 100)
for (const [what, race] of prixRaces) rounds(what, race, 100)
for (const [what, race] of echeancesRaces) rounds(what, race, 300)
// Two hundred rounds of each of the eight relations.
for (const [what, race] of structureRaces) rounds(what, race, 1600)

arenaCheck('course : témoin, somme lue puis crue', async (tally, arena) => {
  let overpaid = 0
  const full = scaled(100)
  for (let round = 0; round < full; round++) {
    if ((await naivePayments(arena)) > 100) overpaid++
    tally.done()
  }
  tally.note = `${overpaid} dépassements sur ${full}, comme il se doit`
  if (overpaid < full / 2) tally.fail('the barrier does not make anybody overpay')
})

arenaCheck('course : 45 paires d’actes sur un bien', async (tally, arena) => {
  const race = new PairRace(arena)
  for (const [one, other] of pairs)
    for (let round = 0; round < scaled(200); round++) {
      const start = STARTS[round % STARTS.length] ?? 'libre'
      const wrong = await race.round(one, other, start, kindOf(Math.floor(round / STARTS.length)))
      tally.expect(wrong === null, `${one}, ${other}, ${start}: ${wrong}`)
    }
  tally.note = `${pairs.length} paires, comparées aux deux ordres`
})
