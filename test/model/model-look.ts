import type { Answer, Visitor } from '#test/harness/app.ts'
import { aRembourser, da, residenceOf, somme, type Bien, type Kind, type World } from '#test/model/model.ts'

const ids = (rows: readonly { id: number }[]) => rows.map(({ id }) => id).toSorted((a, b) => a - b)

/** Every list and total, beside what the model says of it. @returns what differs */
export async function compareScreens(desk: Visitor, world: World): Promise<string[]> {
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
      const { montant, client_id, resteAPayer, etat_bien } = shown.get(bien.id) ?? NOTHING
      const reste = bien.prix - somme(bien.paiements)
      same(
        `${path}/${bien.id}`,
        [montant, client_id, resteAPayer, etat_bien],
        [da(bien.prix), bien.client, da(reste), etatOf(bien)],
      )
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
    versements_retenus: null,
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
  await compareDossiers(desk, world, same)
  await comparePlans(desk, world, same)
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

/** The states that a plan counts. */
const ETATS = ['libre', 'option', 'vendu', 'livre', 'bloque']

/** Every bien of a residence is on its plan once, in its state, at its price; `same` tells the differences. */
async function comparePlans(desk: Visitor, world: World, same: Same): Promise<void> {
  for (const { id } of world.residences) {
    const { totaux, blocs, parkings } = record(await desk.get(`/api/plan-de-vente/${id}`))
    const shown = [
      ...asRows(blocs).flatMap((bloc) => [
        ...asRows(bloc['etages']).flatMap((etage) => asRows(etage['lots'])),
        ...asRows(bloc['locaux']),
      ]),
      ...asRows(parkings).flatMap((parking) => asRows(parking['places'])),
    ]
    const biens = world.biens.filter((bien) => residenceOf(world, bien) === id)
    same(
      `plan of ${id}`,
      shown.map((lot) => [lot.id, lot['etat'], lot['montant']]).toSorted(byFirst),
      biens.map((bien) => [bien.id, etatOf(bien), da(bien.prix)]).toSorted(byFirst),
    )
    same(
      `totals of the plan of ${id}`,
      totaux,
      ETATS.map((etat) => {
        const those = biens.filter((bien) => etatOf(bien) === etat)
        return { etat, nombre: those.length, valeur: da(those.reduce((sum, { prix }) => sum + prix, 0)) }
      }),
    )
  }
}

type Same = (what: string, found: unknown, wanted: unknown) => void

/** Open dossiers with their lines, and what is to be given back of those that are closed. */
async function compareDossiers(desk: Visitor, world: World, same: Same): Promise<void> {
  const sold = world.biens.filter(({ client }) => client !== null)
  const open = rowsOf(await desk.get('/api/ventes?per_page=1000'))
  same(
    'open dossiers',
    open
      .map(({ bien, client, montant, totalPaye }) => [idIn(bien), idIn(client), montant, totalPaye])
      .toSorted(byFirst),
    sold
      .map(({ id, client, prix, paiements }) => [id, client, da(prix), da(somme(paiements))])
      .toSorted(byFirst),
  )
  for (const bien of sold.filter(({ suite }) => suite.echeancier)) {
    const dossier = open.find((row) => idIn(row['bien']) === bien.id)
    const lignes = asRows(record(await desk.get(`/api/ventes/${dossier?.id}`))['echeances'])
    const sum = (field: string) =>
      lignes.reduce((total, ligne) => total + Math.round(Number(ligne[field]) * 100), 0)
    same(`lines of ${bien.id}`, [sum('montant'), sum('couvert')], [bien.prix, somme(bien.paiements)])
  }
  const closed = rowsOf(await desk.get('/api/ventes?etat=closes&per_page=1000'))
  const anciens = world.biens.flatMap((bien) => bien.anciens.map((ancien) => ({ bien, ancien })))
  same(
    'closed dossiers',
    closed
      .map((row) =>
        JSON.stringify([idIn(row['bien']), idIn(row['client']), row['totalPaye'], row['a_rembourser']]),
      )
      .toSorted(),
    anciens
      .map(({ bien, ancien }) =>
        JSON.stringify([
          bien.id,
          ancien.client,
          da(somme(ancien.paiements)),
          ancien.desistement ? da(aRembourser(ancien)) : null,
        ]),
      )
      .toSorted(),
  )
}

const idIn = (value: unknown): number => (isRow(value) ? value.id : 0)
const byFirst = (a: unknown[], b: unknown[]) => Number(a[0]) - Number(b[0])

/** Returns the word that every list has for the state of a bien. */
const etatOf = ({ bloque, option, client, suite }: Bien): string => {
  if (bloque) return 'bloque'
  if (client !== null) return suite.livre ? 'livre' : 'vendu'
  return option ? 'option' : 'libre'
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
