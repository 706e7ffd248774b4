import { papiersErreurs } from '#features/papiers/papiers.erreurs.ts'
import { acquereurs, attention, encadres, leBien } from '#features/papiers/server/blocks/elements.ts'
import { situation } from '#features/papiers/server/blocks/sommes.ts'
import type { PapierNumerote } from '#features/papiers/server/press/modele.ts'
import { paiements } from '#features/papiers/server/blocks/tables.ts'
import { refuse } from '#server/http/errors.ts'

/** Certificate of the sum paid on a dossier to this day, once something of it is cashed. */
export const attestationDePaiement: PapierNumerote = {
  refus({ dossier, sommes }) {
    if (!dossier.paiements.some(({ etat }) => etat !== 'rejete')) return refuse(papiersErreurs.aucunPaiement)
    return sommes.encaisse > 0 ? null : refuse(papiersErreurs.rienEncaisse)
  },
  sujet: ({ sommes }) => ({ montant: sommes.verse }),
  corps: (redaction, faits, sujet, prose) => [
    ...attention(redaction, sujet.input),
    encadres([...acquereurs(redaction, faits), leBien(redaction, faits)]),
    ...prose,
    ...situation(redaction, faits),
    paiements(redaction, faits),
  ],
}
