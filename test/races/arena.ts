import type { FastifyInstance } from 'fastify'
import { createApp } from '#server/http/app.ts'
import { startApp, type Answer, type TestApp, type Visitor } from '#test/harness/app.ts'
import { buildBloc, buildClient, buildEtage, buildParking } from '#test/harness/builders.ts'
import { newMember } from '#test/harness/sessions.ts'
import { wireTo, type Wire } from '#test/faults/wire.ts'

/** Eight members at eight desks, whose changes begin at the same moment, each on a connection of its own. */
export interface Arena {
  t: TestApp
  /** The server at work here, on the wire. */
  app: FastifyInstance
  wire: Wire
  staff: { id: number; visitor: Visitor }[]
  /** The records that every bien hangs on, and two buyers. */
  ground: { etage_id: number; bloc_id: number; parking_id: number; clients: [number, number] }
  desk(at: number): Visitor
  /** Sends the requests so that their transactions begin together; answers in the order given. */
  race(requests: ((visitor: Visitor) => Promise<Answer>)[]): Promise<Answer[]>
  close(): Promise<void>
}

export const DESKS = 8

export async function startArena(): Promise<Arena> {
  const t = await startApp()
  const wire = wireTo(t.connection, { max: DESKS + 2 })
  const app = await createApp({ db: wire.db, files: t.app.files })
  const staff = await Promise.all(Array.from({ length: DESKS }, () => newMember(app, t.db)))
  const { id: bloc_id } = await buildBloc(t.db)
  const ground = {
    bloc_id,
    etage_id: (await buildEtage(t.db, { bloc_id })).id,
    parking_id: (await buildParking(t.db, { nb_places: 999_999 })).id,
    clients: [(await buildClient(t.db)).id, (await buildClient(t.db)).id] as [number, number],
  }
  const desk = (at: number) => {
    const found = staff[at % staff.length]
    if (!found) throw new Error('nobody is at work')
    return found.visitor
  }
  return {
    t,
    app,
    wire,
    staff,
    ground,
    desk,
    race(requests) {
      const { open } = wire.together(requests.length)
      // A caller answered without a transaction keeps nobody waiting.
      return Promise.all(requests.map((request, at) => request(desk(at)).finally(open)))
    },
    async close() {
      await app.close()
      await wire.close()
      await t.close()
    },
  }
}

/** The statuses of some answers, the lowest first. */
export const statuses = (answers: Pick<Answer, 'statusCode'>[]) =>
  answers
    .map(({ statusCode }) => statusCode)
    .toSorted((a, b) => a - b)
    .join(' ')
