import type { Db } from '#server/database/db.ts'
import type { Visitor } from '#test/harness/app.ts'
import { buildClient, pay, sell } from '#test/harness/builders.ts'

/** A change that its route accepts, on records made for it. */
export interface Change {
  method: string
  path: string
  body?: Record<string, unknown>
  /** Sent as a form with this file, when there is one. */
  file?: { part: string; name: string; content: Buffer }
}

/** Makes the records of a change and says what to send. */
type Scene = (db: Db) => Promise<Omit<Change, 'method'>>

/** Requests by method and path; `visitor` is signed in, for what is prepared through the calls themselves. */
export type Scenes = (visitor: Visitor) => Record<string, Scene>

let serial = 0
/** A number that no other record of this run has. */
export const next = () => ++serial

/** A bien with its client, and a payment if asked. */
export async function vendu(db: Db, build: (db: Db) => Promise<number>, versement = 0) {
  const { id: acheteur } = await buildClient(db)
  const bien = await build(db)
  const vente = await sell(db, bien, acheteur)
  return { bien, acheteur, paiement: versement > 0 ? await pay(db, vente, versement) : 0 }
}

/** Fields as a form sends them. */
export const asForm = (fields: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]))
