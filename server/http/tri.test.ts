import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TRIS_APPARTEMENTS } from '#features/biens/appartements.contract.ts'
import { TRIS_CLIENTS } from '#features/clients/clients.contract.ts'
import { TRIS_LOCAUX } from '#features/biens/locaux.contract.ts'
import { ORDRES_PAYEURS } from '#features/rapports/recap.contract.ts'
import { normaliser } from '#shared/texte.ts'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import {
  buildAppartement,
  buildBloc,
  buildClient,
  buildEtage,
  buildLocal,
  buildResidence,
  pay,
  sell,
} from '#test/harness/builders.ts'

let t: TestApp
let karim: Visitor
beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
  await build()
})
afterAll(() => t.close())

const NOMS = ['Zohra Amrani', 'élodie Benali', 'Amine Chérif', 'عائشة بن يوسف', 'Amine Chérif', 'Éva Drif']

/** Two residences of two blocs, étages whose level is not their rank, lots of which every third is free, ties everywhere. */
async function build() {
  const clients: number[] = []
  for (const [n, nom_complet] of [...NOMS, ...NOMS].entries()) {
    const tel = `0555 00 00 ${String((n * 7) % 60).padStart(2, '0')}`
    const adresse = n % 3 === 0 ? null : `Rue ${n % 4}`
    const { id } = await buildClient(t.db, { nom_complet, tel, adresse, email: `c${n % 5}@exemple.dz` })
    clients.push(id)
  }
  let rank = 0
  for (const nom of ['Résidence Sud', 'El Yasmine']) {
    const { id: residence_id } = await buildResidence(t.db, { nom })
    for (const nomloc of ['Tour 10', 'Tour 2']) {
      const { id: bloc_id } = await buildBloc(t.db, { nomloc, residence_id })
      for (const niveau of [3, 1]) {
        const { id: etage_id } = await buildEtage(t.db, { niveau, bloc_id, designation: `Étage ${niveau}` })
        for (const num_lot of ['A10', 'a2', 'A1', 'B-3 bis', 'B-3']) {
          const prix = 100_000_000 + (rank % 4) * 5_000_000
          const lot = await buildAppartement(t.db, { num_lot, etage_id, prix, type_logement: `F${rank % 3}` })
          const surface = 4000 + (rank % 5) * 100
          const description = rank % 2 ? `Angle ${rank % 7}` : null
          const local = await buildLocal(t.db, {
            num: `${num_lot}/${niveau}`,
            bloc_id,
            surface,
            prix,
            description,
          })
          for (const [shift, bien] of [lot, local].entries())
            if (rank % 3 !== 0) {
              const vente = await sell(t.db, bien, clients[(rank + shift) % 11] ?? 0)
              if (rank % 2) await pay(t.db, vente, 1_000_000 * (1 + (rank % 6)))
            }
          rank++
        }
      }
    }
  }
  // A row that is written again moves: an order that hung on the places of rows would now be another one.
  for (const table of ['clients', 'biens'])
    await sql`update ${sql.table(table)} set version = version where id % 3 = 0`.execute(t.db)
}

interface Bien {
  id: number
  numLot: string
  num: string
  typeLogement: string
  description: string | null
  surface: number
  montant: number
  estDispo: boolean
  resteAPayer: number
  client: { id: number; nomComplet: string } | null
  bloc: { nomloc: string; residence: { nom: string } }
  etage: { designation: string }
}
interface Client {
  id: number
  nomComplet: string
  tel: string
  email: string
  adresse: string | null
}
interface Groupe {
  id: number
  client: { nomComplet: string }
  totaux: { biens: number; montant: number; totalPaye: number; resteAPayer: number }
}
type Value = string | number | null
type Reader<T> = (row: T) => Value

const natural = (text: string) => normaliser(text).replace(/\d+/g, (digits) => digits.padStart(14, '0'))
const DU_BIEN = {
  montant: ({ montant }) => montant,
  prix: ({ montant }) => montant,
  residence: ({ bloc }) => normaliser(bloc.residence.nom),
  bloc: ({ bloc }) => natural(bloc.nomloc),
  etage: ({ etage }) => etage.designation,
  etat: ({ estDispo }) => (estDispo ? 0 : 1),
  client: ({ client }) => client && normaliser(client.nomComplet),
  reste: ({ client, resteAPayer }) => client && resteAPayer,
  numLot: ({ numLot }) => natural(numLot),
  typeLogement: ({ typeLogement }) => typeLogement.toLowerCase(),
  num: ({ num }) => natural(num),
  description: ({ description }) => description && description.toLowerCase(),
  surface: ({ surface }) => surface,
} satisfies Record<(typeof TRIS_APPARTEMENTS)[number] | (typeof TRIS_LOCAUX)[number], Reader<Bien>>
const DU_CLIENT = {
  nomComplet: ({ nomComplet }) => normaliser(nomComplet),
  tel: ({ tel }) => tel,
  email: ({ email }) => email,
  adresse: ({ adresse }) => adresse && adresse.toLowerCase(),
} satisfies Record<(typeof TRIS_CLIENTS)[number], Reader<Client>>
const DU_GROUPE = {
  client: ({ client }) => normaliser(client.nomComplet),
  biens: ({ totaux }) => totaux.biens,
  montant: ({ totaux }) => totaux.montant,
  totalPaye: ({ totaux }) => totaux.totalPaye,
  resteAPayer: ({ totaux }) => totaux.resteAPayer,
  pourcentage: ({ totaux }) => totaux.totalPaye / totaux.montant,
} satisfies Record<(typeof ORDRES_PAYEURS)[number], Reader<Groupe>>

async function ask(path: string): Promise<unknown> {
  const answer = await karim.get(path)
  expect([path, answer.statusCode]).toEqual([path, 200])
  return answer.json
}

/** Walks from page to page by the links of each answer, which must keep order and filters. */
async function walk<T>(path: string): Promise<T[]> {
  const seen: T[] = []
  for (let at: string | null = path; at !== null;) {
    const page = (await ask(at)) as { data: T[]; next_page_url: string | null }
    seen.push(...page.data)
    at = page.next_page_url && page.next_page_url.replace('/backend/public', '')
  }
  return seen
}

/** Compares sign by sign, and numbers as numbers; a missing value comes last, whichever way the list runs. */
function compare(a: Value, b: Value, down: boolean): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null)
  const rising = a === b ? 0 : a < b ? -1 : 1
  return down ? -rising : rising
}

/** Faults of a list in the order of a key, upwards and downwards, seven rows a page. */
async function faults<T extends { id: number }>(
  path: string,
  cle: string,
  value: Reader<T>,
  name = 'tri',
): Promise<unknown[]> {
  const link = path.includes('?') ? '&' : '?'
  const all = await walk<T>(`${path}${link}per_page=1000`)
  if (all.length <= 7) return [`${path}: one page`]
  const found: unknown[] = []
  for (const down of [false, true]) {
    const tri = `${down ? '-' : ''}${cle}`
    const sorted = await walk<T>(`${path}${link}per_page=7&${name}=${tri}`)
    const wrong = sorted.slice(1).filter((row, at) => compare(value(sorted[at] ?? row), value(row), down) > 0)
    found.push(...wrong)
    if (new Set(sorted.map(({ id }) => id)).size !== all.length) found.push(`${tri}: rows missing or twice`)
    const whole = await walk<T>(`${path}${link}per_page=1000&${name}=${tri}`)
    if (whole.some(({ id }, at) => sorted[at]?.id !== id)) found.push(`${tri}: pages of another order`)
  }
  return found
}

describe('a list in the order that is asked for, over all its pages', () => {
  it.each(TRIS_APPARTEMENTS)('appartements by %s', async (cle) => {
    expect(await faults<Bien>('/api/appartements', cle, DU_BIEN[cle])).toEqual([])
    expect(await faults<Bien>('/api/appartements?etat=vendu', cle, DU_BIEN[cle])).toEqual([])
  })
  it.each(TRIS_LOCAUX)('locaux by %s', async (cle) => {
    expect(await faults<Bien>('/api/locaux', cle, DU_BIEN[cle])).toEqual([])
    expect(await faults<Bien>('/api/locaux?etat=vendu', cle, DU_BIEN[cle])).toEqual([])
  })
  it.each(TRIS_CLIENTS)('clients by %s', async (cle) => {
    expect(await faults<Client>('/api/clients', cle, DU_CLIENT[cle])).toEqual([])
    expect(await faults<Client>('/api/clients?search=0555', cle, DU_CLIENT[cle])).toEqual([])
  })
  it.each(ORDRES_PAYEURS)('clients who own something by %s', async (cle) => {
    expect(await faults<Groupe>('/api/recap-paiements', cle, DU_GROUPE[cle], 'ordre')).toEqual([])
    expect(await faults<Groupe>('/api/recap-paiements?search=a', cle, DU_GROUPE[cle], 'ordre')).toEqual([])
    expect(await faults<Groupe>('/api/recap-paiements?solde=reste', cle, DU_GROUPE[cle], 'ordre')).toEqual([])
  })
})

it('A2 comes before A10, whatever the letters', async () => {
  const lots = await walk<Bien>('/api/appartements?per_page=9&tri=numLot')
  expect([...new Set(lots.map(({ numLot }) => numLot))]).toEqual(['A1', 'a2', 'A10', 'B-3', 'B-3 bis'])
})

it('the totals and the biens of a sorted recap are those of the list by name', async () => {
  const byName = await karim.get('/api/recap-paiements?per_page=1000')
  const sorted = await karim.get('/api/recap-paiements?per_page=1000&ordre=-resteAPayer')
  const { data, totals } = byName.json as { data: Groupe[]; totals: object }
  const other = sorted.json as { data: Groupe[]; totals: object }
  expect(other.totals).toEqual(totals)
  const inOrder = (groupes: Groupe[]) => groupes.toSorted((a, b) => a.id - b.id)
  expect(inOrder(other.data)).toEqual(inOrder(data))
})

// spec: API-12
it.each([
  ['/api/appartements', 'tri'],
  ['/api/locaux', 'tri'],
  ['/api/clients', 'tri'],
  ['/api/recap-paiements', 'ordre'],
])('%s: an order that is none reads as absent, also when it would be SQL', async (path, name) => {
  const plain = await ask(`${path}?page=1&per_page=9`)
  const wrong = [
    '',
    'id',
    '--prix',
    '-',
    'toString',
    '__proto__',
    'prix desc',
    'prix; drop table biens',
    "a.id) --'",
  ]
  for (const tri of wrong)
    expect(await ask(`${path}?page=1&per_page=9&${name}=${encodeURIComponent(tri)}`)).toEqual(plain)
  expect(await ask(`${path}?page=1&per_page=9&${name}=client&${name}=prix`)).toEqual(plain)
})
