import type { Champs } from '#shared/champs/champs.ts'

/** The counts of the records that a generation made. */
export const champsDeLaGeneration = {
  blocs: { label: 'Blocs créés', kind: 'compte' },
  etages: { label: 'Étages créés', kind: 'compte' },
  appartements: { label: 'Appartements créés', kind: 'compte' },
  locaux: { label: 'Locaux créés', kind: 'compte' },
  places: { label: 'Places créées', kind: 'compte' },
  valeur: { label: 'Valeur', kind: 'montant' },
  retirees: { label: 'Fiches retirées', kind: 'compte' },
} as const satisfies Champs
