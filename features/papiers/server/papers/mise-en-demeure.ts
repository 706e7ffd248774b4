import { papiersErreurs } from '#features/papiers/papiers.erreurs.ts'
import { lateOf } from '#features/papiers/server/facts/faits.read.ts'
import { alinea, destinataires, encadres, leBien, lettre } from '#features/papiers/server/blocks/elements.ts'
import { boiteDuPromoteur, type PapierNumerote } from '#features/papiers/server/press/modele.ts'
import {
  echeancesAPayer,
  lesComptes,
  lettresEnDessous,
  sumReste,
} from '#features/papiers/server/blocks/tables.ts'
import { refuse } from '#server/http/errors.ts'

/** A letter that demands all that is late within a delay. */
export const miseEnDemeure: PapierNumerote = {
  refus: (faits) => (lateOf(faits).length > 0 ? null : refuse(papiersErreurs.rienDeRetard)),
  sujet(faits, { delai_jours }) {
    const delai = delai_jours ?? faits.textes.delai_mise_en_demeure
    if (delai === null) throw refuse(papiersErreurs.delaiManquant).on('delai_jours')
    return { montant: faits.dossier.en_retard, echeances: lateOf(faits), delai }
  },
  corps: (redaction, faits, { echeances, input }, prose) => [
    ...(input.envoi == null ? [] : [alinea(redaction.phrases.envois[input.envoi])]),
    encadres([...destinataires(redaction, faits), leBien(redaction, faits)]),
    ...lettre(redaction, faits, prose, [
      echeancesAPayer(redaction, echeances, true),
      ...lettresEnDessous(redaction, sumReste(echeances)),
      ...lesComptes(redaction, faits),
    ]),
  ],
  boites: (redaction, faits, { input }) => [
    ...(input.envoi === 'main' ? [{ titre: redaction.mots.recuEnMainPropre, nom: '' }] : []),
    boiteDuPromoteur(redaction, faits),
  ],
}
