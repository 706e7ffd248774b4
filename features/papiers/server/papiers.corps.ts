import { TEXTES_PROPOSES } from '#features/papiers/papiers.texts.ts'
import type { Maison, Matiere, EcheanceImprimee } from '#features/papiers/server/matiere.ts'
import {
  acquereurs,
  alinea,
  coordonnees,
  destinataires,
  dossierLegal,
  enLettres,
  etatCivil,
  fait,
  faits,
  fiches,
  garantie,
  identite,
  leBien,
  lePromoteur,
  lettre,
  societe,
  tenu,
  titre,
} from '#features/papiers/server/papiers.blocs.ts'
import { compte, situation } from '#features/papiers/server/papiers.comptes.ts'
import type { Sujet, MatiereDuBloc, StadeDuBloc } from '#features/papiers/server/papiers.sujet.ts'
import {
  echeancesAPayer,
  echeancier,
  lesComptes,
  paiements,
  sumReste,
  colonne,
  libelleDe,
  nomDuStade,
  table,
} from '#features/papiers/server/papiers.tables.ts'
import { exemplairesDe, valeursDuTexte, valeursDuBloc } from '#features/papiers/server/papiers.valeurs.ts'
import type { Bloc, Presse } from '#features/papiers/server/presse.ts'
import { accorderAuxAcquereurs, exemplairesEnMots, joursEnMots } from '#shared/nommer.ts'
import { remplacer, type PapierDeVente, type TypeDePapier, type ValeursDuTexte } from '#shared/papiers.ts'
import { printCentimes } from '#server/documents/papier.ts'

/** The blocks of a paper of a sale. @throws texteTropLong (422) */
export const composeCorps = (
  presse: Presse,
  matiere: Matiere,
  sujet: Sujet & { type: PapierDeVente },
): Bloc[] => {
  const valeurs = valeursDuTexte(presse, matiere, sujet)
  const prose = proseOf(presse, matiere, sujet.type, valeurs, matiere.acquereurs.length)
  return CORPS[sujet.type](presse, matiere, sujet, prose, valeurs)
}

/** The text of a paper, the promoter's own or the proposed one, for so many buyers. @throws texteTropLong (422) */
export function proseOf(
  presse: Presse,
  { textes: { textes } }: Pick<Maison, 'textes'>,
  type: TypeDePapier,
  valeurs: ValeursDuTexte,
  combien = 1,
): Bloc[] {
  const texte = textes[type][presse.langue] ?? TEXTES_PROPOSES[type][presse.langue] ?? ''
  return presse.prose(combien > 1 ? accorderAuxAcquereurs(texte) : texte, valeurs)
}

/** « À l'attention de CNEP-Banque »; none without a name. */
export function attention(presse: Presse, { input }: Sujet): Bloc[] {
  const destinataire = presse.texte(input.destinataire)
  return destinataire === '' ? [] : [alinea(`${presse.mots.attention} ${destinataire}`)]
}

/** @param prose the text of the paper @param valeurs what it may name */
type Corps = (
  presse: Presse,
  matiere: Matiere,
  sujet: Sujet,
  prose: Bloc[],
  valeurs: ValeursDuTexte,
) => Bloc[]

const CORPS: Record<PapierDeVente, Corps> = {
  attestation_paiement: (presse, matiere, sujet, prose) => [
    ...attention(presse, sujet),
    fiches([...acquereurs(presse, matiere), leBien(presse, matiere)]),
    ...prose,
    ...situation(presse, matiere),
    paiements(presse, matiere),
  ],
  contrat_reservation(presse, matiere, _sujet, prose, valeurs) {
    const { mots, phrases, langue } = presse
    const { montant, echeances } = matiere.dossier
    const { mention_contrat } = matiere.textes
    return [
      titre(mots.soussignes),
      fiches([lePromoteur(presse, matiere), ...acquereurs(presse, matiere, identite)]),
      titre(mots.designation),
      fiches([leBien(presse, matiere)]),
      ...dossierLegal(presse, matiere, ['acte', 'permis', 'garantie', 'livraisonPrevue', 'notaire']),
      faits([fait(mots.prix, presse.montant(montant), enLettres(presse, montant), true)]),
      ...(echeances.length > 0 ? [titre(mots.echeancier), echeancier(presse, echeances, montant)] : []),
      ...prose,
      ...presse.prose(mention_contrat[langue], valeurs),
      alinea(
        remplacer(phrases.exemplaires, {
          exemplaires_mots: exemplairesEnMots(langue, exemplairesDe(matiere)),
        }),
      ),
    ]
  },
  appel_fonds: (presse, matiere, { echeances }, prose) => [
    fiches([...destinataires(presse, matiere), leBien(presse, matiere)]),
    ...lettre(presse, matiere, prose, [
      echeancesAPayer(presse, echeances, false),
      ...lettresEnDessous(presse, sumReste(echeances)),
      ...lesComptes(presse, matiere),
    ]),
  ],
  mise_en_demeure: (presse, matiere, { echeances, input }, prose) => [
    ...(input.envoi == null ? [] : [alinea(presse.phrases.envois[input.envoi])]),
    fiches([...destinataires(presse, matiere), leBien(presse, matiere)]),
    ...lettre(presse, matiere, prose, [
      echeancesAPayer(presse, echeances, true),
      ...lettresEnDessous(presse, sumReste(echeances)),
      ...lesComptes(presse, matiere),
    ]),
  ],
  pv_remise(presse, matiere, { input }, prose) {
    const { mots, phrases, langue } = presse
    const { nombre_cles, reserves, a_remplir, delai_reserves } = input
    const lignes = reserves
      ? reserves.split('\n').map((ligne) => presse.texte(ligne, 45))
      : [mots.aucuneReserve]
    const cles = nombre_cles == null ? (a_remplir ? A_REMPLIR : '') : presse.chiffres(String(nombre_cles))
    const compteur = (valeur: string | null | undefined) =>
      presse.texte(valeur) || (a_remplir ? A_REMPLIR : mots.nonReleve)
    return [
      fiches([...acquereurs(presse, matiere, etatCivil), leBien(presse, matiere)]),
      ...prose,
      ...(cles === '' ? [] : [faits([fait(mots.cles, cles)])]),
      titre(mots.compteurs),
      faits([
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
  decompte: (presse, matiere, _sujet, prose) => [
    fiches([...acquereurs(presse, matiere), leBien(presse, matiere)]),
    ...prose,
    ...compte(presse, matiere),
  ],
  attestation_reservation(presse, matiere, sujet, prose) {
    const { mots } = presse
    const { montant, echeances } = matiere.dossier
    return [
      ...attention(presse, sujet),
      fiches([
        ...acquereurs(presse, matiere, (_, acquereur) => [
          ...societe(presse, acquereur),
          ...coordonnees(presse, acquereur),
        ]),
        leBien(presse, matiere),
      ]),
      ...prose,
      ...situation(presse, matiere, { encaisse: 'une fois' }),
      ...(echeances.length > 0 ? [titre(mots.echeancier), echeancier(presse, echeances, montant)] : []),
      ...dossierLegal(presse, matiere, ['acte', 'permis', 'livraisonPrevue']),
      ...garantie(presse, matiere).map(tenu),
      ...lesComptes(presse, matiere),
    ]
  },
}

/** Dots to write on, in a table and over the width of the paper. */
const A_REMPLIR = '\u2026'.repeat(12)
const LIGNES_A_REMPLIR = Array.from({ length: 6 }, () => alinea('\u2026'.repeat(56)))

/** Amount in words under a table of an Arabic paper, whose text may not have it. Empty in French. */
const lettresEnDessous = (presse: Presse, centimes: number): Bloc[] =>
  presse.langue === 'fr' ? [] : [alinea(enLettres(presse, centimes))]

/** The blocks of an attestation of the progress of works. @throws texteTropLong (422) */
export function composeAvancement(presse: Presse, matiere: MatiereDuBloc, sujet: Sujet): Bloc[] {
  const { mots } = presse
  const { vente, stades } = matiere
  const stade = stadeAtteint(stades)
  return [
    ...attention(presse, sujet),
    ...(vente ? [fiches([...acquereurs(presse, vente), leBien(presse, vente)])] : []),
    ...proseOf(presse, matiere, sujet.type, valeursDuBloc(presse, matiere, sujet, stade)),
    table(
      [colonne(mots.stade, 'large'), colonne(mots.atteintLe)],
      stades.map((un) => [
        nomDuStade(presse, un),
        un.atteintLe === null ? mots.nonAtteint : presse.jour(un.atteintLe),
      ]),
    ),
    ...(vente && stade ? echeancesDuStade(presse, vente, stade) : []),
  ]
}

/** The last stade, in the order of the works, that the bloc has reached; null without one. */
export const stadeAtteint = (stades: readonly StadeDuBloc[]): StadeDuBloc | null =>
  stades.findLast(({ atteintLe }) => atteintLe !== null) ?? null

/** The lines of a sale that wait for this stade. */
export const echeancesDe = ({ dossier }: Matiere, stade: StadeDuBloc): EcheanceImprimee[] =>
  dossier.echeances.filter((echeance) => echeance.declencheur === 'stade' && echeance.stade?.id === stade.id)

/** The échéances that a stade makes due: share, amount, received. */
function echeancesDuStade(presse: Presse, vente: Matiere, stade: StadeDuBloc): Bloc[] {
  const { mots } = presse
  const siennes = echeancesDe(vente, stade)
  if (siennes.length === 0) return []
  return [
    titre(mots.echeance),
    table(
      [
        colonne(mots.echeance, 'large'),
        colonne(mots.part, 'montant'),
        colonne(presse.enDinars(mots.montant), 'montant'),
        colonne(presse.enDinars(mots.recuMontant), 'montant'),
      ],
      siennes.map((echeance) => [
        libelleDe(presse, echeance),
        presse.pourcent(echeance.quote_part),
        printCentimes(echeance.montant),
        printCentimes(echeance.couvert),
      ]),
    ),
  ]
}
