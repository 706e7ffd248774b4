export const PROFIL_VIDE = { name: '', email: '', statut: 'désactivé', role: 'lecture' } as const
export const CONNEXION_VIDE = {
  appareil: '',
  adresse: '',
  ouverte_le: '',
  vue_le: '',
  actuelle: false,
} as const
