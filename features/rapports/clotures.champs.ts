import type { Champs } from '#shared/champs/champs.ts'
import { formatEcart } from '#shared/argent.ts'

export const champsDeLaCloture = {
  numero: { label: 'Numéro', kind: 'texte' },
  jour: { label: 'Jour', kind: 'jour' },
  membre: { label: 'Caissier', kind: 'nom', cles: ['nom'] },
  nombre: { label: 'Versements', kind: 'entier' },
  especes: { label: 'Espèces encaissées', kind: 'montant' },
  timbre: { label: 'Droit de timbre', kind: 'montant' },
  sorties: { label: 'Sorties en espèces', kind: 'montant' },
  attendu: { label: 'Attendu', kind: 'montant' },
  trouve: { label: 'Compté', kind: 'montant' },
  ecart: { label: 'Écart', describe: (valeur: unknown) => formatEcart(Number(valeur)) },
  note: { label: 'Note', kind: 'texte' },
  remplace: { label: 'Remplace', kind: 'texte' },
} as const satisfies Champs
