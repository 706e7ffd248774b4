import { colonnesDe, FEUILLE_AIDE, FEUILLES, NOMS_DES_FEUILLES } from '#features/imports/feuilles.ts'
import type { Colonne } from '#features/imports/colonnes.ts'
import { formatNombre } from '#shared/argent.ts'
import { formatJourCourt, isJour } from '#shared/dates.ts'
import type {
  CelluleEcrite,
  Classeur,
  ColonneEcrite,
  LigneEcrite,
  Style,
} from '#server/documents/classeur/ecriture.ts'

const COLONNES: readonly ColonneEcrite[] = [
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

const say = (valeur: string, style: Style): CelluleEcrite => ({ valeur, style })

/**
 * The sheet Aide, the first one: what each sheet is for, and what is written in each column.
 * @param notes what is said of this workbook alone, above everything else
 */
export async function addAide(classeur: Classeur, titre: string, notes: readonly string[]): Promise<void> {
  const add = classeur.addFeuille(FEUILLE_AIDE, COLONNES, { paysage: true })
  const paragraphe = (texte: string) => [say(texte, 'general')]
  const lignes: (readonly CelluleEcrite[])[] = [
    [say(titre, 'titre')],
    ...(notes.length > 0 ? [[], ...notes.map(paragraphe)] : []),
    [],
    ...CONSIGNES.map(paragraphe),
    [],
    [say('Feuille', 'entete'), say('À quoi elle sert', 'entete')],
    ...NOMS_DES_FEUILLES.map((nom) => [
      say(FEUILLES[nom].titre, 'sousTitre'),
      say(FEUILLES[nom].aide, 'general'),
    ]),
    [],
    ['Feuille', 'Colonne', 'Obligatoire', "Ce qu'on y écrit", 'Exemple'].map((mot) => say(mot, 'entete')),
    ...NOMS_DES_FEUILLES.flatMap((nom) =>
      colonnesDe(nom).map((colonne) => [
        FEUILLES[nom].titre,
        colonne.titre,
        colonne.requis ? 'Oui' : null,
        say(colonne.aide, 'lignes'),
        say(exempleDe(colonne), 'lignes'),
      ]),
    ),
  ]
  await add(lignes.map((cellules, at): LigneEcrite => ({ ligne: at + 1, cellules })))
}

/** As it would be typed: « 12/03/2025 », « 9 500 000 ». */
export function exempleDe({ sorte, exemple }: Colonne): string {
  if (exemple === null) return ''
  if (typeof exemple === 'string') return isJour(exemple) ? formatJourCourt(exemple) : exemple
  return sorte === 'entier' ? String(exemple) : formatNombre(exemple)
}
