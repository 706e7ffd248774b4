import { papiersErreurs } from '#features/papiers/papiers.erreurs.ts'
import {
  acquereurs,
  attention,
  coordonnees,
  dossierLegal,
  encadres,
  garantie,
  leBien,
  societe,
  tenu,
  titre,
} from '#features/papiers/server/blocks/elements.ts'
import { situation } from '#features/papiers/server/blocks/sommes.ts'
import type { PapierNumerote } from '#features/papiers/server/press/modele.ts'
import { echeancier, lesComptes } from '#features/papiers/server/blocks/tables.ts'
import { nomDuBloc } from '#shared/nommer.ts'
import { refuse } from '#server/http/errors.ts'

/** Certificate that a bank asks for before it lends: the reservation, its échéancier, the guarantee of the bloc. */
export const attestationDeReservation: PapierNumerote = {
  refus({ bien, lieu: { bloc }, textes, aujourdhui }) {
    if (!textes.garantie_requise || bien.type === 'place_parking' || bloc === null) return null
    const nom = nomDuBloc(bloc.nom)
    if (bloc.garantie === null) return refuse(papiersErreurs.garantieManquante, { bloc: nom })
    const { au } = bloc.garantie
    return au === null || aujourdhui <= au
      ? null
      : refuse(papiersErreurs.garantieExpiree, { bloc: nom, jour: au })
  },
  sujet: ({ dossier }) => ({ montant: dossier.montant }),
  corps(redaction, faits, sujet, prose) {
    const { montant, echeances } = faits.dossier
    return [
      ...attention(redaction, sujet.input),
      encadres([
        ...acquereurs(redaction, faits, (_, acquereur) => [
          ...societe(redaction, acquereur),
          ...coordonnees(redaction, acquereur),
        ]),
        leBien(redaction, faits),
      ]),
      ...prose,
      ...situation(redaction, faits, { encaisse: 'une fois' }),
      ...(echeances.length > 0
        ? [titre(redaction.mots.echeancier), echeancier(redaction, echeances, montant)]
        : []),
      ...dossierLegal(redaction, faits, ['acte', 'permis', 'livraisonPrevue']),
      ...garantie(redaction, faits).map(tenu),
      ...lesComptes(redaction, faits),
    ]
  },
}
