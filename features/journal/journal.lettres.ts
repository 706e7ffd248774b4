/** Fewer letters are no search: the index of the names knows groups of three. */
export const LETTRES_MIN = 3
