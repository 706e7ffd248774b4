import { toChiffres } from '#shared/chiffres.ts'
import type { Jour } from '#shared/dates.ts'
import { PAPIERS, type Envoi, type SerieDePapier } from '#shared/papiers.ts'
import { normaliser } from '#shared/texte.ts'

export const ETATS_DE_PAPIER = ['valide', 'annulé'] as const
export type EtatDePapier = (typeof ETATS_DE_PAPIER)[number]

/** Appels de fonds that one call issues or prints. */
export const APPELS_MAX = 200

/** How a remark begins that only an Arabic paper is concerned with. */
export const NOM_ARABE_MANQUANT = 'Nom arabe manquant'
/** The remark that only a French paper is concerned with: it names somebody whose name is known in Arabic letters alone. */
export const NOM_LATIN_MANQUANT = 'Complétez le nom en caractères latins.'

/** How a mise en demeure is sent, in French. */
export const LIBELLES_DES_ENVOIS: Readonly<Record<Envoi, string>> = {
  main: 'Remise en main propre contre décharge',
  recommande: 'Lettre recommandée avec accusé de réception',
  huissier: 'Notifiée par huissier de justice',
}

/** Tells whether an échéance is to be paid: due on that day or earlier, and not covered. @param reste in any unit */
export const estDue = (
  { exigible_le, reste }: { exigible_le: Jour | null; reste: number },
  jour: Jour,
): boolean => exigible_le !== null && exigible_le <= jour && reste > 0

const LETTRES = Object.values(PAPIERS).map(({ serie }) => serie)

/** Reads the number of a paper in a search, « 2026-AP-0012 » or « document 2026-ap-12 »; null when the text is no such number. */
export function readPapier(
  recherche: string,
): { annee: number; serie: SerieDePapier; numero: number } | null {
  const lu = /^(?:document (?:n ?[°º] ?)?)?(\d{4})-([a-z]{2})-0*([1-9]\d{0,8})$/.exec(
    normaliser(toChiffres(recherche)),
  )
  const serie = LETTRES.find((lettres) => lettres.toLowerCase() === lu?.[2])
  return lu && serie ? { annee: Number(lu[1]), serie, numero: Number(lu[3]) } : null
}
