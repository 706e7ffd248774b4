import { papiersErreurs } from '#features/papiers/papiers.erreurs.ts'
import type { Faits } from '#features/papiers/server/facts/faits.ts'
import {
  acquereurs,
  alinea,
  dossierLegal,
  enLettres,
  fait,
  listeDeFaits,
  encadres,
  identite,
  leBien,
  lePromoteur,
  titre,
} from '#features/papiers/server/blocks/elements.ts'
import {
  boiteDuPromoteur,
  boitesDesAcquereurs,
  type PapierNumerote,
} from '#features/papiers/server/press/modele.ts'
import { nomDuPromoteur } from '#features/papiers/server/words/noms.ts'
import { echeancier } from '#features/papiers/server/blocks/tables.ts'
import { exemplairesDe } from '#features/papiers/server/words/valeurs.ts'
import { exemplairesEnMots } from '#shared/nommer.ts'
import { remplacer } from '#shared/papiers.ts'
import { refuse } from '#server/http/errors.ts'

/** Contract of reservation: the client, the lot and its price, under the clauses of the promoter. */
export const contratDeReservation: PapierNumerote = {
  refus({ textes }, input) {
    const { fr, ar } = textes.textes.contrat_reservation
    const clauses = input ? { fr, ar }[input.langue ?? 'fr'] : (fr ?? ar)
    return clauses === null ? refuse(papiersErreurs.clausesManquantes) : null
  },
  refusDuNumero(faits) {
    const noms = sansNaissance(faits)
    return noms.length === 0 ? null : refuse(papiersErreurs.identiteManque, { noms })
  },
  sujet: ({ dossier }) => ({ montant: dossier.montant }),
  corps(redaction, faits, _sujet, prose, valeurs) {
    const { mots, phrases, langue } = redaction
    const { montant, echeances } = faits.dossier
    const exemplaires_mots = exemplairesEnMots(langue, exemplairesDe(faits))
    return [
      titre(mots.soussignes),
      encadres([lePromoteur(redaction, faits), ...acquereurs(redaction, faits, identite)]),
      titre(mots.designation),
      encadres([leBien(redaction, faits)]),
      ...dossierLegal(redaction, faits, ['acte', 'permis', 'garantie', 'livraisonPrevue', 'notaire']),
      listeDeFaits([fait(mots.prix, redaction.montant(montant), enLettres(redaction, montant), true)]),
      ...(echeances.length > 0 ? [titre(mots.echeancier), echeancier(redaction, echeances, montant)] : []),
      ...prose,
      ...redaction.prose(faits.textes.mention_contrat[langue], valeurs),
      alinea(remplacer(phrases.exemplaires, { exemplaires_mots })),
    ]
  },
  boites: (redaction, faits) => [
    ...boitesDesAcquereurs(redaction, faits),
    boiteDuPromoteur(redaction, faits, nomDuPromoteur(redaction, faits)),
  ],
  paraphes: ({ mots }, { textes }) => (textes.paraphes ? mots.paraphes : ''),
}

/**
 * Names of the persons whose day of birth is unknown: a numbered contract would bear a dotted line for it. The holder of the dossier is a
 * person unless he is noted as a company; a co-buyer of unknown civilité may be one.
 */
const sansNaissance = ({ acquereurs: tous }: Faits): string[] =>
  tous
    .filter(({ genre, naissanceLe }, rang) => {
      const personne = genre === null ? rang === 0 : genre !== 'societe'
      return personne && naissanceLe === null
    })
    .map(({ nom }) => nom)
