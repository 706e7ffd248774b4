import { sql } from 'kysely'
import type { Profil } from '#features/acces/profil.contract.ts'
import { columns, toMembre } from '#features/membres/server/membres.service.ts'
import { communesErreurs } from '#shared/erreurs.ts'
import type { Db } from '#server/database/db.ts'
import { refuse } from '#server/http/errors.ts'

/** Reads what a member sees of himself. @throws introuvable (404) */
export async function readProfil(db: Db, id: number): Promise<Profil> {
  const row = await db
    .selectFrom('membres')
    .select([...columns, 'otp_actif_le', 'provisoire_jusqu_au'])
    .select((eb) =>
      eb
        .selectFrom('codes_de_secours')
        .whereRef('membre_id', '=', 'membres.id')
        .where('utilise_le', 'is', null)
        .select(sql<number>`count(*)`.as('n'))
        .as('restants'),
    )
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw refuse(communesErreurs.introuvable)
  const { otp_actif_le, provisoire_jusqu_au, restants, ...membre } = row
  const { id: _, ...profil } = toMembre(membre)
  return {
    ...profil,
    suite: provisoire_jusqu_au ? 'mot_de_passe' : null,
    second_facteur: { actif: otp_actif_le !== null, codes_restants: restants ?? 0 },
  }
}
