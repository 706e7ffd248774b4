import type { Acquereur, Matiere } from '#features/documents/server/matiere.read.ts'
import {
  POINTILLES,
  type Bloc,
  type Colonne,
  type Fiche,
  type Presse,
} from '#features/documents/server/presse.ts'
import type { Echeance } from '#features/dossiers/dossier.contract.ts'
import { toImprime } from '#features/paiements/server/paiements.documents.ts'
import { formatPourcent, type Centimes } from '#shared/argent.ts'
import { createVuePapier, printCentimes } from '#server/documents/papier.ts'

/** What the promoter is called on papers of this language. */
export const nomDuPromoteur = ({ langue }: Presse, { promoteur }: Matiere): string =>
  (langue === 'ar' ? promoteur?.nomAr : null) ?? promoteur?.nom ?? ''

/** What a buyer is called on papers of this language. */
export const nomDe = ({ langue }: Presse, { nom, nomAr }: Acquereur): string =>
  (langue === 'ar' ? nomAr : null) ?? nom

export const titre = (texte: string): Bloc => ({ genre: 'titre', texte })
export const alinea = (...lignes: string[]): Bloc => ({ genre: 'texte', lignes })
export const fiches = (toutes: Fiche[]): Bloc => ({ genre: 'fiches', fiches: toutes })
export const fait = (libelle: string, valeur: string, sous = '', fort = false) => ({
  libelle,
  valeur,
  sous,
  fort,
})
export const faits = (lignes: ReturnType<typeof fait>[]): Bloc => ({ genre: 'faits', lignes })

/** In words, under the figures; an Arabic paper says that they are French. */
export const enLettres = (presse: Presse, centimes: Centimes): string =>
  presse.langue === 'fr' ? presse.lettres(centimes) : `${presse.mots.lettres}: ${presse.lettres(centimes)}`
/** The same under a table, where the text of the paper does not say them. */
export const words = (presse: Presse, centimes: Centimes): Bloc[] =>
  presse.langue === 'fr' ? [] : [alinea(enLettres(presse, centimes))]

type Precisions = (presse: Presse, acquereur: Acquereur) => string[]

export function acquereurs(presse: Presse, { acquereurs: tous }: Matiere, precisions: Precisions): Fiche[] {
  return tous.map((un) => ({
    titre:
      un.part === null
        ? presse.mots.client
        : `${presse.mots.client} (${presse.mots.part} ${presse.valeur(formatPourcent(un.part / 100))})`,
    nom: presse.texte(nomDe(presse, un)),
    lignes: precisions(presse, un),
  }))
}

/** Birth and identity paper; what the file does not say is left to be written by hand. */
export const etatCivil: Precisions = (presse, { naissanceLe, naissanceLieu, pieceNumero }) => {
  const { ne, neA, piece } = presse.mots
  const lieu = presse.texte(naissanceLieu) || POINTILLES
  return [
    `${ne} ${naissanceLe === null ? POINTILLES : presse.jour(naissanceLe)} ${neA} ${lieu}`,
    `${piece} ${presse.texte(pieceNumero) || POINTILLES}`,
  ]
}
export const adresse: Precisions = (presse, un) => [
  presse.texte(un.adresse) || POINTILLES,
  presse.texte(un.tel),
]
export const identite: Precisions = (presse, un) => [
  ...etatCivil(presse, un),
  `${presse.mots.adresse}${presse.langue === 'fr' ? ' ' : ''}: ${presse.texte(un.adresse) || POINTILLES}`,
]

export function leBien(presse: Presse, { bien, dossier }: Matiere): Fiche {
  const imprime = toImprime(bien)
  return {
    titre: presse.mots.bien,
    nom: presse.designation(imprime),
    lignes: [...presse.precisions(imprime), `${presse.mots.dossier}\u00A0${presse.valeur(dossier.dossier)}`],
  }
}

/** As the head of the paper names him, with what the law knows him by. */
export function lePromoteur(presse: Presse, { promoteur, aujourdhui }: Matiere): Fiche {
  const tete = createVuePapier(promoteur, '', '', aujourdhui, presse.langue).promoteur
  return {
    titre: presse.mots.promoteur,
    nom: tete?.nom ?? POINTILLES,
    lignes: [...(tete?.lignes ?? []), tete?.legal ?? ''].filter(Boolean),
  }
}

const colonne = (nom: string, role: 'large' | 'montant' | '' = ''): Colonne => ({
  titre: nom,
  montant: role === 'montant',
  large: role === 'large',
})
export const sumReste = (echeances: readonly Echeance[]) =>
  echeances.reduce((somme, { reste }) => somme + reste, 0)

/** Lines that are to be paid, each with its day when there are several kinds of days. */
export function reclame(presse: Presse, echeances: readonly Echeance[], jours: boolean): Bloc {
  const { mots } = presse
  const du = ({ exigible_le }: Echeance) => (exigible_le === null ? '' : presse.jour(exigible_le))
  const total = printCentimes(sumReste(echeances))
  return {
    genre: 'table',
    colonnes: [
      colonne(mots.echeance, 'large'),
      ...(jours ? [colonne(mots.exigible)] : []),
      colonne(presse.enDinars(mots.montant), 'montant'),
      colonne(presse.enDinars(mots.dejaVerse), 'montant'),
      colonne(presse.enDinars(mots.aPayer), 'montant'),
    ],
    lignes: echeances.map((une) => [
      presse.texte(une.libelle),
      ...(jours ? [du(une)] : []),
      printCentimes(une.montant),
      printCentimes(une.couvert),
      printCentimes(une.reste),
    ]),
    total: jours ? [mots.total, '', '', '', total] : [],
    vide: '',
  }
}

/** When a line falls due: its day, or what it waits for. */
function exigible(presse: Presse, { declencheur, stade, exigible_le, date_prevue }: Echeance): string {
  const { attentes, prevu, virgule } = presse.mots
  if (exigible_le !== null) return presse.jour(exigible_le)
  if (declencheur === 'date') return date_prevue === null ? '' : presse.jour(date_prevue)
  const attente =
    declencheur === 'stade' ? `${attentes.stade} ${presse.texte(stade?.nom, 16)}` : attentes[declencheur]
  return date_prevue === null ? attente : `${attente}${virgule} ${prevu} ${presse.jour(date_prevue)}`
}

export function echeancier(presse: Presse, echeances: readonly Echeance[], prix: Centimes): Bloc {
  const { mots } = presse
  return {
    genre: 'table',
    colonnes: [
      colonne(mots.numero),
      colonne(mots.echeance, 'large'),
      colonne(mots.exigible),
      colonne(presse.enDinars(mots.montant), 'montant'),
      colonne(mots.part, 'montant'),
    ],
    lignes: echeances.map((une, rang) => [
      String(rang + 1),
      presse.texte(une.libelle),
      exigible(presse, une),
      printCentimes(une.montant),
      presse.valeur(formatPourcent(une.part)),
    ]),
    total: ['', mots.total, '', printCentimes(prix), presse.valeur(formatPourcent(100))],
    vide: '',
  }
}

/** Every payment that counts, the oldest first. */
export function paiements(presse: Presse, { dossier }: Matiere): Bloc {
  const { mots } = presse
  const comptes = dossier.paiements.filter(({ etat }) => etat !== 'rejete')
  return {
    genre: 'table',
    colonnes: [
      colonne(mots.date),
      colonne(mots.recu),
      colonne(mots.mode, 'large'),
      colonne(presse.enDinars(mots.montant), 'montant'),
    ],
    lignes: comptes.map((un) => [
      presse.jour(un.date_paiement),
      presse.valeur(un.recu),
      presse.mode(un.mode),
      printCentimes(un.versement),
    ]),
    total: comptes.length > 0 ? [mots.totalPaye, '', '', printCentimes(dossier.totalPaye)] : [],
    vide: mots.aucunPaiement,
  }
}

export function lesComptes(presse: Presse, { comptes }: Matiere): Bloc[] {
  const { mots } = presse
  if (comptes.length === 0) return []
  return [
    titre(mots.comptes),
    {
      genre: 'table',
      colonnes: [colonne(mots.banque, 'large'), colonne(mots.agence), colonne(mots.compte)],
      lignes: comptes.map(({ banque, agence, numero }) => [
        presse.texte(banque),
        presse.texte(agence, 16),
        presse.texte(numero),
      ]),
      total: [],
      vide: '',
    },
  ]
}
