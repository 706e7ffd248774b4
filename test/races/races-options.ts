import { addJours, aujourdhui } from '#shared/dates.ts'
import type { Answer, Visitor } from '#test/harness/app.ts'
import { buildClient, buildOption } from '#test/harness/builders.ts'
import { DESKS, statuses, type Arena } from '#test/races/arena.ts'
import { kindOf, newBien, paths, vendre, type Race } from '#test/races/races.ts'
import type { TypeBien } from '#shared/biens.ts'

/** Races about who has a bien: an option, a sale, or neither. The arena's closing runs every rule of db/invariants.sql. */

const eight = Array.from({ length: DESKS }, (_, at) => at)
const differs = (found: string, ...wanted: string[]) =>
  wanted.includes(found) ? null : `${found} instead of ${wanted.join(' or ')}`

const hold = (bien_id: number, holder: object) => (desk: Visitor) =>
  desk.post('/api/options', { bien_id, expire_le: addJours(aujourdhui(), 2), ...holder })
const sold = (kind: TypeBien, bien: number, body: object) => (desk: Visitor) => {
  const { method, path } = vendre(kind, bien)
  return desk[method](path, body)
}
const block = (bien: number) => (desk: Visitor) => desk.put(`/api/biens/${bien}/blocage`, { motif: 'Témoin' })

/** Returns the records that hold the bien: `vente`, `option`, `blocage`. */
async function heldBy({ t }: Arena, bien: number): Promise<string> {
  const [ventes, options, blocages] = await Promise.all([
    t.db
      .selectFrom('ventes')
      .select('id')
      .where('bien_id', '=', bien)
      .where('terminee_le', 'is', null)
      .execute(),
    t.db.selectFrom('options').select('id').where('bien_id', '=', bien).where('fin', 'is', null).execute(),
    t.db.selectFrom('biens').select('id').where('id', '=', bien).where('bloque_le', 'is not', null).execute(),
  ])
  const held = [ventes.map(() => 'vente'), options.map(() => 'option'), blocages.map(() => 'blocage')]
  return held.flat().join('+')
}
const told = (answers: Answer[]) => answers.map(({ statusCode }) => statusCode).join(' ')

/** Eight hold the same bien for eight people: one does, the others are told for whom. */
const options: Race = async (arena, round) => {
  const bien = await newBien(arena, kindOf(round))
  const answers = await arena.race(eight.map((at) => hold(bien, { nom: `Titulaire ${at}` })))
  const winner = answers.findIndex(({ statusCode }) => statusCode === 201)
  const naming = answers.filter(({ body }) =>
    body.includes(`Ce bien est sous option pour Titulaire ${winner} jusqu'au`),
  )
  return differs(
    `${statuses(answers)}, ${naming.length} name the holder, ${await heldBy(arena, bien)}`,
    '201 409 409 409 409 409 409 409, 7 name the holder, option',
  )
}

const optionEtVente: Race = async (arena, round) => {
  const kind = kindOf(round)
  const bien = await newBien(arena, kind)
  const [client] = arena.ground.clients
  const answers = await arena.race([hold(bien, { nom: 'Samir' }), sold(kind, bien, { client_id: client })])
  return differs(`${told(answers)}, ${await heldBy(arena, bien)}`, '201 409, option', '409 200, vente')
}

const venteEtBlocage: Race = async (arena, round) => {
  const kind = kindOf(round)
  const bien = await newBien(arena, kind)
  const [client] = arena.ground.clients
  const answers = await arena.race([sold(kind, bien, { client_id: client }), block(bien)])
  return differs(`${told(answers)}, ${await heldBy(arena, bien)}`, '200 409, vente', '409 200, blocage')
}

const optionEtBlocage: Race = async (arena, round) => {
  const bien = await newBien(arena, kindOf(round))
  const answers = await arena.race([hold(bien, { nom: 'Samir' }), block(bien)])
  return differs(`${told(answers)}, ${await heldBy(arena, bien)}`, '201 409, option', '409 200, blocage')
}

/** The holder buys while somebody else lets the bien go: one of them comes too late. */
const venteEtLiberation: Race = async (arena, round) => {
  const kind = kindOf(round)
  const bien = await newBien(arena, kind)
  const { id } = await buildOption(arena.t.db, bien)
  const [client] = arena.ground.clients
  const answers = await arena.race([
    sold(kind, bien, { client_id: client, option_id: id }),
    (desk) => desk.post(`/api/options/${id}/liberer`, {}),
  ])
  return differs(`${told(answers)}, ${await heldBy(arena, bien)}`, '200 409, vente', '409 200, ')
}

/** A bien, or the client it is held for, is deleted while the option is taken: it is of no avail, or comes too early. */
const optionEtSuppression: Race = async (arena, round) => {
  const kind = kindOf(round)
  const bien = await newBien(arena, kind)
  const { id: client } = await buildClient(arena.t.db)
  const of = round % 2 === 0 ? paths[kind](bien) : `/api/clients/${client}`
  const answers = await arena.race([hold(bien, { client_id: client }), (desk) => desk.delete(of)])
  return differs(`${told(answers)}, ${await heldBy(arena, bien)}`, '201 409, option', '422 200, ')
}

export const optionRaces: [what: string, race: Race][] = [
  ['8 options sur le même bien', options],
  ['option contre vente à un autre', optionEtVente],
  ['vente contre blocage', venteEtBlocage],
  ['option contre blocage', optionEtBlocage],
  ['vente au titulaire contre libération', venteEtLiberation],
  ['option contre suppression du bien ou du client', optionEtSuppression],
]
