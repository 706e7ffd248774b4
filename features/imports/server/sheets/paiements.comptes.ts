import { report, type Contexte, type Ligne } from '#features/imports/server/check/context.ts'
import type { PaiementDit } from '#features/imports/server/sheets/paiements.row.ts'
import { surUnCompte } from '#features/paiements/modes.ts'
import { normaliser } from '#shared/texte.ts'
import type { Db } from '#server/database/db.ts'

/** The promoteur's accounts by their number, whatever its spaces and punctuation. */
export type NosComptes = ReadonlyMap<string, { id: number; numero: string }>

const folded = (numero: string): string => normaliser(numero).replaceAll(/[ \-./]/g, '')

export async function readNosComptes(db: Db): Promise<NosComptes> {
  const comptes = await db.selectFrom('comptes_bancaires').select(['id', 'numero']).execute()
  return new Map(comptes.map((compte) => [folded(compte.numero), compte]))
}

/**
 * Finds the account that a line says. One that is not among the promoteur's is told and left out; one of a payment that comes to no account by
 * itself is an error, unless its cheque was cleared without remise.
 */
export function findCompte(
  ctx: Contexte,
  ligne: Ligne,
  { compte, mode, encaisse_le }: Pick<PaiementDit, 'compte' | 'mode' | 'encaisse_le'>,
  comptes: NosComptes,
): Pick<PaiementDit, 'compte' | 'compte_id'> {
  const none = { compte: null, compte_id: null }
  if (compte === null) return none
  const found = comptes.get(folded(compte))
  if (!found) {
    report(
      ctx,
      ligne,
      'avertissement',
      'compte',
      "Ce compte n'est pas parmi vos comptes bancaires : il n'est pas repris.",
    )
    return none
  }
  if (surUnCompte(mode) || (mode === 'cheque' && encaisse_le !== null))
    return { compte: found.numero, compte_id: found.id }
  report(
    ctx,
    ligne,
    'erreur',
    'compte',
    'Seuls un virement, un versement bancaire et un chèque encaissé viennent sur un compte.',
  )
  return none
}
