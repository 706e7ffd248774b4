import { formatMontant } from '#shared/argent.ts'
import { aujourdhui } from '#shared/dates.ts'
import { formatCompte } from '#shared/texte.ts'

/** « 4 chèques, 1 200 000,00 DA ». @param montant in centimes */
export const formatCheques = (nombre: number, montant: number): string =>
  `${formatCompte(nombre, 'chèque')}, ${formatMontant(montant)}`

/** True while the day written on a cheque is still to come; the bank does not take the cheque before. */
export const isPostdate = ({ date_cheque }: { date_cheque: string | null }): boolean =>
  date_cheque !== null && date_cheque > aujourdhui()

/** True for a cheque that came without bank or number, which the form asks for. */
export const estIncomplet = ({
  banque,
  reference,
}: {
  banque: string | null
  reference: string | null
}): boolean => !banque || !reference

/** « 1 chèque sans numéro. »; null when each has one. */
export const formatSansNumero = (nombre: number): string | null =>
  nombre > 0 ? `${formatCompte(nombre, 'chèque')} sans numéro.` : null
