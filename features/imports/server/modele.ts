import type { Colonne } from '#features/imports/colonnes.ts'
import { colonnesDe, FEUILLES, NOMS_DES_FEUILLES, type NomDeFeuille } from '#features/imports/feuilles.ts'
import { addAide, exempleDe } from '#features/imports/server/aide.ts'
import {
  createClasseur,
  type AjouterLignes,
  type Classeur,
  type ColonneEcrite,
  type Format,
  type Saisie,
} from '#server/documents/classeur/ecriture.ts'

const FORMATS = {
  texte: 'texte',
  telephone: 'texte',
  liste: 'texte',
  montant: 'montant',
  surface: 'montant',
  jour: 'jour',
  entier: 'general',
} as const satisfies Record<Colonne['sorte'], Format>

/** So many columns can be read on one page; a sheet with more goes on beside it. */
const IMPRIMABLES = 12

/** Where the names stand that a column offers: a sheet, and the field of it. */
const OFFERTS: Record<NonNullable<Colonne['liste']>, readonly [NomDeFeuille, champ: string]> = {
  residences: ['residences', 'nom'],
  blocs: ['blocs', 'nomloc'],
  etages: ['etages', 'designation'],
  parkings: ['parkings', 'parking_nom'],
  clients: ['clients', 'nomComplet'],
}

/**
 * The workbook of a portfolio without its lines: the sheet Aide, then every sheet with its header.
 * @param notes what Aide says of this workbook alone
 */
export async function createModele(
  titre: string,
  notes: readonly string[],
): Promise<{ classeur: Classeur; feuilles: Record<NomDeFeuille, AjouterLignes> }> {
  const classeur = createClasseur(titre)
  await addAide(classeur, titre, notes)
  const feuilles = Object.fromEntries(
    NOMS_DES_FEUILLES.map((nom) => [
      nom,
      classeur.addFeuille(FEUILLES[nom].titre, colonnesDe(nom).map(toColonne), {
        filtre: true,
        paysage: colonnesDe(nom).length <= IMPRIMABLES,
      }),
    ]),
  ) as Record<NomDeFeuille, AjouterLignes>
  return { classeur, feuilles }
}

/** A required header ends in a star. */
export const enteteDe = ({ titre, requis }: Colonne): string => (requis ? `${titre} *` : titre)

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
    const [feuille, champ] = OFFERTS[liste]
    const colonne = colonnesDe(feuille).findIndex((autre) => autre.champ === champ)
    return { sorte: 'dans', feuille: FEUILLES[feuille].titre, colonne }
  }
  if (sorte === 'entier' && min !== null) return { sorte: 'entier', min }
  return sorte === 'montant' || sorte === 'surface' ? { sorte: 'decimal', min: 0 } : undefined
}
