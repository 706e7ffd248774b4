import { sql } from 'kysely'
import type * as z from 'zod/mini'
import type { typeDePiece } from '#features/parametres/administration.sections.ts'
import type { PrepareSection } from '#features/parametres/server/parametres.service.ts'
import type { TypeDePiece } from '#features/parametres/server/types-de-piece.ts'
import { sentence } from '#server/erreurs.ts'
import type { Db } from '#server/database/db.ts'
import { fieldErrors } from '#server/http/errors.ts'

type Saisi = z.output<typeof typeDePiece>

/** One save gives less codes than this. */
const CODES_PAR_VERSION = 100

/**
 * The types that are being saved: each new one is given a code that none has ever had, out of the version that is being written. A
 * type that pieces have can be renamed or made optional; neither taken away nor moved to the other kind of file.
 * @throws typeDePieceEnDouble, typeDePieceDeplace (422 at its line), typeDePieceUtilise (422 at `valeur.types`)
 */
export const prepareTypesDePiece: PrepareSection = async (db, nom, valeur, avant) => {
  if (nom !== 'pieces') return valeur
  const former = (avant.valeur as { types: TypeDePiece[] }).types
  const known = new Set(former.map(({ code }) => code))
  const types = (valeur as { types: Saisi[] }).types.map(
    ({ code, libelle, portee, obligatoire }, rang): TypeDePiece => ({
      code:
        code != null && known.delete(code) ? code : `type-${(avant.version + 1) * CODES_PAR_VERSION + rang}`,
      libelle,
      portee,
      obligatoire,
    }),
  )
  const refused = { ...doubles(types), ...(await orphans(db, former, types)) }
  if (Object.keys(refused).length > 0) throw fieldErrors(refused)
  return { types }
}

const named = (libelle: string) => libelle.toLocaleLowerCase('fr').replace(/\s+/gu, ' ')

function doubles(types: readonly TypeDePiece[]): Record<string, string> {
  const seen = new Set<string>()
  const refused: Record<string, string> = {}
  for (const [rang, { libelle }] of types.entries()) {
    if (seen.has(named(libelle)))
      refused[`valeur.types.${rang}.libelle`] = sentence('typeDePieceEnDouble', undefined)
    seen.add(named(libelle))
  }
  return refused
}

/** What pieces would be left without their type. None is added meanwhile: whoever adds one holds the section. */
async function orphans(
  db: Db,
  former: readonly TypeDePiece[],
  types: readonly TypeDePiece[],
): Promise<Record<string, string>> {
  const changed = former.filter(
    ({ code, portee }) => types.find((type) => type.code === code)?.portee !== portee,
  )
  if (changed.length === 0) return {}
  const { rows } = await sql<{ type: string; n: number }>`
    select type, count(*)::int as n from pieces where type = any (${changed.map(({ code }) => code)}::text[])
    group by type order by type`.execute(db)
  return Object.fromEntries(
    rows.map(({ type, n }) => {
      const rang = types.findIndex(({ code }) => code === type)
      return rang < 0
        ? ['valeur.types', sentence('typeDePieceUtilise', { pieces: n })]
        : [`valeur.types.${rang}.portee`, sentence('typeDePieceDeplace', { pieces: n })]
    }),
  )
}
