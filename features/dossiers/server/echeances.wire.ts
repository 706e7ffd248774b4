import type { Echeance } from '#features/dossiers/dossier.contract.ts'
import type { Declencheur } from '#features/echeancier/echeancier.rules.ts'
import type { Centimes } from '#shared/argent.ts'
import { daysBetween, type Jour } from '#shared/dates.ts'

/** A line of échéances with the price of its sale. In centimes. */
export interface EcheanceLue {
  id: number
  rang: number
  libelle: string
  montant: Centimes
  couvert: Centimes
  declencheur: Declencheur
  stade: { id: number; nom: string } | null
  date_prevue: Jour | null
  exigible_le: Jour | null
  ouverte: boolean
  prix: Centimes
}

/** How a line stands on a day: late as soon as its day has come and something of it is missing. In centimes. */
export function toEcheance({ ouverte, prix, ...row }: EcheanceLue, today: Jour): Echeance {
  const reste = row.montant - row.couvert
  const late = ouverte && reste > 0 && row.exigible_le !== null && row.exigible_le <= today
  const open = late ? 'en_retard' : 'a_venir'
  return {
    ...row,
    reste,
    part: Number((BigInt(row.montant) * 10_000n) / BigInt(prix)) / 100,
    jours_retard: late && row.exigible_le !== null ? daysBetween(row.exigible_le, today) : 0,
    etat: reste === 0 ? 'reglee' : ouverte ? open : 'annulee',
  }
}
