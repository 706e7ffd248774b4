/** What a member is in the firm, from who may do everything to who only looks. */
export const ROLES = ['direction', 'commercial', 'caisse', 'comptable', 'lecture'] as const
export type Role = (typeof ROLES)[number]

/** Their names, as every screen and paper writes them. */
export const ROLE_LIBELLES: Readonly<Record<Role, string>> = {
  direction: 'Direction',
  commercial: 'Commercial',
  caisse: 'Caisse',
  comptable: 'Comptable',
  lecture: 'Lecture',
}

/** A rôle as the database has it. @throws RangeError for what is none */
export function toRole(texte: string): Role {
  const role = ROLES.find((one) => one === texte)
  if (!role) throw new RangeError(`no rôle: ${texte}`)
  return role
}

/** Who may do everything; what a member is until somebody chooses. One of them is always active. */
export const DIRECTION: Role = 'direction'

/** The rôles that hold each droit besides the direction, which holds all of them. Nothing else compares a rôle with a text. */
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

/** The one word of a call that says which rôles may make it. */
export type Droit = keyof typeof ACCORDES
export const DROITS = Object.keys(ACCORDES) as readonly Droit[]

/**
 * Who may make a call. `public`: anybody, without a session. `lien`: whoever opened the link that a client was given, and no
 * member. `membre`: any active member. Else the members whose rôle holds the droit.
 */
export type Access = 'public' | 'lien' | 'membre' | Droit

/** May a member of this rôle make a call of this access? */
export function peut(role: Role, access: Access): boolean {
  if (access === 'public' || access === 'membre') return true
  if (access === 'lien') return false
  const autres: readonly Role[] = ACCORDES[access]
  return role === DIRECTION || autres.includes(role)
}
