/**
 * What one cell of a workbook holds. A Date is a date cell: UTC midnight of its civil day, its time dropped. A formula counts for
 * its cached value, without one it is null; an error value is its text (« #REF! »). A text of blanks only is null.
 */
export type Cellule = string | number | boolean | Date | null
