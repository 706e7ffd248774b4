import type { ApercuDeRevision } from '#features/prix/prix.contract.ts'
import { TYPES_DE_BIEN } from '#shared/biens.ts'
import { buildBloc, buildEtage, buildParking } from '#test/harness/builders.ts'
import type { Arena } from '#test/races/arena.ts'
import { kindOf, newBien, vendre, type Race } from '#test/races/races.ts'

/** Races about what a lot costs when it is sold. The arena's closing runs every rule of db/invariants.sql. */

const REVISION = '/api/revisions-de-prix'

/** A residence of its own with one lot of each kind at 100 DA. */
async function newResidence({ t, ...arena }: Arena) {
  const { id: bloc_id, residence_id } = await buildBloc(t.db)
  const ground = {
    ...arena.ground,
    bloc_id,
    etage_id: (await buildEtage(t.db, { bloc_id })).id,
    parking_id: (await buildParking(t.db, { residence_id })).id,
  }
  const biens = new Map<string, number>()
  for (const kind of TYPES_DE_BIEN) biens.set(kind, await newBien({ ...arena, t, ground }, kind))
  return { residence_id, biens }
}

/** Returns the prices, the sale and the history after the race: « 10300, sold at 10300, 3 changes ». */
async function pricesOf({ t }: Arena, residence: number, bien: number): Promise<string> {
  const biens = await t.db
    .selectFrom('biens')
    .select(['id', 'prix'])
    .where('residence_id', '=', residence)
    .execute()
  const ventes = await t.db.selectFrom('ventes').select('prix').where('bien_id', '=', bien).execute()
  const changes = await t.db
    .selectFrom('changements_prix')
    .select('nouveau')
    .where(
      'bien_id',
      'in',
      biens.map(({ id }) => id),
    )
    .execute()
  const prices = [...new Set(biens.map(({ prix }) => prix))]
  return `${prices.join('+')}, sold at ${ventes.map(({ prix }) => prix).join('+')}, ${changes.length} changes`
}

/** The prices of a residence go up by 3 % while one of its lots is sold: before at the new price, or not at all. */
const revisionEtVente: Race = async (arena, round) => {
  const kind = kindOf(round)
  const { residence_id, biens } = await newResidence(arena)
  const bien = biens.get(kind) ?? 0
  const body = { residence_id, types: TYPES_DE_BIEN, sorte: 'pourcent', valeur: 3 }
  const apercu = await arena.desk(0).post(REVISION, { ...body, essai: true })
  const { empreinte } = (apercu.json as { data: ApercuDeRevision }).data
  const { method, path } = vendre(kind, bien)
  const [client_id] = arena.ground.clients
  const answers = await arena.race([
    (desk) => desk.post(REVISION, { ...body, empreinte }),
    (desk) => desk[method](path, { client_id }),
  ])
  const found = `${answers.map(({ statusCode }) => statusCode).join(' ')}: ${await pricesOf(arena, residence_id, bien)}`
  const wanted = ['201 200: 10300, sold at 10300, 3 changes', '409 200: 10000, sold at 10000, 0 changes']
  return wanted.includes(found) ? null : `${found} instead of ${wanted.join(' or ')}`
}

/** The same revision from two desks: one of them comes too late. */
const deuxRevisions: Race = async (arena, round) => {
  const { residence_id, biens } = await newResidence(arena)
  const body = { residence_id, types: TYPES_DE_BIEN, sorte: 'pourcent', valeur: 3 }
  const apercu = await arena.desk(0).post(REVISION, { ...body, essai: true })
  const { empreinte } = (apercu.json as { data: ApercuDeRevision }).data
  const revise = { ...body, empreinte }
  const answers = await arena.race([
    (desk) => desk.post(REVISION, revise),
    (desk) => desk.post(REVISION, revise),
  ])
  const told = answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)
  const found = `${told.join(' ')}: ${await pricesOf(arena, residence_id, biens.get(kindOf(round)) ?? 0)}`
  return found === '201 409: 10300, sold at , 3 changes' ? null : found
}

export const prixRaces: [what: string, race: Race][] = [
  ["révision contre vente d'un de ses lots", revisionEtVente],
  ['la même révision deux fois', deuxRevisions],
]
