import * as z from 'zod/mini'
import { dossierSaved } from '#features/ventes/dossiers.contract.ts'
import { ventesErreurs } from '#features/ventes/ventes.erreurs.ts'
import { CENT_POUR_CENT } from '#shared/argent.ts'
import { idParams, partDe, reference, version } from '#shared/champs/codecs.ts'
import { endpoint } from '#shared/endpoint.ts'
import { liste } from '#shared/listes.ts'

export const ACQUEREURS_MAX = 10

/** One co-acquéreur of a sale; the share is percent on the wire, hundredths of a percent once read. */
export const coAcquereur = z.object({
  client_id: reference('Veuillez sélectionner un client.'),
  part: partDe('La part doit être comprise entre 0,01 et 99,99.'),
})

/** All co-acquéreurs of a sale, each with a share: percent on the wire, hundredths of a percent once read. */
export const acquereursInput = z.object({
  acquereurs: liste(coAcquereur, {
    max: ACQUEREURS_MAX,
    trop: `${ACQUEREURS_MAX} co-acquéreurs au plus.`,
  }).check(({ value, issues }) => {
    const seen = new Set<number>()
    for (const [rang, { client_id }] of value.entries()) {
      if (seen.has(client_id))
        issues.push({
          code: 'custom',
          message: ventesErreurs.dejaAcquereur.message,
          path: [rang, 'client_id'],
          input: client_id,
        })
      seen.add(client_id)
    }
    // The field of a share that is too large by itself carries its own sentence.
    const each = value.every(({ part }) => part < CENT_POUR_CENT)
    if (each && value.reduce((sum, { part }) => sum + part, 0) >= CENT_POUR_CENT)
      issues.push({ code: 'custom', message: ventesErreurs.partsTropHautes.message, input: value })
  }),
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
