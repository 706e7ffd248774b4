export const PROFIL_VIDE = { name: '', email: '', statut: 'désactivé' } as const
