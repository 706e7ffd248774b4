/** An amount of eleven digits. */
export const MAX = 99_999_999_999.99
/** Eighty letters, in words as names have them. */
export const long = (debut: string) =>
  `${debut} Abdelmoumène Bensalah-Boukhalfa, épouse Aït Ouarab née Kheddache de Tizi Ouzou`.slice(0, 80)
