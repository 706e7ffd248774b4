import {
  createClasseur,
  LIGNES_EXCEL,
  type Classeur,
  type LigneEcrite,
} from '#server/documents/classeur/ecriture.ts'
import type { Chiffre, Liste, Rangee } from '#server/documents/liste.ts'
import { auteurOf, checkLongueur } from '#server/documents/papier.ts'
import {
  formulaOf,
  isCounted,
  toNumber,
  type ColumnKind,
  type XlsxColumn,
  type XlsxValue,
} from '#server/documents/xlsx.ts'
import type { Centimes } from '#shared/argent.ts'

const TOTAUX = {
  texte: 'totalTexte',
  jour: 'totalJour',
  montant: 'totalMontant',
  surface: 'totalSurface',
  pourcent: 'totalPourcent',
  entier: 'totalEntier',
} as const satisfies Record<ColumnKind, string>

/** Removes the signs that keep a printed text in its direction; a cell needs none. */
const asCell = (texte: string): string => texte.replace(/[\u2068\u2069\u200B]/g, '')

interface Sommes {
  lignes: number
  comptees: number
  totaux: number[]
  groupes: Map<number, Map<string, Compte>>
}
interface Compte {
  nombre: number
  montant: Centimes
}

/**
 * Writes the list as a workbook: its table with totals, its annexes, and « Synthèse » with criteria and figures. Rows are compressed as they
 * come. AppError `documentTropLong` (422) for more rows than Excel has.
 */
export async function toClasseur(liste: Liste): Promise<Classeur> {
  const classeur = createClasseur(liste.feuille ?? liste.titre, auteurOf(liste.promoteur))
  const sommes = await addTable(classeur, { ...liste, feuille: liste.feuille ?? liste.titre })
  for (const table of liste.annexes ?? []) await addTable(classeur, table)
  await addSynthese(classeur, liste, sommes)
  return classeur
}

type Table = Pick<Liste, 'lignes' | 'comptees' | 'totaux' | 'groupes'> & {
  feuille: string
  colonnes: readonly XlsxColumn[]
}

async function addTable(classeur: Classeur, table: Table): Promise<Sommes> {
  const { feuille, colonnes, comptees } = table
  const ajouter = classeur.addFeuille(
    feuille,
    colonnes.map(({ title, kind, width }) => ({ titre: title, format: kind, largeur: width })),
    { filtre: true, paysage: true, pied: true },
  )
  const sommes: Sommes = {
    lignes: 0,
    comptees: 0,
    totaux: colonnes.map(() => 0),
    groupes: new Map((table.groupes ?? []).map((titleOf) => [columnOf(colonnes, titleOf), new Map()])),
  }
  await eachTranche(table, async (rangees) => {
    const first = sommes.lignes + 2
    for (const rangee of rangees) addUp(sommes, table, rangee)
    checkLongueur(sommes.lignes, LIGNES_EXCEL - 2, 'Choisissez moins de lignes.')
    await ajouter(
      rangees.map((rangee, rang) => ({
        ligne: first + rang,
        cellules: colonnes.map((colonne, at) => toCellule(colonne, rangee[at] ?? null)),
      })),
    )
  })
  const last = sommes.lignes + 1
  const libelle = colonnes.findIndex(({ total }) => total === undefined)
  await ajouter([
    {
      ligne: last + 1,
      cellules: colonnes.map((colonne, at) => {
        if (colonne.total === undefined)
          return { valeur: at === libelle ? table.totaux : null, style: TOTAUX[colonne.kind] }
        const total = sommes.totaux[at] ?? 0
        return {
          valeur: colonne.total === 'nombre' ? total : toNumber(colonne.kind, colonne.title, total),
          style: colonne.total === 'nombre' ? 'totalNombre' : TOTAUX[colonne.kind],
          formule: formulaOf(colonne, at, last, comptees),
        }
      }),
    },
  ])
  return sommes
}

/** Passes the rows in parts to `take`, each part before the next is read. */
export async function eachTranche(
  { lignes }: Pick<Liste, 'lignes'>,
  take: (rangees: readonly Rangee[]) => Promise<void>,
): Promise<void> {
  if (typeof lignes === 'function') await lignes(take)
  else if (lignes.length > 0) await take(lignes)
}

function columnOf(colonnes: readonly XlsxColumn[], title: string): number {
  const at = colonnes.findIndex((colonne) => colonne.title === title)
  if (at < 0) throw new RangeError(`no column ${title}`)
  return at
}

/** Column of the amount in « Synthèse »: the last one with a sum. */
const montantOf = (colonnes: readonly XlsxColumn[]): number =>
  colonnes.findLastIndex(({ kind, total }) => kind === 'montant' && total === 'somme')

function addUp(
  sommes: Sommes,
  { colonnes, comptees }: Pick<Table, 'colonnes' | 'comptees'>,
  rangee: Rangee,
): void {
  const comptee = isCounted(rangee, comptees)
  sommes.lignes++
  if (comptee) {
    sommes.comptees++
    for (const [at, { total }] of colonnes.entries())
      if (total === 'somme') sommes.totaux[at] = (sommes.totaux[at] ?? 0) + Number(rangee[at] ?? 0)
      else if (total === 'nombre' && (rangee[at] ?? '') !== '')
        sommes.totaux[at] = (sommes.totaux[at] ?? 0) + 1
  }
  for (const [at, mots] of sommes.groupes) {
    // A row outside the totals counts under its état, but not in the sums by mode.
    if (!comptee && at !== comptees?.column) continue
    const mot = String(rangee[at] ?? '')
    const compte = mots.get(mot) ?? { nombre: 0, montant: 0 }
    mots.set(mot, {
      nombre: compte.nombre + 1,
      montant: compte.montant + Number(rangee[montantOf(colonnes)] ?? 0),
    })
  }
}

function toCellule({ kind, title }: XlsxColumn, valeur: XlsxValue) {
  if (valeur === null || valeur === '') return null
  return kind === 'texte' || kind === 'jour' ? String(valeur) : toNumber(kind, title, valeur)
}

async function addSynthese(classeur: Classeur, liste: Liste, sommes: Sommes): Promise<void> {
  const { colonnes, criteres, onglet, totaux, chiffres = [] } = liste
  const ajouter = classeur.addFeuille(
    'Synthèse',
    [
      { format: 'texte', largeur: 48 },
      { format: 'entier', largeur: 14 },
      { format: 'montant', largeur: 20 },
    ],
    { paysage: true },
  )
  const rubriques: Chiffre[] = [
    { libelle: totaux, nombre: sommes.comptees, montant: sommes.totaux[montantOf(colonnes)] ?? 0 },
    ...chiffres,
    ...[...sommes.groupes].flatMap(([at, mots]) =>
      [...mots].map(([mot, compte]) => ({ libelle: `${colonnes[at]?.title} : ${mot}`, ...compte })),
    ),
  ]
  const titre = (valeur: string) => ({ valeur, style: 'sousTitre' as const })
  const lignes: LigneEcrite['cellules'][] = [
    [titre('Critères')],
    ...[...(onglet === undefined ? [] : [onglet]), ...criteres].map((critere) => [asCell(critere)]),
    [],
    [titre('Rubrique'), titre('Nombre'), titre('Montant')],
    ...rubriques.map(({ libelle, nombre = null, montant = null }) => [
      libelle,
      nombre,
      montant === null ? null : toNumber('montant', libelle, montant),
    ]),
  ]
  await ajouter(lignes.map((cellules, rang) => ({ ligne: rang + 1, cellules })))
}
