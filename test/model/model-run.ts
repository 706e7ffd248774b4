import fc from 'fast-check'
import { startApp, type Visitor } from '#test/harness/app.ts'
import { dropDatabase } from '#test/harness/database.ts'
import { newMember } from '#test/harness/sessions.ts'
import { emptyWorld, type Command, type Step, type World } from '#test/model/model.ts'
import { chequeCommands } from '#test/model/model-cheques.ts'
import { charges, people } from '#test/model/model-people.ts'
import { sales } from '#test/model/model-sales.ts'
import { ends } from '#test/model/model-ends.ts'
import { compareScreens } from '#test/model/model-look.ts'
import { portefeuille } from '#test/model/model-portefeuille.ts'
import { structure } from '#test/model/model-structure.ts'
import { dossiers, options } from '#test/model/model-ventes.ts'

/** The most commands of one sequence; half of them on the average, of which half find something to do. */
const LONGEST = 1000
/** More than any command draws. */
const DRAWS = 8
/** How often, and for how many milliseconds, a failure is tried smaller: each try is a database of its own. */
const SMALLER = 200
const PATIENCE = 120_000

/** Sales and payments come twice as often as the rest; so do ends of sales, each of which needs the one before it. */
const commands = [
  structure,
  sales,
  sales,
  chequeCommands,
  options,
  dossiers,
  ends,
  ends,
  portefeuille,
  people,
  charges,
].flatMap((some) => Object.entries(some))
/** All but the one that is always to be refused. */
const KINDS = [...new Set(commands.map(([name]) => name))].filter(
  (name) => name !== 'toucher à un paiement d’avant',
)

/** The product beside the model. */
interface Desk {
  member: Visitor
  /** Every step taken, in words. */
  said: string[]
  /** The kinds of command that were accepted, in any sequence. */
  accepted: Set<string>
}

/** The numbers that a command draws from: the first of each list and the least amount, once fast-check has made it as small as it goes. */
const draws = fc.noBias(fc.array(fc.nat({ max: 2 ** 20 - 1 }), { minLength: DRAWS, maxLength: DRAWS }))

function act(name: string, command: Command, drawn: readonly number[]): fc.AsyncCommand<World, Desk> {
  let step: Step | null = null
  return {
    check(world) {
      let next = 0
      const random = () => (drawn[next++] ?? 0) / 2 ** 20
      step = command({ world, random, serial: world.steps + 1 })
      return step !== null
    },
    async run(world, { member, said, accepted }) {
      if (!step) return
      world.steps += 1
      const answer = await step.ask(member)
      said.push(`${name}: ${step.says} → ${answer.statusCode}`)
      if (answer.statusCode !== step.expects)
        throw differs(`${answer.statusCode} ${answer.body.slice(0, 300)} instead of ${step.expects}`, said)
      if (answer.statusCode >= 300) return
      step.becomes?.(answer)
      accepted.add(name)
    },
    toString: () => name,
  }
}

/** The same figures on every screen that shows any. */
const look: fc.AsyncCommand<World, Desk> = {
  check: () => true,
  async run(world, { member, said }) {
    const wrong = await compareScreens(member, world)
    if (wrong.length > 0) throw differs(wrong.join('\n'), said)
  },
  toString: () => 'regarder',
}

const sequences = fc.commands(
  [...commands.map(([name, command]) => draws.map((drawn) => act(name, command, drawn))), fc.constant(look)],
  { maxCommands: LONGEST, size: 'max' },
)

const differs = (what: string, said: readonly string[]) =>
  new Error(`${what}\nafter ${said.length} steps:\n${said.slice(-60).join('\n')}`)

export interface ModelRun {
  sequences: number
  /** Commands that were carried out. */
  steps: number
  /** Kinds of command that were never accepted: they have seen nothing. */
  blind: string[]
  /** How product and model differ, and after which commands: as few as were found. */
  wrong: string | null
}

/**
 * Sequences of changes at random, each on a database of its own, until so many commands were carried out, and as many more
 * (up to eight times) as it takes for each kind to be accepted: every answer, list and total must be the model's, and every
 * rule of db/invariants.sql must hold.
 */
export async function runModel(seed: number, wanted: number): Promise<ModelRun> {
  const accepted: Desk['accepted'] = new Set()
  let steps = 0
  let failedAt = Infinity
  const property = fc.asyncProperty(fc.limitShrink(sequences, SMALLER), async (sequence) => {
    if (performance.now() > failedAt + PATIENCE) return
    const t = await startApp()
    const said: string[] = []
    try {
      const { visitor: member } = await newMember(t.app, t.db)
      const model = emptyWorld()
      const real = { member, said, accepted }
      await fc.asyncModelRun(() => ({ model, real }), sequence)
      await look.run(model, real)
    } catch (error) {
      failedAt = Math.min(failedAt, performance.now())
      throw error
    } finally {
      steps += said.length
      await t.close()
      await dropDatabase(t)
    }
  })
  const blind = () => KINDS.filter((name) => !accepted.has(name))
  for (let n = 0; ; n++) {
    if (steps >= wanted && (blind().length === 0 || steps >= 8 * wanted))
      return { sequences: n, steps, blind: blind(), wrong: null }
    const found = await fc.check(property, { seed: seed + n, numRuns: 1 })
    if (found.failed)
      return { sequences: n + 1, steps, blind: [], wrong: `seed ${seed + n}: ${String(found.errorInstance)}` }
  }
}
