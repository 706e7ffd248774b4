// Codes stand apart from the contract, so that the screen loads no schemas for them.

/** Tabs: late lines; due lines, paid or not; lines to come. */
export const ONGLETS = ['retard', 'exigibles', 'a_venir'] as const
export type Onglet = (typeof ONGLETS)[number]
/** Days ahead that the tab « à venir » shows; `tout` adds lines without any day. */
export const HORIZONS = ['30', '60', '90', 'tout'] as const
export type Horizon = (typeof HORIZONS)[number]
