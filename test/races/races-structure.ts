import { sql } from 'kysely'
import type { Answer, Visitor } from '#test/harness/app.ts'
import { DESKS, statuses, type Arena } from '#test/races/arena.ts'
import {
  buildBloc,
  buildBon,
  buildCategorie,
  buildEtage,
  buildLigne,
  buildParking,
  buildResidence,
} from '#test/harness/builders.ts'
import { formulaire, nextNumber, type Race } from '#test/races/races.ts'
import { newMember } from '#test/harness/sessions.ts'

/** Races about accounts, names, numbers and what hangs on what. */

const eight = Array.from({ length: DESKS }, (_, at) => at)
const differs = (found: string, ...wanted: string[]) =>
  wanted.includes(found) ? null : `${found} instead of ${wanted.join(' or ')}`

/** Eight ask for what only one may have. */
function oneWinner(
  accepted: number,
  refused: number,
  request: (arena: Arena) => Promise<(desk: Visitor, at: number) => Promise<Answer>>,
): Race {
  const wanted = [accepted, ...eight.slice(1).map(() => refused)].join(' ')
  return async (arena) => {
    const ask = await request(arena)
    return differs(statuses(await arena.race(eight.map((at) => (desk) => ask(desk, at)))), wanted)
  }
}

/** The two last active members shut each other out, or delete each other: one stays. */
const membres: Race = async (arena, round) => {
  const { t } = arena
  const one = await newMember(arena.app, t.db)
  const two = await newMember(arena.app, t.db)
  await t.db.updateTable('membres').set({ actif: false }).where('id', 'not in', [one.id, two.id]).execute()
  const shut = (desk: Visitor, id: number) =>
    round % 2 === 0 ? desk.post(`/api/members/${id}/disable`) : desk.delete(`/api/members/${id}`)
  const answers = await arena.race([() => shut(one.visitor, two.id), () => shut(two.visitor, one.id)])
  const active = await t.db.selectFrom('membres').select('id').where('actif', '=', true).execute()
  const staff = arena.staff.map(({ id }) => id)
  await t.db.updateTable('membres').set({ actif: true }).where('id', 'in', staff).execute()
  return differs(`${statuses(answers)}, ${active.length} active`, '200 422, 1 active')
}

const adresse: Race = oneWinner(200, 422, async () => {
  const email = `meme${nextNumber()}@diyar.dz`
  return (desk) => desk.put('/api/profile', { name: 'Samir', email, password: '', password_confirmation: '' })
})

const residence: Race = oneWinner(201, 422, async () => {
  const n = nextNumber()
  return (desk, at) =>
    desk.post('/api/residences', { nom: at % 2 ? `Les Pins ${n}` : `LES PINS ${n}`, adresse: 'Oran' })
})

const lot: Race = oneWinner(201, 422, async (arena) => {
  const body = formulaire(arena, 'appartement', 100)
  return (desk) => desk.post('/api/appartements', body)
})

const local: Race = oneWinner(201, 422, async (arena) => {
  const body = formulaire(arena, 'local', 100)
  return (desk) => desk.post('/api/locaux', body)
})

const place: Race = oneWinner(201, 422, async (arena) => {
  const body = { ...formulaire(arena, 'place_parking', 100), parking_id: arena.ground.parking_id }
  return (desk) => desk.post('/api/places-parking', body)
})

const capacite: Race = oneWinner(201, 422, async (arena) => {
  const { id: parking_id } = await buildParking(arena.t.db, { nb_places: 1 })
  return (desk, at) =>
    desk.post('/api/places-parking', { numero_place: at + 1, type_place: 'Box', montant: 100, parking_id })
})

const promoteur: Race = oneWinner(201, 409, async ({ t }) => {
  await t.db.deleteFrom('promoteurs').execute()
  const body = { nom: 'Promo', email: 'promo@exemple.dz', telephone: '021 00 00 00', adresse: 'Alger' }
  return (desk) => desk.post('/api/promoteurs', body)
})

export const uniqueRaces: [what: string, race: Race][] = [
  ['deux membres se désactivent ou se suppriment', membres],
  ['8 membres prennent la même adresse e-mail', adresse],
  ['8 résidences du même nom', residence],
  ['8 lots du même numéro', lot],
  ['8 locaux du même numéro', local],
  ['8 places du même numéro', place],
  ['8 places pour une seule libre', capacite],
  ['8 promoteurs', promoteur],
]

interface Family {
  parent: string
  child: string
  body: Record<string, unknown>
  /** True for a child that goes with its parent rather than keep it (Q189). */
  cascades?: boolean
}

/** Each parent with a child that may be added to it. */
const families: ((arena: Arena) => Promise<Family>)[] = [
  async ({ t }) => {
    const { id } = await buildResidence(t.db)
    return {
      parent: `/api/residences/${id}`,
      child: '/api/blocs',
      body: { nomloc: 'A', description: 'Neuf', residence_id: id },
    }
  },
  async ({ t }) => {
    const { id } = await buildResidence(t.db)
    return {
      parent: `/api/residences/${id}`,
      child: '/api/parkings',
      body: { parking_nom: 'P', nb_places: 3, residence_id: id },
    }
  },
  async ({ t }) => {
    const { id } = await buildBloc(t.db)
    const body = { designation: 'RDC', niveau: 0, logement_par_palier: 2, bloc_id: id }
    return { parent: `/api/blocs/${id}`, child: '/api/etages', body }
  },
  async (arena) => {
    const { id } = await buildBloc(arena.t.db)
    return {
      parent: `/api/blocs/${id}`,
      child: '/api/locaux',
      body: { ...formulaire(arena, 'local', 100), bloc_id: id },
    }
  },
  async (arena) => {
    const { id } = await buildEtage(arena.t.db)
    const body = { ...formulaire(arena, 'appartement', 100), etage_id: id }
    return { parent: `/api/etages/${id}`, child: '/api/appartements', body }
  },
  async (arena) => {
    const { id } = await buildParking(arena.t.db)
    const body = { ...formulaire(arena, 'place_parking', 100), parking_id: id }
    // Free places go with their parking.
    return { parent: `/api/parkings/${id}`, child: '/api/places-parking', body, cascades: true }
  },
  async ({ t }) => {
    const { id } = await buildCategorie(t.db)
    const body = { reference: `R${nextNumber()}`, date_bon: '2026-01-02', categorie_bon_id: id, lignes: [] }
    return { parent: `/api/categories/${id}`, child: '/api/bons', body, cascades: true }
  },
  async ({ t }) => {
    const { id } = await buildBon(t.db)
    const body = { designation: 'Ciment', prix_unitaire: 10, quantite: 2 }
    return { parent: `/api/bons/${id}`, child: `/api/bons/${id}/lignes`, body, cascades: true }
  },
]

/** A parent is deleted while a child is added: the child is there and keeps it, or it is gone and the child is refused. */
const familles: Race = async (arena, round) => {
  const family = await families[round % families.length]?.(arena)
  if (!family) return 'no family'
  const { parent, child, body, cascades = false } = family
  const answers = await arena.race([(desk) => desk.delete(parent), (desk) => desk.post(child, body)])
  const [deleted, added] = answers.map(({ statusCode }) => statusCode)
  const found = differs(
    `${deleted} ${added}`,
    '409 201',
    '200 422',
    '200 404',
    ...(cascades ? ['200 201'] : []),
  )
  return found && `${parent}: ${found}`
}

/** Lines of a voucher change from four desks: its total is what they add up to. */
const lignes: Race = async ({ t, race, desk }) => {
  const { id } = await buildBon(t.db)
  const [one, two] = [await buildLigne(t.db, id), await buildLigne(t.db, id)]
  const ligne = (quantite: number) => ({ designation: 'Ciment', prix_unitaire: 12.5, quantite })
  const answers = await race([
    (at) => at.put(`/api/bons/${id}/lignes/${one.id}`, ligne(4)),
    (at) => at.put(`/api/bons/${id}/lignes/${one.id}`, ligne(6)),
    (at) => at.delete(`/api/bons/${id}/lignes/${two.id}`),
    (at) => at.post(`/api/bons/${id}/lignes`, ligne(2)),
  ])
  const { rows } = await sql<{ total: number }>`
    select sum(prix_unitaire * quantite)::bigint as total from lignes where bon_id = ${id}`.execute(t.db)
  const { json } = await desk(0).get(`/api/bons/${id}`)
  const told =
    typeof json === 'object' && json !== null && 'total_montant' in json ? json.total_montant : null
  if (told !== (rows[0]?.total ?? 0) / 100)
    return `the voucher says ${String(told)}, its lines ${rows[0]?.total}`
  return differs(statuses(answers), '200 200 200 201')
}

export const structureRaces: [what: string, race: Race][] = [
  ['suppression d’un parent contre ajout d’un enfant', familles],
  ['lignes d’un bon contre son total', lignes],
]
