import { sql } from 'kysely'
import * as z from 'zod/mini'
import { lotWithPlan } from '#features/biens/server/biens.scenes.ts'
import { residenceWithPlan } from '#features/structure/server/structure.scenes.ts'
import { refusalsOf } from '#server/http/openapi-refusals.ts'
import { openSession } from '#server/http/session.ts'
import type { Shape } from '#server/http/route.ts'
import type { TestApp, Visitor } from '#test/harness/app.ts'
import {
  buildAppartement,
  buildBon,
  buildClient,
  buildCompteBancaire,
  buildLigne,
  buildLocal,
  buildPlace,
  idOf,
  pay,
  payByCheque,
  sell,
} from '#test/harness/builders.ts'
import { checked } from '#test/harness/imports.ts'
import { PDF } from '#test/harness/plans.ts'
import { makeChange, sendChange } from '#test/scenes/changes.ts'
import { readPools, type Pools } from '#test/fuzz/fuzz-pools.ts'
import { oneOf, seeded } from '#db/random.ts'
import { makeRequest, type Made } from '#test/fuzz/fuzz.ts'
import { hostileValues } from '#test/fuzz/fuzz-hostiles.ts'

/** Access is limited by throttling and has tests of its own. */
const LEFT_OUT = new Set([
  '/login',
  '/register',
  '/logout',
  '/api/members/{id}/second-facteur/retirer',
  '/api/profile/connexions/fermer',
  '/api/profile/mot-de-passe',
  '/api/profile/second-facteur',
  '/api/profile/second-facteur/codes',
  '/api/profile/second-facteur/confirmer',
  '/api/profile/second-facteur/retirer',
  '/api/sauvegardes/{id}/autorisation',
  '/api/sauvegardes/{id}/fichier',
])
/** A secret that is made up opens none of these: that they are refused as they should be is all there is to see. */
const OF_A_SECRET = / \/api\/(suivi|verifier)/
/** So many requests at a time, and the living ids read again after so many. */
const LANES = 8
const FRESH = 160
/** A call sees something once so many of its requests were accepted; it is called blind after so many more, meant to be right. */
const ACCEPTED = 2
const ENOUGH = 500

interface Fuzzed {
  requests: number
  /** Answers that are a 5xx, or not what their contract says. */
  wrong: unknown[]
  /** Calls that accept next to nothing that was made up for them: their fuzz sees nothing. */
  blind: string[]
}

/** Sends made-up requests to every call but those of access, as a signed-in member. */
export async function runFuzz(t: TestApp, seed: number, requests: number): Promise<Fuzzed> {
  const karim = await t.member()
  const self = idOf(await karim.get('/api/user'))
  await seedPortfolio(t)
  const random = seeded(seed)
  const hostile = hostileValues(seed)
  let last = 1000
  const serial = () => ++last
  // A call that asks for a file has uploads of its own (hostile-uploads.ts).
  const contracts = t.app.contracts.filter(
    ({ path, file, body, accept }) => !LEFT_OUT.has(path) && (!file || (body && accept === undefined)),
  )
  const wheel = contracts.flatMap((contract) => Array.from({ length: weight(contract) }, () => contract))
  const wrong: unknown[] = []
  const seen = new Map<string, number>()
  let turn = 0
  const stocked = async () => {
    // Appels de fonds bear his name and the account to pay to; either may have become a text that no paper can print.
    await t.db.updateTable('membres').set({ name: 'Karim Benali' }).where('id', '=', self).execute()
    await t.db
      .updateTable('comptes_bancaires')
      .set({ banque: 'BNA', numero: sql`'0' || id` })
      .execute()
    await restock(t, karim, self, await readPools(t.db, karim, self))
    // A promoter stands in the way of another one, and without him there is no logo: there is one half of the time.
    const change = turn++ % 2 === 0 ? 'PUT /api/promoteurs/{id}/logo' : 'DELETE /api/promoteurs/{id}'
    await sendChange(karim, await makeChange(change, t.db, karim))
    return readPools(t.db, karim, self)
  }
  let pools = await stocked()

  const one = async (contract: Shape | undefined, { clean }: { clean: boolean }) => {
    if (!contract) return
    const call = nameOf(contract)
    const made = makeRequest(contract, { random, pools, hostile, serial }, { clean })
    const { accepted, problem } = await send(karim, contract, made)
    if (problem) wrong.push({ call, ...problem })
    if (accepted) seen.set(call, (seen.get(call) ?? 0) + 1)
  }
  const any = () => ({ clean: random() < 0.6 })
  for (const contract of contracts) await one(contract, any())
  for (let done = 0; done < requests; done += LANES) {
    if (done % FRESH === 0) pools = await stocked()
    await Promise.all(Array.from({ length: LANES }, () => one(oneOf(random, wheel), any())))
  }
  const isBlind = (contract: Shape) =>
    (seen.get(nameOf(contract)) ?? 0) < ACCEPTED && !OF_A_SECRET.test(nameOf(contract))
  // Chance alone leaves a call that is seldom made without an accepted one.
  for (const contract of contracts)
    for (let more = 0; isBlind(contract) && more < ENOUGH; more++) {
      if (more % 20 === 0) pools = await stocked()
      await one(contract, { clean: true })
      // Another call makes the record that this one needs, or takes away the one that stands in its way.
      await one(oneOf(random, wheel), any())
    }
  return { requests: requests + contracts.length, wrong, blind: contracts.filter(isBlind).map(nameOf) }
}

const nameOf = ({ method, path }: Shape) => `${method} ${path}`

async function send(visitor: Visitor, contract: Shape, { url, body }: Made) {
  const answer = await visitor.send({
    method: contract.method,
    url,
    headers: { 'x-xsrf-token': visitor.cookies.token },
    ...(body && { payload: body }),
  })
  const accepted = answer.statusCode < 300
  const kept = accepted
    ? !contract.response || z.safeDecode(contract.response, answer.json).success
    : answer.statusCode < 500 && refusalsOf(contract).includes(answer.statusCode)
  const problem = kept ? null : { url, body, status: answer.statusCode, answer: answer.body.slice(0, 300) }
  return { accepted, problem }
}

/** Papers and passwords cost a hundred times a reading: fewer of them. */
function weight({ path, contentType, body }: Shape): number {
  if (/print-all|export|generate-pdf/.test(path)) return 1
  if (
    contentType ||
    path.endsWith('/documents') ||
    (path.startsWith('/api/members') && body) ||
    (path === '/api/profile' && body)
  )
    return 4
  return 20
}

/** Sold and free biens of every kind, and payments: so that every call finds something from the first request on. */
async function seedPortfolio({ db }: TestApp): Promise<void> {
  for (let n = 0; n < 6; n++) {
    const client = await buildClient(db)
    for (const build of [buildAppartement, buildLocal, buildPlace]) {
      await pay(db, await sell(db, await build(db), client.id), 1000)
      await build(db)
    }
  }
  await db.updateTable('parkings').set({ nb_places: 1000 }).execute()
}

/** Made-up requests take some kinds of records away sooner than they make them; a call that finds none is blind. */
async function restock({ db }: TestApp, karim: Visitor, self: number, pools: Pools): Promise<void> {
  const few = (table: string) => (pools.records.get(table) ?? []).length < 5
  if (few('membres')) {
    const made = Array.from({ length: 10 }, () => `essai.${crypto.randomUUID()}@diyar.dz`)
    const values = made.map((email) => ({ name: 'Essai', email, mot_de_passe: '-', actif: true }))
    await db.insertInto('membres').values(values).execute()
  }
  if (few('sessions')) for (let n = 0; n < 20; n++) await openSession(db, self)
  if (few('lignes') || few('bons')) for (let n = 0; n < 10; n++) await buildLigne(db, (await buildBon(db)).id)
  if (pools.cheques.recus.length < 20 || pools.cheques.rejetes.length < 5) {
    const vente = await sell(
      db,
      await buildAppartement(db, { prix: 9_999_999_999_999 }),
      (await buildClient(db)).id,
    )
    for (let n = 0; n < 40; n++) await payByCheque(db, vente, 1000)
    for (let n = 0; n < 10; n++)
      await payByCheque(db, vente, 1000, { rejete_le: '2026-02-01', motif_rejet: 'Opposition' })
  }
  if (few('comptes_bancaires')) for (let n = 0; n < 5; n++) await buildCompteBancaire(db)
  if (few('remises'))
    for (let n = 0; n < 5; n++) await sendChange(karim, await makeChange('POST /api/remises', db, karim))
  // A check under way would stand in the way of another.
  if (pools.classeurs.length === 0) await checked(karim)
  const payments = pools.records.get('paiements') ?? []
  if (pools.justificatifs.length < 5)
    for (const id of payments.slice(0, 10))
      await karim.form(
        `/api/paiements/${id}/justificatif`,
        {},
        { part: 'justificatif', name: 'recu.pdf', content: PDF },
      )
  if (few('pieces')) {
    const client_id = String((await buildClient(db)).id)
    const fields = { client_id, type: 'piece-identite' }
    for (let n = 0; n < 10; n++)
      await karim.form('/api/pieces', fields, { part: 'fichier', name: 'carte.pdf', content: PDF })
  }
  if (pools.plans.residences.length === 0) await residenceWithPlan(db, karim)
  if (pools.plans.appartements.length === 0) await lotWithPlan(db, karim)
}
