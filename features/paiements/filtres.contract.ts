import { CODES_ETAT_CHERCHE, SANS_MODE } from '#features/paiements/filtres.ts'
import { CODES_MODE } from '#features/paiements/modes.ts'
import { jourRequete, motRequete, texteRequete } from '#shared/champs.ts'

/** The fields of a query that say which payments are meant; one that cannot be read is absent, days are exchanged by `readPeriode`. */
export const filtresDePaiement = {
  /** A code, or "inconnu" where none was said. */
  mode: motRequete(...CODES_MODE, SANS_MODE),
  /** Exactly as it was entered. */
  banque: texteRequete,
  /** Days of payment, both included. */
  du: jourRequete,
  au: jourRequete,
  /** "valide": counts; "attente": a cheque that is not cleared yet; "encaisse": a cleared cheque; "rejete": a rejected one. */
  etat: motRequete(...CODES_ETAT_CHERCHE),
}
