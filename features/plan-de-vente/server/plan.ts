import type { Lot, PlanDeVente } from '#features/plan-de-vente/plan-de-vente.contract.ts'
import { communesErreurs } from '#shared/erreurs.ts'
import {
  ETATS_DITS,
  LEGENDE,
  nomDuParking,
  rangeesDesPlaces,
} from '#features/plan-de-vente/plan-de-vente.words.ts'
import { formatCentiemes, formatNombre, formatSurface } from '#shared/argent.ts'
import { formatJourCourt, heureOf, jourOf } from '#shared/dates.ts'
import { CODES_D_ETAT } from '#shared/etats.ts'
import {
  checkLongueur,
  createVuePapier,
  printCentimes,
  printTexte,
  sumCentimes,
  type PromoteurImprime,
} from '#server/documents/papier.ts'
import { renderPdf, type PdfOptions } from '#server/documents/pdf.ts'
import { readPlanDeVente, toVueClient } from '#features/plan-de-vente/server/plan-de-vente.service.ts'
import { promoteurPourDocuments } from '#features/promoteur/server/promoteur.service.ts'
import type { Db } from '#server/database/db.ts'
import { refuse } from '#server/http/errors.ts'

/** A residence, or one bloc of it, to print. Amounts in centimes, areas in hundredths of m². */
export interface ModelePlan {
  promoteur: PromoteurImprime | null
  situation: Date
  plan: PlanDeVente
  client: boolean
  format: 'a4' | 'a3'
  bloc: string | null
}

export const BIENS_MAX = 6_000

/** Millimetres of a landscape sheet, and its most lots side by side. */
const FEUILLES = {
  a4: { largeur: 271, hauteur: 176, colonnes: 12 },
  a3: { largeur: 394, hauteur: 263, colonnes: 20 },
} as const
const TITRE = { a4: 24, a3: 28 } as const
/** Millimetres of a bloc's head with the legend, and of the paper's head on its first page. */
const TETE = 19
const ENTETE = 32
const RANGEE = { min: 12.5, max: 24 } as const
/** Millimetres; a narrower cell has smaller print. */
const ETROITE = 23
const CASE_MAX = 60
/** Millimetres of a cell in the smallest print, and the largest factor that bigger cells enlarge it by. */
const MESURE = { largeur: 27, hauteur: 13.5, plus: 1.8 } as const
/** Most rows of a page. */
const RANGEES_MAX = 40

interface Rangee {
  titre: string
  lots: readonly Lot[]
}

interface Morceau {
  nom: string
  /** Parkings share a page as long as they fit. */
  parking: boolean
  rangees: readonly Rangee[]
}

/** Display strings of the plan: pages, each a grid that fits its sheet. */
function vuePlan({ promoteur, situation, plan, client, format, bloc }: ModelePlan) {
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
    legende: LEGENDE[client ? 'client' : 'interne'].map((etat) => {
      const { mot, marque } = ETATS_DITS[etat]
      return { etat, mot, marque }
    }),
    pages: morceauxOf(plan).flatMap((morceau, at) => pagesOf(morceau, nom, format, at === 0)),
    totaux: client || bloc !== null ? [] : vueTotaux(totaux),
  }
}

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
      rangees: rangeesDesPlaces(places, ({ numero }) => numero),
    })),
  ].filter(({ rangees }) => rangees.some(({ lots }) => lots.length > 0))

/** Divides a bloc or a parking into pages: further columns first, then further rows. */
function pagesOf(
  { nom, parking, rangees }: Morceau,
  residence: string,
  format: ModelePlan['format'],
  first: boolean,
) {
  const { largeur, hauteur, colonnes } = FEUILLES[format]
  const widest = Math.max(...rangees.map(({ lots }) => lots.length))
  const beside = Math.max(Math.min(colonnes, widest), 4)
  const largeurDeCase = Math.min((largeur - TITRE[format]) / beside, CASE_MAX)
  const etroite = largeurDeCase < ETROITE
  const free = hauteur - TETE - (first ? ENTETE : 0)
  const row = Math.min(Math.max(free / rangees.length, RANGEE.min), parking ? RANGEE.max / 2 : RANGEE.max)
  const plus = Math.min(largeurDeCase / MESURE.largeur, row / MESURE.hauteur, MESURE.plus)
  const above = Math.min(Math.floor(free / row), RANGEES_MAX)
  const later = Math.min(Math.floor((hauteur - TETE) / row), RANGEES_MAX)
  const bands = [rangees.slice(0, above), ...chunk(rangees.slice(above), later)]
  const pages = []
  for (const band of bands) {
    for (let from = 0; from < widest; from += colonnes) {
      const rows = band.map(({ titre, lots }) => ({ titre, lots: lots.slice(from, from + colonnes) }))
      // Rows without lots in these columns are left out.
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

function vueLot({ etat, numero, sorte, surface, montant }: Lot) {
  return [
    etat,
    // A long number breaks after « - » and « / ».
    printTexte(numero, 12).replaceAll(/[-/](?=.)/g, '$&\u200B'),
    ETATS_DITS[etat].marque,
    [
      sorte === null ? '' : printTexte(sorte, 12),
      surface === null ? '' : formatSurface(surface),
      montant === null ? '' : formatCentiemes(montant, montant % 100 === 0 ? 'utiles' : 'toujours'),
    ],
  ]
}

function vueTotaux(totaux: PlanDeVente['totaux']) {
  const nombre = totaux.reduce((sum, row) => sum + row.nombre, 0)
  return [
    ...CODES_D_ETAT.flatMap((etat) => totaux.filter((row) => row.etat === etat)).map((row) => [
      row.etat,
      ETATS_DITS[row.etat].mot,
      formatNombre(row.nombre),
      printCentimes(row.valeur),
    ]),
    ['', 'Total', formatNombre(nombre), printCentimes(sumCentimes(totaux.map(({ valeur }) => valeur)))],
  ]
}

const chunk = <T>(all: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, at) => all.slice(at * size, (at + 1) * size))

const countLots = (plan: PlanDeVente): number =>
  morceauxOf(plan).reduce((sum, { rangees }) => sum + rangees.reduce((n, { lots }) => n + lots.length, 0), 0)

/** Renders the plan as a PDF. AppError `documentTropLong` (422) above 6,000 biens, and those of renderPdf. */
export async function planPdf(modele: ModelePlan, options?: PdfOptions): Promise<Buffer> {
  const lots = countLots(modele.plan)
  checkLongueur(lots, BIENS_MAX, 'Choisissez un bloc.')
  return renderPdf('features/plan-de-vente/server/plan.typ', vuePlan(modele), {
    logo: modele.promoteur?.logo,
    ...options,
  })
}

interface Demande {
  id: number
  format: 'a3' | undefined
  vue: 'client' | undefined
  bloc_id: number | undefined
}

/** Reads the printed plan of a residence, or of one of its blocs. @throws introuvable, also for the bloc */
export async function readModelePlan(db: Db, { id, format, vue, bloc_id }: Demande): Promise<ModelePlan> {
  const client = vue === 'client'
  const read = await readPlanDeVente(db, id)
  const whole = client ? toVueClient(read) : read
  const bloc = whole.blocs.find((one) => one.id === bloc_id)
  if (bloc_id !== undefined && !bloc) throw refuse(communesErreurs.introuvable)
  return {
    promoteur: await promoteurPourDocuments(db),
    situation: new Date(),
    plan: bloc ? { ...whole, blocs: [bloc], parkings: [] } : whole,
    client,
    format: format ?? 'a4',
    bloc: bloc?.nomloc ?? null,
  }
}
