import type { FastifyInstance } from 'fastify'
import type { Db } from '#server/database/db.ts'
import type { Contraintes } from '#shared/erreurs.ts'
import type { Tidy } from '#server/housekeeping.ts'

type Valeurs = Record<string, unknown>

/** Adds a feature's data to the réglages, by section. */
export type CompleteReglages = (db: Db, reglages: Valeurs) => Promise<Valeurs>

/** Checks a section (name and decoded value) against the database and its stored value before a save, and completes it. */
export type PrepareSection = (
  db: Db,
  nom: string,
  valeur: Valeurs,
  avant: { valeur: Valeurs; version: number },
) => Promise<Valeurs>

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
