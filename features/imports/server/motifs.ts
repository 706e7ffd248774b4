import type { Verdict } from '#features/imports/server/moteur.ts'
import { formatJourCourt, jourOf } from '#shared/dates.ts'

export const SANS_SAUVEGARDE =
  "La sauvegarde qui précède l'import n'a pas pu être faite : rien n'a été écrit."
export const SANS_FICHIER = "Le fichier de cet import n'a pas pu être lu : rien n'a été écrit."
export const DONNEES_CHANGEES =
  "Les données ont changé pendant l'import : rien n'a été écrit. Envoyez le classeur de nouveau."

/** The work fails for a reason that its motif says. */
export class Echec extends Error {
  readonly motif: string

  constructor(motif: string, cause?: unknown) {
    super(motif, { cause })
    this.motif = motif
  }
}
/** The data no longer allow what the file says. */
export class Refus extends Error {
  readonly verdict: Verdict

  constructor(verdict: Verdict) {
    super('refused')
    this.verdict = verdict
  }
}
/** The server stops. */
export class Arret extends Error {}

/** What the file alone cannot tell: that it has been imported before. @param imported when */
export function withFormer(verdict: Verdict, imported: Date | null): Verdict {
  if (!imported || verdict.motif !== null) return verdict
  const texte = `Ce fichier a déjà été importé le ${formatJourCourt(jourOf(imported))}.`
  const said = {
    gravite: 'avertissement',
    feuille: '',
    ligne: 0,
    colonne: null,
    cellule: null,
    texte,
  } as const
  return {
    ...verdict,
    messages: [said, ...verdict.messages],
    avertissements: verdict.avertissements + 1,
  }
}
