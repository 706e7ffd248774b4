import type { Answer, TestApp, Visitor } from '#test/harness/app.ts'
import type { Random } from '#db/random.ts'
import { emptyWorld, somme, type Bien, type Command, type Kind, type World } from '#test/model/model.ts'
import { charges, people } from '#test/model/model-people.ts'
import { sales } from '#test/model/model-sales.ts'
import { structure } from '#test/model/model-structure.ts'

/** Steps that one sequence takes. */
const STEPS = 40

/** Sales and payments come twice as often as the rest. */
export const commands: [name: string, command: Command][] = [
  structure,
  sales,
  sales,
  people,
  charges,
].flatMap((some) => Object.entries(some))

/** The product and the model side by side: the same steps, then the same figures on every screen that shows any. */
class ModelRun {
  readonly world: World = emptyWorld()
  /** How often each command was accepted. */
  readonly accepted = new Map<string, number>()
  readonly #said: string[] = []
  readonly #desk: Visitor
  readonly #random: Random
  #serial = 0

  constructor(desk: Visitor, random: Random) {
    this.#desk = desk
    this.#random = random
  }

  /** One sequence. @returns what differs, with every step since the beginning, or null */
  async sequence(): Promise<string | null> {
    for (let taken = 0; taken < STEPS;) {
      const [name, command] = commands[Math.floor(this.#random() * commands.length)] ?? []
      const step = command?.({ world: this.world, random: this.#random, serial: () => ++this.#serial })
      if (!step || !name) continue
      taken += 1
      const answer = await step.ask(this.#desk)
      this.#said.push(`${name}: ${step.says} → ${answer.statusCode}`)
      if (answer.statusCode !== step.expects)
        return this.#tell(`${answer.statusCode} ${answer.body.slice(0, 300)} instead of ${step.expects}`)
      if (answer.statusCode < 300) {
        step.becomes?.(answer)
        this.accepted.set(name, (this.accepted.get(name) ?? 0) + 1)
      }
    }
    const differences = await compareScreens(this.#desk, this.world)
    return differences.length > 0 ? this.#tell(differences.join('\n')) : null
  }

  #tell(what: string): string {
    return `${what}\nafter ${this.#said.length} steps:\n${this.#said.slice(-60).join('\n')}`
  }
}

/** Opens a run on a new database. */
export async function openModelRun(t: TestApp, random: Random): Promise<ModelRun> {
  return new ModelRun(await t.member(), random)
}

const ids = (rows: readonly { id: number }[]) => rows.map(({ id }) => id).toSorted((a, b) => a - b)
const da = (centimes: number) => centimes / 100

/** Every list and total, beside what the model says of it. */
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
