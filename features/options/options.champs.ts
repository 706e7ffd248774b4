import type { Champs } from '#shared/champs/champs.ts'

const ETATS_DE_L_OPTION = {
  en_cours: 'En cours',
  liberee: 'Libérée',
  vendue: 'Vendue',
  expiree: 'Expirée',
}

export const champsDeLOption = {
  bien: { label: 'Bien', kind: 'nom', cles: ['designation'] },
  client: { label: 'Client', kind: 'nom', cles: ['nomComplet'] },
  nom: { label: 'Titulaire', kind: 'texte' },
  tel: { label: 'Téléphone', kind: 'telephone' },
  prise_le: { label: 'Posée le', kind: 'jour' },
  expire_le: { label: "Jusqu'au", kind: 'jour' },
  note: { label: 'Note', kind: 'texte' },
  etat: { label: 'État', kind: 'mot', mots: ETATS_DE_L_OPTION },
  fin_le: { label: 'Fin', kind: 'jour' },
  motif_fin: { label: 'Motif', kind: 'texte' },
  details: { label: 'Détails', kind: 'texte' },
} as const satisfies Champs
