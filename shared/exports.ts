import * as z from 'zod/mini'

/** What a list can be exported as, by the word of its address: a workbook or a paper. */
export const FORMATS = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
} as const
export type Format = keyof typeof FORMATS

/** The `contentType` of an export that is either, as its answer says. */
export const EXPORT_TYPES = [FORMATS.xlsx, FORMATS.pdf] as const

/** `format` of an export: « pdf », else a workbook. */
export const exportQuery = z.object({
  format: z.pipe(
    z.optional(z.unknown()),
    z.transform((valeur): Format => (valeur === 'pdf' ? 'pdf' : 'xlsx')),
  ),
})
