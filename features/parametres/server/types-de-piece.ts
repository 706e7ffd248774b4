import type { Portee } from '#features/parametres/administration.sections.ts'
import { readParametres } from '#features/parametres/server/parametres.service.ts'
import type { Db } from '#server/database/db.ts'

/** A type of piece as the settings keep it, with the code that the server gave it. */
export interface TypeDePiece {
  code: string
  libelle: string
  portee: Portee
  obligatoire: boolean
}

/** The types of pieces that the settings know, in their order. */
export async function readTypesDePiece(db: Db): Promise<TypeDePiece[]> {
  const { types } = await readParametres(db, 'pieces')
  return types.map(({ code, ...type }) => ({ ...type, code: code ?? '' }))
}

/** What a type of piece is called today. */
export const libelleDePiece = (types: readonly TypeDePiece[], code: string): string =>
  types.find((type) => type.code === code)?.libelle ?? code
