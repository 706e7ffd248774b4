import type { Fiche } from '#features/actes/server/actes.fiches.ts'
import type { Contexte } from '#features/imports/server/check/context.ts'

export interface Numerotee {
  objet: Fiche
  id: number
}

/**
 * The records whose number stands in the workbook. It is called before the writing, which numbers the others too, and its answer once they
 * have their ids.
 */
export function holdNumerotees({ indexes: { ventes } }: Contexte): () => Numerotee[] {
  const donnees = [
    ...ventes.toutes.flatMap((vente) => (vente.dossier ? { objet: 'vente' as const, de: vente } : [])),
    ...ventes.paiements.flatMap((paiement) =>
      paiement.recu ? { objet: 'paiement' as const, de: paiement } : [],
    ),
    ...ventes.remboursements.flatMap((remboursement) =>
      remboursement.numero ? { objet: 'remboursement' as const, de: remboursement } : [],
    ),
  ]
  return () => donnees.flatMap(({ objet, de: { id } }) => (id === null ? [] : { objet, id }))
}
