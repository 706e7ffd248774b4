/** Values of the variables of a paper's text, in its language. */
import type { Emetteur, Lieu, Faits } from '#features/papiers/server/facts/faits.ts'
import {
  bienImprime,
  blocDe,
  etageDe,
  formesDesAcquereurs,
  nomDe,
  nomDuPromoteur,
  representantDuPromoteur,
  residenceDe,
} from '#features/papiers/server/words/noms.ts'
import type { FaitsDuBloc, StadeDuBloc, Sujet } from '#features/papiers/server/facts/sujet.ts'
import { libelleDe, nomDuStade } from '#features/papiers/server/blocks/tables.ts'
import type { Redaction } from '#features/papiers/server/words/redaction.ts'
import type { Centimes } from '#shared/argent.ts'
import type { Jour } from '#shared/dates.ts'
import { enumerer, exemplairesEnMots, joursEnMots, rangDeMiseEnDemeure, rappels } from '#shared/nommer.ts'
import { remplacer, VARIABLES, VARIABLES_EN_LETTRES, type ValeursDuTexte } from '#shared/papiers.ts'

const RIEN = Object.fromEntries(
  [...VARIABLES, ...VARIABLES_EN_LETTRES].map((nom) => [nom, null]),
) as ValeursDuTexte

const jourOuRien = (redaction: Redaction, jour: Jour | null | undefined) =>
  jour == null ? null : redaction.jour(jour)

/** Values of the variables that papers of a sale and papers of a bloc have in common. */
const valeursDeLEmetteur = (
  redaction: Redaction,
  emetteur: Emetteur,
  { jour, delai }: Pick<Sujet, 'jour' | 'delai'>,
) => ({
  promoteur: nomDuPromoteur(redaction, emetteur),
  representant: representantDuPromoteur(redaction, emetteur),
  date: redaction.jour(jour),
  delai: delai === null ? null : redaction.chiffres(String(delai)),
  delai_jours: delai === null ? null : joursEnMots(redaction.langue, delai),
  exemplaires_mots: exemplairesEnMots(redaction.langue, emetteur.textes.exemplaires),
})

/** Copies of a paper that the buyers and the promoter sign: one for each, or as many as the settings say where that is more. */
export const exemplairesDe = ({ acquereurs, textes }: Pick<Faits, 'acquereurs' | 'textes'>): number =>
  Math.max(acquereurs.length + 1, textes.exemplaires)

const valeursDuLieu = (redaction: Redaction, lieu: Pick<Lieu, 'residence' | 'bloc'>) => {
  const { residence, bloc } = lieu
  return {
    bloc: blocDe(redaction, lieu),
    residence: residenceDe(redaction, lieu),
    permis: redaction.texte(residence?.permisNumero),
    permis_le: jourOuRien(redaction, residence?.permisLe),
    terrain: redaction.texte(residence?.terrainActe),
    garantie: redaction.texte(bloc?.garantie?.numero),
    garantie_police: redaction.texte(bloc?.garantie?.police),
    garantie_le: jourOuRien(redaction, bloc?.garantie?.le),
    garantie_au: jourOuRien(redaction, bloc?.garantie?.au),
  }
}

/** Each amount in figures, and in words: `prix`, `prix_mots`, and `prix_lettres` where French texts have it. */
const valeursDesSommes = (redaction: Redaction, sommes: Readonly<Record<string, Centimes | null>>) =>
  Object.fromEntries(
    Object.entries(sommes).flatMap(([nom, centimes]) => [
      [nom, centimes === null ? null : redaction.montant(centimes)],
      [`${nom}_mots`, centimes === null ? null : redaction.mot(centimes)],
      [`${nom}_lettres`, centimes === null ? null : redaction.mot(centimes)],
    ]),
  ) as Readonly<Record<string, string | null>>

const motDesComptes = ({ phrases }: Redaction, { comptes }: Emetteur): string => {
  if (comptes.length === 0) return phrases.comptes.aucun
  return comptes.length === 1 ? phrases.comptes.un : phrases.comptes.plusieurs
}

/** Relances noted since the oldest late line fell due. */
function relancesDepuis({ relances }: Faits, { echeances }: Sujet): readonly Jour[] {
  const [depuis] = echeances.flatMap(({ exigible_le }) => exigible_le ?? []).toSorted()
  return depuis === undefined ? [] : relances.filter((jour) => jour >= depuis)
}

/** Values of the variables that describe the échéance of an appel de fonds. */
function valeursDeLEcheance(
  redaction: Redaction,
  { echeances: [echeance], input, type }: Sujet,
  bloc: string,
) {
  if (!echeance || type !== 'appel_fonds') return {}
  const stade = nomDuStade(redaction, echeance.stade)
  const stade_le = jourOuRien(redaction, echeance.stade_atteint_le)
  return {
    echeance: libelleDe(redaction, echeance),
    exigible_le: jourOuRien(redaction, echeance.exigible_le),
    stade,
    stade_le,
    preuve_stade:
      stade === '' || stade_le === null
        ? ''
        : remplacer(redaction.phrases.preuveStade, { bloc, stade, stade_le }),
    avant_le:
      input.limite_le == null
        ? ''
        : remplacer(redaction.phrases.avantLe, { jour: redaction.jour(input.limite_le) }),
  }
}

export function valeursDuTexte(redaction: Redaction, faits: Faits, sujet: Sujet): ValeursDuTexte {
  const { dossier, lieu, jours, sommes, fin } = faits
  const { langue, mots } = redaction
  const imprime = bienImprime(redaction, faits)
  const lieux = valeursDuLieu(redaction, lieu)
  const noms = faits.acquereurs.map((acquereur) => nomDe(redaction, acquereur))
  return {
    ...RIEN,
    ...valeursDeLEmetteur(redaction, faits, sujet),
    exemplaires_mots: exemplairesEnMots(langue, exemplairesDe(faits)),
    ...lieux,
    ...valeursDesSommes(redaction, {
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
    ...formesDesAcquereurs(redaction, faits),
    bien: [redaction.designation(imprime), redaction.residence(imprime)]
      .filter(Boolean)
      .join(`${mots.virgule} `),
    ...redaction.formesDuBien(imprime),
    dossier: redaction.valeur(dossier.dossier),
    etage: etageDe(redaction, lieu),
    surface: redaction.surface(imprime),
    reservation_le: redaction.jour(jours.reservationLe),
    livraison_prevue: jourOuRien(redaction, jours.livraisonPrevueLe),
    notaire: redaction.texte(faits.notaire),
    comptes: motDesComptes(redaction, faits),
    heure:
      sujet.input.heure == null
        ? ''
        : ` ${remplacer(redaction.phrases.heure, { heure: redaction.chiffres(sujet.input.heure) })}`,
    ...(sujet.type === 'mise_en_demeure' && {
      rang: rangDeMiseEnDemeure(langue, faits.misesEnDemeure + 1),
      rappels: rappels(
        langue,
        relancesDepuis(faits, sujet).map((jour) => redaction.jour(jour)),
      ),
    }),
    ...valeursDeLEcheance(redaction, sujet, lieux.bloc),
  }
}

/** The values of a paper about a bloc and the last stade it has reached; those of its sale, if it names one, too. */
export function valeursDuBloc(
  redaction: Redaction,
  faits: FaitsDuBloc,
  sujet: Sujet,
  stade: StadeDuBloc | null,
): ValeursDuTexte {
  return {
    ...RIEN,
    ...(faits.vente && valeursDuTexte(redaction, faits.vente, sujet)),
    ...valeursDeLEmetteur(redaction, faits, sujet),
    ...valeursDuLieu(redaction, faits.lieu),
    stade: nomDuStade(redaction, stade),
    stade_le: jourOuRien(redaction, stade?.atteintLe),
  }
}
