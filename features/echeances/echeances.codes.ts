// Not in the contract: the screen needs them without the schemas.

/** What is late; what is due, paid or not; what is to come. */
export const ONGLETS = ['retard', 'exigibles', 'a_venir'] as const
export type Onglet = (typeof ONGLETS)[number]
/** How far ahead what is to come is looked at, in days; « tout »: also what has no day at all. */
export const HORIZONS = ['30', '60', '90', 'tout'] as const
export type Horizon = (typeof HORIZONS)[number]
