import type { BienAPayer } from '#features/paiements/web/biensAPayer.ts'
import { groupBy } from '#shared/group-by.ts'
import { normaliser } from '#shared/texte.ts'

/** A bien as the payment form offers it. */
export interface BienOffert {
  id: number
  /** « 302 (F3) · Bloc C, Résidence El Yasmine »: no two of a list are alike. */
  label: string
  /** Where it is: « Bloc C, Résidence El Yasmine », with what tells it from another. */
  lieu: string
  /** What remains to be paid, decimal dinars; null where the answer does not say. */
  reste: number | null
}

export const estSolde = ({ reste }: BienOffert): boolean => reste !== null && reste <= 0

/**
 * Names and order of a list: what is paid comes last. Only residences have a name of their own (a residence may have two
 * blocs A, a bloc two étages with a lot 1): where two would be called the same, their étage is said, then their number.
 */
export function offrir(biens: readonly BienAPayer[]): BienOffert[] {
  const situes = biens.map((bien) => ({ ...bien, lieu: bien.lieu.filter(Boolean).join(', ') }))
  const precises = preciser(situes, ({ precision = '', lieu }) =>
    [precision, lieu].filter(Boolean).join(', '),
  )
  const seuls = preciser(precises, ({ id, lieu }) => `${lieu} (fiche ${id})`.trim())
  const offerts = seuls.map(({ id, nom, lieu, resteAPayer }) => ({
    id,
    label: nommer(nom, lieu),
    lieu,
    reste: resteAPayer,
  }))
  return [...offerts.filter((bien) => !estSolde(bien)), ...offerts.filter(estSolde)]
}

const nommer = (nom: string, lieu: string): string => [nom, lieu].filter(Boolean).join(' · ')

/** Says more of where those are that are called the same; case and accents make no other name to a reader in a hurry. */
function preciser<T extends { nom: string; lieu: string }>(
  biens: readonly T[],
  lieuDe: (bien: T) => string,
): T[] {
  const noms = biens.map(({ nom, lieu }) => normaliser(nommer(nom, lieu)))
  const memes = groupBy(noms, (nom) => nom)
  return biens.map((bien, rang) =>
    (memes.get(noms[rang] ?? '')?.length ?? 0) > 1 ? { ...bien, lieu: lieuDe(bien) } : bien,
  )
}
