import type { Colonne } from '#features/imports/colonnes.ts'
import { NOMS_DES_FEUILLES, type NomDeFeuille } from '#features/imports/colonnes.ts'
import { colonnesDe, FEUILLES, FEUILLE_AIDE } from '#features/imports/server/sheets.ts'
import {
  createClasseur,
  type AjouterLignes,
  type Classeur,
  type ColonneEcrite,
  type Saisie,
  type CelluleEcrite,
  type LigneEcrite,
} from '#server/documents/classeur/ecriture.ts'
import type { Format, Style } from '#server/documents/classeur/styles.ts'
import { formatNombre } from '#shared/argent.ts'
import { formatJourCourt, isJour } from '#shared/dates.ts'

const FORMATS = {
  texte: 'texte',
  telephone: 'texte',
  liste: 'texte',
  montant: 'montant',
  surface: 'montant',
  part: 'montant',
  jour: 'jour',
  entier: 'general',
} as const satisfies Record<Colonne['sorte'], Format>

const DECIMALES: ReadonlySet<Colonne['sorte']> = new Set(['montant', 'surface', 'part'])

/** Columns that stay readable on one page; a sheet with more columns continues on further pages. */
const IMPRIMABLES = 12

/** Makes the workbook of a portfolio without lines: the sheet Aide with `notes`, then every sheet with its header and what is `enPlus`. */
export async function createModele(
  titre: string,
  notes: readonly string[],
  auteur: string,
  enPlus: Partial<Record<NomDeFeuille, ColonneEcrite>> = {},
): Promise<{ classeur: Classeur; feuilles: Record<NomDeFeuille, AjouterLignes> }> {
  const classeur = createClasseur(titre, auteur)
  await addAide(classeur, titre, notes)
  const feuilles = Object.fromEntries(
    NOMS_DES_FEUILLES.map((nom) => [
      nom,
      classeur.addFeuille(
        FEUILLES[nom].titre,
        [...colonnesDe(nom).map(toColonne), ...(enPlus[nom] ? [enPlus[nom]] : [])],
        {
          filtre: true,
          paysage: colonnesDe(nom).length <= IMPRIMABLES,
        },
      ),
    ]),
  ) as Record<NomDeFeuille, AjouterLignes>
  return { classeur, feuilles }
}

const enteteDe = ({ titre, requis }: Colonne): string => (requis ? `${titre} *` : titre)

export const toColonne = (colonne: Colonne): ColonneEcrite => ({
  format: FORMATS[colonne.sorte],
  largeur: colonne.largeur,
  titre: enteteDe(colonne),
  note: noteDe(colonne),
  saisie: saisieDe(colonne),
})

function noteDe(colonne: Colonne): string {
  const exemple = exempleDe(colonne)
  return [
    `${colonne.aide}.`,
    colonne.requis ? 'Obligatoire.' : 'Facultatif.',
    exemple === '' ? '' : `Exemple : ${exemple}`,
  ]
    .filter(Boolean)
    .join('\n')
}

function saisieDe({ sorte, mots, liste, min }: Colonne): Saisie | undefined {
  if (mots) return { sorte: 'mots', mots }
  if (liste) {
    // The names of a sheet are in its first column that names no record of another sheet.
    const colonne = colonnesDe(liste).findIndex((une) => une.liste === null)
    return { sorte: 'dans', feuille: FEUILLES[liste].titre, colonne }
  }
  if (sorte === 'entier' && min !== null) return { sorte: 'entier', min }
  return DECIMALES.has(sorte) ? { sorte: 'decimal', min: 0 } : undefined
}

const COLONNES_DE_L_AIDE: readonly ColonneEcrite[] = [
  { format: 'texte', largeur: 18 },
  { format: 'texte', largeur: 24 },
  { format: 'texte', largeur: 12 },
  { format: 'texte', largeur: 74 },
  { format: 'texte', largeur: 34 },
]
const CONSIGNES = [
  'Une feuille par sorte de fiche, une ligne par fiche. Toutes les feuilles sont facultatives : laissez vides celles qui ne servent pas.',
  "Remplissez-les dans l'ordre des onglets : une ligne nomme la résidence, le bloc, le bien ou le client tels qu'ils sont écrits dans leur feuille, ou déjà dans Diyar.",
  "Gardez le nom des feuilles et la ligne des titres. Une colonne dont le titre finit par une étoile (*) est obligatoire. L'ordre des colonnes est libre.",
  "Une date s'écrit 12/03/2025. Un montant s'écrit en dinars, avec deux décimales au plus : 1 234 567,89. Les numéros et les téléphones sont du texte : leur zéro du début est gardé.",
  "Dans Diyar, ouvrez « Importer » et envoyez ce classeur. Il est d'abord vérifié ; tant qu'il a une erreur, rien n'est écrit.",
] as const

const sayCell = (valeur: string, style: Style): CelluleEcrite => ({ valeur, style })

/** Adds the sheet Aide: the purpose of each sheet and the content of each column, below `notes` about this workbook. */
async function addAide(classeur: Classeur, titre: string, notes: readonly string[]): Promise<void> {
  const add = classeur.addFeuille(FEUILLE_AIDE, COLONNES_DE_L_AIDE, { paysage: true })
  const paragraphe = (texte: string) => [sayCell(texte, 'general')]
  const lignes: (readonly CelluleEcrite[])[] = [
    [sayCell(titre, 'titre')],
    ...(notes.length > 0 ? [[], ...notes.map(paragraphe)] : []),
    [],
    ...CONSIGNES.map(paragraphe),
    [],
    [sayCell('Feuille', 'entete'), sayCell('À quoi elle sert', 'entete')],
    ...NOMS_DES_FEUILLES.map((nom) => [
      sayCell(FEUILLES[nom].titre, 'sousTitre'),
      sayCell(FEUILLES[nom].aide, 'general'),
    ]),
    [],
    ['Feuille', 'Colonne', 'Obligatoire', "Ce qu'on y écrit", 'Exemple'].map((mot) => sayCell(mot, 'entete')),
    ...NOMS_DES_FEUILLES.flatMap((nom) =>
      colonnesDe(nom).map((colonne) => [
        FEUILLES[nom].titre,
        colonne.titre,
        colonne.requis ? 'Oui' : null,
        sayCell(colonne.aide, 'lignes'),
        sayCell(exempleDe(colonne), 'lignes'),
      ]),
    ),
  ]
  await add(lignes.map((cellules, at): LigneEcrite => ({ ligne: at + 1, cellules })))
}

/** A column's example as a member would type it: « 12/03/2025 », « 9 500 000 ». */
function exempleDe({ sorte, exemple }: Colonne): string {
  if (exemple === null) return ''
  if (typeof exemple === 'string') return isJour(exemple) ? formatJourCourt(exemple) : exemple
  return sorte === 'entier' ? String(exemple) : formatNombre(exemple)
}
