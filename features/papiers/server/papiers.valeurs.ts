/** Values of the variables of a paper's text, in its language. */
import type { Maison, Lieu, Matiere } from '#features/papiers/server/matiere.ts'
import {
  bienImprime,
  blocDe,
  etageDe,
  formesDesAcquereurs,
  nomDe,
  nomDuPromoteur,
  representantDuPromoteur,
  residenceDe,
} from '#features/papiers/server/papiers.noms.ts'
import type { MatiereDuBloc, StadeDuBloc, Sujet } from '#features/papiers/server/papiers.sujet.ts'
import { libelleDe, nomDuStade } from '#features/papiers/server/papiers.tables.ts'
import type { Presse } from '#features/papiers/server/presse.ts'
import type { Centimes } from '#shared/argent.ts'
import type { Jour } from '#shared/dates.ts'
import { enumerer, exemplairesEnMots, joursEnMots, rangDeMiseEnDemeure, rappels } from '#shared/nommer.ts'
import { remplacer, VARIABLES, VARIABLES_EN_LETTRES, type ValeursDuTexte } from '#shared/papiers.ts'

const RIEN = Object.fromEntries(
  [...VARIABLES, ...VARIABLES_EN_LETTRES].map((nom) => [nom, null]),
) as ValeursDuTexte

const jourOuRien = (presse: Presse, jour: Jour | null | undefined) =>
  jour == null ? null : presse.jour(jour)

/** Values of the variables that papers of a sale and papers of a bloc have in common. */
const valeursDeLaMaison = (
  presse: Presse,
  maison: Maison,
  { jour, delai }: Pick<Sujet, 'jour' | 'delai'>,
) => ({
  promoteur: nomDuPromoteur(presse, maison),
  representant: representantDuPromoteur(presse, maison),
  date: presse.jour(jour),
  delai: delai === null ? null : presse.chiffres(String(delai)),
  delai_jours: delai === null ? null : joursEnMots(presse.langue, delai),
  exemplaires_mots: exemplairesEnMots(presse.langue, maison.textes.exemplaires),
})

/** Copies of a paper that the buyers and the promoter sign: one for each, or as many as the settings say where that is more. */
export const exemplairesDe = ({ acquereurs, textes }: Pick<Matiere, 'acquereurs' | 'textes'>): number =>
  Math.max(acquereurs.length + 1, textes.exemplaires)

const valeursDuLieu = (presse: Presse, lieu: Pick<Lieu, 'residence' | 'bloc'>) => {
  const { residence, bloc } = lieu
  return {
    bloc: blocDe(presse, lieu),
    residence: residenceDe(presse, lieu),
    permis: presse.texte(residence?.permisNumero),
    permis_le: jourOuRien(presse, residence?.permisLe),
    terrain: presse.texte(residence?.terrainActe),
    garantie: presse.texte(bloc?.garantie?.numero),
    garantie_police: presse.texte(bloc?.garantie?.police),
    garantie_le: jourOuRien(presse, bloc?.garantie?.le),
    garantie_au: jourOuRien(presse, bloc?.garantie?.au),
  }
}

/** Each amount in figures, and in words: `prix`, `prix_mots`, and `prix_lettres` where French texts have it. */
const valeursDesSommes = (presse: Presse, sommes: Readonly<Record<string, Centimes | null>>) =>
  Object.fromEntries(
    Object.entries(sommes).flatMap(([nom, centimes]) => [
      [nom, centimes === null ? null : presse.montant(centimes)],
      [`${nom}_mots`, centimes === null ? null : presse.mot(centimes)],
      [`${nom}_lettres`, centimes === null ? null : presse.mot(centimes)],
    ]),
  ) as Readonly<Record<string, string | null>>

const motDesComptes = ({ phrases }: Presse, { comptes }: Maison): string => {
  if (comptes.length === 0) return phrases.comptes.aucun
  return comptes.length === 1 ? phrases.comptes.un : phrases.comptes.plusieurs
}

/** Relances noted since the oldest late line fell due. */
function relancesDepuis({ relances }: Matiere, { echeances }: Sujet): readonly Jour[] {
  const [depuis] = echeances.flatMap(({ exigible_le }) => exigible_le ?? []).toSorted()
  return depuis === undefined ? [] : relances.filter((jour) => jour >= depuis)
}

/** Values of the variables that describe the échéance of an appel de fonds. */
function valeursDeLEcheance(presse: Presse, { echeances: [echeance], input, type }: Sujet, bloc: string) {
  if (!echeance || type !== 'appel_fonds') return {}
  const stade = nomDuStade(presse, echeance.stade)
  const stade_le = jourOuRien(presse, echeance.stade_atteint_le)
  return {
    echeance: libelleDe(presse, echeance),
    exigible_le: jourOuRien(presse, echeance.exigible_le),
    stade,
    stade_le,
    preuve_stade:
      stade === '' || stade_le === null
        ? ''
        : remplacer(presse.phrases.preuveStade, { bloc, stade, stade_le }),
    avant_le:
      input.limite_le == null
        ? ''
        : remplacer(presse.phrases.avantLe, { jour: presse.jour(input.limite_le) }),
  }
}

export function valeursDuTexte(presse: Presse, matiere: Matiere, sujet: Sujet): ValeursDuTexte {
  const { dossier, lieu, jours, sommes, fin } = matiere
  const { langue, mots } = presse
  const imprime = bienImprime(presse, matiere)
  const lieux = valeursDuLieu(presse, lieu)
  const noms = matiere.acquereurs.map((acquereur) => nomDe(presse, acquereur))
  return {
    ...RIEN,
    ...valeursDeLaMaison(presse, matiere, sujet),
    exemplaires_mots: exemplairesEnMots(langue, exemplairesDe(matiere)),
    ...lieux,
    ...valeursDesSommes(presse, {
      prix: dossier.montant,
      total_paye: sommes.verse,
      reste: sommes.reste,
      montant: sujet.montant,
      encaisse: sommes.encaisse,
      sous_reserve: sommes.sousReserve,
      retenue: fin && fin.retenue,
      rembourse: fin && fin.rembourse,
      a_rembourser: fin && fin.aRembourser,
    }),
    client: enumerer(langue, noms),
    ...formesDesAcquereurs(presse, matiere),
    bien: [presse.designation(imprime), presse.residence(imprime)].filter(Boolean).join(`${mots.virgule} `),
    ...presse.formesDuBien(imprime),
    dossier: presse.valeur(dossier.dossier),
    etage: etageDe(presse, lieu),
    surface: presse.surface(imprime),
    reservation_le: presse.jour(jours.reservationLe),
    livraison_prevue: jourOuRien(presse, jours.livraisonPrevueLe),
    notaire: presse.texte(matiere.notaire),
    comptes: motDesComptes(presse, matiere),
    heure:
      sujet.input.heure == null
        ? ''
        : ` ${remplacer(presse.phrases.heure, { heure: presse.chiffres(sujet.input.heure) })}`,
    ...(sujet.type === 'mise_en_demeure' && {
      rang: rangDeMiseEnDemeure(langue, matiere.misesEnDemeure + 1),
      rappels: rappels(
        langue,
        relancesDepuis(matiere, sujet).map((jour) => presse.jour(jour)),
      ),
    }),
    ...valeursDeLEcheance(presse, sujet, lieux.bloc),
  }
}

/** The values of a paper about a bloc and the last stade it has reached; those of its sale, if it names one, too. */
export function valeursDuBloc(
  presse: Presse,
  matiere: MatiereDuBloc,
  sujet: Sujet,
  stade: StadeDuBloc | null,
): ValeursDuTexte {
  return {
    ...RIEN,
    ...(matiere.vente && valeursDuTexte(presse, matiere.vente, sujet)),
    ...valeursDeLaMaison(presse, matiere, sujet),
    ...valeursDuLieu(presse, matiere.lieu),
    stade: nomDuStade(presse, stade),
    stade_le: jourOuRien(presse, stade?.atteintLe),
  }
}
