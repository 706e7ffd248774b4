import type { Contexte, Ligne, Source } from '#features/imports/server/check/context.ts'
import { isBlank } from '#features/imports/server/reprise/cellules.rules.ts'
import { readAcquereur } from '#features/imports/server/reprise/personnes.rules.ts'
import { textOf } from '#features/imports/server/reprise/titres.feuille.ts'
import { readTelephones } from '#features/imports/server/sheets/reprise.telephones.ts'
import type { LigneLue } from '#server/documents/classeur/lecteur.ts'
import type { Cellule } from '#shared/cellule.ts'
import { normaliser } from '#shared/texte.ts'

/** Fields that a sheet of buyers without biens fills in the lines of the others (`entree.md` D.2). */
const REMPLIS = ['tel', 'tel2', 'email', 'adresse', 'piece'] as const

/** The folded name of a line's buyer, of the first of two. */
const nameOf = (read: (champ: string) => Cellule | undefined): string =>
  normaliser(
    readAcquereur(
      ['client', 'nom', 'prenom']
        .map((champ) => textOf(read(champ)))
        .filter((texte) => texte !== '')
        .join(' '),
    ).acquereur.nom,
  )

/** Gathers the buyers of such sheets, and fills what lines leave blank where one buyer alone bears their name. */
export function contactsOf() {
  const parNom = new Map<string, Ligne | 'plusieurs'>()
  return {
    /** @returns the reader of one sheet's lines, true for a line that has a name */
    reader:
      (source: Source) =>
      ({ ligne, cellules }: LigneLue): boolean => {
        const read = (champ: string) => cellules[source.positions.get(champ) ?? -1]
        const nom = nameOf(read)
        if (nom === '') return false
        const dits = Object.fromEntries(REMPLIS.map((champ) => [champ, read(champ) ?? null]))
        const lue: Ligne = { ...LIGNE, ligne, source, cellules: dits }
        parNom.set(nom, parNom.has(nom) ? 'plusieurs' : lue)
        return true
      },
    /** Fills the lines of Reprise. A phone that cannot be read is told at its own cell, and fills nothing. */
    fill(ctx: Contexte): void {
      if (parNom.size === 0) return
      const lus = new Map<Ligne, Cellules>()
      for (const ligne of ctx.lignes.reprise) {
        const { cellules = {} } = ligne
        const contact = parNom.get(nameOf((champ) => cellules[champ]))
        if (contact === undefined || contact === 'plusieurs') continue
        const dits = lus.get(contact) ?? readContact(ctx, contact)
        lus.set(contact, dits)
        const blanks = REMPLIS.filter((champ) => isBlank(cellules[champ]) && !isBlank(dits[champ]))
        ligne.cellules = {
          ...cellules,
          ...Object.fromEntries(blanks.map((champ) => [champ, dits[champ] ?? null])),
        }
      }
    },
  }
}
export type Contacts = ReturnType<typeof contactsOf>

type Cellules = Readonly<Record<string, Cellule>>
const LIGNE = { feuille: 'reprise', valeurs: {}, illisibles: new Set<string>(), issue: null } as const

function readContact(ctx: Contexte, contact: Ligne): Cellules {
  const { tel, tel2 } = readTelephones(ctx, contact)
  return { ...contact.cellules, tel: tel || null, tel2: tel2 || null }
}
