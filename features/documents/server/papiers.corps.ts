import type { PapierInput } from '#features/documents/documents.contract.ts'
import { TEXTES_PROPOSES } from '#features/documents/papiers.texts.ts'
import type { Matiere } from '#features/documents/server/matiere.read.ts'
import {
  acquereurs,
  adresse,
  echeancier,
  enLettres,
  etatCivil,
  fait,
  faits,
  fiches,
  identite,
  leBien,
  lePromoteur,
  lesComptes,
  nomDe,
  nomDuPromoteur,
  paiements,
  reclame,
  sumReste,
  alinea,
  titre,
  words,
} from '#features/documents/server/papiers.blocs.ts'
import { POINTILLES, type Bloc, type Presse } from '#features/documents/server/presse.ts'
import type { Echeance } from '#features/dossiers/dossier.contract.ts'
import { toImprime } from '#features/paiements/server/paiements.documents.ts'
import { formatPourcent, type Centimes } from '#shared/argent.ts'
import type { Jour } from '#shared/dates.ts'
import type { TypeDePapier } from '#shared/papiers.ts'

/** What one paper is about. Amounts in centimes. */
export interface Sujet {
  type: TypeDePapier
  input: PapierInput
  jour: Jour
  /** What the paper keeps, null for one without amount. */
  montant: Centimes | null
  /** Of an appel de fonds; of a mise en demeure, all that is late. */
  echeances: readonly Echeance[]
  delai: number | null
}

/** What stands between the head and the signatures of a paper. */
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
    const { montant, totalPaye, resteAPayer, pourcentagePaiement } = matiere.dossier
    const destinataire = presse.texte(input.destinataire)
    return [
      ...(destinataire === '' ? [] : [alinea(`${mots.attention} ${destinataire}`)]),
      fiches([...acquereurs(presse, matiere, etatCivil), leBien(presse, matiere)]),
      ...prose,
      faits([
        fait(mots.prix, presse.montant(montant)),
        fait(
          `${mots.totalPaye} (${presse.valeur(formatPourcent(pourcentagePaiement))})`,
          presse.montant(totalPaye),
          presse.langue === 'ar' ? enLettres(presse, totalPaye) : '',
        ),
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
      reclame(presse, echeances, false),
      ...words(presse, sumReste(echeances)),
      ...lesComptes(presse, matiere),
    ]
  },
  mise_en_demeure(presse, matiere, { echeances }, prose) {
    return [
      fiches([...acquereurs(presse, matiere, adresse), leBien(presse, matiere)]),
      ...prose,
      reclame(presse, echeances, true),
      ...words(presse, sumReste(echeances)),
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
    const { mots } = presse
    const { montant, totalPaye, resteAPayer } = matiere.dossier
    return [
      fiches([...acquereurs(presse, matiere, etatCivil), leBien(presse, matiere)]),
      ...prose,
      paiements(presse, matiere),
      faits([
        fait(mots.prix, presse.montant(montant)),
        fait(mots.totalPaye, presse.montant(totalPaye)),
        fait(mots.reste, presse.montant(resteAPayer), enLettres(presse, resteAPayer), true),
      ]),
      ...(resteAPayer === 0 ? [{ genre: 'fort', texte: mots.solde } as const] : []),
    ]
  },
}

/** What the variables of a text stand for; in words in French only. */
function valeursDuTexte(presse: Presse, matiere: Matiere, { jour, montant, echeances, delai, type }: Sujet) {
  const { dossier } = matiere
  const imprime = toImprime(matiere.bien)
  const residence = presse.residence(imprime)
  const sommes = {
    prix: dossier.montant,
    total_paye: dossier.totalPaye,
    reste: dossier.resteAPayer,
    montant,
  }
  const chaque = Object.entries(sommes).flatMap(([nom, centimes]) => [
    [nom, centimes === null ? null : presse.montant(centimes)],
    [`${nom}_lettres`, centimes === null ? null : minuscule(presse.lettres(centimes))],
  ])
  return {
    ...(Object.fromEntries(chaque) as Record<string, string | null>),
    promoteur: presse.texte(nomDuPromoteur(presse, matiere)),
    client: presse.liste(matiere.acquereurs.map((un) => presse.texte(nomDe(presse, un)))),
    bien: [presse.designation(imprime), residence].filter(Boolean).join(`${presse.mots.virgule} `),
    dossier: presse.valeur(dossier.dossier),
    date: presse.jour(jour),
    echeance: type === 'appel_fonds' ? presse.texte(echeances[0]?.libelle) : null,
    delai: delai === null ? null : presse.valeur(String(delai)),
  }
}
const minuscule = (texte: string) => texte.replace(/\p{Lu}/u, (lettre) => lettre.toLowerCase())
