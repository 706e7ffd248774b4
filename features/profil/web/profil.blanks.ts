export const PROFIL_VIDE = { name: '', email: '', statut: 'désactivé', role: 'lecture' } as const
