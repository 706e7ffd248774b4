import type { BienDecrit } from '#features/biens/server/biens.read.ts'
import type { BienImprime } from '#server/documents/papier.ts'

/** A bien in the form that papers print, with its French names. */
export const toImprime = ({
  type,
  numero,
  sorte,
  code,
  etage,
  residence,
  surface,
}: BienDecrit): BienImprime => ({
  type,
  numero,
  sorte,
  situation: [code, etage].filter(Boolean).join(', ') || null,
  residence,
  surface,
})
