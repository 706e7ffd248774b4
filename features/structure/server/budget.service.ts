import { writeJournal } from '#features/journal/server/journal.service.ts'
import type { BudgetInput } from '#features/structure/budget.contract.ts'
import type { Centimes } from '#shared/argent.ts'
import { communesErreurs } from '#shared/erreurs.ts'
import type { Db } from '#server/database/db.ts'
import { refuse } from '#server/http/errors.ts'
import type { Actor } from '#server/http/session.ts'

/** Says what a residence is to cost, in centimes; null takes it away. Its version does not move: no other fact of it changes. @throws introuvable (404) */
export async function updateBudget(
  db: Db,
  actor: Actor,
  id: number,
  { budget }: BudgetInput,
): Promise<{ id: number; budget: Centimes | null }> {
  const avant = await db
    .selectFrom('residences')
    .select(['id', 'nom', 'budget'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!avant) throw refuse(communesErreurs.introuvable)
  await db.updateTable('residences').set({ budget }).where('id', '=', id).execute()
  const apres = { ...avant, budget }
  await writeJournal(db, actor, { action: 'budget', objet: 'residence', id, avant, apres })
  return { id, budget }
}
