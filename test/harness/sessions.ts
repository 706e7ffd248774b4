import type { FastifyInstance } from 'fastify'
import type { Db } from '#server/database/db.ts'
import { openSession } from '#server/http/session.ts'
import { Visitor } from '#test/harness/app.ts'

let serial = 0

/** A new active member, signed in without the cost of hashing a password: for tests that need many of them. */
export async function newMember(app: FastifyInstance, db: Db): Promise<{ id: number; visitor: Visitor }> {
  const n = ++serial
  const { id } = await db
    .insertInto('membres')
    .values({ name: `Membre ${n}`, email: `membre${n}@diyar.dz`, mot_de_passe: '-', actif: true })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, visitor: await signedIn(app, db, id) }
}

/** A browser of its own with an open session of the member. */
export async function signedIn(app: FastifyInstance, db: Db, membreId: number): Promise<Visitor> {
  const visitor = new Visitor(app)
  visitor.cookies.set('diyar_session', await openSession(db, membreId))
  await visitor.get('/sanctum/csrf-cookie')
  return visitor
}
