/** Sales of the demo: who buys what, when and at what price, and the days on which works are reached. */
import { prixRevise } from '#features/prix/prix.rules.ts'
import type { Centimes } from '#shared/argent.ts'
import { addJours, addMois, type Jour } from '#shared/dates.ts'
import { LOTS, type Lot } from '#db/demo-lots.ts'
import { between, pick, repeat, type Random } from '#db/random.ts'

/** Days before today on which the stades of a bloc were reached, in order. */
export const STADES_DES_BLOCS: readonly (readonly number[])[] = [
  [905, 640, 305],
  [880, 604, 262],
  [850, 568, 222],
  [246, 61],
  [212, 24],
  [158],
]
/** Days before today from which the keys of the first résidence are handed over. */
const LIVRAISONS_DEPUIS = 205

/** Changes of the prices of the unsold lots of the second résidence, in hundredths of a percent: a rise, then a dip. */
export const REVISIONS = [
  { valeur: 300, mois: -9, motif: 'Fondations achevées : hausse des prix' },
  { valeur: -200, mois: -3, motif: 'Offre de fin de saison' },
] as const
export const ARRONDI_DES_PRIX = 1_000_000

/** How a sale goes on, when not as agreed. */
export type Suite =
  | 'sans contrat'
  | 'impaye'
  | 'moitie'
  | 'retard'
  | 'desiste'
  | 'transfere'
  | 'cede'
  | 'comptant'
  | 'option'

export interface VentePrevue {
  cle: string
  lot: Lot
  /** Rank of its buyer among the clients. */
  client: number
  prix: Centimes
  reservation_le: Jour
  contrat_le: Jour | null
  livraison_le: Jour | null
  suite: Suite | null
}

/** Clients that an act brings in; the others come with the list of the third résidence. */
export const CLIENTS = 150
export const CLIENTS_REPRIS = repeat(16, (n) => 134 + n).filter((n) => !estSociete(n))
/** Buyers of the second hand, co-buyers and holders of options buy nothing themselves. */
export const AUTRES_CLIENTS = [123, 124, 125, 127, 128, 129, 130, 131, 132, 133]
export function estSociete(n: number): boolean {
  return n % 16 === 14
}
const SOCIETES = repeat(CLIENTS, (n) => n).filter(estSociete)
const PERSONNES = repeat(123, (n) => n).filter((n) => !estSociete(n))

/** How many biens of a kind are sold in each résidence, besides those of the list with which the third comes in. */
const VENDUS = [
  { appartement: 85, local: 10, place_parking: 42 },
  { appartement: 50, local: 4, place_parking: 13 },
  { appartement: 2, local: 0, place_parking: 0 },
] as const
/** Days before today between which lots were sold. */
const PERIODES = [
  [988, 222],
  [428, 3],
  [17, 0],
] as const
/** Days before today between which places were sold in twelve parts, ten of which have fallen due at least. */
const PERIODE_DES_PLACES = [
  [930, 372],
  [421, 358],
] as const
/** Places sold for the whole price at the contract, these days ago. */
const PLACES_COMPTANT = [
  [310, 288, 251, 230],
  [205, 171, 140, 112, 77, 46, 19],
] as const
/** Days ago on which two places were sold whose eleventh part is late. */
const PLACES_EN_RETARD = [346, 351]

/** Sales that the agenda lets end or wait otherwise, by their résidence, in the order in which they are found. */
const SUITES: readonly { suite: Suite; bloc?: number; type?: Lot['type']; avant: number; nombre: number }[] =
  [
    { suite: 'desiste', type: 'local', avant: 250, nombre: 1 },
    { suite: 'desiste', bloc: 5, avant: 190, nombre: 1 },
    { suite: 'desiste', bloc: 3, avant: 140, nombre: 1 },
    { suite: 'desiste', bloc: 4, avant: 120, nombre: 1 },
    { suite: 'sans contrat', bloc: 3, avant: 130, nombre: 1 },
    { suite: 'impaye', bloc: 3, avant: 90, nombre: 1 },
    { suite: 'moitie', bloc: 3, avant: 90, nombre: 2 },
    { suite: 'retard', bloc: 4, avant: 60, nombre: 2 },
    { suite: 'moitie', bloc: 4, avant: 60, nombre: 1 },
    { suite: 'transfere', bloc: 5, avant: 110, nombre: 1 },
    { suite: 'cede', bloc: 5, avant: 110, nombre: 1 },
    { suite: 'option', avant: 40, nombre: 1 },
  ]

function shuffled<T>(all: readonly T[], random: Random): T[] {
  return all
    .map((one) => ({ one, rang: random() }))
    .toSorted((a, b) => a.rang - b.rang)
    .map(({ one }) => one)
}

/** The Thursday before, when it is a Friday or a Saturday: the office is closed. */
export function ouvrable(jour: Jour): Jour {
  const rang = new Date(`${jour}T12:00:00Z`).getUTCDay()
  return rang === 5 ? addJours(jour, -1) : rang === 6 ? addJours(jour, -2) : jour
}

/** Days ago of so many sales: evenly spread, each moved by a few days. */
const spread = (nombre: number, [from, to]: readonly [number, number], random: Random): number[] =>
  repeat(nombre, (n) => {
    const pas = (from - to) / nombre
    return Math.max(to, Math.round(from - pas * n - pas * random()))
  })

/** The price of a lot on a day: that of its list, changed by the revisions there were until then. */
function prixOn({ prix, residence, type }: Lot, jour: Jour, today: Jour): Centimes {
  if (residence !== 1 || type === 'place_parking') return prix
  return REVISIONS.filter(({ mois }) => addMois(today, mois) <= jour).reduce(
    (sum, { valeur }) =>
      prixRevise({ sorte: 'pourcent', valeur, arrondi: ARRONDI_DES_PRIX }, sum, null) ?? sum,
    prix,
  )
}

/** Days of the stades of a bloc that are reached, as `rang` says; null for one to come. */
export const jourDuStade = (bloc: number, rang: number, today: Jour): Jour | null => {
  const jours = STADES_DES_BLOCS[bloc]?.[rang]
  return jours === undefined ? null : addJours(today, -jours)
}

/** Plans the sales in the order of their days; the same day gives the same plan. */
export function planVentes(today: Jour, random: Random): VentePrevue[] {
  const drafts = VENDUS.flatMap((vendus, residence) => {
    const of = (type: Lot['type']) =>
      shuffled(
        LOTS.filter((lot) => lot.residence === residence && lot.type === type),
        random,
      )
    const appartements = of('appartement')
    // In a résidence that has just been opened the top floor goes first.
    if (residence === 2) appartements.sort((a, b) => LOTS.indexOf(b) - LOTS.indexOf(a))
    const lots = shuffled(
      [...appartements.slice(0, vendus.appartement), ...of('local').slice(0, vendus.local)],
      random,
    )
    const periode = PERIODES[residence] ?? [0, 0]
    // The last résidence has just been opened: one lot was sold some days ago, one today.
    const jours = residence === 2 ? [...periode] : spread(lots.length, periode, random)
    const comptant = PLACES_COMPTANT[residence] ?? []
    const enRetard = residence === 0 ? PLACES_EN_RETARD : []
    const others = vendus.place_parking - comptant.length - enRetard.length
    const places = of('place_parking')
    const joursDesPlaces = [
      ...comptant,
      ...enRetard,
      ...spread(others, PERIODE_DES_PLACES[residence] ?? [0, 0], random),
    ]
    return [
      ...lots.map((lot, n) => ({ lot, jours: jours[n] ?? 0, suite: null })),
      ...joursDesPlaces.map((ago, n) => ({
        lot: places[n] ?? lots[0],
        jours: ago,
        suite:
          n < comptant.length
            ? ('comptant' as const)
            : n < comptant.length + enRetard.length
              ? ('retard' as const)
              : null,
      })),
    ]
  }).flatMap(({ lot, ...rest }) => (lot ? { lot, ...rest } : []))
  const dated = drafts
    .map(({ lot, jours, suite }) => dateOf(lot, jours, suite, today, random))
    .toSorted((a, b) => a.reservation_le.localeCompare(b.reservation_le) || a.cle.localeCompare(b.cle))
  return withSuites(withClients(dated, random), today)
}

type SansClient = Omit<VentePrevue, 'client'>

function dateOf(lot: Lot, jours: number, suite: Suite | null, today: Jour, random: Random): SansClient {
  const reservation_le = jours === 0 ? today : ouvrable(addJours(today, -jours))
  const contrat_le = ouvrable(addJours(reservation_le, Math.min(between(random, 8, 24), jours)))
  const livre = lot.residence === 0 && lot.type !== 'place_parking'
  const livraison_le = livre ? ouvrable(addJours(today, -between(random, 14, LIVRAISONS_DEPUIS - 8))) : null
  return {
    cle: lot.cle,
    lot,
    prix: prixOn(lot, reservation_le, today),
    reservation_le,
    contrat_le: contrat_le < reservation_le ? reservation_le : contrat_le,
    livraison_le,
    suite,
  }
}

/** Gives each sale its buyer: companies buy the shops, places go to who has bought in the résidence, some buy twice. */
function withClients(ventes: readonly SansClient[], random: Random): VentePrevue[] {
  const societes = [...SOCIETES]
  const personnes = [...PERSONNES]
  const acheteurs: number[][] = [[], [], []]
  return ventes.map((vente) => {
    const { type, residence } = vente.lot
    const siens = acheteurs[residence] ?? []
    if (type === 'place_parking' && siens.length > 0) return { ...vente, client: pick(random, siens) }
    const encore = siens.length > 8 && random() < 0.2
    const client =
      (type === 'local' ? societes.shift() : undefined) ??
      (encore ? pick(random, siens) : undefined) ??
      personnes.shift() ??
      pick(random, acheteurs.flat())
    siens.push(client)
    return { ...vente, client }
  })
}

function withSuites(ventes: readonly VentePrevue[], today: Jour): VentePrevue[] {
  const made = ventes.map((vente) => ({ ...vente }))
  for (const { suite, bloc, type = 'appartement', avant, nombre } of SUITES) {
    const found = made
      .filter(
        ({ lot, suite: autre, reservation_le }) =>
          autre === null &&
          lot.residence === 1 &&
          lot.type === type &&
          (bloc === undefined || lot.bloc === bloc) &&
          (suite === 'option') === reservation_le > addJours(today, -avant),
      )
      .slice(0, nombre)
    for (const vente of found) {
      vente.suite = suite
      if (suite === 'sans contrat') vente.contrat_le = null
    }
  }
  return made
}
