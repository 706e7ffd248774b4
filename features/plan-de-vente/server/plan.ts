import type { Lot, PlanDeVente } from '#features/plan-de-vente/plan-de-vente.contract.ts'
import { ETATS_DITS, LEGENDE, PLACES_PAR_RANGEE } from '#features/plan-de-vente/plan-de-vente.words.ts'
import { formatCentiemes, formatNombre, formatSurface } from '#shared/argent.ts'
import { formatJourCourt, heureOf, jourOf } from '#shared/dates.ts'
import {
  checkLongueur,
  createVuePapier,
  printCentimes,
  printTexte,
  sumCentimes,
  type PromoteurImprime,
} from '#server/documents/papier.ts'
import { renderPdf, type PdfOptions } from '#server/documents/pdf.ts'

/** A residence, or one bloc of it, as it is printed. Amounts in centimes, areas in hundredths of m². */
export interface ModelePlan {
  promoteur: PromoteurImprime | null
  /** When it was read. */
  situation: Date
  plan: PlanDeVente
  /** Turned towards a buyer: no price, no totals. */
  client: boolean
  format: 'a4' | 'a3'
  /** The one bloc that is printed. */
  bloc: string | null
}

export const BIENS_MAX = 6_000
const LOTS_BALISES = 300

/** In mm: a sheet on its side, and how many lots stand side by side on it. */
const FEUILLES = {
  a4: { largeur: 271, hauteur: 176, colonnes: 12 },
  a3: { largeur: 394, hauteur: 263, colonnes: 20 },
} as const
const TITRE = { a4: 24, a3: 28 } as const
/** What the head of a bloc takes with the legend, and that of the paper on its first page. */
const TETE = 19
const ENTETE = 32
const RANGEE = { min: 10.5, etroite: 12.5, max: 24 } as const
/** A cell narrower than that says its state's word on a line of its own. */
const ETROITE = 23
const CASE_MAX = 60
/** What the smallest print is made for: larger cells have larger print. */
const MESURE = { largeur: 27, hauteur: 12.5, plus: 1.8 } as const
/** A page never has more étages than these. */
const RANGEES_MAX = 40

interface Rangee {
  titre: string
  lots: readonly Lot[]
}

/** A bloc or a parking, before it is cut into pages. */
interface Morceau {
  nom: string
  /** Parkings stand below each other, as long as they fit. */
  parking: boolean
  rangees: readonly Rangee[]
}

/** Its display strings: pages, each a grid of at most as many rows and columns as it holds. */
export function vuePlan({ promoteur, situation, plan, client, format, bloc }: ModelePlan) {
  const { residence, totaux } = plan
  const nom = printTexte(residence.nom)
  const instant = `Situation au ${formatJourCourt(jourOf(situation))} à ${heureOf(situation)}`
  return {
    papier: {
      ...createVuePapier(
        promoteur,
        'Plan de vente',
        bloc === null ? nom : `${nom} — ${printTexte(bloc)}`,
        jourOf(situation),
      ),
      mention: instant,
    },
    format,
    titre: TITRE[format],
    prix: !client,
    legende: LEGENDE[client ? 'client' : 'interne'].map((etat) => ({ etat, ...ETATS_DITS[etat] })),
    pages: morceauxOf(plan).flatMap((morceau, at) =>
      pagesOf(morceau, nom, format, { first: at === 0, client }),
    ),
    totaux: client || bloc !== null ? [] : vueTotaux(totaux),
  }
}

/** Blocs with their locaux, then parkings ten places a row; what holds nothing is left out. */
const morceauxOf = ({ blocs, parkings }: PlanDeVente): Morceau[] =>
  [
    ...blocs.map(({ nomloc, etages, locaux }) => ({
      nom: nomloc,
      parking: false,
      rangees: [
        ...etages.map(({ designation, lots }) => ({ titre: designation, lots })),
        ...(locaux.length > 0 ? [{ titre: 'Locaux', lots: locaux }] : []),
      ],
    })),
    ...parkings.map(({ parking_nom, places }) => ({
      nom: nomDuParking(parking_nom),
      parking: true,
      rangees: chunk(places, PLACES_PAR_RANGEE).map((lots) => ({ titre: numerosOf(lots), lots })),
    })),
  ].filter(({ rangees }) => rangees.some(({ lots }) => lots.length > 0))

const nomDuParking = (nom: string) => (/^parking\b/i.test(nom) ? nom : `Parking ${nom}`)

/** « 1–10 ». */
function numerosOf(lots: readonly Lot[]): string {
  const [first = '', last = ''] = [lots[0]?.numero, lots.at(-1)?.numero]
  return first === last ? first : `${first}–${last}`
}

/** A part on as many pages as it needs: further columns first, then further rows, each page but the first « (suite) ». */
function pagesOf(
  { nom, parking, rangees }: Morceau,
  residence: string,
  format: ModelePlan['format'],
  { first, client }: { first: boolean; client: boolean },
) {
  const { largeur, hauteur, colonnes } = FEUILLES[format]
  const widest = Math.max(...rangees.map(({ lots }) => lots.length))
  const beside = Math.max(Math.min(colonnes, widest), 4)
  const largeurDeCase = Math.min((largeur - TITRE[format]) / beside, CASE_MAX)
  const etroite = largeurDeCase < ETROITE
  const free = hauteur - TETE - (first ? ENTETE : 0)
  const least = etroite && !client ? RANGEE.etroite : RANGEE.min
  const row = Math.min(Math.max(free / rangees.length, least), parking ? RANGEE.max / 2 : RANGEE.max)
  const plus = Math.min(largeurDeCase / MESURE.largeur, row / MESURE.hauteur, MESURE.plus)
  const above = Math.min(Math.floor(free / row), RANGEES_MAX)
  const later = Math.min(Math.floor((hauteur - TETE) / row), RANGEES_MAX)
  const bands = [rangees.slice(0, above), ...chunk(rangees.slice(above), later)]
  const pages = []
  for (const band of bands) {
    for (let from = 0; from < widest; from += colonnes) {
      const rows = band.map(({ titre, lots }) => ({ titre, lots: lots.slice(from, from + colonnes) }))
      // What has no lot in these columns is not said again.
      const kept = from === 0 ? rows : rows.filter(({ lots }) => lots.length > 0)
      if (kept.length > 0) pages.push(kept)
    }
  }
  return pages.map((rows, at) => ({
    titre: `${residence} — ${printTexte(nom)}${at > 0 ? ' (suite)' : ''}`,
    suit: parking && !first,
    etroite,
    case: largeurDeCase,
    rangee: row,
    plus: Math.max(plus, 1),
    rangees: rows.map(({ titre, lots }) => ({ titre: printTexte(titre, 10), lots: lots.map(vueLot) })),
  }))
}

/** State, number, word, type and area, price: all of a cell. */
function vueLot({ etat, numero, sorte, surface, montant }: Lot) {
  const { court, marque } = ETATS_DITS[etat]
  return [
    etat,
    printTexte(numero),
    court,
    marque,
    [sorte === null ? '' : printTexte(sorte), surface === null ? '' : formatSurface(surface)]
      .filter(Boolean)
      .join(' · '),
    montant === null ? '' : formatCentiemes(montant, montant % 100 === 0 ? 'utiles' : 'toujours'),
  ]
}

function vueTotaux(totaux: PlanDeVente['totaux']) {
  const nombre = totaux.reduce((sum, row) => sum + row.nombre, 0)
  return [
    ...totaux.map((row) => [ETATS_DITS[row.etat].mot, formatNombre(row.nombre), printCentimes(row.valeur)]),
    ['Total', formatNombre(nombre), printCentimes(sumCentimes(totaux.map(({ valeur }) => valeur)))],
  ]
}

const chunk = <T>(all: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, at) => all.slice(at * size, (at + 1) * size))

const countLots = (plan: PlanDeVente): number =>
  morceauxOf(plan).reduce((sum, { rangees }) => sum + rangees.reduce((n, { lots }) => n + lots.length, 0), 0)

/** The plan as a PDF. AppError `documentTropLong` (422) above 6,000 biens, and those of renderPdf. */
export async function planPdf(modele: ModelePlan, options?: PdfOptions): Promise<Buffer> {
  const lots = countLots(modele.plan)
  checkLongueur(lots, BIENS_MAX, 'Choisissez un bloc.')
  return renderPdf('features/plan-de-vente/server/plan.typ', vuePlan(modele), {
    logo: modele.promoteur?.logo,
    tagged: lots <= LOTS_BALISES,
    ...options,
  })
}
