export const PROMOTEUR_VIDE = { nom: '', email: '', telephone: '', adresse: '' } as const
