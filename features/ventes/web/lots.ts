import type { PaiementLu } from '#features/paiements/web/paiements.queries.ts'
import { libelleDuBien } from '#shared/biens.ts'

/** What selling needs to know of an appartement or a local; amounts as the API gives them. */
export interface LotVendable {
  id: number
  type: 'appartement' | 'local'
  numero: string
  montant: number
  client: { id: number; nomComplet: string; tel: string; email: string } | null
  estDispo: boolean
  resteAPayer: number
  pourcentagePaiement: number
  /** Of the current sale. */
  paiements: readonly PaiementLu[]
}

/** « Appartement A-12 », « Local L-3 ». */
export function nomDuLot({ type, numero }: Pick<LotVendable, 'type' | 'numero'>): string {
  return libelleDuBien(type, numero)
}

/** What can be done with a lot, `nom` being how a sentence calls it: « lot A-1 », « local L-3 ». */
export const libellesDuLot = (nom: string) => ({
  rapport: `Rapport détaillé du ${nom}`,
  details: `Détails du ${nom}`,
  modifier: `Modifier le ${nom}`,
  assigner: `Assigner un client au ${nom}`,
  retirer: `Retirer le client du ${nom}`,
  supprimer: `Supprimer le ${nom}`,
})
