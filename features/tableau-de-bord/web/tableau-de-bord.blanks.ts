export const STAT_VIDE = { title: '', value: 0 } as const
