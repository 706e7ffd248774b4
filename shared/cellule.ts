/**
 * Value of one cell: a date as UTC midnight, a formula as its cached value, « #SANS_RESULTAT! » without one, an error as its text (« #REF! »), a blank text as null.
 */
export type Cellule = string | number | boolean | Date | null
