import { hashPassword } from '#features/acces/server/password.ts'
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

/**
 * The `scenes` that `features/<noun>/server/<noun>.scenes.ts` exports: a request for each call of the noun that changes
 * something, by method and path. `visitor` is signed in, for records that are prepared through the calls themselves.
 */
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

/** A plan, as a browser sends it. */
export const plan = {
  part: 'plan_pdf',
  name: 'plan.pdf',
  content: Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n'),
}

/** Gives a record a plan, by the route that edits it. */
export async function withPlan(
  visitor: Visitor,
  path: string,
  fields: Record<string, string>,
): Promise<void> {
  const { statusCode, body } = await visitor.form(path, { ...fields, _method: 'PUT' }, plan)
  if (statusCode !== 200) throw new Error(`no plan: ${statusCode} ${body}`)
}

/** Somebody new, as the forms of sign-up and of members send him. */
export const personne = () => ({
  name: 'Amina Saïdi',
  email: `amina${next()}@diyar.dz`,
  password: 'Motdepasse1!',
  password_confirmation: 'Motdepasse1!',
})

let kept: Promise<string> | undefined
/** Hash of the one password of {@link personne}, made once. */
export const hashOf = (password: string): Promise<string> => (kept ??= hashPassword(password))

/** Gives the visitor the password of {@link personne}, which he has had for long: other scenes change it. */
export async function withPassword(db: Db, visitor: Visitor): Promise<{ id: number; mot_de_passe: string }> {
  const { id } = (await visitor.get('/api/user')).json as { id: number }
  const { password } = personne()
  await db
    .updateTable('membres')
    .set({ mot_de_passe: await hashOf(password), mot_de_passe_le: null })
    .where('id', '=', id)
    .execute()
  return { id, mot_de_passe: password }
}
