import type { ModelePlan } from '#features/plan-de-vente/server/plan.ts'
import { readPlanDeVente, toVueClient } from '#features/plan-de-vente/server/plan-de-vente.service.ts'
import { promoteurPourDocuments } from '#features/promoteur/server/promoteur.service.ts'
import type { Db } from '#server/database/db.ts'
import { AppError } from '#server/http/errors.ts'

interface Demande {
  id: number
  format: 'a3' | undefined
  vue: 'client' | undefined
  bloc_id: number | undefined
}

/** What the plan of a residence, or of one of its blocs, says on paper. @throws introuvable, of the bloc too */
export async function readModelePlan(db: Db, { id, format, vue, bloc_id }: Demande): Promise<ModelePlan> {
  const client = vue === 'client'
  const read = await readPlanDeVente(db, id)
  const whole = client ? toVueClient(read) : read
  const bloc = whole.blocs.find((one) => one.id === bloc_id)
  if (bloc_id !== undefined && !bloc) throw new AppError('introuvable')
  return {
    promoteur: await promoteurPourDocuments(db),
    situation: new Date(),
    plan: bloc ? { ...whole, blocs: [bloc], parkings: [] } : whole,
    client,
    format: format ?? 'a4',
    bloc: bloc?.nomloc ?? null,
  }
}
