import type { FastifyInstance } from 'fastify'
import type { CompleteReglages, PrepareSection } from '#features/parametres/server/parametres.service.ts'
import type { Contraintes } from '#shared/erreurs.ts'
import type { Tidy } from '#server/housekeeping.ts'

/** A feature gives the server these parts. */
export interface Feature {
  routes: readonly ((app: FastifyInstance) => void)[]
  /** Calls by noun of the API description, then by name in the contract. */
  calls: Record<string, Record<string, object>>
  tidy?: Tidy
  /** The refusals that stand for violated constraints of its tables. */
  constraints?: Contraintes
  /** The feature completes the réglages that are read, and checks a section before it is saved. */
  settings?: { complete?: CompleteReglages; prepare?: PrepareSection }
}

export const defineFeature = (feature: Feature): Feature => feature
