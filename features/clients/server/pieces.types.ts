import { sql } from 'kysely'
import { refusal } from '#shared/erreurs.ts'
import { clientsErreurs } from '#features/clients/clients.erreurs.ts'
import type * as z from 'zod/mini'
import type { typeDePiece } from '#features/parametres/parametres.sections.ts'
import type { TypeDePiece } from '#features/parametres/server/parametres.service.ts'
import type { Db } from '#server/database/db.ts'
import type { PrepareSection } from '#server/feature.ts'
import { fieldErrors } from '#server/http/errors.ts'

type Saisi = z.output<typeof typeDePiece>

/** A save creates fewer codes than this, so the codes of two versions never meet. */
const CODES_PAR_VERSION = 100

/**
 * Gives new types of piece an unused code, made of the new version. A type in use may not be removed or moved to the other kind of file.
 * @throws typeDePieceEnDouble, typeDePieceDeplace (422 on its line), typeDePieceUtilise (422 on `valeur.types`)
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

const named = (libelle: string) => libelle.toLowerCase().replace(/\s+/gu, ' ')

function doubles(types: readonly TypeDePiece[]): Record<string, string> {
  const seen = new Set<string>()
  const refused: Record<string, string> = {}
  for (const [rang, { libelle }] of types.entries()) {
    if (seen.has(named(libelle)))
      refused[`valeur.types.${rang}.libelle`] = refusal(clientsErreurs.typeDePieceEnDouble).message
    seen.add(named(libelle))
  }
  return refused
}

/** Refusals for removed or moved types that pieces still have. No piece is added meanwhile, because `addPiece` locks the section. */
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
        ? ['valeur.types', refusal(clientsErreurs.typeDePieceUtilise, { pieces: n }).message]
        : [`valeur.types.${rang}.portee`, refusal(clientsErreurs.typeDePieceDeplace, { pieces: n }).message]
    }),
  )
}
