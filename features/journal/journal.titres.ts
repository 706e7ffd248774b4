import type { Champs } from '#shared/champs/champs.ts'
import { libelleDuBien, type TypeBien } from '#shared/biens.ts'
import { KINDS } from '#shared/champs/kinds.ts'
import { numeroDossier, numeroRecu } from '#shared/numero.ts'
import type { Adresse } from '#shared/paths.ts'

/** The values of a record by their keys, as a line keeps them or as its row has them today. */
export type Valeurs = Readonly<Record<string, unknown>>

const texte = KINDS.texte.describe

/** A record that is called by one of its fields. */
export const namedBy = (champ: string) => ({
  lus: [champ],
  titre: (valeurs: Valeurs) => texte(valeurs[champ]),
})

/** A bien by its number: « Appartement A-12 ». */
export const bienNamedBy = (type: TypeBien, champ: string) => ({
  lus: [champ],
  titre: (valeurs: Valeurs) => {
    const numero = texte(valeurs[champ])
    return numero === null ? null : libelleDuBien(type, numero)
  },
})

const withMot = (mot: string, nom: string | null): string | null => (nom === null ? null : `${mot} ${nom}`)

/** « Dossier 2026-D-0012 », the name of a vente or of a record that belongs to one. */
export const namedByDossier = {
  lus: ['vente_id', 'dossier_annee', 'dossier_numero'],
  titre: ({ dossier, dossier_annee, dossier_numero }: Valeurs) =>
    withMot(
      'Dossier',
      typeof dossier_annee === 'number' && typeof dossier_numero === 'number'
        ? numeroDossier(dossier_annee, dossier_numero)
        : texte(dossier),
    ),
}

/** « Reçu 2026-000123 ». */
export const namedByRecu = {
  lus: ['vente_id', 'recu_annee', 'recu_numero'],
  titre: ({ recu, recu_annee, recu_numero }: Valeurs) =>
    withMot(
      'Reçu',
      typeof recu_annee === 'number' && typeof recu_numero === 'number'
        ? numeroRecu(recu_annee, recu_numero)
        : texte(recu),
    ),
}

/** A record by its number of the year: a line keeps it whole as a text, a row has it in parts. */
export const titreByNumero =
  (write: (annee: number, numero: number, serie: string) => string) =>
  ({ numero, annee, serie }: Valeurs) =>
    typeof annee === 'number' && typeof numero === 'number'
      ? write(annee, numero, texte(serie) ?? '')
      : texte(numero)

/** The columns of a row that only its address needs. */
export interface Lien {
  vente_id?: number
  bloc_id?: number | null
  parking_id?: number
  jour?: string
  membre_id?: number | null
}

/** How the journal speaks of a kind of record. */
export interface ObjetDuJournal {
  /** The fields of its lines, in their order. */
  champs: Champs
  /** Keys that a line keeps and nobody is shown, since other keys or other lines tell them. `isDerived` hides others. */
  caches?: readonly string[]
  /** The name of a record: « Appartement A-12 », « Reçu 2026-000123 »; null where the values hold none. */
  titre: (valeurs: Valeurs) => string | null
}

/** A kind of record that has rows. */
export interface ObjetDeLaBase extends ObjetDuJournal {
  /** The table of its rows, or tables joined. */
  table: string
  /** The fields of a row that its name and its address are made of. */
  lus: readonly string[]
  lien: (id: number, row: Lien) => string | Adresse
}
