import type { PapierInput } from '#features/papiers/papiers.contract.ts'
import { TEXTES_PROPOSES } from '#features/papiers/papiers.texts.ts'
import type { Matiere } from '#features/papiers/server/matiere.read.ts'
import {
  acquereurs,
  adresse,
  compte,
  dontEncaisse,
  dOuVient,
  enLettres,
  etatCivil,
  fait,
  faits,
  fiches,
  identite,
  leBien,
  lePromoteur,
  nomDe,
  nomDuPromoteur,
  alinea,
  titre,
  lettresEnDessous,
} from '#features/papiers/server/papiers.blocs.ts'
import {
  echeancier,
  lesComptes,
  paiements,
  echeancesAPayer,
  sumReste,
} from '#features/papiers/server/papiers.tables.ts'
import { POINTILLES, type Bloc, type Presse } from '#features/papiers/server/presse.ts'
import type { Echeance } from '#features/ventes/dossiers.contract.ts'
import { toImprime } from '#features/paiements/server/paiements.documents.ts'
import { formatPourcent, type Centimes } from '#shared/argent.ts'
import type { Jour } from '#shared/dates.ts'
import type { TypeDePapier, Variante } from '#shared/papiers.ts'

/** Subject of one paper. Amounts in centimes. */
export interface Sujet {
  type: TypeDePapier
  input: PapierInput
  jour: Jour
  montant: Centimes | null
  /** The échéance of an appel de fonds, or all late échéances of a mise en demeure. */
  echeances: readonly Echeance[]
  delai: number | null
  variante: Variante | null
}

export function composeCorps(presse: Presse, matiere: Matiere, sujet: Sujet): Bloc[] {
  const { textes } = matiere.textes
  const texte = textes[sujet.type][presse.langue] ?? TEXTES_PROPOSES[sujet.type][presse.langue] ?? ''
  const prose = presse.prose(texte, valeursDuTexte(presse, matiere, sujet))
  return CORPS[sujet.type](presse, matiere, sujet, prose)
}

type Corps = (presse: Presse, matiere: Matiere, sujet: Sujet, prose: Bloc[]) => Bloc[]

const CORPS: Record<TypeDePapier, Corps> = {
  attestation_paiement(presse, matiere, { input }, prose) {
    const { mots } = presse
    const { montant, resteAPayer, pourcentagePaiement } = matiere.dossier
    const { verse } = matiere.sommes
    const destinataire = presse.texte(input.destinataire)
    return [
      ...(destinataire === '' ? [] : [alinea(`${mots.attention} ${destinataire}`)]),
      fiches([...acquereurs(presse, matiere), leBien(presse, matiere)]),
      ...apresLaSomme(prose, dOuVient(presse, matiere)),
      faits([
        fait(mots.prix, presse.montant(montant)),
        fait(
          `${mots.totalPaye} (${presse.valeur(formatPourcent(pourcentagePaiement))})`,
          presse.montant(verse),
          presse.langue === 'ar' ? enLettres(presse, verse) : '',
        ),
        ...dontEncaisse(presse, matiere),
        fait(mots.reste, presse.montant(resteAPayer), '', true),
      ]),
    ]
  },
  contrat_reservation(presse, matiere, _sujet, prose) {
    const { mots } = presse
    const { montant, echeances } = matiere.dossier
    return [
      titre(mots.soussignes),
      fiches([lePromoteur(presse, matiere), ...acquereurs(presse, matiere, identite)]),
      titre(mots.designation),
      fiches([leBien(presse, matiere)]),
      titre(mots.prix),
      faits([fait(mots.prix, presse.montant(montant), enLettres(presse, montant), true)]),
      ...(echeances.length > 0 ? [titre(mots.echeancier), echeancier(presse, echeances, montant)] : []),
      ...prose,
    ]
  },
  appel_fonds(presse, matiere, { echeances }, prose) {
    return [
      fiches([...acquereurs(presse, matiere, adresse), leBien(presse, matiere)]),
      ...prose,
      echeancesAPayer(presse, echeances, false),
      ...lettresEnDessous(presse, sumReste(echeances)),
      ...lesComptes(presse, matiere),
    ]
  },
  mise_en_demeure(presse, matiere, { echeances }, prose) {
    return [
      fiches([...acquereurs(presse, matiere, adresse), leBien(presse, matiere)]),
      ...prose,
      echeancesAPayer(presse, echeances, true),
      ...lettresEnDessous(presse, sumReste(echeances)),
      ...lesComptes(presse, matiere),
    ]
  },
  pv_remise(presse, matiere, { input }, prose) {
    const { mots } = presse
    const { nombre_cles, reserves } = input
    const compteur = (valeur: string | null | undefined) => presse.texte(valeur) || POINTILLES
    return [
      fiches([...acquereurs(presse, matiere, etatCivil), leBien(presse, matiere)]),
      ...prose,
      faits([fait(mots.cles, nombre_cles == null ? POINTILLES : presse.valeur(String(nombre_cles)))]),
      titre(mots.compteurs),
      faits([
        fait(mots.electricite, compteur(input.compteur_electricite)),
        fait(mots.gaz, compteur(input.compteur_gaz)),
        fait(mots.eau, compteur(input.compteur_eau)),
      ]),
      titre(mots.reserves),
      ...(reserves
        ? [alinea(...reserves.split('\n').map((ligne) => presse.texte(ligne, 45)))]
        : [alinea(mots.aucuneReserve)]),
    ]
  },
  decompte(presse, matiere, _sujet, prose) {
    return [
      fiches([...acquereurs(presse, matiere), leBien(presse, matiere)]),
      ...prose,
      paiements(presse, matiere),
      ...dOuVient(presse, matiere),
      ...compte(presse, matiere),
    ]
  },
}

/** Puts the sentences about the sum after the first paragraph, which names it. */
function apresLaSomme(prose: Bloc[], phrases: Bloc[]): Bloc[] {
  const at = prose.findIndex(({ genre }) => genre === 'texte') + 1
  return prose.toSpliced(at, 0, ...phrases)
}

/** Values of the text's variables. Amounts in words are in French. */
function valeursDuTexte(presse: Presse, matiere: Matiere, { jour, montant, echeances, delai, type }: Sujet) {
  const { dossier } = matiere
  const imprime = toImprime(matiere.bien)
  const residence = presse.residence(imprime)
  const noms = matiere.acquereurs.map((un) => presse.texte(nomDe(presse, un)))
  const sommes = {
    prix: dossier.montant,
    total_paye: matiere.sommes.verse,
    // An ended sale has no price to pay, which is not the same as a rest of 0.
    reste: matiere.fin ? null : dossier.resteAPayer,
    montant,
  }
  const chaque = Object.entries(sommes).flatMap(([nom, centimes]) => [
    [nom, centimes === null ? null : presse.montant(centimes)],
    [`${nom}_lettres`, centimes === null ? null : minuscule(presse.lettres(centimes))],
  ])
  return {
    ...(Object.fromEntries(chaque) as Record<string, string | null>),
    promoteur: presse.texte(nomDuPromoteur(presse, matiere)),
    client: presse.liste(noms),
    de_client: presse.liste(noms.map((nom) => presse.de(nom))),
    a_client: presse.liste(noms.map((nom) => presse.a(nom))),
    bien: [presse.designation(imprime), residence].filter(Boolean).join(`${presse.mots.virgule} `),
    ...presse.formesDuBien(imprime),
    dossier: presse.valeur(dossier.dossier),
    date: presse.jour(jour),
    echeance: type === 'appel_fonds' ? presse.texte(echeances[0]?.libelle) : null,
    delai: delai === null ? null : presse.valeur(String(delai)),
    delai_jours: delai === null ? null : presse.jours(delai),
  }
}
const minuscule = (texte: string) => texte.replace(/\p{Lu}/u, (lettre) => lettre.toLowerCase())
