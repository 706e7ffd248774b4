import { VERSEMENTS_MAX } from '#features/imports/reprise.colonnes.ts'
import type { Lue } from '#features/imports/server/reprise/sens.ts'

const JOINTS = ['v_date', 'v_mode', 'v_reference', 'v_recu'] as const

const isVersement = (champ: string): boolean => champ.startsWith('v_')

/**
 * Numbers what the columns say of payments (`entree.md` D.4): an amount opens one; day, mode, reference and receipt join it by their number,
 * else by their place.
 * @returns the code of each column, null without a field or beyond the twelfth payment
 */
export function numberVersements(lues: readonly Lue[]): (string | null)[] {
  const codes: (string | null)[] = lues.map(({ choix }) =>
    choix === null || isVersement(choix.champ) ? null : choix.champ,
  )
  const montants = numberAmounts(lues)
  for (const { at, rang } of montants) codes[at] = codeOf('v_montant', rang)
  for (const champ of JOINTS) {
    const colonnes = lues.flatMap(({ choix, numero }, at) => (choix?.champ === champ ? [{ at, numero }] : []))
    const libres = colonnes.filter(({ numero }) => numero === null)
    const avant = (libres[0]?.at ?? 0) < (montants[0]?.at ?? 0)
    for (const { at, numero } of colonnes) codes[at] = codeOf(champ, numero ?? placeOf(at, montants, avant))
  }
  return codes
}

interface Montant {
  at: number
  rang: number
}

/** An amount keeps the number of its title; the others take the free numbers in their order. */
function numberAmounts(lues: readonly Lue[]): Montant[] {
  const montants = lues.flatMap(({ choix, numero }, at) =>
    choix?.champ === 'v_montant' ? [{ at, numero }] : [],
  )
  const pris = new Set(montants.flatMap(({ numero }) => numero ?? []))
  let suivant = 1
  return montants.map(({ at, numero }) => {
    if (numero !== null) return { at, rang: numero }
    while (pris.has(suivant)) suivant += 1
    pris.add(suivant)
    return { at, rang: suivant }
  })
}

/** The payment that a column without a number belongs to. A sheet without amounts has one. */
function placeOf(at: number, montants: readonly Montant[], avant: boolean): number | null {
  if (montants.length === 0) return 1
  const voisin = avant
    ? montants.find((montant) => montant.at > at)
    : montants.findLast((montant) => montant.at < at)
  return voisin?.rang ?? null
}

const codeOf = (champ: string, rang: number | null): string | null =>
  rang === null || rang < 1 || rang > VERSEMENTS_MAX ? null : `${champ}_${rang}`
