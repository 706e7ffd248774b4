import { NOMS_DES_FEUILLES, type NomDeFeuille } from '#features/imports/colonnes.ts'
import { FEUILLES } from '#features/imports/server/sheets.ts'
import type { Verdict } from '#features/imports/server/workbook.ts'
import type { Db } from '#server/database/db.ts'
import type { Tranche } from '#server/documents/classeur/lecteur.ts'
import * as moteur from '#test/harness/moteur-imports.ts'

/** A cell of a workbook, by the header of its column. */
export type Rangee = Record<string, Tranche['lignes'][number]['cellules'][number]>
/** The lines of each sheet of a workbook; every sheet has all columns of the model. */
export type Feuilles = Partial<Record<NomDeFeuille, readonly Rangee[]>>

const titresDe = (nom: NomDeFeuille): string[] => FEUILLES[nom].colonnes.map(({ titre }) => titre)

/** Returns the sheets with their headers. @throws Error for a column that the model does not have */
export function tables(feuilles: Feuilles): moteur.Feuilles {
  return Object.fromEntries(
    NOMS_DES_FEUILLES.flatMap((nom) => {
      const lignes = feuilles[nom]
      if (!lignes) return []
      const titres = titresDe(nom)
      const inconnu = lignes.flatMap((ligne) => Object.keys(ligne)).find((titre) => !titres.includes(titre))
      if (inconnu !== undefined) throw new Error(`no column ${inconnu} in ${nom}`)
      const rangees = lignes.map((ligne) => titres.map((titre) => ligne[titre] ?? null))
      return [[FEUILLES[nom].titre, [titres, ...rangees]]]
    }),
  )
}

/** Checks these sheets and writes nothing. */
export const verifier = (db: Db, feuilles: Feuilles, modifier = false) =>
  moteur.verifier(db, tables(feuilles), modifier)

/** Checks these sheets and, if nothing is wrong with them, writes what they add and change, as an import does. */
export const importer = (
  db: Db,
  feuilles: Feuilles,
  { modifier = false, importId = 1 } = {},
): Promise<Verdict> => moteur.importer(db, tables(feuilles), modifier, importId)

/** « Paiements 4, Montant : … » of each error, in their order; blanks are all alike. */
export const fautes = ({ messages }: Verdict): string[] =>
  messages
    .filter(({ gravite }) => gravite === 'erreur')
    .map(({ feuille, ligne, colonne, texte }) =>
      `${feuille} ${ligne}, ${colonne ?? '–'} : ${texte}`.replace(/\s/g, ' '),
    )
