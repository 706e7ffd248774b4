import * as z from 'zod/mini'
import { motRequete } from '#shared/champs/requetes.ts'
import type { Langue } from '#shared/papiers.ts'

/** Content types of an exported list, by the value of `format`. */
export const FORMATS = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
} as const
export type Format = keyof typeof FORMATS

/** Content types of a report's file: some have a CSV for the accountant's software. */
export const FORMATS_DE_RAPPORT = { ...FORMATS, csv: 'text/csv; charset=utf-8' } as const
export type FormatDeRapport = keyof typeof FORMATS_DE_RAPPORT

/** `contentType` of an export with a choice of format. */
export const EXPORT_TYPES = [FORMATS.xlsx, FORMATS.pdf] as const

/** `format` of an export: « pdf »; anything else gives a workbook. */
export const exportQuery = z.object({
  format: z.pipe(
    z.optional(z.unknown()),
    z.transform((valeur): Format => (valeur === 'pdf' ? 'pdf' : 'xlsx')),
  ),
})

/** `langue` of a paper: « ar »; anything else gives French. */
export const langueQuery = z.object({
  langue: z.pipe(
    z.optional(z.unknown()),
    z.transform((valeur): Langue => (valeur === 'ar' ? 'ar' : 'fr')),
  ),
})

/** `tirage=1` asks for a print to hand out, which is marked as a duplicata after the first one. */
export const tirageQuery = z.object({ tirage: motRequete('1') })
