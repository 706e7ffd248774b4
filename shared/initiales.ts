/** Initials of a name, shown where a paper's code is verified: « Nom Prénom » → « N. P. ». A word without letter or digit has none. */
export const initiales = (nom: string): string =>
  [...nom.normalize('NFC').matchAll(/[\p{L}\p{N}]\p{M}*(?:[^\s]*)/gu)]
    .map(([mot]) => `${(/^.\p{M}*/u.exec(mot)?.[0] ?? '').toUpperCase()}.`)
    .join(' ')
