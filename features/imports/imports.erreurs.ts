import { formatNombre } from '#shared/argent.ts'
import { JOUR_FUTUR } from '#shared/champs/codecs.ts'
import { defineErreurs } from '#shared/erreurs.ts'

export const importsErreurs = defineErreurs({
  verificationEnCours: { status: 409, message: "La vérification n'est pas finie." },
  classeurNonConserve: { status: 404, message: "Le fichier de cet import n'est plus conservé." },
  portefeuilleTropGrand: {
    status: 422,
    message: ({ lignes }: { lignes: number }) =>
      `Le portefeuille compte ${formatNombre(lignes)} lignes : un classeur en porte ${formatNombre(150_000)} au plus. Choisissez une résidence.`,
  },
  classeurManquant: { status: 422, message: 'Veuillez choisir un classeur.' },
  importEnCours: { status: 409, message: 'Un import est déjà en cours. Attendez sa fin ou annulez-le.' },
  importPasPret: { status: 409, message: "Cet import n'attend pas de confirmation." },
  importNeSeDefaitPlus: { status: 409, message: 'Cet import ne se défait plus.' },
  importSansCorrespondance: { status: 409, message: "Cet import n'attend pas de correspondance." },
  aucuneFeuilleChoisie: { status: 422, message: 'Choisissez au moins une feuille.' },
  sansColonneDAcquereur: { status: 422, message: "Choisissez la colonne du nom de l'acquéreur." },
  sansColonneDeBien: { status: 422, message: 'Choisissez la colonne du numéro du bien.' },
  choisiDeuxFois: {
    status: 422,
    message: ({ libelle }: { libelle: string }) => `« ${libelle} » est choisi deux fois.`,
  },
  sansResidence: { status: 422, message: 'Choisissez la résidence de cette feuille.' },
  arreteeAuFutur: { status: 422, message: JOUR_FUTUR },
  importFini: { status: 409, message: "Cet import n'est plus en cours." },
})
