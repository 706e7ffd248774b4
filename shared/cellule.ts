/**
 * Value of one cell: a date as UTC midnight, a formula as its cached value or null, an error as its text (« #REF! »), a blank text as null.
 */
export type Cellule = string | number | boolean | Date | null
