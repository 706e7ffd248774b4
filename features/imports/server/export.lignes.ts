import { NOMS_DES_DECLENCHEURS } from '#features/echeancier/declencheurs.ts'
import type { Colonne } from '#features/imports/colonnes.ts'
import type { Row } from '#features/imports/server/export.requetes.ts'
import { MODES, PAR_LE_CLIENT, PAYEURS } from '#features/paiements/modes.ts'
import { toDecimal } from '#shared/argent.ts'
import { GENRES } from '#shared/biens.ts'
import { numeroDossier, numeroRecu, numeroRemboursement } from '#shared/numero.ts'
import type { Valeur } from '#server/documents/classeur/ecriture.ts'

/** The words of codes, as the sheets write them. */
const MOTS: Record<string, Readonly<Record<string, string>>> = {
  type: Object.fromEntries(Object.entries(GENRES).map(([type, { nom }]) => [type, nom])),
  mode: MODES,
  payeur_type: PAYEURS,
  declencheur: NOMS_DES_DECLENCHEURS,
  origine: { client: 'Client', promoteur: 'Promoteur' },
}

const numero = (
  annee: Row[string] | undefined,
  rang: Row[string] | undefined,
  ecrire: (annee: number, rang: number) => string,
) => (typeof annee === 'number' && typeof rang === 'number' ? ecrire(annee, rang) : null)

/** What is written otherwise than it is stored, by its column. */
const ECRITS: Record<string, ((row: Row) => Valeur) | undefined> = {
  dossier: (row) => numero(row['dossier_annee'], row['dossier_numero'], numeroDossier),
  recu: (row) => numero(row['recu_annee'], row['recu_numero'], numeroRecu),
  represente: (row) => numero(row['represente_annee'], row['represente_numero'], numeroRecu),
  payeur_type: (row) => mot('payeur_type', row['payeur_type']) ?? PAR_LE_CLIENT,
}

function mot(champ: string, code: Row[string] = null): string | null {
  if (code === null) return null
  const trouve = MOTS[champ]?.[code]
  if (trouve === undefined) throw new RangeError(`no word for the ${champ} ${code}`)
  return trouve
}

/** The cells of a line of a sheet, in the order of its columns: amounts in dinars, areas in m², days as YYYY-MM-DD. */
export const ecrireLigne = (colonnes: readonly Colonne[], row: Row): Valeur[] =>
  colonnes.map((colonne) => ecrireCellule(colonne, row))

function ecrireCellule({ champ, sorte }: Colonne, row: Row): Valeur {
  if ('annee' in row && champ === 'numero') return numero(row['annee'], row['numero'], numeroRemboursement)
  const ecrire = ECRITS[champ]
  if (ecrire) return ecrire(row)
  const valeur = row[champ]
  if (valeur === undefined) throw new RangeError(`no column ${champ}`)
  if (MOTS[champ]) return mot(champ, valeur)
  if (typeof valeur === 'number') {
    if (sorte === 'montant' || sorte === 'surface') return toDecimal(valeur)
    return sorte === 'entier' ? valeur : String(valeur)
  }
  return valeur
}
