import type { Ligne, Source } from '#features/imports/server/check/context.ts'
import { textOf } from '#features/imports/server/reprise/titres.feuille.ts'
import type { LigneLue } from '#server/documents/classeur/lecteur.ts'
import type { Cellule } from '#shared/cellule.ts'
import { normaliser } from '#shared/texte.ts'

/** What a sheet of buyers without biens fills in the lines of the others (`entree.md` D.2). */
const REMPLIS = ['tel', 'email', 'adresse', 'piece'] as const

type Cellules = Readonly<Record<string, Cellule>>

const CIVILITE = /^(?:m|mr|mme|mlle)\.? /
const nameOf = (read: (champ: string) => Cellule | undefined): string =>
  normaliser(
    ['client', 'nom', 'prenom']
      .map((champ) => textOf(read(champ)))
      .filter((texte) => texte !== '')
      .join(' '),
  ).replace(CIVILITE, '')

/** Gathers the buyers of such sheets, and fills what lines leave blank where one buyer alone bears their name. */
export function contactsOf() {
  const parNom = new Map<string, Cellules | 'plusieurs'>()
  return {
    /** @returns the reader of one sheet's lines, true for a line that has a name */
    reader:
      ({ positions }: Pick<Source, 'positions'>) =>
      ({ cellules }: LigneLue): boolean => {
        const read = (champ: string) => cellules[positions.get(champ) ?? -1]
        const nom = nameOf(read)
        if (nom === '') return false
        const dits = Object.fromEntries(REMPLIS.map((champ) => [champ, read(champ) ?? null]))
        parNom.set(nom, parNom.has(nom) ? 'plusieurs' : dits)
        return true
      },
    fill(lignes: readonly Ligne[]): void {
      if (parNom.size === 0) return
      for (const ligne of lignes) {
        const { cellules = {} } = ligne
        const dits = parNom.get(nameOf((champ) => cellules[champ]))
        if (dits === undefined || dits === 'plusieurs') continue
        const blanks = REMPLIS.filter((champ) => cellules[champ] == null && dits[champ] != null)
        ligne.cellules = {
          ...cellules,
          ...Object.fromEntries(blanks.map((champ) => [champ, dits[champ] ?? null])),
        }
      }
    },
  }
}
export type Contacts = ReturnType<typeof contactsOf>
