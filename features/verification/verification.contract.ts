import * as z from 'zod/mini'
import { decimal, jourLu, texteRequete } from '#shared/champs.ts'
import { endpoint } from '#shared/endpoint.ts'

/** How a code stands: its payment was deleted or its paper cancelled, its cheque came back, or neither. */
export const ETATS_DE_CODE = ['valide', 'annulé', 'rejeté'] as const

/** What a receipt or a paper says, for whoever holds one and asks whether it is genuine. No other key: the call is open to all. */
const verification = z.object({
  /** « Reçu de versement », « Attestation de paiement ». */
  genre: z.string(),
  numero: z.string(),
  date: jourLu,
  montant: z.nullable(decimal),
  bien: z.string(),
  /** His initials. */
  client: z.string(),
  etat: z.enum(ETATS_DE_CODE),
  /** Who issued it; null when nobody is named. */
  promoteur: z.nullable(z.string()),
})
export type Verification = z.output<typeof verification>

export const verificationEndpoints = {
  verifier: endpoint({
    method: 'GET',
    path: '/api/verifier',
    access: 'public',
    summary: "Dit ce que porte le reçu ou le document de ce code, et s'il est toujours valable",
    query: z.object({ code: texteRequete }),
    response: verification,
  }),
}
