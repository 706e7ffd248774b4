import { sql } from 'kysely'
import type { Echeance } from '#features/ventes/dossiers.contract.ts'
import type { Declencheur } from '#features/echeanciers/echeancier.rules.ts'
import { CENT_POUR_CENT, part, quotesParts, type Centimes } from '#shared/argent.ts'
import { daysBetween, type Jour } from '#shared/dates.ts'

/** A line of an échéancier with the price of its sale, in centimes. */
export interface EcheanceLue {
  id: number
  rang: number
  libelle: string
  libelle_ar: string | null
  montant: Centimes
  couvert: Centimes
  declencheur: Declencheur
  stade: { id: number; nom: string } | null
  date_prevue: Jour | null
  exigible_le: Jour | null
  prevue_le: Jour | null
  attend_contrat: boolean
  stade_atteint_le: Jour | null
  ouverte: boolean
  prix: Centimes
}

/** Columns of a line `e` as {@link EcheanceLue} has them. */
export const COLONNES_ECHEANCE = sql`e.id, e.rang, e.libelle, e.libelle_ar, e.montant, e.couvert, e.declencheur, e.date_prevue, e.exigible_le,
  e.prevue_le, e.attend_contrat, e.ouverte`

/** Day the bloc of the bien of vente `v` reached the stade of line `e`. */
export const STADE_ATTEINT_LE = sql<Jour | null>`(select a.atteint_le from stades_atteints a
  where a.stade_id = e.stade_id and a.bloc_id = bloc_du_bien(v.bien_id))`

/**
 * State of a line on a day; it is late from the day after its due day on while something of it is unpaid. In centimes.
 * @param quotePart share of the price in hundredths of a percent, computed over all lines of the sale
 */
export function toEcheance(
  { ouverte, prix, attend_contrat, ...row }: EcheanceLue,
  quotePart: number,
  today: Jour,
): Echeance {
  const etat = etatDe({ ...row, ouverte }, today)
  return {
    ...row,
    reste: row.montant - row.couvert,
    part: part(CENT_POUR_CENT, row.montant, prix) / 100,
    quote_part: quotePart / 100,
    jours_retard: etat === 'en_retard' && row.exigible_le !== null ? daysBetween(row.exigible_le, today) : 0,
    etat,
    attend: attend_contrat && etat === 'a_venir' ? 'contrat' : null,
  }
}

/** States of all lines of a sale on a day, in order. In centimes. */
export function toEcheances(
  lignes: readonly Omit<EcheanceLue, 'prix'>[],
  prix: Centimes,
  today: Jour,
): Echeance[] {
  const parts = quotesParts(
    lignes.map(({ montant }) => montant),
    prix,
  )
  return lignes.map((ligne, rang) => toEcheance({ ...ligne, prix }, parts[rang] ?? 0, today))
}

export function etatDe(
  {
    montant,
    couvert,
    exigible_le,
    ouverte,
  }: Pick<EcheanceLue, 'montant' | 'couvert' | 'exigible_le' | 'ouverte'>,
  today: Jour,
): Echeance['etat'] {
  if (couvert === montant) return 'reglee'
  if (!ouverte) return 'annulee'
  if (exigible_le === null || exigible_le > today) return 'a_venir'
  return exigible_le === today ? 'exigible' : 'en_retard'
}
