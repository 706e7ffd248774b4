import { papiersErreurs } from '#features/papiers/papiers.erreurs.ts'
import {
  acquereurs,
  alinea,
  etatCivil,
  fait,
  listeDeFaits,
  encadres,
  leBien,
  titre,
} from '#features/papiers/server/blocks/elements.ts'
import {
  boiteDuPromoteur,
  boitesDesAcquereurs,
  type PapierNumerote,
} from '#features/papiers/server/press/modele.ts'
import { joursEnMots } from '#shared/nommer.ts'
import { remplacer } from '#shared/papiers.ts'
import { refuse } from '#server/http/errors.ts'

/** Dots to write on, in a table and over the width of the paper. */
const A_REMPLIR = '\u2026'.repeat(12)
const LIGNES_A_REMPLIR = Array.from({ length: 6 }, () => alinea('\u2026'.repeat(56)))

/** The keys that are handed over, the meters as they stand, and what is to be mended. */
export const pvDeRemise: PapierNumerote = {
  refus: ({ jours }) => (jours.livraisonLe === null ? refuse(papiersErreurs.sansLivraison) : null),
  sujet: () => ({ montant: null }),
  corps(redaction, faits, { input }, prose) {
    const { mots, phrases, langue } = redaction
    const { nombre_cles, reserves, a_remplir, delai_reserves } = input
    const lignes = reserves
      ? reserves.split('\n').map((ligne) => redaction.texte(ligne, 45))
      : [mots.aucuneReserve]
    const cles = nombre_cles == null ? (a_remplir ? A_REMPLIR : '') : redaction.chiffres(String(nombre_cles))
    const compteur = (valeur: string | null | undefined) =>
      redaction.texte(valeur) || (a_remplir ? A_REMPLIR : mots.nonReleve)
    return [
      encadres([...acquereurs(redaction, faits, etatCivil), leBien(redaction, faits)]),
      ...prose,
      ...(cles === '' ? [] : [listeDeFaits([fait(mots.cles, cles)])]),
      titre(mots.compteurs),
      listeDeFaits([
        fait(mots.electricite, compteur(input.compteur_electricite)),
        fait(mots.gaz, compteur(input.compteur_gaz)),
        fait(mots.eau, compteur(input.compteur_eau)),
      ]),
      titre(mots.reserves),
      ...(a_remplir && !reserves ? LIGNES_A_REMPLIR : [alinea(...lignes)]),
      ...(delai_reserves == null
        ? []
        : [alinea(remplacer(phrases.delaiReserves, { delai_jours: joursEnMots(langue, delai_reserves) }))]),
    ]
  },
  boites: (redaction, faits) => [
    ...boitesDesAcquereurs(redaction, faits),
    boiteDuPromoteur(redaction, faits),
  ],
}
