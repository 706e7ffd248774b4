import fc from 'fast-check'
import { startApp, type Answer, type Visitor } from '#test/harness/app.ts'
import { dropDatabase } from '#test/harness/database.ts'
import { newMember } from '#test/harness/sessions.ts'
import {
  emptyWorld,
  somme,
  type Bien,
  type Command,
  type Kind,
  type Step,
  type World,
} from '#test/model/model.ts'
import { chequeCommands } from '#test/model/model-cheques.ts'
import { charges, people } from '#test/model/model-people.ts'
import { sales } from '#test/model/model-sales.ts'
import { structure } from '#test/model/model-structure.ts'

/** The most commands of one sequence; half of them on the average, of which half find something to do. */
const LONGEST = 1000
/** More than any command draws. */
const DRAWS = 8
/** How often, and for how many milliseconds, a failure is tried smaller: each try is a database of its own. */
const SMALLER = 200
const PATIENCE = 120_000

/** Sales and payments come twice as often as the rest. */
const commands = [structure, sales, sales, chequeCommands, people, charges].flatMap((some) =>
  Object.entries(some),
)
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

/** What a command draws: the first of each list and the least amount, once fast-check has made it as small as it goes. */
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
 * (up to four times) as it takes for each kind to be accepted: every answer, list and total must be the model's, and every
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
    if (steps >= wanted && (blind().length === 0 || steps >= 4 * wanted))
      return { sequences: n, steps, blind: blind(), wrong: null }
    const found = await fc.check(property, { seed: seed + n, numRuns: 1 })
    if (found.failed)
      return { sequences: n + 1, steps, blind: [], wrong: `seed ${seed + n}: ${String(found.errorInstance)}` }
  }
}

const ids = (rows: readonly { id: number }[]) => rows.map(({ id }) => id).toSorted((a, b) => a - b)
const da = (centimes: number) => centimes / 100

/** Every list and total, beside what the model says of it. @returns what differs */
async function compareScreens(desk: Visitor, world: World): Promise<string[]> {
  const wrong: string[] = []
  const same = (what: string, found: unknown, wanted: unknown) => {
    if (JSON.stringify(found) !== JSON.stringify(wanted))
      wrong.push(`${what}: ${JSON.stringify(found)} instead of ${JSON.stringify(wanted)}`)
  }
  const page = async (path: string) => rowsOf(await desk.get(`${path}?per_page=1000`))
  for (const [path, rows] of [
    ['/api/residences', world.residences],
    ['/api/clients', world.clients],
    ['/api/blocs', world.blocs],
    ['/api/etages', world.etages],
    ['/api/parkings', world.parkings],
    ['/api/categories', world.categories],
  ] as const)
    same(path, ids(await page(path)), ids(rows))

  const sold = world.biens.filter(({ client }) => client !== null)
  for (const [path, kind] of [
    ['/api/appartements', 'appartement'],
    ['/api/locaux', 'local'],
  ] as const) {
    const shown = new Map((await page(path)).map((row) => [row.id, row]))
    const biens = world.biens.filter((bien) => bien.kind === kind)
    same(path, ids([...shown.values()]), ids(biens))
    for (const bien of biens) {
      const { montant, client_id, resteAPayer } = shown.get(bien.id) ?? NOTHING
      const reste = bien.prix - somme(bien.paiements)
      same(`${path}/${bien.id}`, [montant, client_id, resteAPayer], [da(bien.prix), bien.client, da(reste)])
    }
  }
  for (const { id } of world.parkings) {
    const shown = await desk.get(`/api/parkings/${id}`)
    const places = world.biens.filter(({ kind, parent }) => kind === 'place_parking' && parent === id)
    same(`/api/parkings/${id}`, ids(asRows(record(shown)['places'])), ids(places))
  }

  const recap = record(await desk.get('/api/recap-paiements?per_page=1000'))
  const [prix, paye] = [
    sold.reduce((sum, bien) => sum + bien.prix, 0),
    sold.reduce((sum, { paiements }) => sum + somme(paiements), 0),
  ]
  same('recap totals', recap['totals'], {
    nombre_biens: sold.length,
    montant_global: da(prix),
    total_paye: da(paye),
    total_restant: da(prix - paye),
    versements_retenus: null,
  })
  const lines = asRows(recap['data']).flatMap((group) =>
    asRows(group['biens']).map(
      (bien) => `${group.id} ${bien.id} ${String(bien['montant'])} ${String(bien['reglement'])}`,
    ),
  )
  same(
    'recap',
    lines.toSorted(),
    sold.map((bien) => `${bien.client} ${bien.id} ${da(bien.prix)} ${da(somme(bien.paiements))}`).toSorted(),
  )
  for (const { id } of world.residences) {
    const paid = (kind: Kind) =>
      da(
        sold
          .filter((bien) => bien.kind === kind && residenceOf(world, bien) === id)
          .reduce((sum, { paiements }) => sum + somme(paiements), 0),
      )
    same(
      `/api/residence/${id}/payment-totals`,
      record(await desk.get(`/api/residence/${id}/payment-totals`)),
      {
        appartements_total: paid('appartement'),
        places_parking_total: paid('place_parking'),
        locaux_total: paid('local'),
      },
    )
  }
  for (const { id } of world.categories) {
    const { total_montant } = record(await desk.get(`/api/categories/${id}`))
    const bons = new Set(world.bons.filter(({ parent }) => parent === id).map((bon) => bon.id))
    const total = world.lignes
      .filter(({ parent }) => bons.has(parent))
      .reduce((sum, { montant }) => sum + montant, 0)
    same(`/api/categories/${id}`, total_montant, da(total))
  }
  return wrong
}

function residenceOf(world: World, { kind, parent }: Bien): number | undefined {
  const up = (list: { id: number; parent: number }[], id: number | undefined) =>
    list.find((one) => one.id === id)?.parent
  if (kind === 'place_parking') return up(world.parkings, parent)
  return up(world.blocs, kind === 'local' ? parent : up(world.etages, parent))
}

type Row = Record<string, unknown> & { id: number }
const NOTHING: Row = { id: 0 }

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && 'id' in value
const asRows = (value: unknown): Row[] => (Array.isArray(value) ? value.filter(isRow) : [])
const rowsOf = (answer: Answer): Row[] => asRows(record(answer)['data'])

function record({ statusCode, json, body }: Answer): Record<string, unknown> {
  if (statusCode === 200 && typeof json === 'object' && json !== null) return { ...json }
  throw new Error(`${statusCode} ${body.slice(0, 300)}`)
}
