import type { Faits } from '#features/papiers/server/facts/faits.ts'
import { acquereurs, encadres, leBien } from '#features/papiers/server/blocks/elements.ts'
import { releveDeVente } from '#features/papiers/server/blocks/sommes.ts'
import type { PapierNumerote } from '#features/papiers/server/press/modele.ts'
import type { Variante } from '#shared/papiers.ts'

/** The account of a sale, open or ended. */
export const decompte: PapierNumerote = {
  desVentesTerminees: true,
  sujet: (faits) => ({
    montant: faits.fin ? faits.fin.resteARembourser : faits.sommes.reste,
    variante: varianteOf(faits),
  }),
  corps: (redaction, faits, _sujet, prose) => [
    encadres([...acquereurs(redaction, faits), leBien(redaction, faits)]),
    ...prose,
    ...releveDeVente(redaction, faits),
  ],
}

/** A sale is « soldée » only when no cheque is still to be cleared: such a cheque may be rejected. */
function varianteOf({ fin, sommes }: Faits): Variante | null {
  if (fin) return 'fin'
  return sommes.reste === 0 && sommes.sousReserve === 0 ? 'solde' : null
}
