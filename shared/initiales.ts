/**
 * The initials of a name as a check of a paper tells them: the first letter of each word, in capitals, « Nom Prénom » → « N. P. ».
 * The letter keeps its marks; what is no word has none.
 */
export const initiales = (nom: string): string =>
  [...nom.normalize('NFC').matchAll(/[\p{L}\p{N}]\p{M}*(?:[^\s]*)/gu)]
    .map(([mot]) => `${(/^.\p{M}*/u.exec(mot)?.[0] ?? '').toUpperCase()}.`)
    .join(' ')
