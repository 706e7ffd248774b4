import { libelleDuBien, type TypeBien } from '#shared/biens.ts'
import { KINDS } from '#shared/champs/kinds.ts'
import { numeroDossier, numeroRecu } from '#shared/numero.ts'

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
