/** The five rôles of members (docs/roles.md), from full rights to read-only. */
export const ROLES = ['direction', 'commercial', 'caisse', 'comptable', 'lecture'] as const
export type Role = (typeof ROLES)[number]

export const ROLE_LIBELLES: Readonly<Record<Role, string>> = {
  direction: 'Direction',
  commercial: 'Commercial',
  caisse: 'Caisse',
  comptable: 'Comptable',
  lecture: 'Lecture',
}

/** Reads a rôle of the database. @throws RangeError for an unknown text */
export function toRole(texte: string): Role {
  const role = ROLES.find((one) => one === texte)
  if (!role) throw new RangeError(`no rôle: ${texte}`)
  return role
}

/** Acts that a member must do before any call but those that say `malgreSuite`: choose his own password in place of a provisional one. */
export const SUITES = ['mot_de_passe'] as const
export type Suite = (typeof SUITES)[number] | null

/** The rôle with every droit, and the default of a new member. At least one active member always has it. */
export const DIRECTION: Role = 'direction'

/** The rôles that hold each droit, besides the direction, which holds them all. No other code compares rôles with texts. */
const ACCORDES = {
  identite: ['commercial', 'comptable'],
  clients: ['commercial'],
  donnees: [],
  patrimoine: [],
  ventes: ['commercial'],
  finDeVente: [],
  documents: ['commercial', 'caisse', 'comptable'],
  encaisser: ['caisse', 'comptable'],
  tresorerie: ['caisse', 'comptable', 'lecture'],
  corriger: ['comptable'],
  exporter: ['comptable', 'lecture'],
  chargesLire: ['comptable', 'lecture'],
  charges: ['comptable'],
  journal: ['comptable'],
  membres: [],
  parametres: [],
} as const satisfies Record<string, readonly Exclude<Role, 'direction'>[]>

export type Droit = keyof typeof ACCORDES
export const DROITS = Object.keys(ACCORDES) as readonly Droit[]

/**
 * Condition on the caller of a call. `public`: anybody, without a session. `lien`: a client who opened their link, never a member.
 * `membre`: any active member. A droit: the members whose rôle holds it.
 */
export type Access = 'public' | 'lien' | 'membre' | Droit

/** True when a member of this rôle may make a call of this access. */
export function peut(role: Role, access: Access): boolean {
  if (access === 'public' || access === 'membre') return true
  if (access === 'lien') return false
  const autres: readonly Role[] = ACCORDES[access]
  return role === DIRECTION || autres.includes(role)
}
