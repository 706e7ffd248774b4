import * as z from 'zod/mini'
import { decimal, idParams, montantPositif } from '#shared/champs/codecs.ts'
import { endpoint } from '#shared/endpoint.ts'

export const budgetInput = z.object({ budget: z.nullable(montantPositif()) })
export type BudgetInput = z.output<typeof budgetInput>

export const budgetEndpoints = {
  update: endpoint({
    method: 'PUT',
    path: '/api/residences/{id}/budget',
    access: 'patrimoine',
    summary: "Le budget d'une résidence : ce qu'elle doit coûter ; null pour aucun",
    params: idParams,
    body: budgetInput,
    response: z.object({ id: z.number(), budget: z.nullable(decimal), message: z.string() }),
    succes: 'Budget enregistré avec succès !',
  }),
}
