import type { BienDecrit } from '#features/biens/server/biens.read.ts'
import type { Acquereur, Fin, Matiere } from '#features/papiers/server/matiere.read.ts'
import { POINTILLES, type Bloc, type Fiche, type Presse } from '#features/papiers/server/presse.ts'
import { toImprime } from '#features/paiements/server/paiements.documents.ts'
import { formatPourcent, type Centimes } from '#shared/argent.ts'
import { remplacer } from '#shared/papiers.ts'
import { createVuePapier, precisionsClient, type ClientImprime } from '#server/documents/papier.ts'

export const nomDuPromoteur = ({ langue }: Presse, { promoteur }: Matiere): string =>
  (langue === 'ar' ? promoteur?.nomAr : null) ?? promoteur?.nom ?? ''

export const nomDe = ({ langue }: Presse, { nom, nomAr }: Pick<Acquereur, 'nom' | 'nomAr'>): string =>
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
/** Keeps a block on the page of what follows. */
export const tenu = (bloc: Bloc): Bloc => ({ ...bloc, tenu: true })

/** Amount in French words; an Arabic paper adds a label. */
export const enLettres = (presse: Presse, centimes: Centimes): string =>
  presse.langue === 'fr' ? presse.lettres(centimes) : `${presse.mots.lettres}: ${presse.lettres(centimes)}`
/** Amount in words under a table of an Arabic paper, whose text does not have it. Empty in French. */
export const lettresEnDessous = (presse: Presse, centimes: Centimes): Bloc[] =>
  presse.langue === 'fr' ? [] : [alinea(enLettres(presse, centimes))]

type Precisions = (presse: Presse, acquereur: Acquereur) => string[]

/** Fiche of each buyer. @param precisions lines under the name; by default none, because the identity is restricted */
export function acquereurs(
  presse: Presse,
  { acquereurs: tous }: Matiere,
  precisions: Precisions = () => [],
): Fiche[] {
  return tous.map((un) => ({
    titre:
      un.part === null
        ? presse.mots.client
        : `${presse.mots.client} (${presse.mots.part} ${presse.valeur(formatPourcent(un.part / 100, 'toujours'))})`,
    nom: presse.texte(nomDe(presse, un)),
    lignes: precisions(presse, un),
  }))
}

/** Birth and identity paper of a buyer; dots stand for a missing value. */
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

/** Fiche of a bien under any title. @param autres lines under its own */
export function ficheDuBien(
  presse: Presse,
  titreDeFiche: string,
  bien: BienDecrit,
  ...autres: string[]
): Fiche {
  const imprime = toImprime(bien)
  return {
    titre: titreDeFiche,
    nom: presse.designation(imprime),
    lignes: [...presse.precisions(imprime), ...autres],
  }
}

export const leDossier = (presse: Presse, numero: string): string =>
  `${presse.mots.dossier}\u00A0${presse.valeur(numero)}`

export const leBien = (presse: Presse, { bien, dossier }: Matiere): Fiche =>
  ficheDuBien(presse, presse.mots.bien, bien, leDossier(presse, dossier.dossier))

/** Fiche of a client under any title, with the ways to reach him. */
export const ficheDuClient = (presse: Presse, titreDeFiche: string, client: ClientImprime): Fiche => ({
  titre: titreDeFiche,
  nom: presse.texte(client.nom),
  lignes: precisionsClient(client),
})

export function lePromoteur(presse: Presse, { promoteur, aujourdhui }: Matiere): Fiche {
  const tete = createVuePapier(promoteur, '', '', aujourdhui, presse.langue).promoteur
  return {
    titre: presse.mots.promoteur,
    nom: tete?.nom ?? POINTILLES,
    lignes: [...(tete?.lignes ?? []), tete?.legal ?? ''].filter(Boolean),
  }
}

/** Lines that split the payments into cashed and not yet cleared; empty when all are cashed. */
export const dontEncaisse = (presse: Presse, { sommes: { sousReserve, encaisse } }: Matiere) =>
  sousReserve === 0
    ? []
    : [
        fait(presse.mots.encaisse, presse.montant(encaisse)),
        fait(presse.mots.sousReserve, presse.montant(sousReserve)),
      ]

/** Sentences about the uncleared cheques and about the sums paid by former holders of the dossier. */
export function dOuVient(presse: Presse, { sommes: { sousReserve, encaisse }, anciens }: Matiere): Bloc[] {
  const { phrases } = presse.mots
  const reserve = remplacer(phrases.reserve, {
    encaisse: presse.montant(encaisse),
    sous_reserve: presse.montant(sousReserve),
  })
  return [
    ...(sousReserve === 0 ? [] : [alinea(reserve)]),
    ...anciens.map((ancien) =>
      alinea(
        remplacer(phrases.ancien, {
          montant: presse.montant(ancien.montant),
          ancien: presse.texte(nomDe(presse, ancien)),
          jour: presse.jour(ancien.jusquAu),
        }),
      ),
    ),
  ]
}

/** Balance of a décompte: the rest to pay of an open sale, or the rest to refund of an ended one. */
export function compte(presse: Presse, matiere: Matiere): Bloc[] {
  const { mots } = presse
  const { dossier, sommes, fin } = matiere
  if (fin) return compteFinal(presse, matiere, fin)
  const { montant, resteAPayer } = dossier
  const entier =
    sommes.sousReserve === 0
      ? mots.solde
      : remplacer(mots.phrases.sousReserve, { sous_reserve: presse.montant(sommes.sousReserve) })
  return [
    faits([
      fait(mots.prix, presse.montant(montant)),
      fait(mots.totalPaye, presse.montant(sommes.verse)),
      ...dontEncaisse(presse, matiere),
      fait(mots.reste, presse.montant(resteAPayer), enLettres(presse, resteAPayer), true),
    ]),
    ...(resteAPayer === 0 ? [{ genre: 'fort', texte: entier } as const] : []),
  ]
}

/** Taking a local back deletes its payments, so the sentence must not say that they stay. */
const phraseDuRetrait = ({ mots: { phrases } }: Presse, { sommes }: Matiere): string =>
  sommes.verse === 0 ? phrases.retraitSansVersement : phrases.retrait

function compteFinal(presse: Presse, matiere: Matiere, fin: Fin): Bloc[] {
  const { mots } = presse
  const { phrases } = mots
  const { le, origine, retenue, rembourse, resteARembourser } = fin
  const phrase = origine === null ? phraseDuRetrait(presse, matiere) : phrases.desistement[origine]
  return [
    faits([
      fait(mots.totalPaye, presse.montant(matiere.sommes.verse), '', resteARembourser === null),
      ...dontEncaisse(presse, matiere),
      ...(retenue === null ? [] : [fait(mots.retenue, presse.montant(retenue))]),
      ...(rembourse === null ? [] : [fait(mots.rembourse, presse.montant(rembourse))]),
      ...(resteARembourser === null
        ? []
        : [
            fait(
              mots.resteARembourser,
              presse.montant(resteARembourser),
              enLettres(presse, resteARembourser),
              true,
            ),
          ]),
    ]),
    { genre: 'fort', texte: remplacer(phrase, { jour: presse.jour(le) }) },
  ]
}
