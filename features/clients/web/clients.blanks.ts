export const CLIENT_VIDE = { id: 0, nomComplet: '', tel: '', email: '' } as const
export const FICHE_CLIENT_VIDE = { ...CLIENT_VIDE, adresse: null } as const
export const DOUBLON_VIDE = { id: 0, nomComplet: '', tel: '', raisons: [] } as const
