import type { GenreDeClient } from '#shared/nommer.ts'

/** Words of a client's identity on the wire. This file has no schema, so that screens can import it alone. */
export const SITUATIONS = ['célibataire', 'marié', 'divorcé', 'veuf'] as const
export type Situation = (typeof SITUATIONS)[number]

export const PIECES_D_IDENTITE = ['carte', 'passeport', 'permis', 'séjour'] as const
type PieceDIdentite = (typeof PIECES_D_IDENTITE)[number]

export const NOMS_DES_SITUATIONS = {
  célibataire: 'Célibataire',
  marié: 'Marié(e)',
  divorcé: 'Divorcé(e)',
  veuf: 'Veuf/Veuve',
} as const satisfies Record<Situation, string>

export const NOMS_DES_PIECES_D_IDENTITE = {
  carte: "Carte d'identité",
  passeport: 'Passeport',
  permis: 'Permis de conduire',
  séjour: 'Carte de séjour',
} as const satisfies Record<PieceDIdentite, string>

export const NOMS_DES_CIVILITES = {
  homme: 'Monsieur',
  femme: 'Madame',
  societe: 'Société',
} as const satisfies Record<GenreDeClient, string>

/** State of a client's sale: open, or the way it ended. */
export const ETATS_DE_SES_VENTES = ['ouverte', 'desistement', 'retrait'] as const
