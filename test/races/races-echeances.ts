import { sql } from 'kysely'
import type { Answer, Visitor } from '#test/harness/app.ts'
import { buildAppartement, buildBloc, buildEtage, buildResidence, sell } from '#test/harness/builders.ts'
import type { Arena } from '#test/races/arena.ts'
import { paiementDe, type Race } from '#test/races/races.ts'

/** Races about when the lines of a sale fall due and are foreseen. The arena's closing runs every rule of db/invariants.sql. */

/** A residence of two blocs with two sales each, whose lines wait for a contract, two stades and the delivery. */
interface Scene {
  residence: number
  blocs: readonly [number, number]
  fondations: number
  grosOeuvre: number
  ventes: { id: number; bien: number }[]
}

const ATTEINT = '2026-03-01'
const RESERVATION = '2026-01-10'
const CONTRATS = ['2026-02-01', '2026-04-01', null] as const

async function buildScene({ t: { db }, ground }: Arena): Promise<Scene> {
  const stades = await db.selectFrom('stades').select('id').orderBy('rang').execute()
  const [fondations = 0, grosOeuvre = 0] = stades.map(({ id }) => id)
  const { id: residence } = await buildResidence(db)
  const blocs: [number, number] = [0, 0]
  const ventes: Scene['ventes'] = []
  for (const at of [0, 1] as const) {
    const { id: bloc_id } = await buildBloc(db, { residence_id: residence })
    blocs[at] = bloc_id
    const { id: etage_id } = await buildEtage(db, { bloc_id })
    for (const client of ground.clients) {
      const bien = await buildAppartement(db, { etage_id, prix: 10_000 })
      ventes.push({ bien, id: await sell(db, bien, client) })
    }
  }
  await db
    .insertInto('echeances')
    .values(
      ventes.flatMap(({ id: vente_id }) =>
        [
          { declencheur: 'contrat' },
          { declencheur: 'stade', stade_id: fondations },
          { declencheur: 'stade', stade_id: grosOeuvre, date_prevue: '2027-05-01' },
          { declencheur: 'livraison' },
        ].map((line, rang) => ({ vente_id, rang: rang + 1, libelle: 'Ligne', montant: 2_500, ...line })),
      ),
    )
    .execute()
  await sql`select rafraichir_echeances(${ventes.map(({ id }) => id)}::bigint[])`.execute(db)
  return { residence, blocs, fondations, grosOeuvre, ventes }
}

const foresee =
  ({ residence, fondations, grosOeuvre }: Scene, blocs: readonly number[], jour: string | null) =>
  (desk: Visitor) =>
    desk.put(`/api/residences/${residence}/previsions`, {
      blocs: blocs.map((id) => ({
        id,
        livraison_prevue_le: jour,
        stades: [fondations, grosOeuvre].map((stade_id) => ({ stade_id, prevu_le: jour })),
      })),
    })

/** The days that a bloc has foreseen, of its stades and its delivery: one of them where all are the same. */
async function foreseenOf({ t: { db } }: Arena, bloc: number): Promise<string> {
  const stades = await db
    .selectFrom('stades_prevus')
    .select('prevu_le')
    .where('bloc_id', '=', bloc)
    .orderBy('stade_id')
    .execute()
  const { livraison_prevue_le } = await db
    .selectFrom('blocs')
    .select('livraison_prevue_le')
    .where('id', '=', bloc)
    .executeTakeFirstOrThrow()
  const days = [livraison_prevue_le, ...stades.map(({ prevu_le }) => prevu_le)]
  return [...new Set(days)].join(' and ')
}

/** Acts at eight desks at once on the same blocs and sales, with what each may answer. */
const acts = (
  scene: Scene,
  client: number,
  round: number,
): [number[], (desk: Visitor) => Promise<Answer>][] => {
  const { blocs, fondations, ventes } = scene
  const bloc = blocs[round % 2]
  const of = (at: number) => ventes[(round + at) % ventes.length] ?? { id: 0, bien: 0 }
  const stade = `/api/blocs/${bloc}/stades/${fondations}`
  const contrat = (at: number) => (desk: Visitor) =>
    desk.put(`/api/ventes/${of(at).id}`, {
      reservation_le: RESERVATION,
      contrat_le: CONTRATS[(round + at) % CONTRATS.length],
    })
  return [
    [[200], foresee(scene, blocs, '2027-06-15')],
    [[200], foresee(scene, blocs.toReversed(), round % 3 === 0 ? null : '2027-09-01')],
    [[200], (desk) => desk.put(stade, { atteint_le: ATTEINT })],
    // One that comes before the stade is recorded finds nothing to withdraw.
    [[200, 404], (desk) => desk.delete(stade)],
    [[200], contrat(0)],
    [[200], contrat(1)],
    [[201], (desk) => desk.post('/api/paiements', paiementDe('appartement', of(0).bien, client, 30))],
    [[201], (desk) => desk.post('/api/paiements', paiementDe('appartement', of(2).bien, client, 30))],
  ]
}

/**
 * Foreseen days in either order of the blocs, a stade and its withdrawal, contracts and payments: each is carried out, and of two that foresee
 * the days of both blocs the later has both.
 */
const previsions: Race = async (arena, round) => {
  const scene = await buildScene(arena)
  const [first, second] = arena.ground.clients
  const asked = acts(scene, round % 2 === 0 ? first : second, round)
  const answers = await arena.race(asked.map(([, act]) => act))
  const wrong = asked.flatMap(([wanted], at) => {
    const { statusCode, json } = answers[at] ?? { statusCode: 0, json: null }
    return wanted.includes(statusCode) ? [] : [`act ${at}: ${statusCode} ${JSON.stringify(json)}`]
  })
  const [here, there] = [await foreseenOf(arena, scene.blocs[0]), await foreseenOf(arena, scene.blocs[1])]
  if (here !== there || here.includes(' and ')) wrong.push(`the blocs are foreseen ${here}, ${there}`)
  return wrong.length > 0 ? wrong.join('; ') : null
}

export const echeancesRaces: [what: string, race: Race][] = [
  ['dates prévues, stades, contrats et paiements à la fois', previsions],
]
