import { papiersErreurs } from '#features/papiers/papiers.erreurs.ts'
import { duesOf } from '#features/papiers/server/facts/faits.read.ts'
import { alinea, destinataires, encadres, leBien, lettre } from '#features/papiers/server/blocks/elements.ts'
import type { PapierNumerote } from '#features/papiers/server/press/modele.ts'
import {
  echeancesAPayer,
  lesComptes,
  lettresEnDessous,
  sumReste,
} from '#features/papiers/server/blocks/tables.ts'
import { remplacer } from '#shared/papiers.ts'
import { refuse } from '#server/http/errors.ts'

/** A letter that asks for one échéance that is due. */
export const appelDeFonds: PapierNumerote = {
  refus: (faits, input) =>
    duesOf(faits).some(({ id }) => !input || id === input.echeance_id)
      ? null
      : refuse(papiersErreurs.echeanceNonExigible),
  sujet({ dossier, aujourdhui }, { echeance_id, limite_le }) {
    const echeance = dossier.echeances.find(({ id }) => id === echeance_id)
    if (!echeance) throw refuse(papiersErreurs.echeanceManquante).on('echeance_id')
    if (limite_le != null && limite_le < aujourdhui) throw refuse(papiersErreurs.limitePassee).on('limite_le')
    return { montant: echeance.reste, echeances: [echeance] }
  },
  corps: (redaction, faits, { echeances, remplace }, prose) => [
    ...(remplace
      ? [
          alinea(
            remplacer(redaction.phrases.remplace, {
              numero: redaction.valeur(remplace.numero),
              jour: redaction.jour(remplace.le),
            }),
          ),
        ]
      : []),
    encadres([...destinataires(redaction, faits), leBien(redaction, faits)]),
    ...lettre(redaction, faits, prose, [
      echeancesAPayer(redaction, echeances, false),
      ...lettresEnDessous(redaction, sumReste(echeances)),
      ...lesComptes(redaction, faits),
    ]),
  ],
}
