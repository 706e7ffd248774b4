import * as z from 'zod/mini'
import { dossiersErreurs } from '#features/dossiers/dossiers.erreurs.ts'
import { dossierSaved } from '#features/dossiers/dossiers.contract.ts'
import { idParams, partDe, reference, version } from '#shared/champs.ts'
import { endpoint } from '#shared/endpoint.ts'

/** So many may buy with the client of a sale. */
export const ACQUEREURS_MAX = 10
/** All of a sale, in hundredths of a percent. */
export const ENTIER = 10_000

const acquereur = z.object({
  client_id: reference('Veuillez sélectionner un client.'),
  part: partDe('La part doit être comprise entre 0,01 et 99,99.'),
})

/** The whole list of who buys with the client of a sale, each with his share in percent, hundredths of it inside. */
export const acquereursInput = z.object({
  acquereurs: z
    .array(acquereur)
    .check(
      z.maxLength(ACQUEREURS_MAX, { error: `${ACQUEREURS_MAX} co-acquéreurs au plus.`, abort: true }),
      ({ value, issues }) => {
        const seen = new Set<number>()
        for (const [rang, { client_id }] of value.entries()) {
          if (seen.has(client_id))
            issues.push({
              code: 'custom',
              message: dossiersErreurs.dejaAcquereur.message,
              path: [rang, 'client_id'],
              input: client_id,
            })
          seen.add(client_id)
        }
        // A share that is too large by itself is told at its field.
        const each = value.every(({ part }) => part < ENTIER)
        if (each && value.reduce((sum, { part }) => sum + part, 0) >= ENTIER)
          issues.push({ code: 'custom', message: dossiersErreurs.partsTropHautes.message, input: value })
      },
    ),
  version,
})
export type AcquereursInput = z.output<typeof acquereursInput>

export const acquereursEndpoints = {
  save: endpoint({
    method: 'PUT',
    path: '/api/ventes/{id}/co-acquereurs',
    access: 'clients',
    summary: "Enregistre la liste entière des co-acquéreurs d'une vente, chacun avec sa part en %",
    params: idParams,
    body: acquereursInput,
    response: dossierSaved,
    succes: 'Acquéreurs enregistrés avec succès !',
  }),
}
